import type { Carrier } from '../call';
import { invalidParameter } from '../../errors';
import { done } from '../outcome';
import type { Outcome } from '../outcome';
import { inStoreTime } from '../../notes/bounded-store';
import { inGroups } from '../../text/in-groups';
import { MOST_CHANGES } from '../../notes/changes/change-list';
import type { Change, ChangeState, KeptChange } from '../../notes/changes/change-list';
import { readingOnce } from '../../notes/changes/conflict';

/** How many changes are listed if the call does not say. */
const USUAL = 50;
/** How many notes are read at once. */
const AT_ONCE = 8;

/** The command that lists changes. */
export const CHANGES: Carrier = {
  check: (call) => void limitOf(call.parameter('limit') ?? ''),
  carry: async (call): Promise<Outcome> => {
    const { changes } = call.context;
    const read = readingOnce();
    const withState = async (change: KeptChange): Promise<ListedChange> => {
      const { id, group, time, client, command, path, from, added, removed } = change;
      const state = await changes.stateOf(change, read);
      return { id, group, time, client, command, path, from, added, removed, state };
    };
    const kept = changes.list(call.caller.key).slice(0, limitOf(call.parameter('limit') ?? ''));
    const listed = await inStoreTime(({ check }) =>
      inGroups(kept, AT_ONCE, (change) => {
        check();
        return withState(change);
      }),
    );
    const lines = listed.map(lineOf);
    return done(lines.length > 0 ? lines.join('\n') : 'No changes.', listed);
  },
};

type ListedChange = Omit<Change, 'clientId' | 'isUndo'> & { readonly state: ChangeState };

function lineOf({
  id,
  group,
  time,
  client,
  command,
  path,
  from,
  added,
  removed,
  state,
}: ListedChange): string {
  const place = from === undefined ? path : `${from} -> ${path}`;
  const batch = group === undefined ? [] : [`batch ${group}`];
  return [id, state, time, client, command, place, `+${added} -${removed}`, ...batch].join('\t');
}

/** @throws BridgeError `invalid_parameter` */
function limitOf(given: string): number {
  const limit = given === '' ? USUAL : Number(given);
  if (/^\d*$/.test(given) && limit >= 1 && limit <= MOST_CHANGES) return limit;
  throw invalidParameter(`"limit" must be a whole number from 1 to ${MOST_CHANGES}.`);
}
