import { amount, withVisibleCodes } from '../../bridge/text/printable';
import { MAX_SHOWN } from '../../bridge/notes/line-difference';
import { wordDifference } from '../../bridge/notes/word-difference';
import type { Segment } from '../../bridge/notes/word-difference';
import { GradualWork, KEPT, showText } from './shown-text';

/** Consecutive lines that stay, are removed or added, or stay and are folded, or a remark in their place. */
export interface Piece {
  readonly kind: 'same' | 'removed' | 'added' | 'skipped' | 'remark';
  readonly lines: readonly string[];
}

const SPOKEN: Partial<Record<Piece['kind'], string>> = { removed: 'Removed', added: 'Added' };

/** How many lines the app lays out or leaves out together. */
const BLOCK_LINES = 100;

/** A box for the lines of a difference. */
export function addDifferenceBox(parent: HTMLElement): HTMLElement {
  return parent.createDiv({ cls: 'cli-bridge-approval-text cli-bridge-difference' });
}

/** Shows a text in a box, step by step; if it has more than 200 KB, only the start and end. */
export function* showPlain(parent: HTMLElement, text: string): Generator<void> {
  const box = parent.createDiv({ cls: 'cli-bridge-approval-text' });
  for (const { kind, lines } of withoutMiddle([{ kind: 'same', lines: [text] }])) {
    if (kind === 'remark') addRemark(box, lines);
    else for (const line of lines) yield* showText(box, line);
  }
}

/** Shows pieces in a box, step by step; with more than 200 KB, only the start and end. A dangerous call is always shown in full, because the CLI takes no larger request. */
export function* showPieces(parent: HTMLElement, pieces: readonly Piece[]): Generator<void> {
  const box = addDifferenceBox(parent);
  const shown = withoutMiddle(pieces);
  for (const index of shown.keys()) yield* showPiece(box, shown, index);
}

/** Shows one of several pieces in full, step by step. Marks the words that differ from the piece beside it. */
export function* showPiece(box: HTMLElement, pieces: readonly Piece[], index: number): Generator<void> {
  const piece = pieces[index];
  if (!piece || piece.lines.length === 0) return;
  const { kind, lines } = piece;
  if (kind === 'remark') addRemark(box, lines);
  else if (kind === 'skipped') addFold(box, lines);
  else {
    const part = box.createDiv({ cls: `cli-bridge-approval-part mod-${kind}` });
    const spoken = SPOKEN[kind];
    if (spoken !== undefined) {
      part.setAttr('role', 'group');
      part.setAttr('aria-label', spoken);
    }
    yield* showLines(part, markedLines(pieces, index) ?? lines.map((text) => [{ text, isChanged: false }]));
  }
}

function markedLines(pieces: readonly Piece[], index: number): readonly (readonly Segment[])[] | undefined {
  const isNew = pieces[index]?.kind === 'added';
  const [before, after] = isNew ? [pieces[index - 1], pieces[index]] : [pieces[index], pieces[index + 1]];
  if (before?.kind !== 'removed' || after?.kind !== 'added') return undefined;
  return wordDifference(before.lines, after.lines)?.[isNew ? 'after' : 'before'];
}

function* showLines(parent: HTMLElement, lines: readonly (readonly Segment[])[]): Generator<void> {
  for (let start = 0; start < lines.length; start += BLOCK_LINES) {
    const block = parent.createDiv({ cls: 'cli-bridge-approval-block' });
    for (const segments of lines.slice(start, start + BLOCK_LINES)) {
      const line = block.createDiv({ cls: 'cli-bridge-approval-line' });
      const [first, second] = segments;
      // A line that is new as a whole needs no marks.
      if (!second) line.createSpan({ text: withVisibleCodes(first?.text ?? '', KEPT) });
      else showSegments(line.createSpan(), segments);
    }
    yield;
  }
}

function showSegments(line: HTMLElement, segments: readonly Segment[]): void {
  for (const { text, isChanged } of segments)
    line.createSpan({
      cls: isChanged ? ['cli-bridge-approval-word', ...(text.trim() === '' ? ['mod-blank'] : [])] : [],
      text: withVisibleCodes(text, KEPT),
    });
}

/** Lines that are shown when the user wants to see them. */
function addFold(box: HTMLElement, lines: readonly string[]): void {
  const fold = box.createEl('details', { cls: 'cli-bridge-approval-fold' });
  fold.createEl('summary', {
    text: `${amount(lines.length)} unchanged ${lines.length === 1 ? 'line' : 'lines'}`,
  });
  const show = (): void =>
    new GradualWork().add(
      (function* () {
        const shown = withoutMiddle([{ kind: 'same', lines }]);
        for (const index of shown.keys()) yield* showPiece(fold, shown, index);
      })(),
    );
  fold.addEventListener('toggle', show, { once: true });
}

function addRemark(box: HTMLElement, lines: readonly string[]): void {
  box.createDiv({ cls: 'cli-bridge-approval-remark', text: lines.join('\n') });
}

function withoutMiddle(pieces: readonly Piece[]): readonly Piece[] {
  const total = pieces.filter(isCounted).reduce((sum, { lines }) => sum + lengthOf(lines), 0);
  if (total <= MAX_SHOWN) return pieces;
  const half = MAX_SHOWN / 2;
  return [
    ...between(pieces, 0, half),
    { kind: 'remark', lines: [`${amount(total - MAX_SHOWN)} characters not shown`] },
    ...between(pieces, total - half, total),
  ];
}

/** The pieces between two positions, the first and the last of them cut. */
function between(pieces: readonly Piece[], start: number, end: number): Piece[] {
  const found: Piece[] = [];
  let at = 0;
  for (const piece of pieces) {
    if (!isCounted(piece)) {
      if (at >= start && at <= end) found.push(piece);
      continue;
    }
    const lines: string[] = [];
    let lineAt = at;
    for (const line of piece.lines) {
      if (lineAt < end && lineAt + line.length >= start)
        lines.push(line.slice(Math.max(0, start - lineAt), end - lineAt));
      lineAt += line.length + 1;
    }
    if (lines.length > 0) found.push({ ...piece, lines });
    at += lengthOf(piece.lines);
  }
  return found;
}

function isCounted({ kind }: Piece): boolean {
  return kind !== 'skipped' && kind !== 'remark';
}

/** Characters of lines with the breaks between them. */
function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, lines.length === 0 ? 0 : -1);
}
