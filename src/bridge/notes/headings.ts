import { nextTurn } from '../loop-turn';
import { BlockScan } from './block-scan';
import type { Heading } from './block-scan';
import { frontMatterEnd } from './front-matter';

/** Characters that are looked through in one turn of the event loop. */
const SLICE_CHARS = 128 * 1024;
/** A line takes at least as long as this many characters. */
const LINE_CHARS = 32;

/**
 * Finds the headings of a note: those that CommonMark sees outside lists and quotes, of both forms. What stands in front
 * matter, code, HTML, formulas and comments is none. Positions are those of UTF-16 code units.
 */
export async function findHeadings(text: string): Promise<Heading[]> {
  const scan = new BlockScan(text, await frontMatterEnd(text));
  let left = SLICE_CHARS;
  // A byte order mark is not part of the first line.
  for (let start = text.startsWith('\ufeff') ? 1 : 0, line = 1; start < text.length; line++) {
    const lineBreak = text.indexOf('\n', start);
    const next = lineBreak < 0 ? text.length : lineBreak + 1;
    const end = lineBreak > start && text[lineBreak - 1] === '\r' ? lineBreak - 1 : lineBreak;
    scan.addLine({ start, end: lineBreak < 0 ? text.length : end, number: line });
    left -= LINE_CHARS + next - start;
    start = next;
    if (left > 0) continue;
    await nextTurn();
    left = SLICE_CHARS;
  }
  return scan.headings;
}
