import { performance } from 'node:perf_hooks';
import { withTimeout } from '../../with-timeout';
import { parseHelp } from './help-parser';
import type { HelpEntry } from './help-parser';

/** Nobody has the list read again sooner than this after the last reading. */
const READ_INTERVAL_MS = 10_000;

/** When a list is read again. */
interface Renewal {
  /** Milliseconds: a list that is younger will do, unless another reading is under way. A failed reading leaves none. */
  readonly maxAge: number;
  /** Milliseconds that a reading is waited for; to its end where this is not given. */
  readonly maxWait?: number;
}

/** The commands that `help` shows in one vault. What was read is kept until it is read again. */
export class LiveHelp {
  private read: readonly HelpEntry[] | undefined;
  private text = '';
  private reading: Promise<void> | undefined;
  private askedAt = -Infinity;
  private readAt = -Infinity;
  private isAnswered = true;

  /**
   * @param readText gives the text of `help`, empty when the program printed nothing, or undefined when it does not say now;
   * never fails
   * @param onChange called when another list was read
   */
  constructor(
    private readonly readText: () => Promise<string | undefined>,
    private readonly onChange: () => void,
  ) {}

  /** What was read last; undefined before the first reading. */
  get entries(): readonly HelpEntry[] | undefined {
    return this.read;
  }

  /** Whether the program answered the last time; if not, it is not known which commands there are. */
  get answered(): boolean {
    return this.isAnswered && !this.reading;
  }

  /** Reads it now; concurrent callers share one reading. */
  refresh(): Promise<void> {
    this.reading ??= this.ask().finally(() => {
      this.reading = undefined;
    });
    return this.reading;
  }

  /** Reads it again if it is too old, but not right after the last reading, and waits for it. */
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
    const isTold = text !== undefined && text.trim() !== '';
    this.readAt = isTold ? this.askedAt : -Infinity;
    if (!isTold || text === this.text) return;
    const entries = parseHelp(text);
    // An app that is starting may answer with something else. That must not remove any command.
    if (entries.length === 0) return;
    this.text = text;
    this.read = entries;
    this.onChange();
  }
}
