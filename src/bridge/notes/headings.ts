import { nextTurn } from '../loop-turn';
import { BlockScan } from './block-scan';
import type { Heading } from './block-scan';

/** Characters that are looked through in one turn of the event loop. */
const SLICE_CHARS = 128 * 1024;

/**
 * Finds the headings of a note: those that CommonMark sees outside lists and quotes, of both forms. What stands in front
 * matter, code, HTML, formulas and comments is none. Positions are those of UTF-16 code units.
 */
export async function findHeadings(text: string): Promise<Heading[]> {
  const scan = new BlockScan(text);
  let turnEnds = SLICE_CHARS;
  for (let start = 0, line = 1; start < text.length; line++) {
    const lineBreak = text.indexOf('\n', start);
    const next = lineBreak < 0 ? text.length : lineBreak + 1;
    const end = lineBreak > start && text[lineBreak - 1] === '\r' ? lineBreak - 1 : lineBreak;
    scan.addLine({ start, end: lineBreak < 0 ? text.length : end, number: line });
    start = next;
    if (start < turnEnds) continue;
    await nextTurn();
    turnEnds = start + SLICE_CHARS;
  }
  return scan.headings;
}
