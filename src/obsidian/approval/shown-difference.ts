import type { TextDifference } from '../../bridge/call/approval/approval-port';
import { countHunks, hunkNumbers } from '../../bridge/notes/hunks';
import { lineDifference, readLines } from '../../bridge/notes/line-difference';
import type { DifferencePart, Lines } from '../../bridge/notes/line-difference';
import { showPiece, showPieces } from './pieces';
import type { Piece } from './pieces';

const MARKS: Record<DifferencePart['kind'], string> = { same: '  ', removed: '- ', added: '+ ', skipped: '' };

/** Shows how a note changes, step by step. If its two texts can't be compared in time, shows both. */
export function* showDifference(
  parent: HTMLElement,
  difference: Pick<TextDifference, 'before' | 'after'>,
): Generator<void> {
  const before = readLines(difference.before);
  const after = readLines(difference.after);
  const parts = lineDifference(before.lines, after.lines);
  yield;
  if (!parts) {
    parent.createDiv({ text: 'The old text:' });
    yield* showPieces(parent, [{ kind: 'removed', text: difference.before }]);
    parent.createDiv({ text: 'The new text:' });
    yield* showPieces(parent, [{ kind: 'added', text: difference.after }]);
    return;
  }
  if (parts.every(({ kind }) => kind === 'same' || kind === 'skipped')) {
    parent.createDiv({ text: "The note wouldn't change." });
    return;
  }
  yield* showPieces(parent, piecesOf(parts, before, after));
}

/** Called when the user takes a hunk in or leaves it out. */
export type Choose = (hunk: number, isIn: boolean) => void;

/** Shows how a note changes, step by step, with a box for each hunk. @param parts the difference of the two texts */
export function* showChoices(
  parent: HTMLElement,
  difference: Pick<TextDifference, 'before' | 'after'>,
  parts: readonly DifferencePart[],
  choose: Choose,
): Generator<void> {
  const pieces = piecesOf(parts, readLines(difference.before), readLines(difference.after));
  const hunks = hunkNumbers(parts);
  const count = countHunks(parts);
  const box = parent.createDiv({ cls: 'cli-bridge-approval-text' });
  let place: HTMLElement = box;
  let current: number | undefined;
  for (const [index, piece] of pieces.entries()) {
    const hunk = hunks[index];
    if (hunk === undefined) place = box;
    else if (hunk !== current) place = addHunk(box, hunk, count, choose);
    current = hunk;
    yield* showPiece(place, piece);
  }
}

/** @returns where the lines of the hunk go */
function addHunk(parent: HTMLElement, hunk: number, count: number, choose: Choose): HTMLElement {
  const block = parent.createDiv({ cls: 'cli-bridge-approval-hunk' });
  const label = block.createEl('label');
  const checkbox = label.createEl('input', { attr: { type: 'checkbox' } });
  label.createSpan({ text: `Change ${hunk + 1} of ${count}` });
  checkbox.checked = true;
  checkbox.addEventListener('change', () => {
    block.toggleClass('mod-left', !checkbox.checked);
    choose(hunk, checkbox.checked);
  });
  return block;
}

function piecesOf(parts: readonly DifferencePart[], before: Lines, after: Lines): readonly Piece[] {
  const isBreakKept = before.lineBreak !== undefined && before.lineBreak === after.lineBreak;
  const shown = isBreakKept ? withoutBreak : withVisibleBreak;
  return parts.map(({ kind, lines }) => ({
    kind,
    text:
      kind === 'skipped'
        ? `${lines.length} unchanged lines`
        : lines.map((line) => MARKS[kind] + shown(line)).join('\n'),
  }));
}

function withoutBreak(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

function withVisibleBreak(line: string): string {
  return line.endsWith('\r') ? `${line.slice(0, -1)}\\r` : line;
}
