import type { ProgramAnswer } from '../../cli/read-answer';
import { sentenceOf } from '../../errors';
import type { FailureCode } from '../../errors';
import type { ResultWords } from '../outcome';
import type { Settled } from './settle-unclear';

/** Exit code of a call that took too long, as with the `timeout` program. */
const TIMEOUT_EXIT = 124;

/** The limits that a run was held to, for the sentence about the one it exceeded. */
export interface RunLimits {
  readonly timeoutMs: number;
  readonly outputLimit: number;
  /** Whether the command only reads. */
  readonly isReading: boolean;
}

/** The words of a run that failed, or of which it is not known whether it did. */
export function failureWords(
  answer: ProgramAnswer,
  settled: Extract<Settled, { kind: 'failed' | 'unconfirmed' }>,
  limits: RunLimits,
): ResultWords {
  const { exitCode, stdout, stderr, endedBy } = answer;
  if (settled.kind === 'unconfirmed') {
    const { error } = settled;
    return { exitCode: exitCode || 1, stdout, stderr: reasonOf(answer), code: 'unconfirmed', error };
  }
  const { code, words } = settled;
  if (endedBy !== undefined) {
    const status = endedBy === 'timeout' ? TIMEOUT_EXIT : exitCode || 1;
    return { exitCode: status, stdout, stderr, code, error: endSentence(code, limits) };
  }
  const error = sentenceOf('cli_failed', {});
  if (exitCode !== 0) return { exitCode, stdout, stderr: reasonOf(answer), code, error };
  const reason = words === undefined ? reasonOf(answer) : [words, stderr.trim()].filter(Boolean).join('\n');
  return { exitCode: 1, stdout: words === undefined ? '' : stdout, stderr: reason, code, error };
}

/** Why the program failed, on whichever stream it said so. */
function reasonOf({ exitCode, stdout, stderr }: ProgramAnswer): string {
  if (exitCode !== 0 && stderr.trim() !== '') return stderr;
  return [stdout.trimEnd(), stderr].filter((text) => text.trim() !== '').join('\n');
}

/** The sentence for a run that the bridge ended. */
function endSentence(reason: FailureCode, { timeoutMs, outputLimit, isReading }: RunLimits): string {
  if (reason === 'timeout') return sentenceOf('timeout', { seconds: timeoutMs / 1000, isReading });
  if (reason === 'output_too_large') return sentenceOf('output_too_large', { limit: outputLimit });
  return sentenceOf('cancelled', { isReading });
}
