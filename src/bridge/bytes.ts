import { isAscii, isUtf8 } from 'node:buffer';
import { nextTurn } from './loop-turn';

/** The buffer grows in few steps, because each copies its contents; memory that is not written to costs nothing. */
const GROWTH = 4;

/** Collects what arrives in one buffer: chunks of one byte would take three hundred times their size. */
export class ReceivedBytes {
  size = 0;
  private bytes = Buffer.alloc(0);

  add(chunk: Buffer): void {
    const size = this.size + chunk.length;
    if (size > this.bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(size, GROWTH * this.bytes.length));
      this.bytes.copy(larger, 0, 0, this.size);
      this.bytes = larger;
    }
    chunk.copy(this.bytes, this.size);
    this.size = size;
  }

  /** All that has arrived, not copied. */
  all(): Buffer {
    return this.bytes.subarray(0, this.size);
  }
}

/** Up to this many bytes, a text is handled in one go and may be a message of the program. */
const SHORT_BYTES = 128 * 1024;
/** How many bytes are looked at from each end of a longer text. */
const END_BYTES = 64 * 1024;
/** Bytes that are decoded, escaped or sent in one turn of the event loop. */
const SLICE_BYTES = 32 * 1024;
/** Bytes that are decoded in one turn where nothing else is done with them. */
const LARGE_SLICE_BYTES = 256 * 1024;

/**
 * A text as the bytes that it came in. A long one is kept so, outside the heap, and is never made one string: only its slices
 * are decoded, one in each turn of the event loop.
 */
export class TextBytes {
  private read: string | undefined;

  constructor(private readonly bytes: Buffer) {}

  /** In bytes. */
  get size(): number {
    return this.bytes.length;
  }

  get isLong(): boolean {
    return this.size > SHORT_BYTES;
  }

  /** The text; for a long one its beginning and its end, which are enough to see how a command went. */
  get excerpt(): string {
    this.read ??= this.isLong
      ? `${this.decoded(0, this.cutAt(END_BYTES))}\n…\n${this.decoded(this.cutAt(this.size - END_BYTES))}`
      : this.decoded(0);
    return this.read;
  }

  /** The whole text; only for texts that are not much longer than short. */
  get whole(): string {
    return this.isLong ? this.decoded(0) : this.excerpt;
  }

  /**
   * The bytes in slices. No character is split: each slice can be decoded by itself.
   * @param size in bytes, 4 at least
   */
  *slices(size = SLICE_BYTES): Generator<Buffer> {
    for (let at = 0; at < this.size;) {
      const end = this.cutAt(at + size);
      yield this.bytes.subarray(at, end);
      at = end;
    }
  }

  /** The whole text, a long one decoded in slices: for texts of up to some ten million bytes that are to be looked through. */
  async decode(): Promise<string> {
    if (!this.isLong) return this.excerpt;
    if (isAscii(this.bytes)) return this.bytes.toString('latin1');
    let text = '';
    for (const slice of this.slices(LARGE_SLICE_BYTES)) {
      text += slice.toString();
      await nextTurn();
    }
    return text;
  }

  /** Whether some bytes are not UTF-8; each of them shows as U+FFFD. */
  async isDamaged(): Promise<boolean> {
    if (!this.isLong) return !isUtf8(this.bytes);
    for (const slice of this.slices()) {
      if (!isUtf8(slice)) return true;
      await nextTurn();
    }
    return false;
  }

  /** Where to cut so that no character is split: at this place, or up to three bytes before it. */
  private cutAt(place: number): number {
    if (place >= this.size) return this.size;
    for (let back = 1; back <= 3; back++) {
      const byte = this.bytes[place - back] ?? 0;
      if (byte < 0x80) return place;
      if (byte >= 0xc0) return bytesOf(byte) > back ? place - back : place;
    }
    return place;
  }

  private decoded(start: number, end = this.size): string {
    return this.bytes.toString('utf8', start, end);
  }
}

/** The bytes of the character that begins with this one. */
function bytesOf(first: number): number {
  if (first >= 0xf0) return 4;
  return first >= 0xe0 ? 3 : 2;
}
