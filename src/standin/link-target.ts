/** Resolves links to the files of a vault. */
export class LinkTargets {
  /** Files by case-folded name, because searching all files for each link would take too long. */
  private readonly byName = new Map<string, string[]>();

  constructor(files: readonly string[]) {
    for (const path of files) {
      const name = fileName(foldCase(path));
      const others = this.byName.get(name);
      if (others) others.push(path);
      else this.byName.set(name, [path]);
    }
  }

  /**
   * The file a link resolves to, as in the app: the exact path first, then any file whose path ends with the link, with
   * the linking note's folder before shorter paths. Ignores case.
   * @param source the note that contains the link; empty for a name given on the command line
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
    return (this.byName.get(fileName(key)) ?? [])
      .filter((path) => `/${foldCase(path)}`.endsWith(`/${key}`))
      .sort((a, b) => rank(a) - rank(b))[0];
  }
}

/** Resolves a link with `./` or `../`; undefined when it leaves the vault. */
function fromFolder(folder: string, link: string): string | undefined {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of link.split('/')) {
    if (part === '..' && parts.pop() === undefined) return undefined;
    if (part !== '..' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/** The folder of a path; empty for the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The file name of a path without its extension. */
export function titleOf(path: string): string {
  const name = fileName(path);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
