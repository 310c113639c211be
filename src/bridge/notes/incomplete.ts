import type { CommandResult } from '../commands/outcome';
import { amount, BridgeError, sentenceOf } from '../errors';
import type { InPlaceResult } from './in-place';
import { TOO_SLOW } from './piece-chain';
import type { Incomplete } from './write-in-pieces';

type IncompleteInPlace = Omit<Extract<InPlaceResult, { kind: 'incomplete' }>, 'kind'>;

/** The result of a call whose text was not written whole, made from that of its official command. */
export function incompleteInPieces(
  base: CommandResult,
  { path, written, isExact, from, restored, isOverwriting, instead, words }: Incomplete,
  total: number,
): CommandResult {
  const stands = restored === undefined && instead === undefined ? written : 0;
  const data = { path, written: stands, total, restored: restored !== undefined };
  if (restored === 'trashed') {
    const detail = `The text was not written whole, so the note "${path}" that was created for it was moved to the trash.`;
    return incomplete(base, { detail, hint: repeatHint(words), words, data });
  }
  if (restored === 'old_text') {
    const detail = `The text was not written whole, so "${path}" was given its old text again.`;
    return incomplete(base, { detail, hint: repeatHint(words), words, data });
  }
  const where = path === undefined ? 'the note' : `"${path}"`;
  if (instead !== undefined) return incomplete(base, { ...insteadOfText(where, instead), words, data });
  if (written === total && !isExact) {
    const detail = `All ${amount(total)} bytes of the text were written to ${where}, but something else has changed the note meanwhile.`;
    return incomplete(base, { detail, hint: READ_FIRST, words, data });
  }
  const lost = isOverwriting ? ` ${OLD_VERSIONS}` : '';
  const [which, command] = from === 'beginning' ? ['first', 'append'] : ['last', 'prepend'];
  const count = `${amount(written)} of ${amount(total)} bytes of the text`;
  return isExact
    ? incomplete(base, {
        detail: `Only the ${which} ${count} were written to ${where}.`,
        hint: `Read the note, and write only what is missing, with ${command} and the flag inline.${lost}`,
        words,
        data,
      })
    : incomplete(base, {
        detail: `Only ${count} are known to stand in ${where}; more may have been written, or may be written late, or something else has changed the note meanwhile.`,
        hint: READ_FIRST + lost,
        words,
        data,
      });
}

/** What to do after a write that was undone. */
function repeatHint(words: string): string {
  return words === TOO_SLOW
    ? 'Nothing has changed in the end. Write the text in several calls, each with a part of it, with append and the flag inline for all but the first.'
    : REPEAT;
}

/** What to say of a note in which something else stands than a part of the text. */
function insteadOfText(
  where: string,
  instead: NonNullable<Incomplete['instead']>,
): { readonly detail: string; readonly hint: string } {
  switch (instead.kind) {
    case 'gone':
      return {
        detail: `There is no note ${where} any more, so nothing of the text stands in it.`,
        hint: 'Find out where the note is before you write anything again.',
      };
    case 'torn':
      return {
        detail: `The text was not written whole, and the old text of ${where} could not be put back whole: the first ${amount(instead.bytes)} of ${amount(instead.total)} bytes of it stand there, and nothing of the new text.`,
        hint: OLD_VERSIONS,
      };
    case 'unknown':
      return {
        detail: `The text was not written whole, and it is not known what undoing that has left in ${where}.`,
        hint: `${READ_FIRST} ${OLD_VERSIONS}`,
      };
  }
}

/** As {@link incompleteInPieces}, of a text that the app was to put in place. */
export function incompleteInPlace(
  base: CommandResult,
  { path, left, restored, isRemoved = false, isKept = false, cause }: IncompleteInPlace,
  total: number,
): CommandResult {
  const where = path === undefined ? 'the note' : `"${path}"`;
  const words = cause instanceof Error ? cause.message : base.stderr;
  const data = { path, written: 0, total, restored };
  const isText = !(cause instanceof BridgeError);
  const after = isRemoved
    ? ', so the note that was created for it was moved to the trash'
    : restored
      ? ', which is as it was before'
      : isKept
        ? '; nothing of it stands there. The note was created for it, and stays because of what else may have been written there'
        : '; nothing of it stands there';
  const detail = {
    nothing: `The app did not put the text into ${where}${after}.`,
    marker: `The app did not put the text into ${where}, where a comment holds its place. ${isText ? 'It is taken out at the next start of the plugin.' : 'Not all of the file is text in UTF-8, so that only the program that wrote it can take it out without a loss.'}`,
    unknown: `Nothing of the text was written to ${where}. A comment that holds its place may still be written there, late; it is taken out again then.`,
  }[left];
  return incomplete(base, { detail, hint: restored ? REPEAT : READ_FIRST, words, data });
}

/**
 * As {@link incompleteInPieces}, of an edit whose note was moved or deleted before it was overwritten.
 * @param isUndone whether the copy that was written in its place is in the trash
 */
export function incompleteCopy(
  base: CommandResult,
  path: string,
  isUndone: boolean,
  total: number,
): CommandResult {
  const detail = isUndone
    ? `"${path}" was moved or deleted while it was edited, so the copy that was written there was moved to the trash.`
    : `"${path}" was moved or deleted while it was edited, and what stands there now is a copy with the edited text.`;
  const data = { path, written: isUndone ? 0 : total, total, restored: isUndone };
  const hint = `Find out where the note is, and edit it there.${isUndone ? '' : ' The copy is not needed.'}`;
  return incomplete(base, { detail, hint, words: '', data });
}

const REPEAT = 'Nothing has changed in the end, so the call can be repeated.';
const OLD_VERSIONS =
  'The app may have the old text in its file recovery: list its versions with history, and print one with history:read.';
const READ_FIRST = 'Read the note before you write anything again.';

function incomplete(
  base: CommandResult,
  {
    detail,
    words,
    ...facts
  }: { readonly detail: string; readonly hint: string; readonly words: string; readonly data: object },
): CommandResult {
  const error = sentenceOf('write_incomplete', { detail });
  return { ...base, ...facts, exitCode: base.exitCode || 1, stderr: words, code: 'write_incomplete', error };
}
