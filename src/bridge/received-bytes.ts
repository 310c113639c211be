/** Room is made in few steps, because each copies all that is there: memory that is not written to takes none. */
const GROWTH = 4;

/** Collects what arrives in one buffer: kept as chunks of one byte, it would take three hundred times its size. */
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
