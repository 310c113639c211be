import { BridgeError } from '../../errors';
import { revisionOf, revisionOfLong } from '../../notes/revision';
import type { Carrier } from '../call';
import { changeNote } from '../note/change-note';
import { storeOf } from '../note/locate';
import { done } from '../outcome';
import { opened } from './write-in-place';

/** What carries a call of which the user has left parts out: the text that they have seen goes in, in one step. */
export const KEPT_PARTS: Carrier = {
  carry: async (call) => {
    const { kept } = call.approval ?? {};
    if (!kept) throw BridgeError.of('internal_error', {});
    const { path, before, text, of, made, left } = kept;
    const store = await storeOf(call);
    const changed = await changeNote(call, store, path, (now) => {
      if (now === before) return text;
      throw BridgeError.of('revision_conflict', {
        path,
        revision: revisionOf(now),
        wanted: revisionOf(before),
      });
    });
    if (changed === undefined)
      throw BridgeError.of('revision_conflict', { path, wanted: revisionOf(before) });
    const data = {
      path,
      carrier: 'in_place',
      kept: { of, made, left },
      revision: await revisionOfLong(text),
    };
    return opened(call, done(`Edited: ${path}`, data, [`The user kept ${made} of ${of} changes.`]));
  },
};
