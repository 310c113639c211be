import { setTimeout } from 'node:timers';
import { withVisibleCodes } from '../../bridge/printable';

/** Characters of one block: the app lays out only the blocks that are in sight. */
const BLOCK_CHARS = 8_000;
/** Blocks that are added at once. */
const BLOCKS_AT_ONCE = 20;

/** Line breaks and tabs show well; joiners are needed in some scripts. */
const KEPT = '\n\t\u200c\u200d';

/** Shows a text of any length in full, without holding the app up. */
export function showText(parent: HTMLElement, text: string): void {
  const blocks = blocksOf(text);
  const addSome = (isFirst: boolean): void => {
    // The dialog may have been closed.
    if (!isFirst && !parent.isConnected) return;
    for (const block of blocks.splice(0, BLOCKS_AT_ONCE)) {
      parent.createDiv({
        cls: 'cli-bridge-approval-block',
        text: withVisibleCodes(block.replaceAll('\r\n', '\n'), KEPT),
      });
    }
    if (blocks.length > 0) setTimeout(() => addSome(false), 0);
  };
  addSome(true);
}

/** The text in parts that end with a line, where lines are not longer than that. */
function blocksOf(text: string): string[] {
  const blocks: string[] = [];
  for (let start = 0; start < text.length;) {
    let end = Math.min(text.length, start + BLOCK_CHARS);
    if (end < text.length) {
      const lineEnd = text.slice(start, end).lastIndexOf('\n') + 1;
      if (lineEnd > 0) end = start + lineEnd;
      // Not in the middle of a character.
      else if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end -= 1;
    }
    const block = text.slice(start, end);
    // What follows begins on a line of its own anyway.
    blocks.push(end < text.length ? block.replace(/\r?\n$/, '') : block);
    start = end;
  }
  return blocks;
}
