import { OWNER, OWNER_NAME } from '../../bridge/key-records';
import { isOpen } from '../../bridge/notes/changes/change';
import type { KeptChange } from '../../bridge/notes/changes/change';
import type { ChangeNotices } from '../../bridge/settings';
import type { BridgeController } from '../bridge-controller';
import type { Dialogs } from '../ui/dialogs';
import type { Announce, Offer } from '../ui/notices';
import { ChangeModal } from './change-modal';
import { sentenceFor } from './change-text';
import { ChangesModal } from './changes-modal';
import { undo, undoAll } from './undo';

/** A client's changes with less than this between them, in milliseconds, share a notice. */
const PAUSE_MS = 5_000;

/** A notice about changes by a client. */
interface Shown {
  /** The newest first. */
  readonly changes: readonly KeptChange[];
  readonly at: number;
  readonly hide: () => void;
}

/** Shows a notice after changes, if the user wants it. */
export function noticeChanges(
  bridge: Pick<BridgeController, 'changes' | 'program' | 'settings' | 'onChange'>,
  dialogs: Dialogs,
  announce: Announce,
): void {
  const { changes, settings } = bridge;
  const shown = new Map<string, Shown>();
  // Those from before the app was opened may be read later.
  const since = new Date().toISOString();
  let newest: string | undefined;
  bridge.onChange(() => {
    const list = changes.list(OWNER);
    const seen = list.findIndex(({ id }) => id === newest);
    newest = list[0]?.id;
    const fresh = (seen === -1 ? list : list.slice(0, seen)).filter(
      (change) => change.time >= since && isWanted(change, settings.current.changeNotices),
    );
    for (const clientId of new Set(fresh.map((change) => change.clientId))) {
      const before = shown.get(clientId);
      const isJoined = before !== undefined && Date.now() - before.at < PAUSE_MS;
      const all = [
        ...fresh.filter((change) => change.clientId === clientId),
        ...(isJoined ? before.changes : []),
      ];
      if (isJoined) before.hide();
      const hide = announce(sentenceFor(all), offersFor(all, bridge, dialogs));
      shown.set(clientId, { changes: all, at: Date.now(), hide });
    }
  });
}

function offersFor(
  changes: readonly KeptChange[],
  bridge: Pick<BridgeController, 'changes' | 'program'>,
  dialogs: Dialogs,
): readonly Offer[] {
  const [change, ...others] = changes;
  if (!change) return [];
  const isAlone = others.length === 0;
  const mayUndo = changes.some((each) => isOpen(each) && each.why === undefined);
  return [
    ...(mayUndo
      ? [
          {
            label: 'Undo',
            accept: () => void (isAlone ? undo(bridge, changes) : undoAll(dialogs, bridge, changes)),
          },
        ]
      : []),
    {
      label: 'Show',
      accept: () =>
        dialogs.show(
          isAlone ? new ChangeModal(dialogs, bridge, change) : new ChangesModal(dialogs, bridge, changes),
        ),
    },
  ];
}

/** An undo by the user has its own notice. */
function isWanted({ clientId, isUndo }: KeptChange, choice: ChangeNotices): boolean {
  if (clientId === OWNER_NAME) return choice === 'all' && !isUndo;
  return choice !== 'off';
}
