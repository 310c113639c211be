/** Extensions that the program makes files with. */
const MADE: readonly string[] = ['md', 'canvas', 'base'];

/** The path of a new note, in two parts. */
export interface NewNotePath {
  /** From the root of the vault, without the extension. */
  readonly stem: string;
  readonly extension: string;
}

/** Path and name of a new note as one path, without empty parts; empty where there is neither. */
export function joinedPath(path: string | undefined, name: string | undefined): string {
  return [path, name]
    .flatMap((part) => (part ?? '').split('/'))
    .filter((part) => part !== '')
    .join('/');
}

/** The path at which the program makes a note: what follows the last dot is kept only where it makes such files. */
export function newNotePath(joined: string): NewNotePath {
  const dot = joined.lastIndexOf('.');
  if (dot < 0) return { stem: joined, extension: 'md' };
  const extension = joined.slice(dot + 1);
  return { stem: joined.slice(0, dot), extension: MADE.includes(extension) ? extension : 'md' };
}

/** Both parts as one path. */
export function wholePath({ stem, extension }: NewNotePath): string {
  return `${stem}.${extension}`;
}
