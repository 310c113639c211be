import type { TextDifference } from '../../bridge/call/approval/approval-port';
import { countHunks, hunkNumbers } from '../../bridge/notes/hunks';
import { lineDifference, readLines } from '../../bridge/notes/line-difference';
import type { DifferencePart, Lines } from '../../bridge/notes/line-difference';
import { addDifferenceBox, showPiece, showPieces } from './pieces';
import type { Piece } from './pieces';

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
    yield* showWhole(parent, 'removed', difference.before);
    parent.createDiv({ text: 'The new text:' });
    yield* showWhole(parent, 'added', difference.after);
    return;
  }
  if (parts.every(({ kind }) => kind === 'same' || kind === 'skipped')) {
    parent.createDiv({ text: "The note wouldn't change." });
    return;
  }
  yield* showPieces(parent, piecesOf(parts, before, after));
}

/** Shows the text of a note that is added or removed, step by step. */
export function* showWhole(parent: HTMLElement, kind: 'removed' | 'added', text: string): Generator<void> {
  if (text === '') parent.createDiv({ text: 'Empty.' });
  else yield* showPieces(parent, [{ kind, lines: text.replace(/\n$/, '').split('\n').map(withoutBreak) }]);
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
  const box = addDifferenceBox(parent);
  let place: HTMLElement = box;
  let current: number | undefined;
  for (const index of pieces.keys()) {
    const hunk = hunks[index];
    if (hunk === undefined) place = box;
    else if (hunk !== current) place = addHunk(box, hunk, count, choose);
    current = hunk;
    yield* showPiece(place, pieces, index);
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
  const pieces = withoutEnds(parts);
  return pieces.map(({ kind, lines }, index) => {
    const isAlone = !isChange(pieces[index - 1]) && !isChange(pieces[index + 1]);
    if (lines.length === 0 && isChange({ kind }) && isAlone)
      return {
        kind: 'remark',
        lines: [kind === 'added' ? 'Adds a line break at the end.' : 'Removes the line break at the end.'],
      };
    return { kind, lines: lines.map(shown) };
  });
}

/** The parts without the empty line after the final line break of each text, which nobody sees. */
function withoutEnds(parts: readonly DifferencePart[]): readonly DifferencePart[] {
  const ends = {
    removed: parts.map(({ kind }) => kind !== 'added').lastIndexOf(true),
    added: parts.map(({ kind }) => kind !== 'removed').lastIndexOf(true),
  };
  return parts.map(({ kind, lines }, index) => {
    const isEnd = (kind === 'removed' || kind === 'added' ? ends[kind] : parts.length - 1) === index;
    return { kind, lines: isEnd && lines.at(-1) === '' ? lines.slice(0, -1) : lines };
  });
}

function isChange(
  part: Pick<DifferencePart, 'kind'> | undefined,
): part is { readonly kind: 'removed' | 'added' } {
  return part?.kind === 'removed' || part?.kind === 'added';
}

function withoutBreak(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

function withVisibleBreak(line: string): string {
  return line.endsWith('\r') ? `${line.slice(0, -1)}\\r` : line;
}
