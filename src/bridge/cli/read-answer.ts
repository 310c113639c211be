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

  /** @param program whether it prints start-up lines before its answer */
  constructor(run: RunResult, { printsNoise }: { readonly printsNoise: boolean }) {
    this.exitCode = run.exitCode;
    this.endedBy = run.endedBy;
    this.isPartial = run.isPartial;
    this.stdoutBytes = run.stdout.length;
    this.stderrBytes = run.stderr.length;
    this.duration = Math.round(run.duration);
    // Decoded when it is asked for: a long output is better read when the turn has passed on.
    this.streams = {
      stdout: decodedOnce(run.stdout, printsNoise),
      stderr: decodedOnce(run.stderr, printsNoise),
    };
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

/** Gives the text of a stream, where that applies without the lines that an old installer prints before it. */
function decodedOnce(bytes: Buffer, printsNoise: boolean): () => Decoded {
  let decoded: Decoded | undefined;
  return () => {
    if (!decoded) {
      const { text, damaged } = decode(bytes);
      decoded = { text: printsNoise ? withoutNoise(text) : text, damaged };
    }
    return decoded;
  };
}

/** Reads the output of a run. */
export function readAnswer(run: RunResult, program: { readonly printsNoise: boolean }): ProgramAnswer {
  return new ProgramAnswer(run, program);
}

/** Decodes a whole stream as UTF-8. `damaged` tells that some bytes were not and show as U+FFFD. */
export function decode(bytes: Buffer): Decoded {
  if (bytes.length === 0) return { text: '', damaged: false };
  return { text: bytes.toString('utf8'), damaged: !isUtf8(bytes) };
}

/**
 * Lines that the app's own executable prints before its answer when it serves as the CLI (observed on 1.12 with an old
 * installer), in their kinds: it prints each kind once a run.
 */
const NOISE: readonly RegExp[] = [
  /Loading main app package .*/y,
  /Loaded main app package .*/y,
  /Loading updated app package .*/y,
  /Loaded updated app package .*/y,
  /Checking for update.*/y,
  /Success\./y,
  /Latest version is .*/y,
  /App is up to date.*/y,
  /Your Obsidian installer is out of date\. Please download .*/y,
];
const STAMP = /(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) (?=[LCSA])/y;
const LINE_END = /\r?(?:\n|$)/y;
const OTHER_THAN_LINE_BREAK = /[^\r\n]|\r(?!\n)/g;
/** The start takes less than this: a line with another time is one of a note. */
const STARTUP_MS = 60_000;

/**
 * The text without the lines that the app's own executable printed before it. A note may begin with the same words: a second
 * line of one kind, and one of another time, is the note's.
 */
export function withoutNoise(text: string): string {
  let clean = 0;
  let started: number | undefined;
  const seen = new Set<RegExp>();
  for (;;) {
    const start = firstTextAfter(text, clean);
    const stamp = matchAt(STAMP, text, start);
    const from = start + (stamp?.[0].length ?? 0);
    const kind = NOISE.find((pattern) => !seen.has(pattern) && matchAt(pattern, text, from));
    const end = kind && matchAt(LINE_END, text, kind.lastIndex);
    const isStamped = kind !== NOISE.at(-1);
    if (!kind || !end || isStamped !== (stamp !== null)) return text.slice(clean);
    if (stamp) {
      const time = Date.parse(stamp[1] ?? '');
      started ??= time;
      if (!(Math.abs(time - started) < STARTUP_MS)) return text.slice(clean);
    }
    seen.add(kind);
    clean = LINE_END.lastIndex;
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Where the first line that is not empty begins. Searched for: a repeated group would overflow on millions of breaks. */
function firstTextAfter(text: string, from: number): number {
  OTHER_THAN_LINE_BREAK.lastIndex = from;
  return OTHER_THAN_LINE_BREAK.exec(text)?.index ?? text.length;
}
