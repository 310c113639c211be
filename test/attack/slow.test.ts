import { describe, expect, test } from 'vitest';
import { TEST_KEY } from '../kit/bridge';
import { inside } from '../kit/inside';
import { oneTextStore } from '../kit/one-text-store';
import { until } from '../kit/until';
import { requestText, Wire } from '../kit/wire';
import { expectEnvelope, makeTarget, unharmed } from './target';
import type { Target } from './target';

const AUTHORIZED = { Authorization: `Bearer ${TEST_KEY}` };
const HEALTH = requestText('GET /api/v1/health');
const CREATE = requestText('POST /api/v1/cli/create', {
  ...AUTHORIZED,
  'Content-Type': 'application/json',
  'Content-Length': '1000',
});

/** Writes `piece` every few milliseconds while the connection is open. */
function trickle(wire: Wire, piece: string, everyMs: number): void {
  const timer = setInterval(() => {
    if (wire.isClosed) clearInterval(timer);
    else wire.write(piece);
  }, everyMs);
}

/** Milliseconds until the server has closed the connection. */
async function timeToClose(wire: Wire, timeoutMs: number): Promise<number> {
  const started = performance.now();
  expect(await wire.closed(timeoutMs), 'the connection is closed in time').toBe(true);
  return performance.now() - started;
}

async function talk(to: Target, bytes: string): Promise<Wire> {
  const wire = await Wire.open(to.client.url);
  if (bytes !== '') wire.write(bytes);
  return wire;
}

/** The response on a connection that was too slow. */
function expectTooSlow(wire: Wire): void {
  const answers = wire.answers();
  expect(answers.map(({ status }) => status)).toEqual([400]);
  for (const answer of answers) expect(expectEnvelope(answer).error).toContain('too long');
}

describe.concurrent('slow clients are cut, with the limits as they are', () => {
  test('one that sends nothing, or headers byte by byte: after 10 seconds', async (context) => {
    const target = await makeTarget(context);
    await unharmed(target, async () => {
      const silent = await talk(target, '');
      const slow = await talk(target, 'GET /api/v1/cli/files HTTP/1.1\r\nHost: 127.0.0.1\r\n');
      trickle(slow, 'X: y\r\n', 300);
      for (const time of await Promise.all([silent, slow].map((wire) => timeToClose(wire, 18_000)))) {
        expect(time).toBeGreaterThan(9_500);
      }
      expectTooSlow(silent);
      expectTooSlow(slow);
    });
  });

  test('one that is idle after its response after 5 seconds, one that sends its next headers byte by byte after 10', async (context) => {
    const target = await makeTarget(context);
    await unharmed(target, async () => {
      const [idle, slow] = await Promise.all([talk(target, HEALTH), talk(target, HEALTH)]);
      await Promise.all([idle.read(), slow.read()]);
      slow.write('GET /x HTTP/1.1\r\nHost: 127.0.0.1\r\n');
      trickle(slow, 'X: y\r\n', 300);
      const [idleFor, slowFor] = await Promise.all([timeToClose(idle, 13_000), timeToClose(slow, 18_000)]);
      expect(idleFor).toBeGreaterThan(4_500);
      expect(slowFor).toBeGreaterThan(9_500);
      expect(idle.answers()).toHaveLength(1);
      const [answer, refusal, ...more] = slow.answers();
      expect([answer?.status, refusal?.status, more]).toEqual([200, 400, []]);
      expect(refusal && expectEnvelope(refusal).error).toContain('too long');
    });
  });
});

const SHORT = { headersMs: 400, requestMs: 600, stalledMs: 1_000, keepAliveMs: 300, checkMs: 50 };

describe.concurrent('slow clients are disconnected, with short limits', () => {
  test('a body that does not arrive, or arrives byte by byte, with Content-Length or chunked', async (context) => {
    const target = await makeTarget(context, { httpLimits: SHORT });
    await unharmed(target, async () => {
      const chunked = CREATE.replace('Content-Length: 1000', 'Transfer-Encoding: chunked');
      const wires = await Promise.all([CREATE, CREATE, chunked, chunked].map((bytes) => talk(target, bytes)));
      if (wires[1]) trickle(wires[1], ' ', 50);
      if (wires[3]) trickle(wires[3], '1\r\n \r\n', 50);
      for (const time of await Promise.all(wires.map((wire) => timeToClose(wire, 10_000)))) {
        expect(time).toBeGreaterThan(500);
      }
      wires.forEach(expectTooSlow);
    });
  });

  test.for([
    ['without a key', CREATE.replace(TEST_KEY, 'wrong'), 401],
    ['that is too large', CREATE.replace('Length: 1000', 'Length: 20000000'), 413],
  ] as const)('a body %s, byte by byte: one response', async ([, request, status], context) => {
    const target = await makeTarget(context, { httpLimits: SHORT });
    await unharmed(target, async () => {
      const wire = await talk(target, request);
      trickle(wire, ' ', 50);
      await timeToClose(wire, 10_000);
      expect(wire.answers().map((answer) => answer.status)).toEqual([status]);
    });
  });

  test('a slow body after a running request: the connection is closed, and the responses are not mixed up', async (context) => {
    const target = await makeTarget(
      context,
      { httpLimits: SHORT },
      {},
      '[ "$2" = query=x ] && sleep 2; echo done',
    );
    const wire = await talk(target, requestText('GET /api/v1/cli/search?query=x', AUTHORIZED) + CREATE);
    trickle(wire, ' ', 50);
    const answers = await wire.read(2, false, 10_000);
    expect(answers[0]?.body ?? '{"command":"search"}').toContain('"command":"search"');
    expect(await wire.closed(10_000)).toBe(true);
  });

  test('no client times out while its command runs', async (context) => {
    const limits = { ...SHORT, headersMs: 2_000, requestMs: 2_000 };
    const target = await makeTarget(context, { httpLimits: limits }, {}, 'sleep 3; echo done');
    const json = { ...AUTHORIZED, 'Content-Type': 'application/json' };
    const post = (framing: Record<string, string>) =>
      requestText('POST /api/v1/cli/create', { ...json, ...framing });
    const body = '{"params":{"name":"a"}}';
    const requests: [head: string, body: string][] = [
      [requestText('GET /api/v1/cli/files', AUTHORIZED), ''],
      [post({ 'Content-Length': String(body.length) }), body],
      [post({ 'Transfer-Encoding': 'chunked' }), `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`],
    ];
    const wires = await Promise.all(requests.map(([head]) => talk(target, head)));
    // Here the body arrives after the headers, so its timer has started and must be stopped again.
    await until('the headers have been read', () => inside(target).pending.size === requests.length);
    requests.forEach(([, rest], index) => wires[index]?.write(rest));
    for (const answers of await Promise.all(wires.map((wire) => wire.read(1, false, 20_000)))) {
      expect(answers[0]?.body).toContain('"stdout":"done\\n"');
    }
  });

  test('nor does one that has its response to an earlier request on the same connection', async (context) => {
    const target = await makeTarget(
      context,
      { httpLimits: SHORT },
      {},
      '[ "$1" = files ] && sleep 1.5; echo done',
    );
    const wire = await talk(target, HEALTH + requestText('GET /api/v1/cli/files', AUTHORIZED));
    const [, answer] = await wire.read(2, false, 20_000);
    expect(answer?.body).toContain('"stdout":"done\\n"');
    // The limit for idle connections still counts.
    expect(await wire.closed(10_000)).toBe(true);
  });

  test('a response that nobody reads: the connection is closed, and the next command is not delayed', async (context) => {
    const large = 'head -c 15000000 /dev/zero | tr "\\0" x';
    const target = await makeTarget(context, { httpLimits: SHORT }, {}, large);
    const wire = await Wire.open(target.client.url);
    wire.socket.pause();
    wire.write(requestText('GET /api/v1/cli/files', AUTHORIZED));
    await until('it has run', async () => (await target.cli.calls()).length === 2);
    const next = await target.client.get('files');
    expect(next.envelope.stdout).toHaveLength(15_000_000);
    await until('the server has closed it', () => inside(target).pending.size === 0);
    wire.reset();
  });

  test('a client that takes nothing more is cut after that time, not after twice as long', async (context) => {
    const large = 'head -c 15000000 /dev/zero | tr "\\0" x';
    const stalledMs = 4_000;
    const target = await makeTarget(context, { httpLimits: { ...SHORT, stalledMs } }, {}, large);
    const wire = await Wire.open(target.client.url);
    wire.socket.once('data', () => wire.socket.pause());
    wire.write(requestText('GET /api/v1/cli/files', AUTHORIZED));
    await until('the answer begins', () => wire.socket.bytesRead > 0);
    const start = performance.now();
    await until('the server has closed it', () => inside(target).pending.size === 0);
    expect(performance.now() - start).toBeGreaterThan(stalledMs - 500);
    expect(performance.now() - start).toBeLessThan(stalledMs * 1.75);
    wire.reset();
  });

  test('a client that reads slowly but steadily gets the whole response', async (context) => {
    const large = 'head -c 6000000 /dev/zero | tr "\\0" x';
    const target = await makeTarget(context, { httpLimits: { ...SHORT, stalledMs: 2_000 } }, {}, large);
    const wire = await talk(target, requestText('GET /api/v1/cli/files', AUTHORIZED));
    // By the clock, so that a busy machine does not make it slower.
    const start = performance.now();
    const pace = (): unknown =>
      wire.socket.bytesRead > (performance.now() - start) * 1_200
        ? wire.socket.pause()
        : wire.socket.resume();
    wire.socket.on('data', pace);
    const timer = setInterval(pace, 20);
    const [answer] = await wire.read(1, false, 30_000);
    clearInterval(timer);
    expect(answer?.body.length).toBeGreaterThan(6_000_000);
    // Several times as long as the server lets a reader rest.
    expect(performance.now() - start).toBeGreaterThan(4_500);
    wire.reset();
  });

  test('500 silent clients do not delay an active one', async (context) => {
    const target = await makeTarget(context, {
      httpLimits: { ...SHORT, headersMs: 60_000, requestMs: 60_000 },
    });
    await unharmed(target, async () => {
      const idle = await Promise.all(Array.from({ length: 500 }, () => talk(target, '')));
      expect((await target.client.anonymous('/api/v1/health')).status).toBe(200);
      expect(idle.filter(({ isClosed }) => isClosed)).toEqual([]);
      for (const wire of idle) wire.reset();
    });
  });
});

test('a drive that hangs ends the call that waits for it after 5 seconds, and the next gets its turn', async (context) => {
  const hanging = new Promise<never>(() => undefined);
  const notes = oneTextStore('one', { change: () => hanging, createBytes: () => hanging });
  const { client } = await makeTarget(context, { hostVault: 'Home', notes });
  const edit = { params: { path: 'a.md', old: 'one', new: 'two' } };
  const attach = { params: { path: 'b.png', base64: '' } };
  const started = performance.now();
  const [first, next] = await Promise.all([client.post('cli-bridge:edit', edit), client.get('files')]);
  expect(performance.now() - started).toBeLessThan(10_000);
  expect([first.status, first.envelope.code, next.status]).toEqual([422, 'store_timeout', 200]);
  expect(first.envelope.error).toContain('nothing was changed');
  await until('the vault is asked again', async () => {
    const { envelope } = await client.post('cli-bridge:attach', attach);
    return envelope.error?.includes('may have been carried out') === true;
  });
});
