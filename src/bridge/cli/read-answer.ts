import { isUtf8 } from 'node:buffer';
import type { EndReason } from './end-process';
import type { RunResult } from './run-process';

/** What the program said in one run, read but not judged. */
export class ProgramAnswer {
  /** 128 + n for a signal. */
  readonly exitCode: number;
  /** Why the bridge ended the run; absent when it ended by itself. */
  readonly endedBy: EndReason | undefined;
  /** The end is missing of what was printed once the program had exited, or was being ended. */
  readonly isPartial: boolean;
  /** What was printed, in bytes. */
  readonly stdoutBytes: number;
  readonly stderrBytes: number;
  /** Milliseconds of the process alone. */
  readonly duration: number;
  private readonly streams: Readonly<Record<'stdout' | 'stderr', () => Decoded>>;

  constructor(run: RunResult) {
    this.exitCode = run.exitCode;
    this.endedBy = run.endedBy;
    this.isPartial = run.isPartial;
    this.stdoutBytes = run.stdout.length;
    this.stderrBytes = run.stderr.length;
    this.duration = Math.round(run.duration);
    // Decoded when it is asked for: a long output is better read when the turn has passed on.
    this.streams = { stdout: decodedOnce(run.stdout), stderr: decodedOnce(run.stderr) };
  }

  get stdout(): string {
    return this.streams.stdout().text;
  }

  get stderr(): string {
    return this.streams.stderr().text;
  }

  /** Some bytes of the output were not UTF-8. */
  get damaged(): boolean {
    return this.streams.stdout().damaged || this.streams.stderr().damaged;
  }
}

interface Decoded {
  readonly text: string;
  readonly damaged: boolean;
}

/** Gives the text of a stream, without the lines that an old installer prints before it. */
function decodedOnce(bytes: Buffer): () => Decoded {
  let decoded: Decoded | undefined;
  return () => {
    if (!decoded) {
      const { text, damaged } = decode(bytes);
      decoded = { text: withoutNoise(text), damaged };
    }
    return decoded;
  };
}

/** Reads the output of a run. */
export function readAnswer(run: RunResult): ProgramAnswer {
  return new ProgramAnswer(run);
}

/** Decodes a whole stream as UTF-8. `damaged` tells that some bytes were not and show as U+FFFD. */
export function decode(bytes: Buffer): Decoded {
  if (bytes.length === 0) return { text: '', damaged: false };
  return { text: bytes.toString('utf8'), damaged: !isUtf8(bytes) };
}

/**
 * Lines that programs of old installers print before their answer (observed on 1.12 with an old installer): they are
 * removed from the head of a stream only, never from its middle. The time in front tells them from a note's own text.
 */
const NOISE =
  /(?:\d{4}-\d\d-\d\d \d\d:\d\d:\d\d (?:Load(?:ing|ed) (?:main|updated) app package .*|Checking for update.*|Success\.|Latest version is .*|App is up to date.*)|Your Obsidian installer is out of date\. Please download .*)\r?(?:\n|$)/y;
const OTHER_THAN_LINE_BREAK = /[^\r\n]|\r(?!\n)/g;

/** The text without the lines that an old installer printed before it. */
export function withoutNoise(text: string): string {
  let clean = 0;
  for (;;) {
    NOISE.lastIndex = firstTextAfter(text, clean);
    if (!NOISE.test(text)) return text.slice(clean);
    clean = NOISE.lastIndex;
  }
}

/** Where the first line that is not empty begins. Searched for: a repeated group would overflow on millions of breaks. */
function firstTextAfter(text: string, from: number): number {
  OTHER_THAN_LINE_BREAK.lastIndex = from;
  return OTHER_THAN_LINE_BREAK.exec(text)?.index ?? text.length;
}
