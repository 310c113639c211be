import type { CommandLine } from '../cli/arguments';
import type { CliTurn } from '../cli/client';
import { runJudged } from '../commands/run-command';
import type { Judged, Limits, RunOptions } from '../commands/run-command';
import type { Command } from '../commands/command';
import { sentenceOf } from '../errors';
import { writeInPlace } from './in-place';
import type { InPlaceResult, MarkedRun } from './in-place';
import type { NotePort } from './note-port';
import { revisionOfLong } from './revision';

/** A call in its turn, whose content is to be put in place by the app. */
interface InPlaceCall {
  readonly turn: CliTurn;
  readonly command: Command;
  /** With the content as it was sent, in the vault of the port. */
  readonly line: CommandLine;
  readonly limits: Limits;
  readonly options: Pick<RunOptions, 'afterFailure'>;
}

/** A judged run, and what is known of the text that it wrote. */
export interface WrittenRun extends Judged {
  readonly data?: object;
}

/**
 * Runs a call with a marker as its content and has the app put the content there: see {@link writeInPlace}. The file counts:
 * where the content stands in it, the call succeeded, whatever the program said.
 * @throws BridgeError when nothing was run
 */
export async function runInPlace(
  { turn, command, line, limits, options }: InPlaceCall,
  port: NotePort,
): Promise<WrittenRun> {
  const content = line.parameters.get('content') ?? '';
  let judged: Judged | undefined;
  const result = await writeInPlace(port, {
    content,
    path: line.parameters.get('path') || undefined,
    run: async (marker) => {
      const parameters = new Map([...line.parameters, ['content', marker]]);
      judged = await runJudged(turn, command, { ...line, parameters }, limits, options);
      return markedRun(command, judged);
    },
  });
  if (!judged) throw new Error('The command was not run.');
  return withResult(judged, result, Buffer.byteLength(content));
}

/** What an existing note is overwritten with goes there in one step, without the program: the old text or the new stands. */
export async function overwriteInPlace(
  port: NotePort,
  path: string,
  content: string,
): Promise<{ readonly data: object } | undefined> {
  if (!(await port.process(path, () => content))) return undefined;
  return { data: await dataOf(path, content, Buffer.byteLength(content), 0) };
}

/** Codes of an answer that leaves open whether the command was carried out. */
const OPEN_ENDS: readonly string[] = ['unconfirmed', 'timeout', 'cancelled', 'output_too_large'];

function markedRun({ success }: Command, { words: { code, stdout } }: Judged): MarkedRun {
  const line = success.shape === 'confirmation' ? success.line.exec(stdout) : null;
  const path = line?.groups?.['path'] ?? line?.[1];
  const outcome = code === undefined ? 'done' : OPEN_ENDS.includes(code) ? 'unclear' : 'failed';
  return { outcome, path, created: /^Created: /m.test(stdout) };
}

async function withResult(judged: Judged, result: InPlaceResult, total: number): Promise<WrittenRun> {
  if (result.kind === 'failed') return judged;
  const { stdout } = judged.words;
  if (result.kind === 'placed') {
    const { path, text } = result;
    const words = { exitCode: 0, stdout, stderr: '', doubts: [] };
    return { ...judged, words, data: await dataOf(path, text, total, judged.processes) };
  }
  const { path, restored } = result;
  const code = 'write_incomplete';
  const error = sentenceOf(code, { written: 0, total, left: leftOver(result) });
  return {
    ...judged,
    words: { exitCode: judged.words.exitCode || 1, stdout: '', stderr: judged.words.stderr, code, error },
    data: { ...(path !== undefined && { path }), written: 0, total, restored },
  };
}

async function dataOf(path: string, text: string, bytes: number, processes: number): Promise<object> {
  return { path, bytes, carrier: 'in_place', processes, revision: await revisionOfLong(text) };
}

/** What stands in the vault after a write that failed. */
function leftOver({ left, restored }: Extract<InPlaceResult, { kind: 'incomplete' }>): string {
  switch (left) {
    case 'nothing':
      return restored
        ? 'The vault is as it was before.'
        : 'What this call wrote was taken out again; at most a line break of it is left.';
    case 'marker':
      return 'The app did not take the change, so a comment that begins with %%cli-bridge is left in the note. CLI Bridge takes it out when it starts again.';
    case 'unknown':
      return 'Somebody else changed or removed the note at the same moment, or the Obsidian CLI did not write to it: look at the note before you repeat the call.';
  }
}
