import type { ChooseCarrier } from '../call';
import { BridgeError } from '../../errors';
import { done } from './result';
import { MOST_CHANGES } from '../../notes/changes/change-list';
import type { Change, ChangeList, ChangeState } from '../../notes/changes/change-list';
import { readingOnce } from '../../notes/changes/conflict';

/** How many changes are listed if the call does not say. */
const USUAL = 50;

/** Makes the carrier of the command that lists changes. */
export function createChanges(changes: ChangeList): ChooseCarrier {
  return (_command, { parameters }) => {
    const limit = limitOf(parameters.get('limit') ?? '');
    return async (_run, { key }) => {
      const listed: ListedChange[] = [];
      const read = readingOnce();
      for (const change of changes.list(key).slice(0, limit)) {
        const { id, group, time, client, command, path, from, added, removed } = change;
        const state = await changes.stateOf(change, read);
        listed.push({ id, group, time, client, command, path, from, added, removed, state });
      }
      const lines = listed.map(lineOf);
      return done(lines.length > 0 ? lines.join('\n') : 'No changes.', listed);
    };
  };
}

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
  throw BridgeError.of('invalid_parameter', {
    detail: `"limit" must be a whole number from 1 to ${MOST_CHANGES}. Nothing was run.`,
  });
}
