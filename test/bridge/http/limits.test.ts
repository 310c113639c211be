import { expect, test } from 'vitest';
import { LIMITS } from '../../../src/bridge/http/server';

test('what a server puts up with from its clients, as it ships', () => {
  expect(LIMITS).toEqual({
    headersMs: 5_000,
    requestMs: 20_000,
    nextHeadersMs: 10_000,
    stalledMs: 30_000,
    keepAliveMs: 5_000,
    maxConnections: 4_096,
  });
});
