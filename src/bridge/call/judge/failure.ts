import type { ProgramAnswer } from '../../cli/read-answer';
import type { FailureCode } from '../../error-codes/error-codes';
import { BridgeError, sentenceOf } from '../../errors';
import type { Ran } from '../../errors';
import { damageIn } from '../outcome';
import type { Verdict } from './judge';

/** Exit code after a timeout; the same as that of the `timeout` program. */
const TIMEOUT_EXIT = 124;

/** The limits of a run, for the message if it exceeds one. */
interface RunFacts {
  readonly timeoutMs: number;
  readonly outputLimit: number;
  /** Whether the command only reads. */
  readonly isReading: boolean;
}

/** The error for an answer that was judged a failure, or that leaves open what became of the command. */
export function failureOf(
  answer: ProgramAnswer,
  verdict: Extract<Verdict, { kind: 'failed' | 'unconfirmed' }>,
  limits: RunFacts,
): BridgeError {
  const { exitCode, stdout, stderr, endedBy, duration, outputBytes } = answer;
  const ran = (words: Pick<Ran, 'exitCode' | 'stdout' | 'stderr'>): Partial<Ran> => ({
    ...words,
    duration,
    outputBytes,
    warnings: damageIn(answer),
  });
  if (verdict.kind === 'unconfirmed') {
    const words = { exitCode: exitCode || 1, stdout, stderr: reasonOf(answer) };
    const { error, isUnchanged } = verdict;
    return BridgeError.afterRun(
      'unconfirmed',
      error,
      ran(words),
      isUnchanged ? { data: { unchanged: true } } : {},
    );
  }
  const { code, words, hint } = verdict;
  if (endedBy !== undefined) {
    const status = endedBy === 'timeout' ? TIMEOUT_EXIT : exitCode || 1;
    return BridgeError.afterRun(code, endSentence(code, limits), ran({ exitCode: status, stdout, stderr }));
  }
  const { isReading } = limits;
  const usual = code === 'no_output' ? sentenceOf(code, { isReading }) : sentenceOf('cli_failed', {});
  const error = verdict.error ?? usual;
  if (exitCode !== 0)
    return BridgeError.afterRun(code, error, ran({ exitCode, stdout, stderr: reasonOf(answer) }));
  const reason = words === undefined ? reasonOf(answer) : [words, stderr.trim()].filter(Boolean).join('\n');
  const said = {
    exitCode: 1,
    stdout: words === undefined ? '' : stdout,
    stderr: reason.replace(PATHS, '$1'),
  };
  return BridgeError.afterRun(code, error, ran(said), hint === undefined ? {} : { hint });
}

/** Errors of the file system reveal where the vault is. */
const PATHS = /\b(ENOENT: no such file or directory),[^\n]*/g;

/** The reason for a failure, from whichever stream has it. */
function reasonOf({ exitCode, stdout, stderr }: ProgramAnswer): string {
  if (exitCode !== 0 && isSaid(stderr)) return stderr;
  return [stdout.trimEnd(), stderr].filter(isSaid).join('\n');
}

/** Whether a text is not blank. */
function isSaid(text: string): boolean {
  return /\S/.test(text);
}

function endSentence(reason: FailureCode, { timeoutMs, outputLimit, isReading }: RunFacts): string {
  if (reason === 'timeout') return sentenceOf('timeout', { seconds: timeoutMs / 1000, isReading });
  if (reason === 'output_too_large') return sentenceOf('output_too_large', { limit: outputLimit });
  return sentenceOf('cancelled', { isReading });
}
