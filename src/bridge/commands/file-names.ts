import { editDistance } from './nearest';

/** How many names are compared letter by letter, and how much text is searched for them, so that a large vault takes no longer. */
const COMPARED = 500;
const SEARCHED_CHARS = 500_000;
/** How many lines that contain the text are looked at. */
const MATCHED = 1_000;

/**
 * The files of this name in any folder, from a list of paths. Case does not count.
 * @param extension the extension that the name may lack, such as `.md`
 */
export function namesakes(name: string, extension: string, files: string): string[] {
  const wanted = name.toLowerCase();
  const names = new Set([wanted, wanted + extension]);
  return linesWith(wanted, files).filter((path) => names.has(baseName(path).toLowerCase()));
}

/**
 * The files that were probably meant, at most three: the same path but for slashes, case and a missing `.md`; else the same
 * name in another folder; else a name that is spelled almost like it.
 */
export function nearestFiles(given: string, files: string): string[] {
  // The app keeps names composed; a Mac may give them in parts.
  const path = given
    .normalize('NFC')
    .trim()
    .replace(/\\/g, '/')
    .replace(/\/{2,}/g, '/')
    .replace(/^(?:\.?\/)+|\/$/g, '');
  if (path === '' || path.length > 1_000) return [];
  const plain = path.toLowerCase();
  const name = baseName(plain);
  const elsewhere = linesWith(name, files).filter((file) =>
    [name, `${name}.md`].includes(baseName(file).toLowerCase()),
  );
  const same = elsewhere.filter((file) => [plain, `${plain}.md`].includes(file.toLowerCase()));
  if (same.length > 0) return same.slice(0, 3);
  return elsewhere.length > 0
    ? elsewhere.slice(0, 3)
    : similarName(name.endsWith('.md') ? name : `${name}.md`, files);
}

/** The file whose name takes the fewest changes to become the wanted one, if they are few. */
function similarName(wanted: string, files: string): string[] {
  const limit = Math.min(3, Math.floor(wanted.replace(/\.md$/, '').length / 3));
  let best: { readonly path: string; readonly distance: number } | undefined;
  let compared = 0;
  for (const path of files.slice(0, SEARCHED_CHARS).split(/\r?\n/)) {
    const name = baseName(path).toLowerCase();
    const isLike = name[0] === wanted[0] || name[1] === wanted[1];
    if (!isLike || Math.abs(name.length - wanted.length) > limit) continue;
    if (compared++ >= COMPARED) break;
    const distance = editDistance(name, wanted, limit);
    if (distance <= limit && distance < (best?.distance ?? Infinity)) best = { path, distance };
  }
  return best && limit > 0 ? [best.path] : [];
}

/** The lines that contain the text, which is in lowercase. Searching is faster than splitting a long text into lines. */
export function linesWith(text: string, lines: string): string[] {
  const lower = lines.toLowerCase();
  if (lower.length === lines.length) return linesAround(text, lower, lines);
  // In lowercase, this letter becomes two characters, so positions in the two texts would differ.
  const kept = lines.replaceAll('İ', 'i').toLowerCase();
  const forms = new Set([text, text.replaceAll('İ'.toLowerCase(), 'i')]);
  return [...new Set([...forms].flatMap((form) => linesAround(form, kept, lines)))];
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

/** The path without the extension of a note, as it may be given. */
export function withoutMd(path: string): string {
  return path.replace(/\.md$/i, '');
}
