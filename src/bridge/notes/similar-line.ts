import { nextTurn } from '../loop-turn';
import { findText } from './find-text';

/** Characters of both texts up to which the search is worth its time. */
const MOST_CHARS = 256 * 1024;

/** The number of the first line, from 1, where a text has this in another case or with other white space. */
export async function similarLine(text: string, wanted: string): Promise<number | undefined> {
  if (text.length > MOST_CHARS || wanted.length > MOST_CHARS) return undefined;
  const words = onOneLine(wanted).trim();
  if (words === '') return undefined;
  const lowered = text.toLowerCase();
  const searched = onOneLine(lowered);
  await nextTurn();
  let found: number | undefined;
  await findText(searched, words, ({ start }) => {
    found = start;
    return 'nowhere';
  });
  await nextTurn();
  return found === undefined ? undefined : lineAt(lowered, found);
}

function onOneLine(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ');
}

/** The number of the line in which this place is, if each run of white space is counted as one character. */
function lineAt(text: string, place: number): number {
  let line = 1;
  let counted = 0;
  for (const [run] of text.matchAll(/\s+|\S+/g)) {
    const isSpace = run.trim() === '';
    counted += isSpace ? 1 : run.length;
    if (counted > place) break;
    if (isSpace) line += run.split('\n').length - 1;
  }
  return line;
}
