import type { ProgramAnswer } from '../cli/read-answer';
import type { BridgeError } from '../errors';

/** A file that a client asked for. */
export interface SentFile {
  readonly path: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** The result of a command that succeeded. One that failed is thrown, as a BridgeError. */
export interface Outcome {
  readonly stdout: string;
  readonly warnings: readonly string[];
  /** Milliseconds that the processes took. */
  readonly duration: number;
  /** Milliseconds spent in the queue. */
  readonly waited: number;
  /** Bytes printed on both streams. */
  readonly outputBytes: number;
  /** Bytes on stderr despite success. */
  readonly discardedBytes: number;
  /** The revision of the note that was read; see `revisionOf`. */
  readonly revision?: string | undefined;
  /** Facts about a change, or the parsed output if JSON was asked for and printed. */
  readonly data?: unknown;
  /** Whether `data` is the whole output, parsed. */
  readonly isParsed?: boolean;
  /** Sent besides the output. */
  readonly file?: SentFile | undefined;
}

/** Which part of an output is left: its lines or items with a text, or these lines of a note, from 1. */
export type OutputPart =
  { readonly matched: number; readonly of: number } | { readonly lines: string; readonly of: number };

/** The outcome of a call, named after the command that was called, whatever else was run for it. */
export interface CallOutcome extends Outcome {
  readonly command: string;
  /** Absent if the output is whole. */
  readonly part?: OutputPart | undefined;
}

/** The result of one call of a batch: how it ran, or why it did not or failed. */
export type BatchItem = CallOutcome | BridgeError;

/** The outcome of a process that did what it was asked to. */
export function printed(answer: ProgramAnswer, warnings: readonly string[]): Outcome {
  const { stdout, duration, outputBytes, stderrBytes } = answer;
  return {
    ...{ stdout, duration, waited: 0, outputBytes, discardedBytes: stderrBytes },
    warnings: [...warnings, ...damageIn(answer)],
  };
}

/** The outcome of what the bridge did itself. @param words the text that the program would print */
export function done(words: string, data: object | undefined, warnings: readonly string[] = []): Outcome {
  const stdout = `${words}\n`;
  return {
    stdout,
    warnings,
    duration: 0,
    waited: 0,
    outputBytes: Buffer.byteLength(stdout),
    discardedBytes: 0,
    data,
  };
}

/** Warnings about output that did not arrive as it was printed. */
export function damageIn(answer: ProgramAnswer): string[] {
  const warnings: string[] = [];
  if (answer.isDamaged()) warnings.push('Some bytes of the output are not UTF-8 and show as U+FFFD.');
  if (answer.isPartial) {
    warnings.push(
      'The end of the output is missing, because it was printed after the program ended or while it was being ended.',
    );
  }
  return warnings;
}
