import type { PreviewChange } from '../approval/approval-port';
import type { CommandLine } from '../../cli/command-line';
import type { Command } from '../../commands/catalogue/command';
import { BridgeError } from '../../errors';
import { OWNER } from '../../key-records';
import type { ChangeList } from '../../notes/changes/change-list';
import { editText } from '../../notes/edit-text';
import { freePath } from '../../notes/free-path';
import { changeOf } from './note-change';
import { targetOf } from './note-call';
import type { NoteStore } from '../../notes/note-store';
import type { NoteStores } from '../note/note-stores';
import { placeText } from '../../notes/place-text';
import { revisionOfLong } from '../../notes/revision';

/** Makes the preview of calls that change or create a note in the host's own vault. */
export function createPreview(stores: NoteStores, changes: ChangeList): PreviewChange {
  return async (command, line, changed) => {
    if (command.byBridge === 'undo') return previewUndo(changes, line, changed);
    const store = stores.own(line.vault);
    const isKnown =
      command.byBridge === 'edit' || (command.writes !== undefined && !line.parameters.has('template'));
    if (!store || !isKnown) return undefined;
    const found = await pathOf(store, command, line);
    if (!found) return undefined;
    const { path, isNew } = found;
    if (isNew && !changed.has(path)) return { path, after: line.parameters.get('content') ?? '' };
    const before = changed.get(path) ?? (await store.read(path).catch(() => undefined));
    if (before === undefined) return undefined;
    // An edit that cannot be made will fail when it is run.
    const after = textAfter(command, line, before) ?? before;
    return { path, before, after, revision: await revisionOfLong(before) };
  };
}

/** The change that an undo makes to a single text. */
async function previewUndo(
  changes: ChangeList,
  { parameters }: CommandLine,
  changed: ReadonlyMap<string, string>,
): ReturnType<PreviewChange> {
  const [change, ...others] = changes.find(parameters.get('id') ?? '', OWNER);
  const [step, ...more] = change?.steps ?? [];
  if (step?.before === undefined || others.length + more.length > 0) return undefined;
  const { store, path, before: after } = step;
  // What another vault has now is compared there, when the change is taken back.
  const saved = store ? await store.read(path).catch(() => undefined) : step.after;
  const before = changed.get(path) ?? saved;
  return before === undefined ? undefined : { path, before, after, revision: await revisionOfLong(before) };
}

async function pathOf(
  store: NoteStore,
  command: Command,
  line: CommandLine,
): Promise<{ readonly path: string; readonly isNew: boolean } | undefined> {
  const { parameters, flags } = line;
  if (command.writes === 'new_note') {
    const named = { path: parameters.get('path'), name: parameters.get('name') };
    const { path, isThere } = await freePath(store, { ...named, overwrite: flags.includes('overwrite') });
    return { path, isNew: !isThere };
  }
  const target = targetOf(line);
  const path = target && ('path' in target ? target.path : store.resolve?.(target.file)?.path);
  return path === undefined ? undefined : { path, isNew: false };
}

/** The text after the call; undefined for an edit that cannot be made. */
function textAfter(command: Command, line: CommandLine, before: string): string | undefined {
  const { parameters, flags } = line;
  const content = parameters.get('content') ?? '';
  if (command.byBridge === 'edit') return edited(command, line, before);
  if (command.writes === 'new_note') return content;
  const place = command.writes === 'end' ? 'append' : command.writes === 'start' ? 'prepend' : undefined;
  return place && placeText(before, content, place, flags.includes('inline'));
}

function edited(command: Command, line: CommandLine, before: string): string | undefined {
  try {
    const result = editText(before, changeOf(command, line));
    return 'code' in result ? undefined : result.text;
  } catch (error) {
    if (error instanceof BridgeError) return undefined;
    throw error;
  }
}
