import { endsAsCreated } from '../text/file-types';

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
  return { stem: joined.slice(0, dot), extension: endsAsCreated(joined) ? joined.slice(dot + 1) : 'md' };
}

export function wholePath({ stem, extension }: NewNotePath): string {
  return `${stem}.${extension}`;
}

/** The path of the note that `create` makes; undefined if the call names none. */
export function createdPath(parameters: ReadonlyMap<string, string>): string | undefined {
  const joined = joinedPath(parameters.get('path'), parameters.get('name'));
  return joined === '' ? undefined : wholePath(newNotePath(joined));
}
