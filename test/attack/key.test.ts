import { timingSafeEqual } from 'node:crypto';
import type * as Crypto from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import { ApiKeys } from '../../src/bridge/http/api-keys';
import { TEST_KEY } from '../kit/bridge';
import { jsonText, requestText } from '../kit/wire';
import { CALL, refuses, refusesEach, useTarget } from './target';

vi.mock('node:crypto', async (original) => {
  const real = await original<typeof Crypto>();
  return { ...real, timingSafeEqual: vi.fn(real.timingSafeEqual) };
});

const target = useTarget();
const FILES = 'GET /api/v1/cli/files';
const CREATE = 'POST /api/v1/cli/create';
const MCP = 'POST /mcp';

function bytesOf(view: NodeJS.ArrayBufferView): Buffer {
  return Buffer.from(view.buffer, view.byteOffset, view.byteLength);
}

describe('the key', () => {
  const WRONG: [name: string, header: string][] = [
    ['none but the scheme', 'Bearer'],
    ['an empty one', 'Bearer '],
    ['another', 'Bearer wrong'],
    ['a part', `Bearer ${TEST_KEY.slice(0, -1)}`],
    ['more than it', `Bearer ${TEST_KEY}x`],
    ['in upper case', `Bearer ${TEST_KEY.toUpperCase()}`],
    ['another scheme', `Basic ${Buffer.from(`:${TEST_KEY}`).toString('base64')}`],
    ['no scheme', TEST_KEY],
    ['twice', `Bearer ${TEST_KEY} ${TEST_KEY}`],
    ['in a list', `Bearer wrong, Bearer ${TEST_KEY}`],
    ['percent-encoded', `Bearer ${encodeURIComponent(TEST_KEY).replaceAll('-', '%2D')}`],
    ['of 15,000 characters', `Bearer ${'a'.repeat(15_000)}`],
    ['of spaces', `Bearer ${' '.repeat(10_000)}x`],
  ];
  test('that is wrong is refused', async () => {
    const attacks = WRONG.flatMap(([name, header]) => [
      [name, requestText(FILES, { Authorization: header }), 401] as const,
      [`${name}, over MCP`, jsonText(MCP, { Authorization: header }, CALL), 401] as const,
    ]);
    for (const { headers } of await refusesEach(target(), attacks))
      expect(headers.get('www-authenticate')).toBe('Bearer realm="CLI Bridge"');
  });

  test('in the URL or another header is refused', async () => {
    const names = ['key', 'api_key', 'apikey', 'token', 'access_token', 'authorization'];
    const headers = ['X-Api-Key', 'Api-Key', 'Cookie', 'Proxy-Authorization', 'X-Authorization'];
    await refusesEach(target(), [
      ...names.flatMap((name) => [
        [name, requestText(`${FILES}?${name}=${TEST_KEY}`), 401] as const,
        [name, jsonText(`${CREATE}?${name}=Bearer%20${TEST_KEY}`, {}, '{}'), 401] as const,
      ]),
      ...headers.flatMap((name) => [
        [name, requestText(FILES, { [name]: `Bearer ${TEST_KEY}` }), 401] as const,
        [name, requestText(FILES, { [name]: TEST_KEY }), 401] as const,
      ]),
    ]);
  });

  test('is compared as digests of equal length, and cannot be read back', () => {
    const key = ApiKeys.of(TEST_KEY);
    const codeFor = (given: string): unknown => {
      try {
        key.check(`Bearer ${given}`);
        return 'taken';
      } catch (error) {
        return (error as { code?: unknown }).code;
      }
    };
    const wrong = [TEST_KEY.replace('tests', 'tesst'), 'x', `${TEST_KEY}${'x'.repeat(10_000)}`];
    for (const given of [TEST_KEY, ...wrong]) {
      // Observed, not replaced: whatever is sent, it is compared once and in constant time.
      vi.mocked(timingSafeEqual).mockClear();
      expect(codeFor(given)).toBe(given === TEST_KEY ? 'taken' : 'unauthorized');
      const compared = vi.mocked(timingSafeEqual).mock.calls.map((sides) => sides.map(bytesOf));
      expect(compared.map((sides) => sides.map(({ length }) => length))).toEqual([[32, 32]]);
      for (const plain of [TEST_KEY, given]
        .map((text) => text.slice(0, 6))
        .filter(({ length }) => length > 4)) {
        expect(compared.flat().filter((bytes) => bytes.includes(plain))).toEqual([]);
      }
    }
    expect(inspect(key, { depth: 9, showHidden: true }) + JSON.stringify(key)).not.toContain(TEST_KEY);
    expect(() => ApiKeys.of(' ')).toThrow();
  });

  test('the body of a refused request is not read: 10 MB without a key are refused before they arrive', async () => {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': '9000000' };
    await refuses(target(), requestText(CREATE, headers, '{"params":'), 401);
  });
});
