import { OWNER, OWNER_NAME } from '../../bridge/key-records';
import type { KeptChange } from '../../bridge/notes/changes/change-list';
import type { ChangeNotices } from '../../bridge/settings';
import type { BridgeController } from '../bridge-controller';
import type { Notify } from '../ui/notices';
import { clientOf, linesOf, placeOf } from './change-text';

/** Shows a notice after changes, if the user wants it. A client's next notice replaces the one before. */
export function noticeChanges(
  bridge: Pick<BridgeController, 'changes' | 'settings' | 'onChange'>,
  notify: Notify,
): void {
  const { changes, settings } = bridge;
  const shown = new Map<string, () => void>();
  let newest: string | undefined;
  bridge.onChange(() => {
    const list = changes.list(OWNER);
    const seen = list.findIndex(({ id }) => id === newest);
    newest = list[0]?.id;
    const fresh = seen === -1 ? list : list.slice(0, seen);
    const wanted = fresh.filter((change) => isWanted(change, settings.current.changeNotices));
    for (const clientId of new Set(wanted.map((change) => change.clientId))) {
      shown.get(clientId)?.();
      shown.set(clientId, notify(sentenceFor(wanted.filter((change) => change.clientId === clientId))));
    }
  });
}

/** An undo by the user has its own notice. */
function isWanted({ clientId, isUndo }: KeptChange, choice: ChangeNotices): boolean {
  if (clientId === OWNER_NAME) return choice === 'all' && !isUndo;
  return choice !== 'off';
}

/** What a client did. */
function sentenceFor(changes: readonly KeptChange[]): string {
  const [change] = changes;
  if (!change) return '';
  const client = clientOf(change);
  if (changes.length > 1) return `${client} made ${changes.length} changes.`;
  if (change.from !== undefined) return `${client} moved ${placeOf(change)}.`;
  return `${client} changed ${placeOf(change)} (${linesOf(change)}).`;
}
