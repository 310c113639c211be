import { performance } from 'node:perf_hooks';
import type { Readable } from 'node:stream';
import { ReceivedBytes } from '../text/bytes';
import { Countdown } from './end-process';

/** Bytes of output that one process may print, or all processes of a batch together. */
export const OUTPUT_LIMIT = 16 * 1024 * 1024;
/** How long pipes may stay silent after the exit: a grandchild may hold them forever. */
const QUIET_MS = 250;
/** Bytes of output to inspect while the process runs. */
const PEEKED_BYTES = 128 * 1024;
/** How long pipes are read after the exit in total: a grandchild may keep printing forever. */
const DRAIN_LIMIT_MS = 2_000;

/** The part of a child process that prints. */
interface Printing {
  readonly stdout: Readable;
  readonly stderr: Readable;
  once(event: 'close', listener: () => void): unknown;
}

/** Collects what one process prints on both streams. */
export class OutputCollector {
  private stdout = new ReceivedBytes();
  private stderr = new ReceivedBytes();
  private bytes = 0;
  private isTaken = false;
  /** Whether output is missing. */
  isPartial = false;

  /**
   * @param limit bytes of both streams together that are kept
   * @param onOverflow called with each piece beyond the limit, which is not kept
   */
  constructor(
    private readonly child: Printing,
    private readonly limit: number,
    private readonly onOverflow: () => void,
  ) {
    child.stdout.on('data', (chunk: Buffer) => this.add('stdout', chunk));
    child.stderr.on('data', (chunk: Buffer) => this.add('stderr', chunk));
  }

  /** Whether both pipes have been read to their end, which is earlier than Node closes them. */
  get hasEnded(): boolean {
    return isOver(this.child.stdout) && isOver(this.child.stderr);
  }

  /** After the exit: waits for the pipes to close, but not for a grandchild that keeps them open. */
  async untilClosed(): Promise<void> {
    if (this.hasEnded) return;
    const countdown = new Countdown();
    const until = performance.now() + DRAIN_LIMIT_MS;
    await new Promise<void>((resolve) => {
      this.child.once('close', resolve);
      const listen = (seen: number): void =>
        countdown.start(QUIET_MS, () => {
          const isPrinting = this.bytes !== seen;
          if (isPrinting && performance.now() < until) return listen(this.bytes);
          this.isPartial ||= isPrinting;
          resolve();
        });
      listen(this.bytes);
    });
    countdown.stop();
  }

  /** The beginning of what was printed to stdout so far. */
  peek(): string {
    return this.stdout.all().toString('utf8', 0, PEEKED_BYTES);
  }

  /** Discards what has been collected. */
  discard(): void {
    this.stdout = new ReceivedBytes();
    this.stderr = new ReceivedBytes();
  }

  /** Returns what was collected; whatever is printed from now on is read and discarded. */
  take(): { stdout: Buffer; stderr: Buffer } {
    this.isTaken = true;
    const taken = { stdout: this.stdout.all(), stderr: this.stderr.all() };
    this.discard();
    return taken;
  }

  private add(stream: 'stdout' | 'stderr', chunk: Buffer): void {
    if (this.isTaken) return;
    this.bytes += chunk.length;
    if (this.bytes <= this.limit) this[stream].add(chunk);
    else this.onOverflow();
  }
}

function isOver(pipe: Readable): boolean {
  return pipe.readableEnded || pipe.destroyed;
}
