import type { CommandLine } from '../../cli/command-line';
import type { FileTarget, ObsidianCli } from '../../cli/obsidian-cli';
import type { ProgramAnswer } from '../../cli/read-answer';
import type { Command } from '../../commands/catalogue/command';
import type { FailureCode } from '../../error-codes/error-codes';
import { sentenceOf } from '../../errors';
import { baseName, namesakes } from '../../text/path-list';
import { fileTarget, targetOf } from '../note/target';
import { reportedFailure } from './failure-code';
import { exitFailure, isConfirmation, judgeWords, onlyReports, openAfterExit } from './verdict';
import type { Unclear } from './verdict';

/** The final verdict on an answer. */
export type Verdict =
  | { readonly kind: 'confirmed' }
  /** Counts as a success, with a warning. */
  | { readonly kind: 'accepted'; readonly warning: string }
  /** `words` replace the output. */
  | {
      readonly kind: 'failed';
      readonly code: FailureCode;
      /** The sentence of the failure, if it is not the usual one of its code. */
      readonly error?: string;
      readonly words?: string;
      readonly hint?: string;
    }
  /** It may or may not have happened. */
  | { readonly kind: 'unconfirmed'; readonly error: string; readonly isUnchanged?: boolean };

/**
 * Looks at a note after a change that the program did not confirm: it has the expected text (`made`), the old text
 * (`unchanged`), a new text where none can be predicted (`changed`), or an unexpected text (`other`). Undefined if the note
 * cannot be read.
 */
export type Look = () => Promise<'made' | 'changed' | 'unchanged' | 'other' | undefined>;

/** What an unclear answer may be judged by. */
interface Evidence {
  /** Whether the program is known to be the Obsidian CLI. */
  readonly isRecognized: boolean;
  /** Whether the program has printed nothing so far, not even its version and its help. */
  readonly isMute?: boolean | undefined;
  /** For questions, in the vault of the command. */
  readonly cli: ObsidianCli;
  /** A note modified at or after this time was changed by the call; milliseconds since 1970. */
  readonly changedFrom: number;
  /** Looks at the note in its store; if absent, the program is asked about it. */
  readonly look?: Look | undefined;
}

/** Judges an answer. May ask the program more, but only if it ended by itself with exit code 0. */
export async function judge(
  command: Command,
  line: CommandLine,
  answer: ProgramAnswer,
  evidence: Evidence,
): Promise<Verdict> {
  const { isRecognized } = evidence;
  const { endedBy, exitCode } = answer;
  const warning = command.success.shape === 'last_line' ? VALUE_DID_NOT_END : DID_NOT_END;
  if (endedBy === 'confirmed') return { kind: 'accepted', warning };
  if (endedBy !== undefined) {
    const isDone = isRecognized && endedBy !== 'output_too_large' && isConfirmation(command, answer.stdout);
    return isDone ? { kind: 'accepted', warning } : { kind: 'failed', code: endedBy };
  }
  if (!isRecognized) return judgeUnknown(command, line, answer, evidence.isMute === true);
  if (exitCode !== 0) return judgeExit(command, line, answer);
  const words = judgeWords(command, line, answer);
  if (words.kind === 'confirmed') return words;
  if (words.kind === 'failed') return judgeOpening(command, line, words, evidence);
  return command.kind === 'read'
    ? judgeRead(command, line, words.why, answer, evidence)
    : judgeChange(command, line, words.why, evidence);
}

const DID_NOT_END = 'The Obsidian CLI confirmed the command but did not exit by itself, so it was ended.';
const VALUE_DID_NOT_END =
  'The Obsidian CLI printed a value but did not exit by itself, so it was ended. The end of the value may be missing.';

/** Judges a run of a program that is not known to be the Obsidian CLI: its exit code counts. */
function judgeUnknown(command: Command, line: CommandLine, answer: ProgramAnswer, isMute: boolean): Verdict {
  if (answer.exitCode !== 0) return { kind: 'failed', code: 'cli_failed' };
  const isChange = command.kind !== 'read' && !onlyReports(command, line);
  return isMute && isChange && answer.outputBytes === 0
    ? { kind: 'accepted', warning: MUTE }
    : { kind: 'confirmed' };
}

/** Judges a run that ended by itself with an exit code other than 0. */
function judgeExit(command: Command, line: CommandLine, answer: ProgramAnswer): Verdict {
  const failure: Verdict = { kind: 'failed', code: exitFailure(line, answer) };
  if (failure.code === 'app_not_running') return failure;
  switch (openAfterExit(command, line, answer)) {
    case 'silence':
      return unconfirmed(`printed nothing and ended with exit code ${answer.exitCode}`);
    case 'signal':
      return unconfirmed(`was ended by the signal ${answer.exitCode - 128}`);
    case 'broken_connection':
      return unconfirmed(LOST_THE_APP);
    case 'confirmation':
      return unconfirmed(`printed its confirmation and then ended with exit code ${answer.exitCode}`);
    case undefined:
      return failure;
  }
}

/** The program opens a note after writing it, so the failure may be in opening alone. */
async function judgeOpening(
  command: Command,
  line: CommandLine,
  failure: Extract<Verdict, { kind: 'failed' }>,
  { cli, changedFrom }: Evidence,
): Promise<Verdict> {
  const opens = command.writes !== undefined && line.flags.includes('open');
  const isWritten =
    opens && failure.code === 'cli_failed' && (await wasChanged(command, line, cli, changedFrom));
  return isWritten === true ? { ...failure, hint: ONLY_NOT_OPENED } : failure;
}

async function judgeChange(
  command: Command,
  line: CommandLine,
  why: Unclear,
  { cli, changedFrom, look }: Evidence,
): Promise<Verdict> {
  if (onlyReports(command, line)) return { kind: 'accepted', warning: SILENT };
  if (command.evidence === undefined && why === 'other_words') return { kind: 'accepted', warning: UNPROVEN };
  const seen = await look?.();
  if (seen === 'made') return { kind: 'confirmed' };
  if (seen === 'changed') return { kind: 'accepted', warning: SEEN };
  if (seen !== undefined) return seen === 'unchanged' ? unchanged(why) : unconfirmed(SAID[why]);
  const isDone = await wasChanged(command, line, cli, changedFrom);
  if (isDone === true) return { kind: 'accepted', warning: SEEN };
  return isDone === false ? unchanged(why) : unconfirmed(SAID[why]);
}

/** The verdict on a change that has not happened. Where the connection broke, it may still happen. */
function unchanged(why: Unclear): Verdict {
  if (why === 'broken_connection') return { ...unconfirmed(SAID[why]), isUnchanged: true };
  if (why === 'silence') return { kind: 'failed', code: 'no_output' };
  return { kind: 'failed', code: 'cli_failed', error: NOT_CHANGED };
}

async function judgeRead(
  command: Command,
  line: CommandLine,
  why: Unclear,
  answer: ProgramAnswer,
  { cli, look }: Evidence,
): Promise<Verdict> {
  if (why === 'broken_connection') return { kind: 'unconfirmed', error: LOST_WHILE_PRINTING };
  if (why === 'other_words') return { kind: 'accepted', warning: OTHER_WORDS };
  if (!command.printsNote)
    return why === 'silence'
      ? { kind: 'failed', code: 'no_output' }
      : { kind: 'accepted', warning: LIKE_AN_ERROR };
  const text = answer.stdout.trim();
  const isMade = (await look?.()) === 'made';
  const isText = isMade || (await isNoteText(command, line, { text, bytes: answer.stdoutBytes }, cli));
  if (isText === true) return { kind: 'confirmed' };
  if (why === 'silence')
    return isText === undefined ? { kind: 'unconfirmed', error: SILENT_TWICE } : withoutText(isText);
  const { code, isKnown } = reportedFailure(text, line) ?? { code: 'cli_failed', isKnown: false };
  return isText === undefined && !isKnown
    ? { kind: 'unconfirmed', error: TEXT_OR_ERROR }
    : { kind: 'failed', code };
}

function withoutText(found: false | 'missing'): Verdict {
  return found === 'missing'
    ? { kind: 'failed', code: 'file_not_found', words: 'There is no such note.' }
    : { kind: 'failed', code: 'cli_failed', words: 'Nothing was printed, although the note has text.' };
}

function unconfirmed(what: string): Extract<Verdict, { kind: 'unconfirmed' }> {
  return { kind: 'unconfirmed', error: sentenceOf('unconfirmed', { what }) };
}

const LOST_THE_APP = 'lost the app while it was answering';
const SAID: Readonly<Record<Unclear, string>> = {
  silence: 'printed nothing',
  other_words: 'did not print its confirmation',
  failure_or_text: 'did not print its confirmation',
  broken_connection: LOST_THE_APP,
};
const NOT_CHANGED = 'The Obsidian CLI did not print its confirmation. Nothing was changed so far.';
const MUTE =
  'The program printed nothing, and nothing for version and help either, so it may not be the Obsidian CLI: check that the change was made.';
const UNPROVEN =
  'The Obsidian CLI ended without an error but did not confirm this: check that the change was made.';
const SEEN = 'The Obsidian CLI did not print its confirmation, but the note was changed in the meantime.';
const OTHER_WORDS = 'The Obsidian CLI is not known to print this here, so the output may be wrong.';
const SILENT = 'The Obsidian CLI printed nothing, although it is known to print something here.';
const LOST_WHILE_PRINTING =
  'The Obsidian CLI lost its connection to the app while printing, so the end may be missing.';
const SILENT_TWICE =
  'The Obsidian CLI printed nothing, and could not say whether there is anything to print.';
const LIKE_AN_ERROR = 'The output reads like an error message and may be one.';
const TEXT_OR_ERROR =
  'The output is one line that reads like an error message, and it is not known whether it is one or the requested text.';
const ONLY_NOT_OPENED = 'The text was written and only opening the note failed: do not repeat the call.';

/** Bytes of a byte order mark, which the output may lack, and of line breaks that may surround the text. */
const MARK_BYTES = 3;
const BREAKS_BYTES = 4;

/**
 * Looks at the note that a command should have changed, by asking the program.
 * @returns whether it was changed, or is gone, as intended; undefined if unknown
 */
async function wasChanged(
  command: Command,
  line: CommandLine,
  cli: ObsidianCli,
  changedFrom: number,
): Promise<boolean | undefined> {
  const target = await changedNote(command, line, cli);
  if (target === undefined) return undefined;
  const note = await cli.file(target === 'open_note' ? undefined : target);
  if (note === undefined) return undefined;
  if (command.evidence === 'gone') return note === 'missing';
  if (note === 'missing' || Number.isNaN(note.modified)) return undefined;
  if (note.modified >= changedFrom) return true;
  // The new note may have been given another name.
  return targetOf(command, line).kind === 'new' ? undefined : false;
}

/** The note that a command changes; undefined if only its answer could tell. */
async function changedNote(
  command: Command,
  line: CommandLine,
  cli: ObsidianCli,
): Promise<FileTarget | 'open_note' | undefined> {
  if (command.evidence === undefined) return undefined;
  const target = targetOf(command, line);
  switch (target.kind) {
    case 'today':
      return dailyNote(cli);
    case 'new':
      return target.path === undefined ? undefined : { path: target.path };
    case 'name':
      // A moved note keeps its name, so the name would still find it.
      return command.moves ? undefined : { file: target.name };
    case 'open':
      // After a delete, another one may be open by now.
      return command.evidence === 'modified' ? 'open_note' : undefined;
    case 'path':
    case 'named_by_program':
    case 'none':
      return fileTarget(target);
  }
}

/** Output that is either the text of a note or a message of the program. */
interface Printed {
  readonly text: string;
  readonly bytes: number;
}

/**
 * Whether the output is the text of the note that a command reads, judged by the size of the note.
 * @returns `missing` if there is no such note; undefined if the program does not answer
 */
async function isNoteText(
  command: Command,
  line: CommandLine,
  { text, bytes }: Printed,
  cli: ObsidianCli,
): Promise<boolean | 'missing' | undefined> {
  const named = targetOf(command, line);
  const target = named.kind === 'today' ? await dailyNote(cli) : (fileTarget(named) ?? 'open_note');
  if (target === undefined) return undefined;
  // After silence, there is no error message to check, so skip the list.
  if (target !== 'open_note' && named.kind !== 'today' && text !== '') {
    const files = await cli.list('files');
    if (files !== undefined && !(await isListed(target, files))) return 'missing';
  }
  const note = await cli.file(target === 'open_note' ? undefined : target);
  if (note === undefined || note === 'missing') return note;
  if (text === '') return note.size === 0 || note.size === MARK_BYTES || bytes >= note.size;
  return bytes >= note.size - MARK_BYTES && bytes <= note.size + BREAKS_BYTES;
}

async function dailyNote(cli: ObsidianCli): Promise<FileTarget | undefined> {
  const path = await cli.dailyPath();
  return path === undefined ? undefined : { path };
}

async function isListed(target: FileTarget, files: string): Promise<boolean> {
  if ('path' in target) return files.split(/\r?\n/).includes(target.path);
  return (await namesakes(baseName(target.file), '.md', files)).length > 0;
}
