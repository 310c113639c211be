import { nextTurn } from '../../loop-turn';
import { editDistance } from '../../similar-names';

/** How many names are compared letter by letter, and how much text is searched for them: a large vault takes no longer. */
const COMPARED = 500;
const SEARCHED_CHARS = 500_000;
/** A longer path is not looked for. */
const MAX_PATH_CHARS = 1_000;
/** How many lines that contain the text are looked at. */
const MATCHED = 1_000;
/** Characters of a list that are searched in one turn of the event loop. */
const SLICE_CHARS = 512 * 1024;

/**
 * The files of this name in any folder, from a list of paths. Case does not count.
 * @param extension the extension that the name may lack, such as `.md`
 */
export async function namesakes(name: string, extension: string, files: string): Promise<string[]> {
  const found: string[] = [];
  // The app keeps names composed, and finds them by their parts, too.
  for (const wanted of new Set([lowercase(name), lowercase(name.normalize('NFC'))])) {
    const names = new Set([wanted, wanted + extension]);
    found.push(...(await linesWith(wanted, files)).filter((path) => names.has(lowercase(baseName(path)))));
  }
  return found;
}

/**
 * The files that were probably meant, at most three: the same path but for slashes, case and a missing `.md`; else the same
 * name in another folder, or with another extension where it is given without one; else a name that is spelled almost like it.
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
  return found.length > 0
    ? found.slice(0, 3)
    : similarName(name.endsWith('.md') ? name : `${name}.md`, files);
}

/** The folder of this path, as a list of the paths of files spells it; undefined if none of them is in it. */
export async function folderNamed(given: string, files: string): Promise<string | undefined> {
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

/** The file whose name takes the fewest changes to become the wanted one, if they are few. */
function similarName(wanted: string, files: string): string[] {
  const limit = Math.min(3, Math.floor(wanted.replace(/\.md$/, '').length / 3));
  let best: { readonly path: string; readonly distance: number } | undefined;
  let compared = 0;
  for (const path of files.slice(0, SEARCHED_CHARS).split(/\r?\n/)) {
    const name = lowercase(baseName(path));
    const isLike = name[0] === wanted[0] || name[1] === wanted[1];
    if (!isLike || Math.abs(name.length - wanted.length) > limit) continue;
    if (compared++ >= COMPARED) break;
    const distance = editDistance(name, wanted, limit);
    if (distance <= limit && distance < (best?.distance ?? Infinity)) best = { path, distance };
  }
  return best && limit > 0 ? [best.path] : [];
}

/**
 * The lines that contain the text, at most 1,000. Case does not count. Searching is faster than splitting a long text into
 * lines; it is done in slices, so that a large vault holds nothing up.
 */
export async function linesWith(text: string, lines: string): Promise<string[]> {
  const wanted = lowercase(text);
  const found: string[] = [];
  for (let start = 0; start < lines.length && found.length < MATCHED;) {
    const lineEnd = lines.indexOf('\n', start + SLICE_CHARS);
    const end = lineEnd < 0 ? lines.length : lineEnd + 1;
    found.push(...linesInSlice(wanted, lines.slice(start, end)));
    start = end;
    if (start < lines.length) await nextTurn();
  }
  return found.slice(0, MATCHED);
}

/** @param text in lowercase */
function linesInSlice(text: string, lines: string): string[] {
  const lower = lowercase(lines);
  if (lower.length === lines.length) return linesAround(text, lower, lines);
  // In lowercase, this letter becomes two characters, so positions in the two texts would differ.
  const kept = lowercase(lines.replaceAll('İ', 'i'));
  const forms = new Set([text, text.replaceAll('İ'.toLowerCase(), 'i')]);
  return [...new Set([...forms].flatMap((form) => linesAround(form, kept, lines)))];
}

/** In lowercase, with one form of the Greek sigma: which one it becomes depends on whether an extension follows the name. */
function lowercase(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ');
}

/** @param lower `lines` in lowercase, of the same length */
function linesAround(text: string, lower: string, lines: string): string[] {
  const found: string[] = [];
  let at = lower.indexOf(text);
  while (at >= 0 && found.length < MATCHED) {
    const start = lower.lastIndexOf('\n', at) + 1;
    const next = lower.indexOf('\n', at);
    const end = next < 0 ? lower.length : next;
    found.push(lines.slice(start, end).replace(/\r$/, ''));
    at = lower.indexOf(text, end);
  }
  return found;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
