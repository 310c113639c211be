import type { CommandLine } from '../../cli/command-line';
import type { ObsidianCli } from '../../cli/obsidian-cli';
import type { ProgramAnswer } from '../../cli/read-answer';
import { sentenceOf } from '../../errors';
import type { FailureCode } from '../../error-codes';
import { reportedFailure } from './failure-code';
import { isNoteText, wasChanged } from './evidence';
import { exitFailure, onlyReports, openAfterExit } from './verdict';
import type { AnswerFacts, Unclear, Verdict } from './verdict';
import type { Witness } from './witness';

/** The final judgment of an answer. */
export type Settled =
  | { readonly kind: 'confirmed' }
  /** Counts as a success, with a warning. */
  | { readonly kind: 'accepted'; readonly warning: string }
  /** `words` replace the output. */
  | {
      readonly kind: 'failed';
      readonly code: FailureCode;
      readonly words?: string;
      readonly hint?: string;
    }
  /** It may or may not have happened. */
  | { readonly kind: 'unconfirmed'; readonly error: string; readonly isUnchanged?: boolean };

export interface Settling {
  readonly call: CommandLine;
  readonly answer: ProgramAnswer;
  readonly cli: ObsidianCli;
  /** A note modified at or after this time was changed by the call; milliseconds since 1970. */
  readonly changedFrom: number;
  /** Checks a change in the note store; if absent, the program is asked about the note. */
  readonly witness?: Witness | undefined;
}

/** Settles a run that ended by itself with an exit code other than 0. */
export function settleExit(command: AnswerFacts, call: CommandLine, answer: ProgramAnswer): Settled {
  const failure: Settled = { kind: 'failed', code: exitFailure(call, answer) };
  if (failure.code === 'app_not_running') return failure;
  switch (openAfterExit(command, call, answer)) {
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

/** Settles a verdict. If it is unclear, looks at the note concerned, if there is one. */
export async function settle(command: AnswerFacts, verdict: Verdict, settling: Settling): Promise<Settled> {
  if (verdict.kind === 'confirmed') return verdict;
  if (verdict.kind === 'failed') return settleFailure(command, verdict, settling);
  return command.kind === 'read'
    ? settleRead(command, verdict.why, settling)
    : settleChange(command, verdict.why, settling);
}

/** The program opens a note after writing it, so the failure may be in opening alone. */
async function settleFailure(
  command: AnswerFacts,
  failure: Extract<Verdict, { kind: 'failed' }>,
  { call, cli, changedFrom }: Settling,
): Promise<Settled> {
  const opens = command.writes !== undefined && call.flags.includes('open');
  const isWritten =
    opens && failure.code === 'cli_failed' && (await wasChanged(command, call, cli, changedFrom));
  return isWritten === true ? { ...failure, hint: ONLY_NOT_OPENED } : failure;
}

async function settleChange(
  command: AnswerFacts,
  why: Unclear,
  { call, cli, changedFrom, witness }: Settling,
): Promise<Settled> {
  if (onlyReports(command, call)) return { kind: 'accepted', warning: SILENT };
  if (command.evidence === undefined && why === 'other_words') return { kind: 'accepted', warning: UNPROVEN };
  const seen = await witness?.();
  if (seen === 'made') return { kind: 'confirmed' };
  if (seen === 'changed') return { kind: 'accepted', warning: SEEN };
  if (seen !== undefined)
    return { ...unconfirmed(SAID[why]), ...(seen === 'unchanged' && { isUnchanged: true }) };
  const isDone = await wasChanged(command, call, cli, changedFrom);
  if (isDone === true) return { kind: 'accepted', warning: SEEN };
  return { ...unconfirmed(SAID[why]), ...(isDone === false && { isUnchanged: true }) };
}

async function settleRead(
  command: AnswerFacts,
  why: Unclear,
  { call, answer, cli }: Settling,
): Promise<Settled> {
  if (why === 'broken_connection') return { kind: 'unconfirmed', error: LOST_WHILE_PRINTING };
  if (why === 'other_words') return { kind: 'accepted', warning: OTHER_WORDS };
  if (!command.printsNote) return { kind: 'accepted', warning: why === 'silence' ? SILENT : LIKE_AN_ERROR };
  const text = answer.stdout.trim();
  const isText = await isNoteText(command, call, { text, bytes: answer.stdoutBytes }, cli);
  if (isText === true) return { kind: 'confirmed' };
  if (why === 'silence')
    return isText === undefined ? { kind: 'unconfirmed', error: SILENT_TWICE } : withoutText(isText);
  const { code, isKnown } = reportedFailure(text, call) ?? { code: 'cli_failed', isKnown: false };
  return isText === undefined && !isKnown
    ? { kind: 'unconfirmed', error: TEXT_OR_ERROR }
    : { kind: 'failed', code };
}

function withoutText(found: false | 'missing'): Settled {
  return found === 'missing'
    ? { kind: 'failed', code: 'file_not_found', words: 'There is no such note.' }
    : { kind: 'failed', code: 'cli_failed', words: 'Nothing was printed, although the note has text.' };
}

function unconfirmed(what: string): Extract<Settled, { kind: 'unconfirmed' }> {
  return { kind: 'unconfirmed', error: sentenceOf('unconfirmed', { what }) };
}

const LOST_THE_APP = 'lost the app while it was answering';
const SAID: Readonly<Record<Unclear, string>> = {
  silence: 'printed nothing',
  other_words: 'did not print its confirmation',
  failure_or_text: 'did not print its confirmation',
  broken_connection: LOST_THE_APP,
};
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
