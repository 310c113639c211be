import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { KeptQuestion } from '../../src/bridge/call/approval/kept-questions';
import { NOTHING_PRIVATE } from '../../src/bridge/notes/private-folders';
import { noticeUnheardAnswers } from '../../src/obsidian/approval/answer-notices';
import { until } from '../kit/until';

const LOOK_MS = 50;

type Given = Pick<KeptQuestion, 'id' | 'client' | 'state' | 'isHeard'>;

/** A bridge with questions that change. */
function watched() {
  let questions: readonly KeptQuestion[] = [];
  let changed = (): void => undefined;
  const seen: string[] = [];
  const bridge = {
    questions: { list: () => questions, open: () => Promise.resolve() },
    onChange: (listener: () => void) => {
      changed = listener;
      return () => (changed = () => undefined);
    },
  };
  const notify = (sentence: string) => {
    seen.push(sentence);
    return () => undefined;
  };
  const stop = noticeUnheardAnswers(bridge, notify, LOOK_MS);
  const become = (...given: readonly Partial<Given>[]): void => {
    questions = given.map((each, index) => ({
      ...{ id: String(index), client: 'Claude Code', state: 'allowed', isHeard: false, ...each },
      ...{
        time: '',
        clientId: each.client ?? '',
        command: '',
        path: undefined,
        privateFolders: NOTHING_PRIVATE,
        answer: undefined,
      },
      words: `add text to ${index}.md`,
    }));
    changed();
  };
  return { become, seen, stop };
}

it('says once of a client that it has not asked for the answer to what the user has allowed', async () => {
  const { become, seen } = watched();
  become({ state: 'waiting' }, { state: 'denied' }, { state: 'failed' });
  become({ id: 'new' });
  become({ id: 'new' });
  expect(seen).toEqual([]);
  await until('the user is told', () => seen.length > 0);
  become({ id: 'new' });
  await sleep(2 * LOOK_MS);
  expect(seen).toEqual([
    "Claude Code doesn't know yet that you allowed it to add text to 0.md. Tell it to continue.",
  ]);
});

it('says nothing of one that has asked meanwhile, nor after the end, and one sentence for several', async () => {
  const { become, seen, stop } = watched();
  become({}, {}, {}, { client: 'owner' });
  become({ isHeard: true }, {}, {}, { client: 'owner' });
  await until('the user is told', () => seen.length > 1);
  become({ id: 'another' });
  stop();
  await sleep(2 * LOOK_MS);
  expect(seen).toEqual([
    "Claude Code doesn't know yet that you allowed 2 of its calls. Tell it to continue.",
    "A client with your API key doesn't know yet that you allowed it to add text to 3.md. Tell it to continue.",
  ]);
});
