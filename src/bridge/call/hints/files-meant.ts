import { baseName, linesWith, lowercase } from '../../text/path-list';
import { plainNameIn } from '../guards/plain-name';

/** Longer paths are not looked up. */
const MAX_PATH_CHARS = 1_000;
/** Files in a hint. */
const SHOWN = 3;
/** Shorter names are part of too many others. */
const MIN_PART_CHARS = 3;

/** How a name or path was given. */
interface GivenName {
  /** Whether it was given as a path, which must be exact. */
  readonly isPath: boolean;
  /** The extension that the command's files have. */
  readonly extension: string;
  /** Whether the call writes into the file, so that its caller may want a new one. */
  readonly isWriting?: boolean;
  /** The paths of notes with an alias; absent if the caller may not know. */
  readonly aliased?: ((alias: string) => Promise<readonly string[]>) | undefined;
}

/**
 * A hint for a name or path that the program did not find.
 * @param files the paths of all files, one per line
 */
export async function filesMeant(
  given: string,
  files: string | undefined,
  { isPath, extension, isWriting = false, aliased }: GivenName,
): Promise<string | undefined> {
  if (files === undefined) return undefined;
  const plain = plainNameIn(given);
  const name = plain?.name ?? given;
  const mistake = plain ? `Give the name without ${plain.addition}. ` : '';
  const nearest = await nearestFiles(name, files, extension);
  if (isPath && nearest.some((path) => path.normalize('NFC') === given)) return UNREACHED;
  const folder = await folderNamed(name, files);
  // Do not suggest other files instead of a folder: the caller may be about to delete it.
  if (
    folder !== undefined &&
    extension === '.md' &&
    nearest[0]?.toLowerCase() !== `${folder}.md`.toLowerCase()
  )
    return `"${folder}" is a folder, and this takes one file: run files with folder="${folder}" to list its files.`;
  if (nearest.length === 0) {
    const alias = stemOf(name, extension);
    const [note, ...others] = alias === '' ? [] : ((await aliased?.(alias)) ?? []);
    if (note !== undefined) {
      const notes = quoted([note, ...others].slice(0, SHOWN));
      return `${mistake}It is an alias of ${notes}, and files are found by path or file name only.`;
    }
    const longer = await filesNamedWith(name, files, extension);
    const made = isWriting && isPath ? ' To make the note, use create with the same path.' : '';
    return longer.length > 0
      ? `${mistake}No file has exactly this name. It is in the name of ${quoted(longer)}.${made}`
      : `${mistake}No file has this name. Use search to find notes by text.${made}`;
  }
  return `${mistake}Did you mean ${quoted(nearest)}?${isPath ? differenceOf(name, nearest[0] ?? '', extension) : ''}`;
}

const UNREACHED =
  'The list of files has exactly this path, but the Obsidian CLI does not find it: on disk, the letters and accents of the name may be stored separately (Unicode NFD). Ask the user to rename the file.';

function quoted(paths: readonly string[]): string {
  return paths.map((path) => `"${path}"`).join(' or ');
}

/** How the candidate differs, if that is easy to miss. */
function differenceOf(given: string, found: string, extension: string): string {
  if (found === given) return '';
  if (found === given + extension) return ' A path needs the extension.';
  if (found.toLowerCase() === given.toLowerCase()) return ' Case matters in a path.';
  if (lowercase(found) === lowercase(given)) return ' The names have different kinds of spaces.';
  return '';
}

/**
 * Up to three files that were probably meant: those that differ only in slashes, case or a missing extension, or else those with
 * the same name in another folder, or with another extension if none was given.
 */
export async function nearestFiles(given: string, files: string, extension = '.md'): Promise<string[]> {
  const path = withoutSlashes(given);
  if (path === '' || path.length > MAX_PATH_CHARS) return [];
  const plain = lowercase(path);
  const name = baseName(plain);
  const elsewhere = (await linesWith(name, files)).filter((file) =>
    [name, name + extension].includes(lowercase(baseName(file))),
  );
  const same = elsewhere.filter((file) => [plain, plain + extension].includes(lowercase(file)));
  if (same.length > 0) return same.slice(0, SHOWN);
  const found =
    elsewhere.length > 0
      ? elsewhere
      : (await linesWith(`${name}.`, files)).filter((file) =>
          lowercase(baseName(file)).startsWith(`${name}.`),
        );
  return found.slice(0, SHOWN);
}

/** Up to three files whose names have the given one in them. */
async function filesNamedWith(given: string, files: string, extension: string): Promise<string[]> {
  const part = lowercase(stemOf(given, extension));
  if (part.length < MIN_PART_CHARS || part.length > MAX_PATH_CHARS) return [];
  const found = (await linesWith(part, files)).filter((file) => lowercase(baseName(file)).includes(part));
  const hasWord = (file: string): boolean => hasWhole(lowercase(baseName(file)), part);
  return [...found.filter(hasWord), ...found.filter((file) => !hasWord(file))].slice(0, SHOWN);
}

/** The name of a file without folder and extension. */
function stemOf(given: string, extension: string): string {
  const name = baseName(withoutSlashes(given));
  return lowercase(name).endsWith(extension) ? name.slice(0, -extension.length) : name;
}

/** Whether the part is in the name, and no letter or digit is next to it. */
function hasWhole(name: string, part: string): boolean {
  const at = name.indexOf(part);
  return ![name[at - 1], name[at + part.length]].some(
    (next) => next !== undefined && /[\p{L}\p{N}]/u.test(next),
  );
}

/** The folder at this path, as spelled in the list; undefined if it holds no files. */
async function folderNamed(given: string, files: string): Promise<string | undefined> {
  const folder = withoutSlashes(given);
  if (folder === '' || folder.length > MAX_PATH_CHARS) return undefined;
  const start = `${lowercase(folder)}/`;
  const inside = (await linesWith(start, files)).find((path) => lowercase(path).startsWith(start));
  return inside?.split('/').slice(0, folder.split('/').length).join('/');
}

/** The path as the list of files would spell it. The app composes Unicode characters; macOS may decompose them. */
function withoutSlashes(given: string): string {
  return given
    .normalize('NFC')
    .trim()
    .replace(/\\/g, '/')
    .replace(/\/{2,}/g, '/')
    .replace(/^(?:\.?\/)+|\/$/g, '');
}
