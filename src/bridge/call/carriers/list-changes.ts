import type { Call, Carrier } from '../call';
import { invalidParameter } from '../../errors';
import { done } from '../outcome';
import type { Outcome } from '../outcome';
import { inStoreTime } from '../../notes/bounded-store';
import { inGroups } from '../../text/in-groups';
import { MAX_LISTED } from '../../notes/changes/change-list';
import type { Change, ChangeState, KeptChange } from '../../notes/changes/change';
import { readingOnce } from '../../notes/changes/conflict';
import { changesSummary } from '../../notes/changes/summary';

/** How many changes are listed if the call does not say. */
const USUAL = 50;
/** How many notes are read at once. */
const AT_ONCE = 8;

const HOUR_MS = 3_600_000;

/** The command that lists changes. */
export const CHANGES: Carrier = {
  check: (call) => void rangeOf(call),
  carry: async (call): Promise<Outcome> => {
    const { since, client, limit } = rangeOf(call);
    const found = call.context.changes
      .list(call.caller.key)
      .filter(
        (change) =>
          call.maySee(change) &&
          change.time >= since &&
          (client === '' || change.client.toLowerCase() === client),
      );
    if (call.parameter('format') === 'markdown')
      return done(changesSummary(found.slice(0, limit)), undefined);
    const listed = await withStates(call, found.slice(0, limit ?? USUAL));
    const lines = listed.map(lineOf);
    return done(lines.length > 0 ? lines.join('\n') : 'No changes.', listed);
  },
};

type ListedChange = Omit<Change, 'clientId' | 'isUndo'> & { readonly state: ChangeState };

function withStates({ context }: Call, kept: readonly KeptChange[]): Promise<readonly ListedChange[]> {
  const read = readingOnce();
  return inStoreTime(({ check }) =>
    inGroups(kept, AT_ONCE, async (change) => {
      check();
      const { id, group, time, client, command, path, from, added, removed } = change;
      const state = await context.changes.stateOf(change, read);
      return { id, group, time, client, command, path, from, added, removed, state };
    }),
  );
}

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

/** Which changes a call wants. */
interface Range {
  /** ISO 8601, UTC; empty for all. */
  readonly since: string;
  /** In lowercase; empty for all. */
  readonly client: string;
  /** Undefined if the call does not say. */
  readonly limit: number | undefined;
}

/** @throws BridgeError `invalid_parameter` */
function rangeOf(call: Call): Range {
  return {
    since: sinceOf(call.parameter('since') ?? ''),
    client: (call.parameter('client') ?? '').toLowerCase(),
    limit: limitOf(call.parameter('limit') ?? ''),
  };
}

function limitOf(given: string): number | undefined {
  if (given === '') return undefined;
  const limit = Number(given);
  if (/^\d+$/.test(given) && limit >= 1 && limit <= MAX_LISTED) return limit;
  throw invalidParameter(`"limit" must be a whole number from 1 to ${MAX_LISTED}.`);
}

/** Hours or days ago, or a date or time, which is one of this machine's time zone unless it says another. */
const AGO = /^(\d{1,5})([dh])$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?$/;

function sinceOf(given: string): string {
  if (given === '') return '';
  const [, count, unit] = AGO.exec(given) ?? [];
  const isDate = DATE.test(given);
  const time =
    count !== undefined
      ? Date.now() - Number(count) * (unit === 'd' ? 24 : 1) * HOUR_MS
      : isDate || TIME.test(given)
        ? Date.parse(isDate ? `${given}T00:00` : given)
        : NaN;
  if (!Number.isNaN(time)) return new Date(time).toISOString();
  throw invalidParameter(
    '"since" must be a time in ISO 8601, such as 2026-01-31 or 2026-01-31T09:00Z, or how long ago, such as 7d or 12h.',
  );
}
