import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeTarget, unharmed } from '../attack/target';
import { requestText, Wire } from '../kit/wire';
import { TEST_KEY } from '../kit/bridge';
import { RUNS } from './generators';
import { anyString } from '../kit/any-string';

const TIMEOUT_MS = Math.max(60_000, RUNS * 60);
const REFUSED = [400, 401, 403, 404, 405, 413, 415];

/** Sends the bytes and ends the connection. @returns the statuses received until the server closed it */
async function statusesOf(url: string, bytes: Uint8Array): Promise<number[]> {
  const wire = await Wire.open(url);
  wire.socket.end(bytes);
  expect(await wire.closed(3_000), 'the server closes the connection').toBe(true);
  return wire.answers().map(({ status }) => status);
}

test('random bytes: only 400, and the server keeps running', { timeout: TIMEOUT_MS }, async (context) => {
  const target = await makeTarget(context);
  await unharmed(target, () =>
    fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 3_000 }), async (bytes) => {
        expect([[], [400]]).toContainEqual(await statusesOf(target.client.url, bytes));
      }),
      { numRuns: RUNS * 0.3 },
    ),
  );
});

const METHODS = [
  'GET',
  'POST',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'PUT',
  'TRACE',
  'CONNECT',
  'get',
  'G\u0000T',
  '',
];
const PATHS = [
  '/',
  '/mcp',
  '/api/v1/health',
  '/api/v1/cli/create',
  '/api/v1/cli/%',
  '/api/v1/cli/x%00',
  '*',
  'http://x/',
  '//',
];
const NAMES = [
  'Host',
  'Authorization',
  'Content-Type',
  'Content-Length',
  'Transfer-Encoding',
  'Connection',
  'Upgrade',
  'Expect',
  'Accept',
  'Origin',
  'Trailer',
  'TE',
  'Access-Control-Request-Private-Network',
  'Mcp-Method',
];
const VALUES = [
  '',
  '127.0.0.1',
  'evil.example.com',
  'null',
  'application/json',
  'text/plain, application/json;q=nonsense',
  '0',
  '2',
  '-1',
  '+5',
  '0x10',
  '99999999999999999999',
  'chunked',
  'gzip, chunked',
  'identity',
  'close',
  'keep-alive, Upgrade, Host',
  'websocket',
  '100-continue',
  '\u0000',
  '\u00ff\u00fe',
  'a'.repeat(9_000),
  '\r\nInjected: yes',
];

/** An almost valid request, without the right key. */
const nearRequest = fc
  .record({
    method: fc.constantFrom(...METHODS),
    path: fc.oneof(fc.constantFrom(...PATHS), fc.string({ maxLength: 30 })),
    headers: fc.array(
      fc.tuple(
        fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...NAMES) }, { weight: 1, arbitrary: fc.string() }),
        fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...VALUES) }, { weight: 1, arbitrary: anyString() }),
      ),
      { maxLength: 6 },
    ),
    body: fc.oneof(
      fc.constantFrom('', '{}', '0\r\n\r\n', '2\r\n{}\r\n0\r\n\r\n', 'ffffffffffffffff\r\n'),
      fc.string(),
    ),
    host: fc.boolean(),
  })
  .map(({ method, path, headers, body, host }) => {
    const lines = [...(host ? [['Host', '127.0.0.1']] : []), ...headers].map(
      (pair) => `${pair.join(': ')}\r\n`,
    );
    return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`, 'utf8');
  });

/** One request for each of the commonest refusals: chance alone may leave one out. */
const OF_EACH_REFUSAL: ReadonlyMap<number, string> = new Map([
  [400, 'GET /api/v1/health HTTP/1.1\r\n\r\n'],
  [401, 'GET /api/v1/cli/files HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'],
  [403, 'GET /api/v1/health HTTP/1.1\r\nHost: evil.example.com\r\n\r\n'],
  [404, 'GET /nothing HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'],
]);

test(
  'almost valid requests: public documents or refusals, and the server keeps running',
  { timeout: TIMEOUT_MS },
  async (context) => {
    const target = await makeTarget(context);
    const seen = new Set<number>();
    await unharmed(target, () =>
      fc.assert(
        fc.asyncProperty(nearRequest, async (bytes) => {
          const [first, ...more] = await statusesOf(target.client.url, bytes);
          if (first !== undefined) {
            seen.add(first);
            expect([200, ...REFUSED]).toContain(first);
          }
          // A body that the first request does not announce is read as the next request, which is invalid.
          expect([[], [400]]).toContainEqual(more);
        }),
        { numRuns: RUNS * 0.5, examples: [...OF_EACH_REFUSAL.values()].map((each) => [Buffer.from(each)]) },
      ),
    );
    expect([...seen].sort()).toEqual(expect.arrayContaining([...OF_EACH_REFUSAL.keys()]));
  },
);

test(
  'a valid request with any one byte changed: never an internal error',
  { timeout: TIMEOUT_MS },
  async (context) => {
    const target = await makeTarget(context);
    const good = Buffer.from(
      requestText('GET /api/v1/cli/files?folder=x', {
        Authorization: `Bearer ${TEST_KEY}`,
        Accept: 'text/plain',
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.nat(good.length - 1), fc.nat(255), async (index, byte) => {
        const bytes = Buffer.from(good);
        bytes[index] = byte;
        for (const status of await statusesOf(target.client.url, bytes))
          expect([200, ...REFUSED]).toContain(status);
      }),
      { numRuns: RUNS * 0.3 },
    );
    expect(target.faults).toEqual([]);
    for (const [command] of await target.cli.calls()) expect(command).toBe('files');
  },
);
