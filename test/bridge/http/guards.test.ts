import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BridgeError } from '../../../src/bridge/errors';
import { ApiKeys } from '../../../src/bridge/http/api-keys';
import { checkHost, checkOrigin } from '../../../src/bridge/http/header-checks';
import { isLoopback } from '../../../src/bridge/http/address';
import { refusal } from './refusals';

const HOME = { bindAddress: '127.0.0.1', allowedHosts: [] as string[] };
const NETWORK = { bindAddress: '0.0.0.0', allowedHosts: [] as string[] };
const OFF = { corsEnabled: false, corsOrigins: [] as string[] };
const ALL = { corsEnabled: true, corsOrigins: [] as string[] };
const LIST = { corsEnabled: true, corsOrigins: ['https://a.test', ' https://B.test/ '] };

const passesHost = (host: string | undefined, rules = HOME): boolean =>
  refusal(() => checkHost(host, rules)) === undefined;
const passesOrigin = (origin: string | undefined, rules = OFF): boolean =>
  refusal(() => checkOrigin(origin, rules)) === undefined;

describe('the Host header', () => {
  test.each([
    '127.0.0.1',
    '127.0.0.1:27124',
    'localhost',
    'LocalHost:80',
    '[::1]',
    '[::1]:27124',
    'localhost:65535',
  ])('%s is this machine', (host) => {
    expect(passesHost(host)).toBe(true);
    expect(passesHost(host, NETWORK)).toBe(true);
  });

  test.each(['192.168.1.5', '10.0.0.1:27124', '[fe80::1]', '[2001:db8::1]:27124', '0.0.0.0', '127.0.0.2'])(
    '%s is accepted only when bound to more than loopback',
    (host) => {
      for (const bindAddress of ['127.0.0.1', '::1', 'localhost', 'LOCALHOST', '127.0.0.5'])
        expect(passesHost(host, { ...HOME, bindAddress })).toBe(false);
      for (const bindAddress of ['0.0.0.0', '::', '192.168.1.5'])
        expect(passesHost(host, { ...HOME, bindAddress })).toBe(true);
    },
  );

  test('the address it is bound to is always accepted', () => {
    for (const [bindAddress, host] of [
      ['127.0.0.5', '127.0.0.5:27124'],
      ['FD00::1', '[fd00::1]:1'],
      ['Box.Lan', 'box.lan'],
    ] as const)
      expect(passesHost(host, { ...HOME, bindAddress })).toBe(true);
  });

  test('the allowed hosts are accepted on any port and in any case', () => {
    const rules = {
      ...HOME,
      allowedHosts: [' Notes.Example ', 'box.lan:8080', '', '*', '10.0.0.7', '[fd00::1]'],
    };
    const hosts = ['notes.example', 'NOTES.example:1', 'box.lan', 'box.lan:9', '10.0.0.7', '[FD00::1]:5'];
    for (const host of hosts) expect(passesHost(host, rules), host).toBe(true);
    for (const host of ['notes.example.', 'x.notes.example', 'evil.test', '', '10.0.0.8'])
      expect(passesHost(host, rules), host).toBe(false);
  });

  test('property: only the three names of this machine pass', () => {
    const piece = fc.constantFrom(
      '127.0.0.1',
      'localhost',
      '[::1]',
      '.',
      ':',
      '@',
      '80',
      'evil',
      '%',
      ' ',
      '/',
      '0',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((pieces) => pieces.join('')),
        ),
        (host) => {
          expect(passesHost(host)).toBe(/^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i.test(host));
        },
      ),
    );
  });

  test.each([
    ['127.0.0.1', true],
    ['127.255.0.9', true],
    ['::1', true],
    ['localhost', true],
    ['0.0.0.0', false],
    ['::', false],
    ['127.0.0.1.evil.test', false],
    ['192.168.0.1', false],
  ])('%s is loopback: %s', (address, expected) => {
    expect(isLoopback(address)).toBe(expected);
  });
});

describe('the Origin of an MCP request', () => {
  test.each([
    undefined,
    'http://localhost',
    'http://localhost:6274',
    'https://127.0.0.1:1',
    'http://[::1]:3000',
  ])('%s is taken with CORS off', (origin) => {
    expect(passesOrigin(origin)).toBe(true);
  });

  test('with CORS on: all, or those in the list', () => {
    for (const origin of ['https://a.test', 'null', 'app://obsidian.md'])
      expect(passesOrigin(origin, ALL)).toBe(true);
    expect(passesOrigin('https://b.test', LIST)).toBe(true);
    expect(passesOrigin('https://c.test', LIST)).toBe(false);
    expect(passesOrigin('http://localhost:3000', LIST)).toBe(true);
  });
});

describe('the API key', () => {
  const KEY = 'a1'.repeat(32);
  const key = ApiKeys.of(KEY);

  test.each([`Bearer ${KEY}`, `bearer ${KEY}`, `BEARER   ${KEY}`, `Bearer ${KEY} `])(
    '%s is taken',
    (header) => {
      expect(refusal(() => key.check(header))).toBeUndefined();
    },
  );

  test('property: no other key is accepted, and the error never contains what was sent', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 12 }), (text) => {
        try {
          key.check(`Bearer ${text}`);
          expect.unreachable();
        } catch (error) {
          expect((error as BridgeError).code).toBe('unauthorized');
          expect((error as BridgeError).message).not.toContain(text);
        }
      }),
    );
  });
});
