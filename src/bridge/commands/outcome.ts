import type { FailureCode } from '../failures';

/** How a call ended: the judged answer of the program, or what the bridge did in its place. Without `code`, it succeeded. */
export interface Outcome {
  readonly command: string;
  readonly exitCode: number;
  readonly stdout: string;
  /** Empty on success. */
  readonly stderr: string;
  readonly code?: FailureCode | undefined;
  /** The sentence for people. */
  readonly error?: string | undefined;
  /** The next step after a failure. */
  readonly hint?: string | undefined;
  /** What the caller should know although the call succeeded. */
  readonly warnings: readonly string[];
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
  /** The revision of the note that was read: see `revisionOf`. */
  readonly revision?: string | undefined;
  /** The facts of a change, or the parsed output where JSON was asked for and printed. */
  readonly data?: unknown;
}

/** An outcome that failed. */
export type Failure = Outcome & { readonly code: FailureCode };

/** Whether the call did not succeed. */
export function hasFailed(outcome: Outcome): outcome is Failure {
  return outcome.code !== undefined;
}
