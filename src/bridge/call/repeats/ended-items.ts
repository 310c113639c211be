import { createHash } from 'node:crypto';
import type { FailureCode } from '../../error-codes/error-codes';
import { BridgeError, sentenceOf } from '../../errors';
import { isObject } from '../../text/json';
import type { Call } from '../call';
import { sizeOf, withoutOutput } from '../kept-answer';
import type { BatchItem } from '../outcome';
import { isChange } from '../policy/read-only';

/** Why the rest of a batch was not run. */
export const CLIENT_LEFT = 'the client had left';

/** What an answer may have to be kept with its output. */
const ANSWER_BYTES = 16 * 1024;

const NOT_KEPT = 'The first answer was longer than 16 KiB, so its output and data were not kept.';

/** The failures after which a change may have been made, unless they say that nothing was changed. */
const UNSURE: readonly FailureCode[] = [
  'timeout',
  'unconfirmed',
  'cancelled',
  'output_too_large',
  'store_timeout',
  'write_incomplete',
];

/** One result of a request that has ended. */
export interface EndedItem {
  readonly item: BatchItem;
  /** Local time, HH:MM:SS. */
  readonly time: string;
  readonly hasChanged: boolean;
  /** The id of what it changed, if that is listed. */
  readonly change: string | undefined;
}

/** Whether the call changes something, and so must not be made twice. */
export function isRemembered({ command, line, earlier }: Call): boolean {
  return !earlier && isChange(command, line);
}

/** Identifies calls by all that they ask for. */
export function callsDigest(calls: readonly Call[]): string {
  const hash = createHash('sha256');
  for (const { line, ifRevision, group } of calls) {
    // A batch of one call is not that call: its answer has another form.
    hash.update(group === undefined ? 'one' : 'of several');
    const { vault = null, command, words, parameters, flags } = line;
    const named = [...parameters].sort(([one], [other]) => (one < other ? -1 : 1));
    hash.update(JSON.stringify([command, vault, words, named, [...flags].sort(), ifRevision ?? null]));
  }
  return hash.digest('hex');
}

/** The results as they are kept: whole, as far as the limit for all of them allows. @param calls of these results */
export function endedItems(items: readonly BatchItem[], calls: readonly Call[]): EndedItem[] {
  const time = new Date().toTimeString().slice(0, 'HH:MM:SS'.length);
  let room = ANSWER_BYTES;
  return items.map((item, index): EndedItem => {
    const call = calls[index];
    const hasChanged = call !== undefined && isRemembered(call) && mayHaveChanged(item);
    const size = sizeOf(item, ANSWER_BYTES);
    const fits = size <= room;
    if (fits) room -= size;
    return { item: fits ? item : withoutOutput(item, NOT_KEPT), time, hasChanged, change: changeIn(item) };
  });
}

/** Whether a call that may change something has done so, as far as its result shows. */
function mayHaveChanged(item: BatchItem): boolean {
  if (!(item instanceof BridgeError)) return true;
  const { code, ran, context } = item;
  if (!ran) return code === 'internal_error';
  return changeIn(item) !== undefined || (UNSURE.includes(code) && context.data?.['unchanged'] !== true);
}

/** The id of the change that a result names. */
function changeIn(item: BatchItem): string | undefined {
  const data = item instanceof BridgeError ? item.context.data : item.data;
  const change = isObject(data) ? data['change'] : undefined;
  return typeof change === 'string' ? change : undefined;
}

/** Whether a call of a batch was not run because the client had left. */
export function isLeftOut(item: BatchItem | undefined): boolean {
  if (!(item instanceof BridgeError) || item.ran) return false;
  return item.code === 'cancelled' || item.message === sentenceOf('not_run', { reason: CLIENT_LEFT });
}

export function repeatWarning({ item, time }: EndedItem): string {
  return item instanceof BridgeError
    ? `This was already tried at ${time}, and not again.`
    : `This was already done at ${time}, and nothing was done again. If it is wanted once more, make the call again.`;
}

/** Warns of a call that was made twice. @param now its second result */
export function twiceWarning({ item, time }: EndedItem, now: BatchItem): string {
  const first = `The same call was already ${item instanceof BridgeError ? 'tried' : 'done'} at ${time}, and its answer could not be delivered.`;
  const change = changeIn(now);
  return change === undefined
    ? `${first} Now it was run again: check whether it was meant once.`
    : `${first} Now it was run again, which made the change ${change}: if it was meant once, undo that with cli-bridge:undo.`;
}
