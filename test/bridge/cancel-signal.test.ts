import { expect, test } from 'vitest';
import { Cancellation } from '../../src/bridge/cancel-signal';

test('those who listen are told once, and those who have stopped listening are not', () => {
  const signal = new Cancellation();
  const told: string[] = [];
  const late = (): void => void told.push('late');
  signal.addEventListener('abort', () => {
    told.push('first');
    signal.removeEventListener('abort', late);
  });
  signal.addEventListener('abort', late);
  const gone = (): void => void told.push('gone');
  signal.addEventListener('abort', gone);
  signal.removeEventListener('abort', gone);
  expect(signal.aborted).toBe(false);
  signal.abort();
  signal.abort();
  expect(signal.aborted).toBe(true);
  expect(told).toEqual(['first']);
});
