import { NOTE_TEXTS, WARNINGS } from '../../bridge/commands/approval/approval-port';
import type { ApprovalCall, TextDifference } from '../../bridge/commands/approval/approval-port';
import { printable, quoted } from '../../bridge/printable';
import { lineDifference, readLines } from './line-difference';
import type { DifferencePart } from './line-difference';
import { showText } from './shown-text';

/** A value that is longer, or has several lines, gets its own scrolling box. */
export const SHORT_CHARS = 120;
/** How many lines of a difference are shown in one step. */
const LINES_PER_STEP = 1_000;

const MARKS: Record<DifferencePart['kind'], string> = { same: '  ', removed: '- ', added: '+ ', skipped: '' };
const SPOKEN: Partial<Record<DifferencePart['kind'], string>> = { removed: 'Removed', added: 'Added' };

/** Shows calls in full, step by step: what each would run, where, and how its note would change. */
export function* showCalls(parent: HTMLElement, calls: readonly ApprovalCall[]): Generator<void> {
  for (const call of calls) yield* showCall(parent, call, calls.length > 1);
}

function* showCall(parent: HTMLElement, call: ApprovalCall, isOneOfSeveral: boolean): Generator<void> {
  const { command, summary, vault, gravity, flags, difference, newNote } = call;
  const block = parent.createDiv({ cls: 'cli-bridge-approval-call' });
  if (isOneOfSeveral) block.createDiv({ cls: 'cli-bridge-approval-command', text: command });
  if (summary !== '') block.createDiv({ text: summary });
  if (newNote !== undefined) block.createDiv({ text: `New note: ${quoted(newNote)}` });
  for (const each of gravity) block.createDiv({ cls: 'cli-bridge-approval-warning', text: WARNINGS[each] });
  yield* showField(block, 'Vault', vault === '' ? 'chosen by the app' : vault);
  for (const [name, value] of call.parameters) {
    if (!(difference && NOTE_TEXTS.includes(name)))
      yield* showField(block, name === '' ? 'Name' : name, value);
  }
  if (flags.length > 0) yield* showField(block, 'Flags', flags.join(', '));
  if (difference) yield* showDifference(block, difference);
}

function* showField(parent: HTMLElement, name: string, value: string): Generator<void> {
  const field = parent.createDiv({ cls: 'cli-bridge-approval-field' });
  field.createSpan({ cls: 'cli-bridge-approval-name', text: `${printable(name, 100)}: ` });
  if (value.length <= SHORT_CHARS && !value.includes('\n')) field.createSpan({ text: shortText(value) });
  else yield* showText(field.createDiv({ cls: 'cli-bridge-approval-text' }), value);
  yield;
}

function shortText(value: string): string {
  return value === '' ? 'nothing' : printable(value, SHORT_CHARS);
}

function* showDifference(parent: HTMLElement, difference: TextDifference): Generator<void> {
  const before = readLines(difference.before);
  const after = readLines(difference.after);
  const parts = lineDifference(before.lines, after.lines);
  yield;
  const isSame = parts.every(({ kind }) => kind === 'same' || kind === 'skipped');
  if (isSame) {
    parent.createDiv({ text: "The note wouldn't change." });
    return;
  }
  const isKept = before.lineBreak !== undefined && before.lineBreak === after.lineBreak;
  const box = parent.createDiv({ cls: 'cli-bridge-approval-text' });
  for (const { kind, lines } of parts) {
    const block = box.createDiv({ cls: `cli-bridge-approval-part mod-${kind}` });
    if (SPOKEN[kind] !== undefined) block.setAttr('aria-label', SPOKEN[kind]);
    if (kind === 'skipped') block.setText(`${lines.length} unchanged lines`);
    else
      yield* showLines(
        block,
        lines,
        (line) => MARKS[kind] + (isKept ? withoutBreak(line) : withVisibleBreak(line)),
      );
  }
}

/** Shows lines, a batch at a time. */
function* showLines(
  parent: HTMLElement,
  lines: readonly string[],
  shown: (line: string) => string,
): Generator<void> {
  for (let at = 0; at < lines.length; at += LINES_PER_STEP) {
    yield* showText(
      parent,
      lines
        .slice(at, at + LINES_PER_STEP)
        .map(shown)
        .join('\n'),
    );
  }
}

function withoutBreak(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

function withVisibleBreak(line: string): string {
  return line.endsWith('\r') ? `${line.slice(0, -1)}\\r` : line;
}
