import { nextTurn } from './loop-turn';

/** Whether a value of any origin is an object with names: neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The limits of a JSON text. */
export interface JsonLimits {
  /** Levels of nested arrays and objects. */
  readonly depth: number;
  /** Members, items, arrays and objects in total. */
  readonly parts: number;
}

export type JsonExcess = 'depth' | 'parts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Checks before a JSON text is parsed whether parsing would take too long or too much memory: a text with millions of parts
 * holds up the app for seconds, and a very deeply nested one can be parsed, but not serialized again.
 * @param slices UTF-8, each scanned in one turn of the event loop
 * @returns the limit that the text exceeds; undefined if it exceeds none, whether or not it is JSON
 */
export async function jsonExcess(
  slices: Iterable<Buffer>,
  limits: JsonLimits,
): Promise<JsonExcess | undefined> {
  const scan = new JsonScan(limits);
  let isFirst = true;
  for (const slice of slices) {
    if (!isFirst) await nextTurn();
    isFirst = false;
    const excess = scan.excessWith(slice);
    if (excess) return excess;
  }
  return undefined;
}

/** As {@link jsonExcess}, in one go: for texts of up to 1 MiB. */
export function shortJsonExcess(text: string, limits: JsonLimits): JsonExcess | undefined {
  return new JsonScan(limits).excessWith(Buffer.from(text));
}

class JsonScan {
  private depth = 0;
  private parts = 0;
  private isInString = false;
  private isEscaped = false;

  constructor(private readonly limits: JsonLimits) {}

  /** Written for speed: it sees ten million bytes. */
  excessWith(bytes: Buffer): JsonExcess | undefined {
    let { depth, parts } = this;
    let deepest = depth;
    for (let at = 0; at < bytes.length; at++) {
      if (this.isInString) {
        at = this.endOfString(bytes, at);
        continue;
      }
      const byte = bytes[at] ?? 0;
      if (byte === QUOTE) this.isInString = true;
      else if (byte === COMMA) parts++;
      else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
        parts++;
        if (++depth > deepest) deepest = depth;
      } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth--;
    }
    this.depth = depth;
    this.parts = parts;
    if (deepest > this.limits.depth) return 'depth';
    return parts > this.limits.parts ? 'parts' : undefined;
  }

  /** Where the string that continues here ends. */
  private endOfString(bytes: Buffer, from: number): number {
    let at = from;
    for (; at < bytes.length; at++) {
      const byte = bytes[at];
      if (this.isEscaped) this.isEscaped = false;
      else if (byte === BACKSLASH) this.isEscaped = true;
      else if (byte === QUOTE) {
        this.isInString = false;
        return at;
      }
    }
    return at;
  }
}
