import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { KeylessPace } from '../../../src/bridge/http/keyless-pace';

test('a few are sent at once, the others in later turns, connection by connection', async () => {
  const pace = new KeylessPace();
  const [greedy, modest] = [{}, {}];
  const sent: string[] = [];
  for (let count = 0; count < 100; count++) pace.add(greedy, () => sent.push('greedy'));
  pace.add(modest, () => sent.push('modest'));
  const atOnce = sent.length;
  expect(atOnce).toBeLessThan(50);
  await nextTurn();
  expect(sent.slice(atOnce, atOnce + 2)).toEqual(['greedy', 'modest']);
  while (sent.length < 101) await nextTurn();
  expect(sent.filter((from) => from === 'greedy')).toHaveLength(100);
});

test('what waits for a connection that has closed is dropped', async () => {
  const pace = new KeylessPace();
  const [gone, there] = [{}, {}];
  const sent: string[] = [];
  for (let count = 0; count < 100; count++) pace.add(gone, () => sent.push('gone'));
  const atOnce = sent.length;
  pace.remove(gone);
  pace.add(there, () => sent.push('there'));
  while (!sent.includes('there')) await nextTurn();
  expect(sent).toHaveLength(atOnce + 1);
});
