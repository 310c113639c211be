import { performance } from 'node:perf_hooks';
import { withTimeout } from '../../with-timeout';
import { parseHelp } from './help-parser';
import type { HelpEntry } from './help-parser';

/** The list is read again when an unknown name is asked for, but not more often than this. */
const LOOK_INTERVAL_MS = 10_000;
/** How long a request for an unknown name waits for the list before it is refused. */
const LOOKUP_WAIT_MS = 5_000;
/** A list of this age is read again before commands are listed or searched. */
const MAX_AGE_MS = 5 * 60_000;
/** How long listing or searching waits for it. */
const LIST_WAIT_MS = 1_000;

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

  /** For an unknown name: reads it again, unless it has just been read, and waits for it for a while. */
  async look(): Promise<void> {
    if (!this.reading && performance.now() - this.askedAt < LOOK_INTERVAL_MS) return;
    await withTimeout(LOOKUP_WAIT_MS, this.refresh());
  }

  /**
   * Waits for a reading that is under way. Reads the list again if it is old, or if the last reading failed, but not more
   * often than for unknown names.
   */
  async recover(): Promise<void> {
    const now = performance.now();
    const isDue = now - this.readAt >= MAX_AGE_MS && now - this.askedAt >= LOOK_INTERVAL_MS;
    if (this.reading || isDue) await this.refresh();
  }

  /** Reads it again if it is old, and waits a moment for it; a program that does not answer is asked less often. */
  async freshen(): Promise<void> {
    const now = performance.now();
    if (now - this.readAt < MAX_AGE_MS) return;
    if (!this.reading && now - this.askedAt < LOOK_INTERVAL_MS) return;
    const reading = this.refresh();
    const rest = this.askedAt + LIST_WAIT_MS - now;
    if (rest > 0) await withTimeout(rest, reading);
  }

  private async ask(): Promise<void> {
    this.askedAt = performance.now();
    const text = await this.readText();
    this.askedAt = performance.now();
    this.isAnswered = text !== undefined;
    const isTold = text !== undefined && text.trim() !== '';
    this.readAt = isTold ? this.askedAt : -Infinity;
    if (!isTold) return;
    if (text === this.text) return;
    const entries = parseHelp(text);
    // An app that is starting may answer with something else. That must not remove any command.
    if (entries.length === 0) return;
    this.text = text;
    this.read = entries;
    this.onChange();
  }
}
