import { baseName, lowercase } from '../text/path-list';
import { AlmostNames } from './almost-names';

const EXTENSION = '.md';

/** The names of notes, as far as they may be seen. */
export interface KnownNames {
  /** Without folder and extension. */
  readonly almost: Pick<AlmostNames, 'find'>;
  /** The paths of the other notes with the name of this one, whatever its case. */
  readonly namesakes: (path: string) => readonly string[];
  /** The names of only those notes that may be seen. */
  readonly among: (maySee: (path: string) => boolean) => KnownNames;
}

/** The names of the notes of a vault. Other files have none here. */
export class NoteNames implements KnownNames {
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

  among(maySee: (path: string) => boolean): KnownNames {
    const isSeen = (name: string): boolean =>
      [...(this.paths.get(lowercase(name)) ?? [])].some((path) => noteName(path) === name && maySee(path));
    return {
      almost: { find: (name) => this.almost.find(name).filter(isSeen) },
      namesakes: (path) => this.namesakes(path).filter(maySee),
      among: (other) => this.among((path) => maySee(path) && other(path)),
    };
  }

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
