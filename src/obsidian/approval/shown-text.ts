import { setTimeout } from 'node:timers';

/** Characters of one block: the app lays out only the blocks that are in sight. */
const BLOCK_CHARS = 8_000;
/** Blocks that are added at once. */
const BLOCKS_AT_ONCE = 20;

/** Characters that change how the text around them is shown, or show nothing: a text must not look like another one. */
const DECEPTIVE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;
/** Line breaks and tabs, and what joins emoji and letters. */
const HARMLESS = /[\n\t\u200c\u200d]/;

/** The text with characters that could deceive a reader as codes. */
function undeceptive(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(DECEPTIVE, (character) => {
    if (HARMLESS.test(character)) return character;
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

/** Shows a text of any length in full, without holding the app up. */
export function showText(parent: HTMLElement, text: string): void {
  const blocks = blocksOf(text);
  const addSome = (isFirst: boolean): void => {
    // The dialog may have been closed.
    if (!isFirst && !parent.isConnected) return;
    for (const block of blocks.splice(0, BLOCKS_AT_ONCE)) {
      parent.createDiv({ cls: 'cli-bridge-approval-block', text: undeceptive(block) });
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
      const lineEnd = text.lastIndexOf('\n', end - 1) + 1;
      if (lineEnd > start) end = lineEnd;
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
