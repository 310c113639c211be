import { INVISIBLE, lowercase } from '../text/path-list';

/** Paths that are compared as they are, apart from their case: printable ASCII, with a name between all slashes. */
const IS_SIMPLE = /^[!-.0-[\]-~](?:[ !-.0-[\]-~]|\/(?=[^/. ]))*$/;
/** Names that end in a dot or a space, which Windows drops. */
const HAS_LOOSE_END = /[. ](?:\/|$)/;

/** The folders and notes of a vault that no client sees. Places are compared without regard to case, Unicode form, outer spaces and invisible characters. */
export class PrivateFolders {
  private static readonly known = new WeakMap<readonly string[], PrivateFolders>();
  private readonly places: ReadonlySet<string>;
  /** The folders that hold a private place. */
  private readonly parents = new Set<string>();

  private constructor(places: readonly string[]) {
    this.places = new Set(places.map(folded));
    for (const place of this.places) for (const parent of waysTo(place)) this.parents.add(parent);
  }

  /** Those of a setting, whose list is never changed in place. */
  static of(places: readonly string[]): PrivateFolders {
    const known = this.known.get(places) ?? new PrivateFolders(places);
    this.known.set(places, known);
    return known;
  }

  get isEmpty(): boolean {
    return this.places.size === 0;
  }

  /** Whether a path is private, or lies in a private folder, whether or not there is such a file. */
  readonly hides = (path: string): boolean => {
    if (this.isEmpty) return false;
    const place = folded(path);
    return this.places.has(place) || waysTo(place).some((folder) => this.places.has(folder));
  };

  /** Whether a note of this path with a number after its name is private. */
  hidesNumbered(path: string): boolean {
    const stem = folded(path).replace(/\.[^./]*$/, '');
    return [...this.places].some((place) => {
      const other = place.replace(/\.[^./]*$/, '');
      return other.startsWith(`${stem} `) && /^\d+$/.test(other.slice(stem.length + 1));
    });
  }

  /** Whether a folder is private, lies in a private one or holds something private. */
  holds(folder: string): boolean {
    return this.hides(folder) || this.parents.has(folded(folder));
  }
}

/** Nothing is private. */
export const NOTHING_PRIVATE = PrivateFolders.of([]);

/**
 * The list after a folder or note in it was moved or renamed, or a folder above one.
 * @returns undefined if that changes no entry
 */
export function afterRename(
  places: readonly string[],
  from: string,
  to: string,
): readonly string[] | undefined {
  const old = folded(from);
  const depth = old.split('/').length;
  const isMoved = (place: string): boolean => place === old || place.startsWith(`${old}/`);
  if (old === '' || !places.some((place) => isMoved(folded(place)))) return undefined;
  return places.map((place) =>
    isMoved(folded(place)) ? [to, ...place.split(/[\\/]/).slice(depth)].join('/') : place,
  );
}

/** The folders on the way to a path, the outermost first. */
function waysTo(path: string): readonly string[] {
  const ways: string[] = [];
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) ways.push(path.slice(0, at));
  return ways;
}

/** One spelling for all paths that some system treats as the same file. */
function folded(path: string): string {
  if (IS_SIMPLE.test(path) && !HAS_LOOSE_END.test(path)) return path.toLowerCase();
  // Some letters have an uppercase form but no lowercase one.
  const plain = lowercase(path.normalize().replace(INVISIBLE, '').toUpperCase()).normalize();
  const names: string[] = [];
  for (const part of plain.split(/[\\/]/)) {
    const name = withoutLooseEnd(part);
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return names.join('/');
}

/** A name without outer spaces, and without dots at its end. */
function withoutLooseEnd(part: string): string {
  const name = part.trim();
  if (name === '.' || name === '..') return name;
  let end = name.length;
  while (end > 0 && '. '.includes(name.charAt(end - 1))) end -= 1;
  return name.slice(0, end);
}
