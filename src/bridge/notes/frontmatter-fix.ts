import { frontmatterPlace, isProblem, parseFrontmatter } from './parsed-frontmatter';
import type { FrontmatterProblem } from './parsed-frontmatter';

/** The exact text of an edit that makes frontmatter readable. Both are text of the note. */
export interface FrontmatterFix {
  readonly old: string;
  readonly new: string;
}

/** Longer frontmatter is not tried, because each try reads all of it. */
const LONGEST_TRIED = 20_000;
/** Lines above the problem that are tried, and lines added to make `old` occur once. */
const MAX_LINES = 5;

/** What closes a value that begins like this. */
const CLOSING: Readonly<Partial<Record<string, string>>> = { '"': '"', "'": "'", '[': ']', '{': '}' };

/**
 * The edit of one line that makes frontmatter readable: the value in quotes, a space after the colon, no tabs or spaces before the
 * name, or otherwise the line as a comment. Nothing of the line is lost; only a line that is there twice is removed.
 * @returns undefined if changing a single line is not enough, or if somebody has to choose between two values
 */
export function fixFor(text: string, { line, firstLine }: FrontmatterProblem): FrontmatterFix | undefined {
  const place = frontmatterPlace(text);
  if (!place || place.end > LONGEST_TRIED) return undefined;
  const lines = text.slice(0, place.end).split('\n');
  const last = lines.length - (text[place.end - 1] === '\n' ? 3 : 2);
  if (firstLine !== undefined) return withoutRepeated(text, lines, { line, firstLine });
  const near = [line - 1, line, ...Array.from({ length: MAX_LINES }, (_, above) => line - 2 - above)];
  const indices = [...new Set(near.map((index) => Math.min(index, last)))].filter((index) => index > 0);
  for (const tries of [triesFor, asComment]) {
    for (const index of indices) {
      const whole = lines[index] ?? '';
      const ending = whole.endsWith('\r') ? '\r' : '';
      for (const now of tries(whole.slice(0, whole.length - ending.length))) {
        const tried = [...lines.slice(0, index), now + ending, ...lines.slice(index + 1)].join('\n');
        const parsed = parseFrontmatter(tried + text.slice(place.end));
        if (parsed && !isProblem(parsed)) return occurringOnce(text, lines, index, [now]);
      }
    }
  }
  return undefined;
}

/** Removes the line of a property that also occurs above with the same value. */
function withoutRepeated(
  text: string,
  lines: readonly string[],
  { line, firstLine }: { readonly line: number; readonly firstLine: number },
): FrontmatterFix | undefined {
  const index = line - 1;
  const isWhole = !/^[ \t-]/.test(lines[line] ?? '') || lines[line]?.startsWith('---');
  if (lines[index] !== lines[firstLine - 1] || !isWhole) return undefined;
  const parsed = parseFrontmatter([...lines.slice(0, index), ...lines.slice(line)].join('\n'));
  return parsed && !isProblem(parsed) ? occurringOnce(text, lines, index, []) : undefined;
}

/** The ways to fix a line, the likeliest first. */
function triesFor(line: string): string[] {
  const colon = line.indexOf(':');
  const name = line.slice(0, colon);
  const value = line.slice(colon + 1).trim();
  const closing = CLOSING[value[0] ?? ''] ?? '';
  const quoted = value.includes('"') && !value.includes("'") ? `'${value}'` : JSON.stringify(value);
  const values = [`${name}: ${value}`, `${name}: ${value}${closing}`, `${name}: ${quoted}`];
  const others = [line.trimStart(), line.replaceAll('\t', '  ')];
  return [...(colon > 0 && value !== '' ? values : []), ...others].filter((each) => each !== line);
}

function asComment(line: string): string[] {
  return line.trim() === '' ? [] : [`# ${line}`];
}

/**
 * The edit of a line, with as many lines above as it takes to occur once in the note.
 * @param now the lines that replace it; an empty list removes it
 */
function occurringOnce(
  text: string,
  lines: readonly string[],
  index: number,
  now: readonly string[],
): FrontmatterFix | undefined {
  const lowest = now.length === 0 ? index - 1 : index;
  for (let first = lowest; first >= Math.max(0, index - MAX_LINES); first--) {
    const above = lines.slice(first, index);
    const old = [...above, (lines[index] ?? '').replace(/\r$/, '')].join('\n');
    const isOnce = text.indexOf(old) === text.lastIndexOf(old);
    if (isOnce) return { old, new: [...above, ...now].join('\n').replace(/\r$/, '') };
  }
  return undefined;
}
