import { amount } from '../../bridge/text/printable';
import { MOST_SHOWN } from '../../bridge/notes/line-difference';
import { showText } from './shown-text';

/** A stretch of text in one style: part of one text or of both, or a note about what is left out. */
export interface Piece {
  readonly kind: 'same' | 'removed' | 'added' | 'skipped';
  readonly text: string;
}

const SPOKEN: Partial<Record<Piece['kind'], string>> = { removed: 'Removed', added: 'Added' };

/** Shows pieces in a box, step by step. Of more than 200 KB, only the start and end: never of a dangerous call, because the CLI takes no larger request. */
export function* showPieces(parent: HTMLElement, pieces: readonly Piece[]): Generator<void> {
  const box = parent.createDiv({ cls: 'cli-bridge-approval-text' });
  for (const piece of withoutMiddle(pieces)) yield* showPiece(box, piece);
}

/** Shows a piece in full, step by step. */
export function* showPiece(box: HTMLElement, { kind, text }: Piece): Generator<void> {
  const block = box.createDiv({ cls: `cli-bridge-approval-part mod-${kind}` });
  if (SPOKEN[kind] !== undefined) block.setAttr('aria-label', SPOKEN[kind]);
  yield* showText(block, text);
}

function withoutMiddle(pieces: readonly Piece[]): readonly Piece[] {
  const total = pieces.reduce((sum, { text }) => sum + text.length, 0);
  if (total <= MOST_SHOWN) return pieces;
  const half = MOST_SHOWN / 2;
  return [
    ...between(pieces, 0, half),
    { kind: 'skipped', text: `${amount(total - MOST_SHOWN)} characters not shown` },
    ...between(pieces, total - half, total),
  ];
}

/** The pieces between two positions, the first and the last of them cut. */
function between(pieces: readonly Piece[], start: number, end: number): Piece[] {
  const found: Piece[] = [];
  let at = 0;
  for (const { kind, text } of pieces) {
    const part = text.slice(Math.max(0, start - at), Math.max(0, end - at));
    if (part !== '') found.push({ kind, text: part });
    at += text.length;
  }
  return found;
}
