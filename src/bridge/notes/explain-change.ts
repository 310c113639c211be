import type { CommandLine } from '../cli/command-line';
import type { Command } from '../commands/catalogue/command';
import { hasFailed } from '../commands/outcome';
import type { Outcome } from '../commands/outcome';
import { changedLines } from './changes/changed-lines';
import { frontMatterEnd } from './front-matter';
import { NOT_UTF8 } from './note-call';
import type { NoteCall } from './note-call';
import type { NoteStore } from './note-store';
import { takeOutText } from './place-text';
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
  readonly outcome: Outcome;
}

/**
 * Keeps what the program has made of a note. It can be undone only if the rule of the command explains the whole change, so that
 * nobody's typing is undone with it.
 */
export async function explainChange(call: NoteCall, store: NoteStore, change: ProgramChange): Promise<void> {
  const { command, line } = call;
  const { before, path, outcome } = change;
  if (command.moves) return explainMove(call, store, change);
  if (command.evidence === 'gone') return explainDelete(call, store, change);
  const after = await store.read(path).catch(() => undefined);
  const old = before?.path === path ? before : textBefore(command, line, after ?? '');
  if (after === undefined || !old || old.text === after) return;
  const { text } = old;
  const isExplained = text !== null && explains(command, line, text, after);
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
function explains(command: Command, line: CommandLine, before: string | undefined, after: string): boolean {
  if (command.writes === 'unique_note') return after === line.parameters.get('content');
  if (command.writes !== undefined) return after === textByRule(command, line, before);
  if (before === undefined) return false;
  if (command.rewritesFrontMatter) return bodyOf(before) === bodyOf(after);
  return command.changesTask === true && isOneTask(before, after);
}

function bodyOf(text: string): string {
  return text.slice(frontMatterEnd(text));
}

/** A task up to the character in its box, and the rest of its line. */
const TASK = /^([\s>]*(?:[-*+]|\d+[.)])\s+\[).(\][^]*)$/u;

/** Whether the state of one task is all that differs. */
function isOneTask(before: string, after: string): boolean {
  const parts = changedLines(before, after);
  const linesOf = (wanted: string): readonly string[] =>
    parts.flatMap(({ kind, lines }) => (kind === wanted ? lines : []));
  const [old = '', ...othersOld] = linesOf('removed');
  const [now = '', ...othersNow] = linesOf('added');
  const isOneLine = othersOld.length === 0 && othersNow.length === 0;
  return isOneLine && TASK.test(old) && old.replace(TASK, '$1 $2') === now.replace(TASK, '$1 $2');
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
  const isGone = (await store.exists(path)) === undefined;
  const old = before?.path === path ? before : undefined;
  if (!isGone || (old ? old.text === undefined : hasFailed(outcome))) return;
  if (call.line.flags.includes('permanent')) return call.noteChange(store, { path }, 'the file was erased');
  const { text } = old ?? {};
  if (typeof text === 'string') call.noteChange(store, { path, before: text });
  else call.noteChange(store, { path }, text === null ? NOT_UTF8 : NO_TEXT);
}

const NO_TEXT = 'the text of the note was not known';
