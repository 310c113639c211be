import type { ProgramAnswer } from '../cli/read-answer';
import { failureCode } from '../commands/judge/failure-code';
import { rowsOf } from '../commands/judge/note-question';
import type { TurnRunner } from './turn-runner';

/** A note as the program tells of it. */
export interface ReadNote {
  /** From the root of the vault, with the extension. */
  readonly path: string;
  readonly text: string;
  /** Of the file, in bytes. */
  readonly size: number;
  /** Whether the file has this text and nothing else, so that it can be written again. */
  readonly isWhole: boolean;
}

/** Path and size of a file, and when it was last changed, in milliseconds since 1970; NaN where that is not told. */
export interface FileFacts {
  readonly path: string;
  readonly size: number;
  readonly modified: number;
}

/** The program did not tell. */
export const UNTOLD = 'untold';

/**
 * Asks for path and size of a file; undefined where there is none.
 * @param target `path` or `file`
 * @throws BridgeError when nothing was run
 */
export async function fileFacts(
  runner: TurnRunner,
  target: Readonly<Record<string, string>>,
): Promise<FileFacts | undefined | typeof UNTOLD> {
  const step = { command: 'file', parameters: target };
  const answer = await runner.run(step);
  const text = wordsOf(answer);
  if (text === undefined) return UNTOLD;
  const rows = rowsOf(text);
  const path = rows.get('path') ?? '';
  const [size = NaN, modified = NaN] = ['size', 'modified'].map((name) => Number(rows.get(name) ?? NaN));
  if (path !== '' && Number.isFinite(size)) return { path, size, modified };
  return failureCode(text.trim(), runner.lineOf(step)) === 'file_not_found' ? undefined : UNTOLD;
}

/**
 * Reads a whole note; once more where the answer lost some of it, or where the note changed meanwhile. The program adds a line
 * break to a text that does not end with one, so that only the size of the file tells how it ends.
 * @throws BridgeError when nothing was run
 */
export async function readNote(
  runner: TurnRunner,
  target: Readonly<Record<string, string>>,
): Promise<ReadNote | undefined | typeof UNTOLD> {
  const note = await readOnce(runner, target);
  const again = note === CUT ? await readOnce(runner, target) : note;
  return again === CUT ? UNTOLD : again;
}

/** What was printed is not the text of the note. */
const CUT = 'cut';

async function readOnce(
  runner: TurnRunner,
  target: Readonly<Record<string, string>>,
): Promise<ReadNote | undefined | typeof UNTOLD | typeof CUT> {
  const facts = await fileFacts(runner, target);
  if (facts === undefined || facts === UNTOLD) return facts;
  const { path, size } = facts;
  const step = { command: 'read', parameters: { path }, printsNote: true };
  const answer = await runner.run(step);
  const printed = wordsOf(answer);
  if (printed === undefined) return UNTOLD;
  const extra = answer.stdoutBytes - size;
  const endsWithBreak = printed.endsWith('\n');
  // The app may leave out a byte order mark of three bytes; for bytes that are not UTF-8 it prints more.
  const isMarkLeftOut = endsWithBreak && (extra === -3 || extra === -2);
  if (extra < 0 && !isMarkLeftOut) return CUT;
  const isAdded = extra === 1 && endsWithBreak;
  const isWhole = (extra === 0 || isAdded) && !answer.isDamaged();
  // A failure of the program, and not a text of this size.
  if (!isWhole && failureCode(printed.trim(), runner.lineOf(step)) !== undefined) return CUT;
  return { path, size, text: isAdded ? printed.slice(0, -1) : printed, isWhole };
}

/**
 * The path of today's note; undefined where the program does not tell.
 * @throws BridgeError when nothing was run
 */
export async function dailyPath(runner: TurnRunner): Promise<string | undefined> {
  const path = wordsOf(await runner.run({ command: 'daily:path' }))?.trim();
  return path?.endsWith('.md') && !path.includes('\n') ? path : undefined;
}

/** What was printed by a process that ended by itself. */
function wordsOf({ exitCode, endedBy, isPartial, stdout }: ProgramAnswer): string | undefined {
  return exitCode === 0 && endedBy === undefined && !isPartial ? stdout : undefined;
}
