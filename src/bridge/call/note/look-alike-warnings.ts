import { lookAlikeOf } from '../../notes/look-alikes';
import type { NoteStore } from '../../notes/note-store';
import type { Call } from '../call';

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
