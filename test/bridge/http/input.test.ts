import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BridgeError } from '../../../src/bridge/errors';
import { BODY_LIMIT } from '../../../src/bridge/text/bytes';
import { isJson, parseJsonBody, readBody } from '../../../src/bridge/http/body';
import { callFromBody, callFromQuery, callWithoutBody } from '../../../src/bridge/http/rest-input';
import { codeOf } from './refusals';

const query = encodeURIComponent;

describe('the query of a GET request', () => {
  test('vault, flags and all other keys', () => {
    expect(callFromQuery('query=a%20b&vault=My+Vault&flags=total,verbose&limit=3')).toEqual({
      vault: 'My Vault',
      params: { query: 'a b', limit: '3' },
      flags: ['total', 'verbose'],
    });
    expect(callFromQuery('')).toEqual({ vault: undefined, params: {}, flags: [] });
  });

  test.each<[string, Record<string, string>]>([
    ['a=b=c', { a: 'b=c' }],
    ['a', { a: '' }],
    ['a=', { a: '' }],
    ['&&a=1&', { a: '1' }],
    ['a+b=c+d', { 'a b': 'c d' }],
    ['a=%2B', { a: '+' }],
    ['a=1%262', { a: '1&2' }],
    ['=x', { '': 'x' }],
    ['a=%F0%9F%98%80', { a: '😀' }],
    ['a=b?c/d;e', { a: 'b?c/d;e' }],
  ])('%s', (text, params) => {
    expect(callFromQuery(text).params).toEqual(params);
  });

  test.each([
    ['flags=', []],
    ['flags=total', ['total']],
    ['flags=a,,b,', ['a', 'b']],
    ['flags=+a+%2C+b', ['a', 'b']],
    ['flags=,', []],
  ])('%s', (text, flags) => {
    expect(callFromQuery(text)).toMatchObject({ flags, params: {} });
  });

  test('property: any map of strings survives encoding and decoding, even names such as __proto__', () => {
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', '=', '&', '+', '%', ' ', 'é', '😀', ',', '\0', '\n') }),
      fc.constantFrom('__proto__', 'constructor', 'toString'),
    );
    const maps = fc.dictionary(text, text).filter((map) => !('vault' in map) && !('flags' in map));
    fc.assert(
      fc.property(maps, fc.option(text.filter(Boolean)), (map, vault) => {
        const pairs = Object.entries(map).map(([name, value]) => `${query(name)}=${query(value)}`);
        if (vault !== null) pairs.push(`vault=${query(vault)}`);
        const call = callFromQuery(pairs.join('&'));
        expect(Object.entries(call.params)).toEqual(Object.entries(map));
        expect(call.vault).toBe(vault ?? undefined);
        expect(Object.getPrototypeOf(call.params)).toBe(Object.prototype);
      }),
    );
  });

  test('property: any text is a call or a 400', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab=&%+,4cvf') }), (text) => {
        const result = codeOf(() => callFromQuery(text));
        if (typeof result === 'string') expect(['bad_request', 'invalid_parameter']).toContain(result);
      }),
    );
  });
});

describe('the body of a POST or DELETE request', () => {
  const JSON_TYPE = 'application/json';
  const call = (body: string | Buffer, type: string | undefined = JSON_TYPE) =>
    codeOf(() => callFromBody(Buffer.from(body as string), type));

  test('vault, params and flags are all optional', async () => {
    expect(await call('{"vault":"V","params":{"path":"a.md","n":1},"flags":["total"]}')).toEqual({
      vault: 'V',
      params: { path: 'a.md', n: 1 },
      flags: ['total'],
    });
    expect(await call('{}')).toEqual({ vault: undefined, params: {}, flags: [] });
    expect(await call('\uFEFF {} \n')).toMatchObject({ params: {} });
  });

  test('no body is a call without parameters, whatever its type', () => {
    expect(callWithoutBody('POST', '')).toEqual({ params: {}, flags: [], hasNoBody: true });
  });

  test('an error says what to send, and never contains what was sent', async () => {
    for (const body of [
      '{"secret-name": 1}',
      '["secret-name"]',
      'secret-name',
      '{"vault": ["secret-name"]}',
    ]) {
      try {
        callFromBody(Buffer.from(body), JSON_TYPE);
        expect.unreachable();
      } catch (error) {
        expect((error as BridgeError).message).not.toContain('secret');
      }
    }
  });

  test.each([
    ['application/json', true],
    ['Application/JSON ; charset=UTF-8', true],
    ['application/json; charset="utf-8"', true],
    ['application/json;charset=utf8;x=y', true],
    ['text/plain; application/json', false],
    ['application/json-patch+json', false],
    ['multipart/form-data; boundary=application/json', false],
    [undefined, false],
  ])('%s says JSON: %s', (type, expected) => {
    expect(isJson(type)).toBe(expected);
  });

  test('property: any JSON value is a call with an object and an array, or a 400', async () => {
    const value = fc.oneof(
      fc.jsonValue(),
      fc.record(
        { vault: fc.jsonValue(), params: fc.jsonValue(), flags: fc.jsonValue() },
        { requiredKeys: [] },
      ),
    );
    await fc.assert(
      fc.asyncProperty(value, async (given) => {
        const sent = JSON.stringify(given);
        const result = await call(sent);
        if (result === 'malformed_body') return;
        // As JSON has it: there, -0 is 0.
        const { vault = undefined, params = {}, flags = [] } = JSON.parse(sent) as Record<string, unknown>;
        expect(result).toEqual({ vault, params, flags });
        expect(vault === undefined || typeof vault === 'string').toBe(true);
        expect(Array.isArray(flags) && !Array.isArray(params) && typeof params === 'object').toBe(true);
      }),
    );
  });

  test('JSON of any depth is parsed or refused, never an internal error', async () => {
    const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    expect(codeOf(() => parseJsonBody(Buffer.from(deep(64)), { depth: 64, parts: 100 }))).toBeInstanceOf(
      Array,
    );
    for (const depth of [65, 200_000]) expect(await call(deep(depth))).toBe('malformed_body');
  });
});

describe('reading a body', () => {
  function incoming(headers: Record<string, string>): PassThrough & IncomingMessage {
    return Object.assign(new PassThrough(), { headers, complete: false }) as unknown as PassThrough &
      IncomingMessage;
  }

  test('chunks are joined', async () => {
    const request = incoming({ 'transfer-encoding': 'chunked' });
    const body = readBody(request);
    const bytes = Buffer.from('{"é":"😀"}');
    for (const byte of bytes) request.write(Buffer.from([byte]));
    request.end();
    expect(await body).toEqual(bytes);
  });

  test('exactly the limit is accepted', async () => {
    const request = incoming({ 'content-length': String(BODY_LIMIT) });
    const body = readBody(request);
    request.end(Buffer.alloc(BODY_LIMIT));
    expect(await body).toHaveLength(BODY_LIMIT);
  });

  test('a client that has already disconnected is not waited for', async () => {
    const request = incoming({ 'content-length': '10' });
    request.destroy();
    await new Promise((resolve) => request.once('close', resolve));
    await expect(readBody(request)).rejects.toMatchObject({ code: 'bad_request' });
  });

  test('no listener is left once the body is complete or refused', async () => {
    for (const size of [BODY_LIMIT, BODY_LIMIT + 1]) {
      const request = incoming({ 'transfer-encoding': 'chunked' });
      const count = (): number[] =>
        ['data', 'end', 'error', 'close'].map((event) => request.listenerCount(event));
      const before = count();
      const body = readBody(request);
      request.end(Buffer.alloc(size));
      await body.catch(() => undefined);
      expect(count()).toEqual(before);
    }
  });

  test('a client that disconnects rejects the read', async () => {
    const request = incoming({ 'content-length': '10' });
    const body = readBody(request);
    request.write('abc');
    request.destroy();
    await expect(body).rejects.toMatchObject({ code: 'bad_request' });
  });

  test('without a body it resolves immediately', async () => {
    for (const headers of [{}, { 'content-length': '0' }])
      expect(await readBody(incoming(headers as Record<string, string>))).toHaveLength(0);
  });
});
