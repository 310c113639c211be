import type { CommandResult } from '../commands/outcome';
import { BridgeError, sentenceOf } from '../errors';
import type { InPlaceResult } from './in-place';
import { TornNote } from './note-port';
import { TOO_SLOW } from './piece-chain';
import type { Incomplete } from './write-in-pieces';
import { filled } from './filled';
import { WORDS } from './words';

type IncompleteInPlace = Omit<Extract<InPlaceResult, { kind: 'incomplete' }>, 'kind'>;

/** The result of a call whose text was not written whole, made from that of its official command. */
export function incompleteInPieces(
  base: CommandResult,
  { path, written, isExact, from, restored, isOverwriting, instead, words }: Incomplete,
  total: number,
): CommandResult {
  const stands = restored === undefined && instead === undefined ? written : 0;
  const data = { path, written: stands, total, restored: restored !== undefined };
  if (restored !== undefined) {
    const detail = filled(restored === 'trashed' ? WORDS.trashed : WORDS.oldTextBack, { path: path ?? '' });
    return incomplete(base, { detail, hint: words === TOO_SLOW ? WORDS.inParts : WORDS.repeat, words, data });
  }
  const where = whereOf(path);
  if (instead !== undefined) return incomplete(base, { ...insteadOfText(where, instead), words, data });
  if (written === total && !isExact) {
    const detail = filled(WORDS.allButChanged, { total, where });
    return incomplete(base, { detail, hint: WORDS.readFirst, words, data });
  }
  const [which, command] = from === 'beginning' ? ['first', 'append'] : ['last', 'prepend'];
  const detail = filled(isExact ? WORDS.onlyPart : WORDS.atLeastPart, { which, written, total, where });
  const next = isExact ? filled(WORDS.writeMissing, { command }) : WORDS.readFirst;
  const hint = isOverwriting ? `${next} ${WORDS.oldVersions}` : next;
  return incomplete(base, { detail, hint, words, data });
}

const WHERE_GONE = `${WORDS.whereGone} ${WORDS.oldVersions}`;

function whereOf(path: string | undefined): string {
  return path === undefined ? 'the note' : `"${path}"`;
}

/** What to say of a note in which something else stands than a part of the text. */
function insteadOfText(
  where: string,
  instead: NonNullable<Incomplete['instead']>,
): { readonly detail: string; readonly hint: string } {
  switch (instead.kind) {
    case 'gone':
      return { detail: filled(WORDS.gone, { where }), hint: WHERE_GONE };
    case 'torn':
      return { detail: filled(WORDS.torn, { ...instead, where }), hint: WORDS.oldVersions };
    case 'unknown':
      return {
        detail: filled(WORDS.unknownLeft, { where }),
        hint: `${WORDS.readFirst} ${WORDS.oldVersions}`,
      };
  }
}

/** As {@link incompleteInPieces}, of a text that the app was to put in place. */
export function incompleteInPlace(
  base: CommandResult,
  { path, left, restored, isRemoved = false, cause }: IncompleteInPlace,
  total: number,
): CommandResult {
  const words = cause instanceof Error ? cause.message : base.stderr;
  const data = { path, written: 0, total, restored };
  const after = isRemoved ? WORDS.afterTrash : restored ? WORDS.afterNothing : WORDS.afterChange;
  const marker = cause instanceof BridgeError ? WORDS.markerInBytes : WORDS.markerUntilStart;
  const [sentence, hint] = {
    nothing: [WORDS.notPlaced + after, restored ? WORDS.repeat : WORDS.readFirst],
    marker: [WORDS.notPlaced + marker, WORDS.readFirst],
    unknown: [WORDS.markerLate, WORDS.readFirst],
    gone: [WORDS.gone, WHERE_GONE],
    torn: [WORDS.unknownLeft, `${WORDS.readFirst} ${WORDS.oldVersions}`],
  }[left] as [string, string];
  return incomplete(base, { detail: filled(sentence, { where: whereOf(path) }), hint, words, data });
}

/** What a change has left of which the app has thrown this. */
export function leftBy(cause: unknown): Pick<IncompleteInPlace, 'left' | 'restored'> {
  const isTorn = cause instanceof TornNote;
  return { left: isTorn ? 'torn' : 'nothing', restored: !isTorn };
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
  const detail = filled(isUndone ? WORDS.copyTrashed : WORDS.copyLeft, { path });
  const data = { path, written: isUndone ? 0 : total, total, restored: isUndone };
  const hint = isUndone ? WORDS.findCopied : `${WORDS.findCopied} ${WORDS.copyNotNeeded}`;
  return incomplete(base, { detail, hint, words: '', data });
}

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
