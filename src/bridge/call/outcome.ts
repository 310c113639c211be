import type { FailureCode } from '../error-codes';

/** A file that a client asked for. */
export interface SentFile {
  readonly path: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** How a run ended: the judged answer of the program, or the result of what the bridge did itself. No `code` means success. */
export interface Outcome {
  readonly exitCode: number;
  readonly stdout: string;
  /** Empty on success. */
  readonly stderr: string;
  readonly code?: FailureCode | undefined;
  /** A sentence for people. */
  readonly error?: string | undefined;
  /** The next step after a failure. */
  readonly hint?: string | undefined;
  readonly warnings: readonly string[];
  /** Milliseconds that the processes took. */
  readonly duration: number;
  /** Milliseconds spent in the queue. */
  readonly waited: number;
  /** Bytes printed on both streams. */
  readonly outputBytes: number;
  /** Bytes on stderr despite success. */
  readonly discardedBytes: number;
  /** The end of the output is missing, because it came after the program exited or while it was being ended. */
  readonly isPartial: boolean;
  /** Some bytes of the output were not UTF-8. */
  readonly damaged: boolean;
  /** The revision of the note that was read; see `revisionOf`. */
  readonly revision?: string | undefined;
  /** Facts about a change, or the parsed output if JSON was asked for and printed. */
  readonly data?: unknown;
  /** Sent besides the output. */
  readonly file?: SentFile | undefined;
}

/** The outcome of a call, named after the command that was called, whatever else was run for it. */
export interface CallOutcome extends Outcome {
  readonly command: string;
  /** Whether `data` is the whole output, parsed. */
  readonly isParsed?: boolean;
}

export type Failure = Outcome & { readonly code: FailureCode };

export function hasFailed(outcome: Outcome): outcome is Failure {
  return outcome.code !== undefined;
}
