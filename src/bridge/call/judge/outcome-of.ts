import type { ProgramAnswer } from '../../cli/read-answer';
import { sentenceOf } from '../../errors';
import type { FailureCode } from '../../error-codes';
import type { Outcome } from '../outcome';
import type { Settled } from './settle';

/** Exit code after a timeout; the same as that of the `timeout` program. */
const TIMEOUT_EXIT = 124;

/** The limits of a run, for the message if it exceeds one. */
export interface RunLimits {
  readonly timeoutMs: number;
  readonly outputLimit: number;
  /** Whether the command only reads. */
  readonly isReading: boolean;
}

/** The outcome of a judged answer. */
export function outcomeOf(answer: ProgramAnswer, settled: Settled, limits: RunLimits): Outcome {
  const isFailure = settled.kind === 'failed' || settled.kind === 'unconfirmed';
  return {
    duration: answer.duration,
    waited: 0,
    outputBytes: answer.outputBytes,
    discardedBytes: isFailure ? 0 : answer.stderrBytes,
    isPartial: answer.isPartial,
    damaged: answer.isDamaged(),
    warnings: settled.kind === 'accepted' ? [settled.warning] : [],
    ...(isFailure
      ? failureWords(answer, settled, limits)
      : { exitCode: 0, stdout: answer.stdout, stderr: '' }),
  };
}

/** The texts of an outcome that failed or may have failed. */
function failureWords(
  answer: ProgramAnswer,
  settled: Extract<Settled, { kind: 'failed' | 'unconfirmed' }>,
  limits: RunLimits,
): Pick<Outcome, 'exitCode' | 'stdout' | 'stderr' | 'code' | 'error' | 'hint' | 'data'> {
  const { exitCode, stdout, stderr, endedBy } = answer;
  if (settled.kind === 'unconfirmed') {
    const { error, isUnchanged } = settled;
    const words = { exitCode: exitCode || 1, stdout, stderr: reasonOf(answer), error };
    return { ...words, code: 'unconfirmed', ...(isUnchanged && { data: { unchanged: true } }) };
  }
  const { code, words, hint } = settled;
  if (endedBy !== undefined) {
    const status = endedBy === 'timeout' ? TIMEOUT_EXIT : exitCode || 1;
    return { exitCode: status, stdout, stderr, code, error: endSentence(code, limits) };
  }
  const error = sentenceOf('cli_failed', {});
  if (exitCode !== 0) return { exitCode, stdout, stderr: reasonOf(answer), code, error };
  const reason = words === undefined ? reasonOf(answer) : [words, stderr.trim()].filter(Boolean).join('\n');
  const said = {
    exitCode: 1,
    stdout: words === undefined ? '' : stdout,
    stderr: reason.replace(PATHS, '$1'),
  };
  return { ...said, code, error, ...(hint !== undefined && { hint }) };
}

/** Errors of the file system reveal where the vault is. */
const PATHS = /\b(ENOENT: no such file or directory),[^\n]*/g;

/** The reason for a failure, from whichever stream has it. */
function reasonOf({ exitCode, stdout, stderr }: ProgramAnswer): string {
  if (exitCode !== 0 && stderr.trim() !== '') return stderr;
  return [stdout.trimEnd(), stderr].filter((text) => text.trim() !== '').join('\n');
}

function endSentence(reason: FailureCode, { timeoutMs, outputLimit, isReading }: RunLimits): string {
  if (reason === 'timeout') return sentenceOf('timeout', { seconds: timeoutMs / 1000, isReading });
  if (reason === 'output_too_large') return sentenceOf('output_too_large', { limit: outputLimit });
  return sentenceOf('cancelled', { isReading });
}
