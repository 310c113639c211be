import { nextTurn } from './loop-turn';

/** How many lines that contain the text are looked at. */
const MATCHED = 1_000;
/** Lines that are looked at in one turn of the event loop. */
const LINES_A_TURN = 4_000;
/** Characters that cannot be seen, which some systems ignore in names. */
export const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
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

/** The lines that are wanted. A long list is looked at in slices, so that it holds nothing up. */
export async function linesIn(lines: string, isWanted: (line: string) => boolean): Promise<string[]> {
  const wanted: string[] = [];
  for (const [index, line] of lines.split('\n').entries()) {
    if (index % LINES_A_TURN === LINES_A_TURN - 1) await nextTurn();
    if (isWanted(line.replace(/\r$/, ''))) wanted.push(line);
  }
  return wanted;
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

/**
 * In lowercase, with plain spaces for no-break spaces, and with one form of the Greek sigma: which one it becomes depends on whether an
 * extension follows the name.
 */
export function lowercase(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replace(/[\u00a0\u202f]/g, ' ');
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

/** The path without slashes at its end. As an expression, this takes quadratic time on a text full of slashes. */
export function withoutFinalSlashes(path: string, slashes = '/'): string {
  let end = path.length;
  while (end > 0 && slashes.includes(path.charAt(end - 1))) end -= 1;
  return path.slice(0, end);
}

/** Whether a text is a path from the vault root in its plain form: names with slashes between them, and one at the end or not. */
export function isVaultPath(text: string): boolean {
  return withoutFinalSlashes(text) !== '' && namesIn(text).every((name) => name.trim() !== '');
}

/**
 * Whether a path is one of these folders or notes, or lies in one. Case, Unicode form and kind of space do not count. A path that
 * is not in its plain form lies in none.
 */
export function liesIn(path: string, places: readonly string[]): boolean {
  if (!isVaultPath(path)) return false;
  const wanted = `${comparable(path)}/`;
  return places.some((place) => wanted.startsWith(`${comparable(place)}/`));
}

/** The names in a path; an empty one for each part that is not a name, such as `..`. */
function namesIn(path: string): readonly string[] {
  return withoutFinalSlashes(path)
    .split('/')
    .map((part) => (part === '.' || part === '..' || /[\\\0]/.test(part) ? '' : part));
}

function comparable(path: string): string {
  return lowercase(withoutFinalSlashes(path).normalize('NFC'));
}

/** The last part of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The path of the folder that something is in; empty for the vault root. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Whether a link with this name may lead to the note at this path. */
export function mayName(name: string, path: string): boolean {
  const [wanted, whole] = [name.trim(), path].map((text) => `/${lowercase(text)}`) as [string, string];
  return whole.endsWith(wanted) || whole.endsWith(`${wanted}.md`);
}
