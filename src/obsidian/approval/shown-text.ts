import { setTimeout } from 'node:timers';
import { withVisibleCodes } from '../../bridge/text/printable';

/** Characters in one block. The app lays out only the blocks in view. */
const BLOCK_CHARS = 8_000;
/** Milliseconds of work in one turn of the event loop. */
const TURN_MS = 8;
/** Line breaks and tabs look right, and some scripts need joiners. */
export const KEPT = '\n\t\u200c\u200d';

/** Fills a dialog step by step, so that even a lot of text doesn't block the app. */
export class GradualWork {
  private readonly waiting: Iterator<void>[] = [];
  private isScheduled = false;
  private isStopped = false;

  /** Adds work. @param steps each takes a few milliseconds at most */
  add(steps: Iterator<void>): void {
    this.waiting.push(steps);
    this.schedule();
  }

  get isDone(): boolean {
    return this.waiting.length === 0;
  }

  /** Drops the remaining work. */
  stop(): void {
    this.isStopped = true;
    this.waiting.length = 0;
  }

  private schedule(): void {
    if (this.isScheduled || this.isStopped) return;
    this.isScheduled = true;
    setTimeout(() => this.work(), 0);
  }

  private work(): void {
    this.isScheduled = false;
    const end = performance.now() + TURN_MS;
    for (let first = this.waiting[0]; first; first = this.waiting[0]) {
      if (first.next().done === true) this.waiting.shift();
      if (performance.now() > end) break;
    }
    if (this.waiting.length > 0) this.schedule();
  }
}

/** Shows a text of any length in full, block by block. */
export function* showText(parent: HTMLElement, text: string): Generator<void> {
  for (let start = 0; start < text.length;) {
    const end = blockEnd(text, start);
    const block = text.slice(start, end).replaceAll('\r\n', '\n');
    // The next block starts on a new line anyway.
    const shown = end < text.length ? block.replace(/\n$/, '') : block;
    parent.createDiv({ cls: 'cli-bridge-approval-block', text: withVisibleCodes(shown, KEPT) });
    start = end;
    yield;
  }
}

/** Where a block ends: at the end of a line, unless the line is longer than a block. */
function blockEnd(text: string, start: number): number {
  const end = start + BLOCK_CHARS;
  if (end >= text.length) return text.length;
  const lineEnd = text.slice(start, end).lastIndexOf('\n') + 1;
  if (lineEnd > 0) return start + lineEnd;
  // Never in the middle of a character.
  return /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end - 1 : end;
}
