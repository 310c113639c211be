/** The files of a vault, ready to be found by links. */
export class LinkTargets {
  /** The files by the last part of their path, case folded: looking through all files for each link takes too long. */
  private readonly byName = new Map<string, string[]>();

  constructor(files: readonly string[]) {
    for (const path of files) {
      const name = lastPart(foldCase(path));
      const others = this.byName.get(name);
      if (others) others.push(path);
      else this.byName.set(name, [path]);
    }
  }

  /**
   * The file a link leads to, found as the app finds it: the exact path first, then any file whose path ends so, the one
   * beside the linking note before others and a short path before a long one. Upper and lower case are the same.
   * @param source the note the link stands in; empty for a name given on the command line
   */
  resolve(link: string, source: string): string | undefined {
    const folder = folderOf(source);
    const wanted = /^\.\.?\//.test(link) ? fromFolder(folder, link) : link.replace(/^\//, '');
    if (wanted === undefined || wanted === '') return undefined;
    return this.find(`${wanted}.md`, folder) ?? this.find(wanted, folder);
  }

  private find(wanted: string, folder: string): string | undefined {
    const key = foldCase(wanted);
    const rank = (path: string): number => {
      if (path === wanted) return -2;
      if (foldCase(path) === key || folderOf(path) === folder) return -1;
      return path.length;
    };
    return (this.byName.get(lastPart(key)) ?? [])
      .filter((path) => `/${foldCase(path)}`.endsWith(`/${key}`))
      .sort((a, b) => rank(a) - rank(b))[0];
  }
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
  const name = lastPart(path);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
