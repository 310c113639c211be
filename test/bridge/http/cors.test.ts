import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { corsHeaders, preflight } from '../../../src/bridge/http/cors';
import { corsAllows } from '../../../src/bridge/http/guards';
import { refusal } from './refusals';

const OFF = { corsEnabled: false, corsOrigins: [] as string[] };
const ALL = { corsEnabled: true, corsOrigins: [] as string[] };
const LIST = { corsEnabled: true, corsOrigins: ['https://a.test', ' https://B.test/ '] };

describe('§5.7: CORS', () => {
  const request = (method: string, headers: Record<string, string> = {}) =>
    ({ method, headers }) as unknown as IncomingMessage;

  test('origins of the list count exactly, but for case, blanks and a slash at the end', () => {
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

  test('a star in the list stands for all', () => {
    const star = { corsEnabled: true, corsOrigins: ['*'] };
    expect(corsAllows('https://any.test', star)).toBe(true);
    expect(corsHeaders('https://any.test', star)).toEqual(corsHeaders('https://any.test', ALL));
  });

  test('off: no header at all, and no answer to a preflight', () => {
    expect(corsHeaders('https://a.test', OFF)).toEqual({});
    expect(preflight(request('OPTIONS', { origin: 'https://a.test' }), OFF)).toBeUndefined();
  });

  test('on without a list: everybody, without credentials', () => {
    const headers = corsHeaders('https://a.test', ALL);
    expect(headers['Access-Control-Allow-Origin']).toBe('*');
    expect(headers).not.toHaveProperty('Vary');
    expect(headers).not.toHaveProperty('Access-Control-Allow-Credentials');
    expect(corsHeaders(undefined, ALL)).toEqual(headers);
  });

  test('decision 12: on with a list, the origin itself, and every answer varies by it', () => {
    expect(corsHeaders('https://a.test', LIST)).toMatchObject({
      'Access-Control-Allow-Origin': 'https://a.test',
      Vary: 'Origin',
    });
    for (const origin of ['https://c.test', undefined])
      expect(corsHeaders(origin, LIST)).toEqual({ Vary: 'Origin' });
  });

  test('the headers of an answer that scripts need are exposed', () => {
    const exposed = String(corsHeaders('x', ALL)['Access-Control-Expose-Headers']);
    for (const name of ['X-Exit-Code', 'X-Duration-Ms', 'Retry-After']) expect(exposed).toContain(name);
  });

  test('a preflight is answered with the methods of the contract and the headers clients send', () => {
    const reply = preflight(request('OPTIONS', { origin: 'https://a.test' }), LIST);
    expect(reply).toMatchObject({ status: 204, body: '' });
    for (const method of ['GET', 'POST', 'DELETE'])
      expect(reply?.headers['Access-Control-Allow-Methods']).toContain(method);
    for (const header of ['Authorization', 'Content-Type', 'MCP-Protocol-Version'])
      expect(reply?.headers['Access-Control-Allow-Headers']).toContain(header);
    expect(reply?.headers).not.toHaveProperty('Access-Control-Allow-Private-Network');
  });

  test('a preflight from a public page to this machine is answered where it is asked for', () => {
    const asked = { origin: 'https://a.test', 'access-control-request-private-network': 'true' };
    expect(preflight(request('OPTIONS', asked), ALL)?.headers['Access-Control-Allow-Private-Network']).toBe(
      'true',
    );
  });

  test('a preflight of another origin is refused; other methods are none', () => {
    expect(refusal(() => preflight(request('OPTIONS', { origin: 'https://c.test' }), LIST))).toBe(
      'origin_not_allowed',
    );
    for (const method of ['GET', 'POST', 'DELETE', 'HEAD'])
      expect(preflight(request(method, { origin: 'https://c.test' }), LIST)).toBeUndefined();
  });
});
