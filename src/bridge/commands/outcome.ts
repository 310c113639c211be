import type { FailureCode } from '../errors';

/** The result of a run: the judged answer, with times and sizes. On success `code` is absent and `stderr` empty. */
export interface CommandResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly code?: FailureCode;
  /** The sentence for people. */
  readonly error?: string;
  /** What the verdict leaves open. */
  readonly doubts?: readonly string[];
  /** Milliseconds of the processes alone. */
  readonly duration: number;
  /** Milliseconds spent in the queue. */
  readonly waited: number;
  /** What the program printed on both streams, in bytes. */
  readonly outputBytes: number;
  /** What the program wrote to stderr although it succeeded, in bytes. */
  readonly discardedBytes: number;
  /** The end of the output is missing: it was printed after the program had exited, or while it was being ended. */
  readonly isPartial: boolean;
  /** Some bytes of the output were not UTF-8. */
  readonly damaged: boolean;
  /** What is known of the note that was read: see `revisionOf`. */
  readonly revision?: string;
  /** What is known of the text that was written; `unchanged` where the note is as it was before. */
  readonly data?: object;
  /** What to do next about this failure. */
  readonly hint?: string;
}

/** The part of a result that says how the run went, in the words for people. */
export type ResultWords = Pick<
  CommandResult,
  'exitCode' | 'stdout' | 'stderr' | 'code' | 'error' | 'doubts' | 'hint' | 'data'
>;

/** The outcome of a call: the program's result, and what the bridge adds. */
export interface Outcome extends Omit<CommandResult, 'data'> {
  readonly ok: boolean;
  readonly command: string;
  readonly warnings: readonly string[];
  /** What is known of the text that was written; or the parsed output, when JSON was asked for and printed. */
  readonly data?: unknown;
}
