import type { CommandParameter } from '../../commands/catalogue/command';
import { orUnknown } from '../../notes/note-store';
import type { NoteStore } from '../../notes/note-store';
import { namesakes } from '../../text/path-list';
import type { Call } from '../call';
import { hasNoBreakSpaces, isFileName, withSpaces } from '../input/file-names';

/**
 * Looks up names of files and folders that have no-break spaces, in the host's own vault. If there is no such file, the name gets
 * plain spaces, as in the app.
 */
export async function resolveNoBreakSpaces(call: Call): Promise<void> {
  const { stores } = call;
  const own = stores.own(call.vault);
  if (own || !stores.mayReach(call.vault)) await resolve(call, () => Promise.resolve(own));
}

/** The same in any other vault, in the turn of the call. */
export function resolveNoBreakSpacesInTurn(call: Call): Promise<void> {
  const { stores, line, turn, cli } = call;
  return resolve(call, () => stores.reachKnown(line.vault, turn, cli));
}

async function resolve(call: Call, reach: () => Promise<NoteStore | undefined>): Promise<void> {
  if (!call.isRecognized) return;
  const named = call.command.parameters.filter(
    (parameter) => isFileName(parameter) && hasNoBreakSpaces(call.parameter(parameter.name) ?? ''),
  );
  if (named.length === 0) return;
  const parameters = new Map(call.line.parameters);
  for (const parameter of named) {
    const name = call.parameter(parameter.name) ?? '';
    if (!(await isThere(parameter, name, reach))) parameters.set(parameter.name, withSpaces(name));
  }
  call.line = { ...call.line, parameters };
}

/** Whether there is a file or folder of exactly this name; false if that cannot be told. */
async function isThere(
  { placeholder, extension = '.md', namesResource }: CommandParameter,
  name: string,
  reach: () => Promise<NoteStore | undefined>,
): Promise<boolean> {
  const found = await orUnknown(async () => {
    const store = await reach();
    if (!store || namesResource) return false;
    const path = placeholder === '<path:line>' ? name.replace(/:\d+$/, '') : name;
    if (placeholder !== '<name>') return (await store.exists(path)) !== undefined;
    if (store.resolve) return hasNoBreakSpaces(store.resolve(path.trim())?.path ?? '');
    const files = (await store.files?.()) ?? '';
    return (await namesakes(path.trim(), extension, files)).some(hasNoBreakSpaces);
  });
  return found ?? false;
}
