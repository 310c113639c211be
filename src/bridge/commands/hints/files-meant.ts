import { baseName, linesWith, lowercase } from '../../path-list';

/** A longer path is not looked for. */
const MAX_PATH_CHARS = 1_000;

/** What people put around a name that is to be given alone, and how that is called. */
const WRAPPINGS: readonly (readonly [form: RegExp, what: string])[] = [
  [/^!?\[\[([^\]|#^]*)[^\]]*\]\]$/, 'without the brackets of a link'],
  [/^["'“„«‘](.+)["'”“»’]$/, 'without the quotation marks'],
  [/^([^#]+)#.*$/, 'without the heading: the whole file is meant'],
];

/**
 * What a name or path was probably meant to be that the program did not find.
 * @param files the paths of all files, one a line
 * @param isPath whether it was given as a path, which has to be exact
 */
export async function filesMeant(
  given: string,
  files: string | undefined,
  isPath: boolean,
): Promise<string | undefined> {
  if (files === undefined) return undefined;
  const [form, what] = WRAPPINGS.find(([wrapping]) => wrapping.test(given)) ?? [];
  const name = form?.exec(given)?.[1] ?? given;
  const mistake = what === undefined ? '' : `Give the name ${what}. `;
  const nearest = await nearestFiles(name, files);
  const folder = await folderNamed(name, files);
  // A file of another name in its place may be deleted next.
  if (folder !== undefined && nearest[0]?.toLowerCase() !== `${folder}.md`.toLowerCase())
    return `"${folder}" is a folder, and this takes one file: files with folder="${folder}" lists what is in it.`;
  if (nearest.length === 0)
    return `${mistake}The vault has no file of this name, nor of one like it: search finds notes by their text.`;
  const meant = nearest.map((path) => `"${path}"`).join(' or ');
  return `${mistake}Did you mean ${meant}?${isPath ? differenceOf(name, nearest[0] ?? '') : ''}`;
}

/** How the only candidate differs, where that is easily overlooked. */
function differenceOf(given: string, found: string): string {
  if (found === given) return '';
  if (found === `${given}.md`) return ' A path needs the extension.';
  if (found.normalize('NFC') === given.normalize('NFC'))
    return ' The name is written with other Unicode characters.';
  if (found.toLowerCase() === given.toLowerCase()) return ' Upper and lower case matter in a path.';
  return '';
}

/**
 * The files that were probably meant, at most three: the same path but for slashes, case and a missing `.md`; else the same
 * name in another folder, or with another extension where it is given without one.
 */
export async function nearestFiles(given: string, files: string): Promise<string[]> {
  const path = withoutSlashes(given);
  if (path === '' || path.length > MAX_PATH_CHARS) return [];
  const plain = lowercase(path);
  const name = baseName(plain);
  const elsewhere = (await linesWith(name, files)).filter((file) =>
    [name, `${name}.md`].includes(lowercase(baseName(file))),
  );
  const same = elsewhere.filter((file) => [plain, `${plain}.md`].includes(lowercase(file)));
  if (same.length > 0) return same.slice(0, 3);
  const found =
    elsewhere.length > 0
      ? elsewhere
      : (await linesWith(`${name}.`, files)).filter((file) =>
          lowercase(baseName(file)).startsWith(`${name}.`),
        );
  return found.slice(0, 3);
}

/** The folder of this path, as a list of the paths of files spells it; undefined if none of them is in it. */
async function folderNamed(given: string, files: string): Promise<string | undefined> {
  const folder = withoutSlashes(given);
  if (folder === '' || folder.length > MAX_PATH_CHARS) return undefined;
  const start = `${lowercase(folder)}/`;
  const inside = (await linesWith(start, files)).find((path) => lowercase(path).startsWith(start));
  return inside?.split('/').slice(0, folder.split('/').length).join('/');
}

/** A path in the form of a list of files. The app keeps names composed; a Mac may give them in parts. */
function withoutSlashes(given: string): string {
  return given
    .normalize('NFC')
    .trim()
    .replace(/\\/g, '/')
    .replace(/\/{2,}/g, '/')
    .replace(/^(?:\.?\/)+|\/$/g, '');
}
