import { performance } from 'node:perf_hooks';
import { withTimeout } from '../../text/with-timeout';
import { parseHelp } from './help-parser';
import type { HelpEntry } from './help-parser';

/** Minimum time between two reads. */
const READ_INTERVAL_MS = 10_000;

/** When to read a list again, and how long to wait. */
interface Renewal {
  /** A list younger than this many milliseconds is not read again. A failed read counts as no list. */
  readonly maxAge: number;
  /** How many milliseconds to wait for a read; by default, until it ends. */
  readonly maxWait?: number;
}

/** The commands that `help` shows in one vault, kept until they are read again. */
export class LiveHelp {
  private read: readonly HelpEntry[] | undefined;
  private text = '';
  private reading: Promise<void> | undefined;
  private askedAt = -Infinity;
  private readAt = -Infinity;
  private isAnswered = true;

  /**
   * @param readText returns the `help` text, or undefined if the program does not answer; never rejects
   * @param onChange called when the list has changed
   */
  constructor(
    private readonly readText: () => Promise<string | undefined>,
    private readonly onChange: () => void,
  ) {}

  /** The last list; undefined before the first read. */
  get entries(): readonly HelpEntry[] | undefined {
    return this.read;
  }

  /** Whether the program answered last time. If not, it is unknown which commands exist. */
  get answered(): boolean {
    return this.isAnswered && !this.reading;
  }

  /** Reads the list now. Concurrent callers share one read. */
  refresh(): Promise<void> {
    this.reading ??= this.ask().finally(() => {
      this.reading = undefined;
    });
    return this.reading;
  }

  /** Reads the list if it is too old, but not right after the last read, and waits for it. */
  async renew({ maxAge, maxWait }: Renewal): Promise<void> {
    const now = performance.now();
    const isDue = now - this.readAt >= maxAge && now - this.askedAt >= READ_INTERVAL_MS;
    if (!this.reading && !isDue) return;
    const reading = this.refresh();
    await (maxWait === undefined ? reading : withTimeout(maxWait, reading));
  }

  private async ask(): Promise<void> {
    const text = await this.readText();
    this.askedAt = performance.now();
    this.isAnswered = text !== undefined;
    const hasText = text !== undefined && text.trim() !== '';
    this.readAt = hasText ? this.askedAt : -Infinity;
    if (!hasText || text === this.text) return;
    const entries = parseHelp(text);
    // An app that is starting up may print something else. That must not remove commands.
    if (entries.length === 0) return;
    this.text = text;
    this.read = entries;
    this.onChange();
  }
}
