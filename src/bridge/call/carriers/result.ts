import type { Failure, Outcome } from '../outcome';
import { sentenceOf } from '../../errors';
import type { FailureCode } from '../../error-codes';

const NOTHING_RUN = {
  exitCode: 0,
  stdout: '',
  stderr: '',
  warnings: [],
  duration: 0,
  waited: 0,
  outputBytes: 0,
  discardedBytes: 0,
  isPartial: false,
  damaged: false,
};

/** The outcome of a change that the bridge made itself. @param words the text that the program would print */
export function done(words: string, data: object, warnings: readonly string[] = []): Outcome {
  const stdout = `${words}\n`;
  return { ...NOTHING_RUN, stdout, outputBytes: Buffer.byteLength(stdout), data, warnings };
}

/** The outcome of a change that the bridge did not make. */
export function notDone(
  code: FailureCode,
  error: string,
  more: Partial<Pick<Outcome, 'hint' | 'data' | 'stderr'>> = {},
): Failure {
  return { ...NOTHING_RUN, exitCode: 1, code, error, ...more };
}

/** The outcome of the bridge's own changes if the program is not known to be the Obsidian CLI. */
export function notTheCli(): Failure {
  return notDone('command_unavailable', sentenceOf('command_unavailable', {}), {
    stderr: 'Changing notes requires the Obsidian CLI, and this program is not known to be it.',
  });
}
