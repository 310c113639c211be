/** Extensions that the program can create. */
const MADE: readonly string[] = ['md', 'canvas', 'base'];

/** The path of a new note. */
export interface NewNotePath {
  /** From the vault root, without the extension. */
  readonly stem: string;
  readonly extension: string;
}

/** Joins the path and name of a new note, without empty parts. */
export function joinedPath(path: string | undefined, name: string | undefined): string {
  return [path, name]
    .flatMap((part) => (part ?? '').split('/'))
    .filter((part) => part !== '')
    .join('/');
}

/** The path at which the program creates a note. It replaces extensions that it cannot create with `md`. */
export function newNotePath(joined: string): NewNotePath {
  const dot = joined.lastIndexOf('.');
  if (dot < 0) return { stem: joined, extension: 'md' };
  const extension = joined.slice(dot + 1);
  return { stem: joined.slice(0, dot), extension: MADE.includes(extension) ? extension : 'md' };
}

export function wholePath({ stem, extension }: NewNotePath): string {
  return `${stem}.${extension}`;
}
