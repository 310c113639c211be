import { endsAsCreated } from '../text/file-types';
import { withoutFinalSlashes, baseName } from '../text/path-list';

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

/**
 * The path that `rename` or `move` gives a file, by the program's rules: a name with a dot is the whole name, a `to` with a dot
 * the whole path, and a `to` without one a folder.
 * @param from the path that the file has
 */
export function newPathOf(parameters: ReadonlyMap<string, string>, from: string): string {
  const given = parameters.get('to');
  const to = given && withoutFinalSlashes(given.replace(/^\/+/, ''));
  if (to !== undefined) return to.includes('.') ? to : inFolder(to, baseName(from));
  const name = parameters.get('name') ?? '';
  const extension = /\.[^./]*$/.exec(from)?.[0] ?? '';
  return inFolder(
    from.slice(0, Math.max(from.lastIndexOf('/'), 0)),
    name.includes('.') ? name : name + extension,
  );
}

function inFolder(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
