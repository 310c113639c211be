import type { CommandResult } from '../commands/outcome';
import { sentenceOf } from '../errors';
import type { FailureCode } from '../errors';

const NOTHING_RUN: CommandResult = {
  exitCode: 0,
  stdout: '',
  stderr: '',
  duration: 0,
  waited: 0,
  outputBytes: 0,
  discardedBytes: 0,
  isPartial: false,
  damaged: false,
};

/** The answer of a change that the bridge made itself. @param words what the program would print */
export function done(words: string, data: object, doubts: readonly string[] = []): CommandResult {
  const stdout = `${words}\n`;
  const outputBytes = Buffer.byteLength(stdout);
  return { ...NOTHING_RUN, stdout, outputBytes, data, ...(doubts.length > 0 && { doubts }) };
}

/** The answer of a change that the bridge did not make. */
export function notDone(
  code: FailureCode,
  error: string,
  more: Pick<CommandResult, 'hint' | 'data'> & { readonly stderr?: string } = {},
): CommandResult & { readonly code: FailureCode } {
  return { ...NOTHING_RUN, exitCode: 1, code, error, ...more };
}

/** The same, where the bridge cannot edit with the program that it found. */
export function notTheCli(): CommandResult {
  return notDone('command_unavailable', sentenceOf('command_unavailable', {}), { stderr: NOT_THE_CLI });
}

const NOT_THE_CLI =
  'Notes can be edited with the Obsidian CLI alone, and this program is not known to be it.';
