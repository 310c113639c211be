import { baseName, lowercase } from '../text/path-list';
import { AlmostNames } from './almost-names';

const EXTENSION = '.md';

/** The names of the notes of a vault. Other files have none here. */
export class NoteNames {
  /** Without folder and extension. */
  readonly almost = new AlmostNames([]);
  /** The paths of the notes, by their names in lowercase. */
  private readonly paths = new Map<string, Set<string>>();

  add(path: string): void {
    if (!isNote(path)) return;
    const name = noteName(path);
    const key = lowercase(name);
    const named = this.paths.get(key) ?? new Set();
    if (named.has(path)) return;
    this.paths.set(key, named.add(path));
    this.almost.add(name);
  }

  remove(path: string): void {
    const name = noteName(path);
    const key = lowercase(name);
    const named = this.paths.get(key);
    if (named?.delete(path) !== true) return;
    if (named.size === 0) this.paths.delete(key);
    this.almost.remove(name);
  }

  /** The paths of the other notes with the name of this one, whatever its case. */
  namesakes(path: string): readonly string[] {
    return [...(this.paths.get(lowercase(noteName(path))) ?? [])].filter((other) => other !== path);
  }
}

/** Whether the path is that of a note. */
export function isNote(path: string): boolean {
  return path.toLowerCase().endsWith(EXTENSION);
}

/** The name of a note, without folder and extension. */
export function noteName(path: string): string {
  return baseName(path).slice(0, -EXTENSION.length);
}
