import type { TextDifference } from '../../bridge/call/approval/approval-port';
import { lineDifference, readLines } from '../../bridge/notes/line-difference';
import type { DifferencePart } from '../../bridge/notes/line-difference';
import { showPieces } from './pieces';

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
  const isBreakKept = before.lineBreak !== undefined && before.lineBreak === after.lineBreak;
  const shown = isBreakKept ? withoutBreak : withVisibleBreak;
  const pieces = parts.map(({ kind, lines }) => ({
    kind,
    text:
      kind === 'skipped'
        ? `${lines.length} unchanged lines`
        : lines.map((line) => MARKS[kind] + shown(line)).join('\n'),
  }));
  yield* showPieces(parent, pieces);
}

function withoutBreak(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

function withVisibleBreak(line: string): string {
  return line.endsWith('\r') ? `${line.slice(0, -1)}\\r` : line;
}
