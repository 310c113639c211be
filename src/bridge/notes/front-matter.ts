import { nextTurn } from '../loop-turn';

const FIRST_LINE = /^\uFEFF?---[ \t]*\r?\n/;
const BLANKS = /^[ \t]*\r?$/;
/** Lines that are looked at in one turn of the event loop. */
const LINES_PER_TURN = 5_000;

/** Where the front matter of a note ends, including the line break behind it; 0 without front matter. */
export async function frontMatterEnd(text: string): Promise<number> {
  const first = FIRST_LINE.exec(text.slice(0, 200))?.[0];
  if (first === undefined) return 0;
  let lines = 0;
  for (let at = first.length - 1; at >= 0; at = text.indexOf('\n---', at + 1)) {
    lines += 1;
    if (lines % LINES_PER_TURN === 0) await nextTurn();
    if (!text.startsWith('\n---', at)) continue;
    const lineBreak = text.indexOf('\n', at + 1);
    const end = lineBreak < 0 ? text.length : lineBreak;
    if (BLANKS.test(text.slice(at + '\n---'.length, end))) return lineBreak < 0 ? end : end + 1;
  }
  return 0;
}
