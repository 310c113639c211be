import { baseName, lowercase, parentOf } from '../text/path-list';
import { orUnknown } from './note-store';
import type { NoteStore } from './note-store';

/**
 * The file next to a path whose name differs only in case, in the kind of spaces or in Unicode form: other systems, and people,
 * confuse the two.
 * @returns its path; undefined if there is none, or if the store cannot tell
 */
export async function lookAlikeOf(store: NoteStore, path: string): Promise<string | undefined> {
  const [folder, name] = [parentOf(path), baseName(path)];
  const names = (await orUnknown(() => store.list(folder))) ?? [];
  const other = names.find((each) => each !== name && folded(each) === folded(name));
  return other === undefined || other.normalize('NFC') === name
    ? undefined
    : [folder, other].filter(Boolean).join('/');
}

function folded(name: string): string {
  return lowercase(name.normalize('NFC'));
}
