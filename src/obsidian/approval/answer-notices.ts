import { clearTimeout, setTimeout } from 'node:timers';
import type { KeptQuestion } from '../../bridge/call/approval/kept-questions';
import type { BridgeController } from '../bridge-controller';
import type { Notify } from '../ui/notices';
import { askerOf } from './question-text';

/** Time for a client that polls. */
const LOOK_MS = 60_000;

/**
 * Notifies the user about a client that does not know yet that its calls were allowed: it may wait for the user.
 * @returns a function that stops it
 */
export function noticeUnheardAnswers(
  bridge: Pick<BridgeController, 'questions' | 'onChange'>,
  notify: Notify,
  lookMs = LOOK_MS,
): () => void {
  const timers = new Map<KeptQuestion['id'], NodeJS.Timeout>();
  const unheard = (): readonly KeptQuestion[] =>
    bridge.questions.list().filter(({ state, isHeard }) => state === 'allowed' && !isHeard);
  const tell = (id: KeptQuestion['id']): void => {
    const question = unheard().find((each) => each.id === id);
    if (!question) return;
    const others = unheard().filter(({ clientId }) => clientId === question.clientId);
    // One notice for all that the user has allowed the client in a row.
    if (others.at(-1) !== question) return;
    const what = others.length === 1 ? `it to ${question.words}` : `${others.length} of its calls`;
    notify(`${askerOf(question)} doesn't know yet that you allowed ${what}. Tell it to continue.`);
  };
  const stop = bridge.onChange(() => {
    for (const { id } of unheard())
      if (!timers.has(id))
        timers.set(
          id,
          setTimeout(() => tell(id), lookMs),
        );
  });
  return () => {
    stop();
    for (const timer of timers.values()) clearTimeout(timer);
  };
}
