import { frontmatterEnd } from '../../notes/frontmatter';
import { BYTES_NOT_KEPT } from '../../notes/made-change';
import type { NoteStore } from '../../notes/note-store';
import { haveSameOthers } from '../../notes/parsed-frontmatter';
import type { Call } from '../call';
import { keepChange, NOT_UTF8 } from '../note/change-note';

/** A note right before a call changes it. */
export interface NoteBefore {
  /** Undefined if only the answer names the note. */
  readonly path: string | undefined;
  /** Undefined if there is no note, or it is not known; null if it cannot be read. */
  readonly text: string | undefined | null;
}

/** What the program has made of a note. */
interface ProgramChange {
  readonly before: NoteBefore;
  /** Where the note is now. */
  readonly path: string;
  /** Reads the note as it is now; undefined if it is gone or cannot be read. */
  readonly readAfter: () => Promise<string | undefined>;
  readonly printed: string;
  /** Whether the call failed, so that somebody else may have changed the note. */
  readonly isFailed: boolean;
}

/**
 * Keeps what the program has made of a note. It can be undone only if the rule of the command explains the whole change, so that
 * nobody's typing is undone with it.
 */
export async function explainChange(call: Call, store: NoteStore, change: ProgramChange): Promise<void> {
  const { command, line } = call;
  const { before, path, readAfter, isFailed } = change;
  if (command.moves) return explainMove(call, store, change);
  if (command.evidence === 'gone') return explainDelete(call, store, change);
  const after = await readAfter();
  if (after === undefined) return;
  const isKnown = before.path === path;
  if (!isKnown && (command.writes === undefined || command.writes.isByProgram)) return;
  const text = isKnown ? before.text : command.writes?.before(after, line);
  if (text === after) return;
  const isExplained = text !== null && explains(call, text, after, change);
  if (!isExplained && isFailed) return;
  keepChange(
    call,
    store,
    { path, before: text === null ? '' : text, after },
    isExplained ? undefined : why(call, before),
  );
}

/** Why a change that its rule does not explain cannot be undone, as the end of a sentence. */
function why({ line }: Call, before: ProgramChange['before']): string {
  if (line.parameters.has('template')) return 'its text comes from a template';
  if (before.path !== undefined && before.text === null) return NOT_UTF8;
  return "it is not certain that the call alone made the note's new text";
}

/** Whether the rule of the command makes this text of the old one, and nothing else can have changed it. */
function explains(
  { command, line }: Call,
  before: string | undefined,
  after: string,
  { printed, isFailed }: ProgramChange,
): boolean {
  if (command.writes !== undefined) return after === command.writes.after(before, line);
  // The rules below do not say exactly what the new text is.
  if (before === undefined || isFailed) return false;
  if (command.rewritesFrontmatter) {
    const isSameBody = bodyOf(before) === bodyOf(after);
    return isSameBody && haveSameOthers(before, after, line.parameters.get('name') ?? '');
  }
  return command.changesTask === true && isTask(before, after, printed);
}

/** The text below the frontmatter. A byte order mark is above it. */
function bodyOf(text: string): string {
  return text.slice(frontmatterEnd(text) || (text.startsWith('\uFEFF') ? 1 : 0));
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

function explainMove(call: Call, store: NoteStore, { before, path, printed, isFailed }: ProgramChange): void {
  const { success } = call.command;
  if (isFailed || success.shape !== 'confirmation') return;
  const from = before.path ?? success.line.exec(printed)?.groups?.['path'];
  if (from !== undefined && from !== path) keepChange(call, store, { path, from });
}

async function explainDelete(
  call: Call,
  store: NoteStore,
  { before, path, isFailed }: ProgramChange,
): Promise<void> {
  // Somebody else may have deleted the note of a call that failed.
  if (isFailed || (await store.exists(path)) !== undefined) return;
  const isKnown = before.path === path;
  if (isKnown && before.text === undefined) return;
  if (call.has('permanent')) return keepChange(call, store, { path }, 'the file was erased');
  const { text } = before;
  if (isKnown && typeof text === 'string') keepChange(call, store, { path, before: text });
  else keepChange(call, store, { path, isFile: true, before: '' }, isKnown ? BYTES_NOT_KEPT : NO_TEXT);
}

const NO_TEXT = 'the text of the note was not known';
