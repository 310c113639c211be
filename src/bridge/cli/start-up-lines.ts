/**
 * Lines that the app's own executable prints before its answer when it serves as the CLI (observed on 1.12 with an old
 * installer), one pattern per kind: it prints each kind once per run.
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
const EMPTY_LINE = /\r?\n/y;
/** A start takes less than this; a line with a later time is from a note. */
const STARTUP_MS = 60_000;
/** Start-up lines come first, and together are shorter than this. */
const HEAD_BYTES = 16 * 1024;

/**
 * The output without the lines that the app's own executable printed before it. A note may begin with the same words: a
 * second line of one kind, one of another time, and one after an empty line are the note's.
 * @param only the kinds that are removed, as {@link noiseKinds} gives them
 */
export function withoutNoise(bytes: Buffer, only?: readonly string[]): Buffer {
  return bytes.subarray(noiseOf(bytes, only).length);
}

/** The kinds of start-up lines at the head of the output. */
export function noiseKinds(bytes: Buffer): readonly string[] {
  return noiseOf(bytes).kinds;
}

function noiseOf(
  bytes: Buffer,
  only?: readonly string[],
): { readonly length: number; readonly kinds: readonly string[] } {
  // The patterns are ASCII: with one character per byte, positions stay valid.
  const head = bytes.toString('latin1', 0, HEAD_BYTES);
  const isWhole = bytes.length <= HEAD_BYTES;
  const possible = NOISE.filter(({ source }) => only?.includes(source) ?? true);
  const seen = new Set<RegExp>();
  let length = 0;
  let started: number | undefined;
  let start = matchAt(EMPTY_LINE, head, 0)?.[0].length ?? 0;
  for (;;) {
    const stamp = matchAt(STAMP, head, start);
    const from = start + (stamp?.[0].length ?? 0);
    const kind = possible.find((pattern) => !seen.has(pattern) && matchAt(pattern, head, from));
    const end = kind && matchAt(LINE_END, head, kind.lastIndex);
    const isStamped = kind !== NOISE.at(-1);
    const isCut = LINE_END.lastIndex === head.length && !isWhole;
    if (!kind || !end || isCut || isStamped !== (stamp !== null)) break;
    if (stamp) {
      const time = Date.parse(stamp[1] ?? '');
      started ??= time;
      if (!(Math.abs(time - started) < STARTUP_MS)) break;
    }
    seen.add(kind);
    length = start = LINE_END.lastIndex;
  }
  return { length, kinds: [...seen].map(({ source }) => source) };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
