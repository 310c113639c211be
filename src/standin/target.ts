import type { Call } from './command';
import { Failure, fileNotFound } from './failure';
import { activeFile } from './state';

/**
 * The file a command works on: `path=` is exact, `file=` is a name as in a link, and without both it is the active
 * file. That `path=` takes precedence over `file=` is a guess.
 * @throws Failure when the file does not exist, or none is active
 */
export function targetFile(call: Call): string {
  const named = namedFile(call);
  if (named !== undefined) return named;
  const active = activeFile(call.vault);
  if (active === undefined) {
    throw new Failure('Error: No active file. Use file=<name> or path=<path> to specify a file.');
  }
  return active;
}

/**
 * The file a command is limited to; undefined for the whole vault.
 * @throws Failure when the file does not exist
 */
export function chosenFile(call: Call): string | undefined {
  const named = namedFile(call);
  if (named !== undefined || !call.flag('active')) return named;
  const active = activeFile(call.vault);
  if (active === undefined) throw new Failure('Error: No active file.');
  return active;
}

function namedFile(call: Call): string | undefined {
  const path = call.value('path');
  if (path !== undefined) {
    if (!call.vault.hasFile(path)) throw fileNotFound(path);
    return path;
  }
  const name = call.value('file');
  if (name === undefined) return undefined;
  const found = call.vault.linkTargets().resolve(name, '');
  if (found === undefined) throw fileNotFound(name);
  return found;
}

/**
 * The note a command works on.
 * @throws Failure when the file is not a note
 */
export function targetNote(call: Call): string {
  const path = targetFile(call);
  if (!path.endsWith('.md')) throw new Failure('Error: File is not a markdown file.');
  return path;
}
