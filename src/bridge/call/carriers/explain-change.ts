import type { CommandLine } from '../../cli/command-line';
import type { Command } from '../../commands/catalogue/command';
import { hasFailed } from '../outcome';
import type { Outcome } from '../outcome';
import { frontmatterEnd } from '../../notes/frontmatter';
import { NOT_UTF8 } from './note-call';
import type { NoteCall } from './note-call';
import type { NoteStore } from '../../notes/note-store';
import { takeOutText } from '../../notes/place-text';
import { haveSameOthers } from '../../notes/properties';
import { textByRule } from './watch-change';

/** The text of a note; undefined if there was no note, null if it is not known. */
interface OldText {
  readonly text: string | undefined | null;
}

interface ProgramChange {
  /** The note right before; undefined if only the answer tells which one it is. */
  readonly before: (OldText & { readonly path: string }) | undefined;
  /** Where the note is now. */
  readonly path: string;
  /** Reads the note as it is now; undefined if it is gone or cannot be read. */
  readonly readAfter: () => Promise<string | undefined>;
  readonly outcome: Outcome;
}

/**
 * Keeps what the program has made of a note. It can be undone only if the rule of the command explains the whole change, so that
 * nobody's typing is undone with it.
 */
export async function explainChange(call: NoteCall, store: NoteStore, change: ProgramChange): Promise<void> {
  const { command, line } = call;
  const { before, path, readAfter, outcome } = change;
  if (command.moves) return explainMove(call, store, change);
  if (command.evidence === 'gone') return explainDelete(call, store, change);
  const after = await readAfter();
  const old = before?.path === path ? before : textBefore(command, line, after ?? '');
  if (after === undefined || !old || old.text === after) return;
  const { text } = old;
  const isExplained = text !== null && explains(call, text, after, outcome);
  // Somebody else may have changed the note of a call that failed.
  if (!isExplained && hasFailed(outcome)) return;
  const why = before?.text === null ? NOT_UTF8 : NOT_ALONE;
  call.noteChange(store, { path, before: text ?? undefined, after }, isExplained ? undefined : why);
}

const NOT_ALONE = "it is not certain that the call alone made the note's new text";

/** The text, before the call, of a note that only the answer has named; undefined if it may be the same. */
function textBefore(
  { writes }: Command,
  { parameters, flags }: CommandLine,
  after: string,
): OldText | undefined {
  if (writes === 'new_note' || writes === 'unique_note') return { text: undefined };
  if (writes !== 'end' && writes !== 'start') return undefined;
  const content = parameters.get('content') ?? '';
  const place = writes === 'end' ? 'append' : 'prepend';
  return { text: takeOutText(after, content, place, flags.includes('inline')) ?? null };
}

/** Whether the rule of the command makes this text of the old one, and nothing else can have changed it. */
function explains(
  { command, line }: NoteCall,
  before: string | undefined,
  after: string,
  outcome: Outcome,
): boolean {
  if (command.writes === 'unique_note') return after === line.parameters.get('content');
  if (command.writes !== undefined) return after === textByRule(command, line, before);
  // The rules below do not say exactly what the new text is.
  if (before === undefined || hasFailed(outcome)) return false;
  if (command.rewritesFrontmatter) {
    const isSameBody = bodyOf(before) === bodyOf(after);
    return isSameBody && haveSameOthers(before, after, line.parameters.get('name') ?? '');
  }
  return command.changesTask === true && isTask(before, after, outcome.stdout);
}

function bodyOf(text: string): string {
  return text.slice(frontmatterEnd(text));
}

/** A task up to the character in its box. */
const TASK = /^[\s>]*(?:[-*+]|\d+[.)])\s+\[$/;
/** The number of the line that the program says it changed. */
const CHANGED_LINE = /^[^\n]+?:(\d+) /;

/** Whether the state of the task that the program names is all that differs. */
function isTask(before: string, after: string, stdout: string): boolean {
  let at = 0;
  while (at < before.length && before[at] === after[at]) at += 1;
  const lines = before.slice(0, at).split('\n');
  return (
    TASK.test(lines.at(-1) ?? '') &&
    before.slice(at + 1) === after.slice(at + 1) &&
    before[at + 1] === ']' &&
    lines.length === Number(CHANGED_LINE.exec(stdout)?.[1])
  );
}

function explainMove(call: NoteCall, store: NoteStore, { before, path, outcome }: ProgramChange): void {
  const { success } = call.command;
  if (hasFailed(outcome) || success.shape !== 'confirmation') return;
  const from = before?.path ?? success.line.exec(outcome.stdout)?.groups?.['path'];
  if (from !== undefined && from !== path) call.noteChange(store, { path, from });
}

async function explainDelete(
  call: NoteCall,
  store: NoteStore,
  { before, path, outcome }: ProgramChange,
): Promise<void> {
  // Somebody else may have deleted the note of a call that failed.
  if (hasFailed(outcome) || (await store.exists(path)) !== undefined) return;
  const old = before?.path === path ? before : undefined;
  if (old && old.text === undefined) return;
  if (call.line.flags.includes('permanent')) return call.noteChange(store, { path }, 'the file was erased');
  const { text } = old ?? {};
  if (typeof text === 'string') call.noteChange(store, { path, before: text });
  else call.noteChange(store, { path }, text === null ? NOT_UTF8 : NO_TEXT);
}

const NO_TEXT = 'the text of the note was not known';
