import { createHash } from 'node:crypto';
import { nextTurn } from '../text/loop-turn';

/** Hex digits of a revision. */
const DIGITS = 16;
/** UTF-16 units hashed per turn of the event loop, which takes a few milliseconds. */
const SLICE_UNITS = 256 * 1024;

/**
 * The revision of a note's text: the first 16 hex digits of the SHA-256 of its UTF-8. Excludes one final line break (LF, CRLF or
 * CR), because the program adds LF to its output, and the byte order mark, which the app does not always show.
 */
export function revisionOf(text: string): string {
  const hash = createHash('sha256');
  return digest(hash.update(countedOf(text)));
}

/** Like {@link revisionOf}, but hashes long texts in slices to keep the event loop free. */
export async function revisionOfLong(text: string): Promise<string> {
  const counted = countedOf(text);
  const hash = createHash('sha256');
  for (let at = 0; at < counted.length;) {
    const end = isHighSurrogate(counted.charCodeAt(at + SLICE_UNITS - 1)) ? SLICE_UNITS - 1 : SLICE_UNITS;
    hash.update(counted.slice(at, at + end));
    at += end;
    if (at < counted.length) await nextTurn();
  }
  return digest(hash);
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

/** The text without its byte order mark and one final line break. */
function countedOf(text: string): string {
  const end = /\r?\n$|\r$/.exec(text.slice(-2))?.[0].length ?? 0;
  return text.slice(text.startsWith('\ufeff') ? 1 : 0, text.length - end);
}

/** A digest of the bytes of a file. */
export function bytesDigest(bytes: Uint8Array): string {
  return digest(createHash('sha256').update(bytes));
}

function digest(hash: ReturnType<typeof createHash>): string {
  return hash.digest('hex').slice(0, DIGITS);
}
