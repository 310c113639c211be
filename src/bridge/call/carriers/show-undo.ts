import { done } from '../outcome';
import type { Outcome } from '../outcome';
import { nextTurn } from '../../text/loop-turn';
import { MAX_SHOWN } from '../../notes/line-difference';
import { inverse } from '../../notes/made-change';
import type { NoteStep } from '../../notes/made-change';
import { changedLines, changedPart, linesChanged, sumOfLines } from '../../notes/changes/changed-lines';

const MARKS = { same: ' ', removed: '-', added: '+', skipped: '@' } as const;

/** Answers what would become of each note, in whole lines; only with their number where they are too long to show. */
export async function showUndo(steps: readonly NoteStep[], mayRead: boolean): Promise<Outcome> {
  const words: string[] = [];
  let left = MAX_SHOWN;
  for (const step of steps) {
    words.push(sentenceOf(step));
    if (step.from !== undefined || step.isFile || step.isFolder || !mayRead) continue;
    const { before: now = '', after: old = '' } = step;
    const changed = changedPart(old, now);
    const length = changed.old.length + changed.now.length;
    const isShown = length <= left;
    if (isShown) left -= length;
    words.push(...(isShown ? linesOf(old, now) : [numberOf(step)]));
    // Comparing many notes must not block the event loop.
    await nextTurn();
  }
  const warnings = mayRead ? [] : ['The difference is left out, because this client may not read notes.'];
  return done(words.join('\n'), {}, warnings);
}

function sentenceOf({ path, from, before, after }: NoteStep): string {
  if (from !== undefined) return `Would move: ${path} -> ${from}`;
  const what = before === undefined ? 'trash' : after === undefined ? 'make again' : 'change';
  return `Would ${what}: ${path}`;
}

function linesOf(old: string, now: string): readonly string[] {
  return changedLines(old, now).flatMap(({ kind, lines }) =>
    kind === 'skipped' ? ['@@'] : lines.map((text) => MARKS[kind] + text),
  );
}

function numberOf(step: NoteStep): string {
  const { added, removed } = sumOfLines(linesChanged([inverse(step)]));
  return `+${added} -${removed} lines; too long to show`;
}
