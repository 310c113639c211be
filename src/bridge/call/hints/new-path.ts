import { baseName, withoutFinalSlashes } from '../../text/path-list';

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
