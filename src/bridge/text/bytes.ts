/** The largest body of a request, and so the longest line that the relay takes, in bytes. */
export const BODY_LIMIT = 10 * 1024 * 1024;

/** The buffer grows in few steps, because each one copies it; memory that is never written to costs nothing. */
const GROWTH = 4;

/** Collects chunks in one buffer; kept apart, chunks of one byte would take 300 times their size. */
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

  /** Everything received so far, not copied. */
  all(): Buffer {
    return this.bytes.subarray(0, this.size);
  }
}
