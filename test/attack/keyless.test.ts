import { describe, expect, test } from 'vitest';
import { connectionLimit } from '../../src/bridge/http/connection-limit';
import { TEST_KEY } from '../kit/bridge';
import { inside, makeTarget } from './target';
import type { Target } from './target';
import { until } from '../kit/until';
import { requestText, Wire } from '../kit/wire';

const FILES = 'GET /api/v1/cli/files';
const HEALTH = requestText('GET /api/v1/health');
/** Milliseconds that are less than a wrong key waits for its answer among 300, and enough for any other on a busy machine. */
const PENALTY_MS = 4_000;
const AUTHORIZED = { Authorization: `Bearer ${TEST_KEY}` };

const withKey = (key: string): string => requestText(FILES, { Authorization: `Bearer ${key}` });

/** Sends this many wrong keys at the same time, each on a connection of its own. */
async function guess(target: Target, count: number): Promise<Wire[]> {
  const wires = await Promise.all(Array.from({ length: count }, () => Wire.open(target.client.url)));
  wires.forEach((wire, index) => wire.write(withKey(`wrong-${index}`)));
  return wires;
}

describe('requests sent ahead', () => {
  test('without a key, more than ten close the connection', async (context) => {
    const target = await makeTarget(context);
    for (const [line, headers] of [
      ['GET /api/v1/commands', {}],
      ['GET /api/v1/health', { Expect: 'anything' }],
      [FILES, { Authorization: 'Bearer wrong' }],
    ] as const) {
      const wire = await Wire.open(target.client.url);
      wire.write(requestText(line, headers).repeat(50));
      expect(await wire.closed(10_000), line).toBe(true);
      expect(wire.answers().length).toBeLessThanOrEqual(10);
    }
    const wire = await Wire.open(target.client.url);
    wire.write(HEALTH.repeat(10));
    expect(await wire.read(10)).toHaveLength(10);
    wire.reset();
  });

  test('those behind them are not even read, where thousands arrive in one piece', async (context) => {
    const target = await makeTarget(context);
    let read = 0;
    inside(target).server.on('request', () => (read += 1));
    const wire = await Wire.open(target.client.url);
    wire.write(HEALTH.repeat(1_000));
    expect(await wire.closed(10_000)).toBe(true);
    expect(read).toBeLessThan(20);
  });

  test('behind the right key, a hundred are answered', async (context) => {
    const target = await makeTarget(context);
    const wire = await Wire.open(target.client.url);
    wire.write(requestText(FILES, AUTHORIZED) + HEALTH.repeat(99));
    expect(await wire.read(100)).toHaveLength(100);
    wire.reset();
  });
});

describe('wrong keys', () => {
  test('are answered at a slow pace, while the right one is answered at once', async (context) => {
    const target = await makeTarget(context);
    const wires = await guess(target, 300);
    const started = performance.now();
    expect((await target.client.get('files')).status).toBe(200);
    expect(performance.now() - started).toBeLessThan(PENALTY_MS);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const answered = wires.flatMap((wire) => wire.answers());
    expect(answered.length).toBeGreaterThan(0);
    expect(answered.length).toBeLessThan(120);
    expect(answered.every(({ status }) => status === 401)).toBe(true);
    for (const wire of wires) wire.reset();
  });

  test('are forgotten after a while: one more is answered at once', async (context) => {
    const target = await makeTarget(context);
    const wires = await guess(target, 5);
    for (const wire of wires) expect((await wire.read())[0]?.status).toBe(401);
    for (const wire of wires) wire.reset();
  });

  test('a missing key does not count as a guess, and is answered at once', async (context) => {
    const target = await makeTarget(context);
    const guesses = await guess(target, 300);
    const started = performance.now();
    expect((await target.client.anonymous('/api/v1/cli/files')).status).toBe(401);
    expect(performance.now() - started).toBeLessThan(PENALTY_MS);
    for (const wire of guesses) wire.reset();
  });
});

describe('connections', () => {
  test('those without a key make room, the oldest first, and the others stay', async (context) => {
    const target = await makeTarget(context, { httpLimits: { maxConnections: 8 } });
    const known = await Wire.open(target.client.url);
    known.write(withKey(TEST_KEY));
    expect((await known.read())[0]?.status).toBe(200);
    for (let count = 0; count < 20; count++) {
      const silent = await Promise.all(Array.from({ length: 8 }, () => Wire.open(target.client.url)));
      await until('one has made room', () => silent.some(({ isClosed }) => isClosed));
      const late = await Wire.open(target.client.url);
      late.write(withKey(TEST_KEY));
      expect((await late.read())[0]?.status).toBe(200);
      late.reset();
      for (const wire of silent) wire.reset();
    }
    known.write(withKey(TEST_KEY));
    expect((await known.read(2)).map(({ status }) => status)).toEqual([200, 200]);
    known.reset();
  });

  test.each([
    [undefined, 1_024],
    [4_096, 1_024],
    [1_024, 256],
    [64, 32],
    [1_048_576, 4_096],
  ])('of a process with %s file handles: %i', (handles, limit) => {
    expect(connectionLimit(handles)).toBe(limit);
  });
});
