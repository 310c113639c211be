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
