import { BridgeError } from '../../errors';
import type { NoteStore } from '../../notes/note-store';
import { lookAlikeOf } from '../../notes/look-alikes';
import type { Call } from '../call';

/** Maximum candidates in an answer. */
const SHOWN = 10;

/** The refusal of a name that several files have. @param paths theirs */
export function ambiguousName(call: Call, name: string, paths: readonly string[]): BridgeError {
  if (!call.mayRun('files')) return BridgeError.of('ambiguous_name', { name });
  return BridgeError.of('ambiguous_name', {
    name,
    list: shown(paths),
    hint: `Name one of them with "path", for example "${paths[0]}".`,
  });
}

/** A warning if the name does not say which of several files is meant. */
export function namesakeWarnings(name: string, paths: readonly string[], mayList: boolean): string[] {
  if (paths.length < 2) return [];
  const list = mayList ? `: ${shown(paths)}` : '';
  return [`Several files are called "${name}"${list}. To be sure of the file, name it with path.`];
}

/** A warning about a name that other files have, too. @param path of the one that is meant */
export function takenTwice(name: string, path: string): string {
  return `Several files are called "${name}"; this is about "${path}". To be sure of the file, name it with path.`;
}

function shown(paths: readonly string[]): string {
  const list = paths
    .slice(0, SHOWN)
    .map((path) => `"${path}"`)
    .join(', ');
  return paths.length > SHOWN ? `${list} ...` : list;
}

/** A warning if a new file has almost the name of one next to it. @param path of the new file */
export async function lookAlikeWarnings(
  call: Call,
  store: NoteStore,
  path: string,
): Promise<readonly string[]> {
  const other = call.mayRun('files') ? await lookAlikeOf(store, path) : undefined;
  if (other === undefined) return [];
  return [
    `"${other}" has almost the same name: only case or the kind of spaces differs, and some systems take both for one.`,
  ];
}
