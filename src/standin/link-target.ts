/**
 * The file a link leads to, found as the app finds it: the exact path first, then any file whose path ends so, the one
 * beside the linking note before others and a short path before a long one. Upper and lower case are the same.
 * @param files all files of the vault
 * @param source the note the link stands in; empty for a name given on the command line
 */
export function resolveLink(files: readonly string[], link: string, source: string): string | undefined {
  const folder = folderOf(source);
  const wanted = /^\.\.?\//.test(link) ? fromFolder(folder, link) : link.replace(/^\//, '');
  if (wanted === undefined || wanted === '') return undefined;
  return find(files, `${wanted}.md`, folder) ?? find(files, wanted, folder);
}

function find(files: readonly string[], wanted: string, folder: string): string | undefined {
  const key = foldCase(wanted);
  const found = files.filter((path) => {
    const candidate = foldCase(path);
    return candidate === key || candidate.endsWith(`/${key}`);
  });
  const rank = (path: string): number => {
    if (path === wanted) return -2;
    if (foldCase(path) === key || folderOf(path) === folder) return -1;
    return path.length;
  };
  return found.sort((a, b) => rank(a) - rank(b))[0];
}

/** The path a link with `./` or `../` means; undefined when it leaves the vault. */
function fromFolder(folder: string, link: string): string | undefined {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of link.split('/')) {
    if (part === '..' && parts.pop() === undefined) return undefined;
    if (part !== '..' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/** The folder a path lies in; empty for the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The last part of a path without its ending. */
export function titleOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
