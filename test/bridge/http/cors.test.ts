import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { corsHeaders, preflight } from '../../../src/bridge/http/cors';
import { corsAllows } from '../../../src/bridge/http/header-checks';
import { refusal } from './refusals';

const ALL = { corsEnabled: true, corsOrigins: [] as string[] };
const LIST = { corsEnabled: true, corsOrigins: ['https://a.test', ' https://B.test/ '] };

describe('CORS', () => {
  const request = (method: string, headers: Record<string, string> = {}) =>
    ({ method, headers }) as unknown as IncomingMessage;

  test('origins in the list match exactly, except for case, spaces and a trailing slash', () => {
    for (const origin of ['https://a.test', 'HTTPS://A.TEST', 'https://b.test'])
      expect(corsAllows(origin, LIST)).toBe(true);
    for (const origin of [
      'http://a.test',
      'https://a.test:8443',
      'https://x.a.test',
      'https://a.test.evil',
      'null',
    ])
      expect(corsAllows(origin, LIST)).toBe(false);
    expect(corsAllows('https://a.test', { ...LIST, corsEnabled: false })).toBe(false);
  });

  test('a star in the list allows all', () => {
    const star = { corsEnabled: true, corsOrigins: ['*'] };
    expect(corsAllows('https://any.test', star)).toBe(true);
    expect(corsHeaders('https://any.test', star)).toEqual(corsHeaders('https://any.test', ALL));
  });

  test('on without a list: all origins, without credentials', () => {
    const headers = corsHeaders('https://a.test', ALL);
    expect(headers['Access-Control-Allow-Origin']).toBe('*');
    expect(headers).not.toHaveProperty('Vary');
    expect(headers).not.toHaveProperty('Access-Control-Allow-Credentials');
    expect(corsHeaders(undefined, ALL)).toEqual(headers);
  });

  test('on with a list: the origin itself, and every response varies by it', () => {
    expect(corsHeaders('https://a.test', LIST)).toMatchObject({
      'Access-Control-Allow-Origin': 'https://a.test',
      Vary: 'Origin',
    });
    for (const origin of ['https://c.test', undefined])
      expect(corsHeaders(origin, LIST)).toEqual({ Vary: 'Origin' });
  });

  test('the response headers that scripts need are exposed', () => {
    const exposed = String(corsHeaders('x', ALL)['Access-Control-Expose-Headers']);
    for (const name of ['X-Exit-Code', 'X-Duration-Ms', 'Retry-After']) expect(exposed).toContain(name);
  });

  test('a preflight is answered with the methods of the contract and the headers clients send', () => {
    const reply = preflight(request('OPTIONS', { origin: 'https://a.test' }), LIST);
    expect(reply).toMatchObject({ status: 204, body: '' });
    for (const method of ['GET', 'POST', 'DELETE'])
      expect(reply?.headers['Access-Control-Allow-Methods']).toContain(method);
    for (const header of ['Authorization', 'Content-Type', 'Idempotency-Key', 'MCP-Protocol-Version'])
      expect(reply?.headers['Access-Control-Allow-Headers']).toContain(header);
    expect(reply?.headers).not.toHaveProperty('Access-Control-Allow-Private-Network');
  });

  test('a private network preflight is granted when requested', () => {
    const asked = { origin: 'https://a.test', 'access-control-request-private-network': 'true' };
    expect(preflight(request('OPTIONS', asked), ALL)?.headers['Access-Control-Allow-Private-Network']).toBe(
      'true',
    );
  });

  test('a preflight from another origin is refused', () => {
    expect(refusal(() => preflight(request('OPTIONS', { origin: 'https://c.test' }), LIST))).toBe(
      'origin_not_allowed',
    );
  });
});
