import { describe, expect, test } from 'vitest';
import { TEST_KEY } from '../kit/bridge';
import { pathOf } from '../kit/http-client';
import { expectEnvelope, refuses, refusesEach, unharmed, useTarget } from './target';
import { jsonText, requestText, Wire } from '../kit/wire';

const target = useTarget();
const AUTHORIZED = { Authorization: `Bearer ${TEST_KEY}` };
const FILES = 'GET /api/v1/cli/files';
const CREATE = 'POST /api/v1/cli/create';
const JSON_BODY = { ...AUTHORIZED, 'Content-Type': 'application/json' };
const BODY_LIMIT = 10 * 1024 * 1024;

/** A `create` request hidden in what one parser reads as a body and another as the next request. */
const SMUGGLED = requestText(CREATE, { ...JSON_BODY, 'Content-Length': '2' }, '{}');

describe('request smuggling: ambiguous requests are refused, and the hidden request does not run', () => {
  const chunk = `${SMUGGLED.length.toString(16)}\r\n${SMUGGLED}\r\n0\r\n\r\n`;
  const SHAPES: [name: string, bytes: string][] = [
    [
      'length and chunked at once',
      requestText(CREATE, { ...JSON_BODY, 'Content-Length': '4', 'Transfer-Encoding': 'chunked' }, chunk),
    ],
    [
      'two lengths',
      requestText(CREATE, { ...JSON_BODY, 'Content-Length': '2', 'content-length': '99' }, SMUGGLED),
    ],
    [
      'an unknown transfer coding',
      requestText(CREATE, { ...JSON_BODY, 'Transfer-Encoding': 'xchunked' }, chunk),
    ],
    ['a length with a sign', requestText(CREATE, { ...JSON_BODY, 'Content-Length': '+5' }, SMUGGLED)],
    ['a space before the colon', requestText(CREATE, { ...JSON_BODY, 'Content-Length ': '5' }, SMUGGLED)],
    [
      'bare line feeds',
      requestText(CREATE, { ...JSON_BODY, 'Content-Length': '0' }).replaceAll('\r\n', '\n'),
    ],
    ['a folded header', requestText(CREATE, { ...JSON_BODY, 'X-Long': 'a\r\n b: c' })],
    [
      'a chunk whose length is none',
      requestText(CREATE, { ...JSON_BODY, 'Transfer-Encoding': 'chunked' }, 'zz\r\n'),
    ],
    ['a NUL in a header', requestText(FILES, { ...AUTHORIZED, 'X-Nul': 'a\0b' })],
    ['a carriage return in a header', requestText(FILES, { ...AUTHORIZED, 'X-Cr': 'a\rb' })],
    ['a header without a name', requestText(FILES, { ...AUTHORIZED, '': 'x' })],
    ['two Host headers', requestText(FILES, { ...AUTHORIZED, host: 'evil.example.com' })],
    ['no Host header', `GET /api/v1/cli/files HTTP/1.1\r\nAuthorization: Bearer ${TEST_KEY}\r\n\r\n`],
  ];
  test('each of them', async () => {
    await refusesEach(
      target(),
      SHAPES.map(([name, bytes]) => [name, bytes, 400]),
    );
  });
});

describe('invalid HTTP is answered with 400 in the envelope', () => {
  const NONSENSE: [name: string, bytes: string | Buffer][] = [
    ['words', 'hello, is anybody there?\r\n\r\n'],
    ['a TLS greeting', Buffer.from('16030100f1010000ed0303', 'hex')],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['an unknown method', requestText('FETCH /api/v1/health')],
    ['a version that does not exist', 'GET /api/v1/health HTTP/7.3\r\nHost: 127.0.0.1\r\n\r\n'],
    ['a space in the address', requestText('GET /api/v1/cli/files ?a=b', AUTHORIZED)],
    ['zeros', Buffer.alloc(64)],
  ];
  test('and the connection is closed', async () => {
    const attacks = NONSENSE.map(([name, bytes]) => [name, bytes, 400] as const);
    for (const { headers } of await refusesEach(target(), attacks))
      expect(headers.get('connection')).toBe('close');
  });
});

describe('malformed URLs are refused', () => {
  const ADDRESSES: [address: string, status: number][] = [
    ['/api/v1/cli/%', 400],
    ['/api/v1/cli/%zz', 400],
    ['/api/v1/cli/fil\u00e9s', 400],
    ['/api/v1/cli/%c3%28', 400],
    ['/api/v1/cli/%ed%a0%80', 400],
    ['/api/v1/cli/%f8%88%80%80%80', 400],
    ['/api/v1/cli/files?folder=%', 400],
    ['/api/v1/cli/files?%80=x', 400],
    ['/api/v1/cli/files?folder=%u0041', 400],
    ['/api/v1/cli/files#x', 400],
    ['*', 400],
    ['https://127.0.0.1/api/v1/cli/files', 400],
    ['ftp://127.0.0.1/api/v1/cli/files', 400],
    ['http:///api/v1/cli/files', 403],
    ['http://user@127.0.0.1/api/v1/cli/files', 403],
    ['http://evil.example.com/api/v1/cli/files', 403],
    ['//127.0.0.1/api/v1/cli/files', 404],
  ];
  test('each with its status', async () => {
    await refusesEach(
      target(),
      ADDRESSES.map(([address, status]) => [address, requestText(`GET ${address}`, AUTHORIZED), status]),
    );
  });

  test('an absolute URL of this machine is served by its path', async () => {
    const wire = await Wire.open(target().client.url);
    wire.write(requestText('GET http://127.0.0.1/api/v1/cli/files', AUTHORIZED));
    expect((await wire.read())[0]?.status).toBe(200);
    wire.reset();
  });
});

describe('sizes are limited', () => {
  test('a URL of 20,000 bytes', async () => {
    await refuses(target(), requestText(`${FILES}?folder=${'x'.repeat(20_000)}`, AUTHORIZED), 400);
  });

  test('a header of 20,000 bytes', async () => {
    await refuses(target(), requestText(FILES, { ...AUTHORIZED, Cookie: 'x'.repeat(20_000) }), 400);
  });

  test('a header that never ends is cut off at the limit', async () => {
    await unharmed(target(), async () => {
      const wire = await Wire.open(target().client.url);
      wire.write('GET / HTTP/1.1\r\nX: ');
      let written = 0;
      while (!wire.isClosed && written < 50_000_000) {
        wire.write('y'.repeat(64_000));
        written += 64_000;
        await new Promise(setImmediate);
      }
      expect(wire.isClosed).toBe(true);
    });
  });

  test('101 headers are refused rather than dropped; 100 are accepted', async () => {
    const many = (count: number): Record<string, string> =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`X-${index}`, 'x']));
    await refuses(target(), requestText('GET /api/v1/health', many(100)), 400);
    const wire = await Wire.open(target().client.url);
    wire.write(requestText('GET /api/v1/health', many(99)));
    expect((await wire.read())[0]?.status).toBe(200);
    wire.reset();
  });

  test('a body over the limit with Content-Length: refused before any of it is sent', async () => {
    const length = String(BODY_LIMIT + 1);
    const answer = await refuses(
      target(),
      requestText(CREATE, { ...JSON_BODY, 'Content-Length': length }),
      413,
    );
    expect(expectEnvelope(answer)).toMatchObject({ code: 'body_too_large', command: 'create' });
  });

  test('a body over the limit without Content-Length: refused as soon as it exceeds the limit', async () => {
    await unharmed(target(), async () => {
      const wire = await Wire.open(target().client.url);
      wire.write(requestText(CREATE, { ...JSON_BODY, 'Transfer-Encoding': 'chunked' }));
      const piece = `100000\r\n${' '.repeat(1024 * 1024)}\r\n`;
      for (let count = 0; count < 11; count++) wire.write(piece);
      const [answer] = await wire.read();
      expect(answer?.status).toBe(413);
      wire.reset();
    });
  });

  test('a Content-Length larger than any number', async () => {
    await refuses(target(), requestText(CREATE, { ...JSON_BODY, 'Content-Length': '9'.repeat(30) }), 400);
    await refuses(target(), requestText(CREATE, { ...JSON_BODY, 'Content-Length': '9'.repeat(15) }), 413);
  });

  test('JSON with 5,000,000 nested arrays', async () => {
    await refuses(target(), jsonText(CREATE, AUTHORIZED, '['.repeat(5_000_000)), 400);
  });

  test('100,000 parameters or flags', async () => {
    const names = Array.from({ length: 100_000 }, (_, index) => `a${index}`);
    for (const call of [{ params: Object.fromEntries(names.map((name) => [name, 1])) }, { flags: names }]) {
      await refuses(target(), jsonText(CREATE, AUTHORIZED, JSON.stringify(call)), 400);
    }
  });

  test('a parameter or flag name of 5 MB is refused, and not echoed', async () => {
    const name = 'a'.repeat(5_000_000);
    for (const command of ['read', 'create', 'property:set']) {
      for (const call of [{ params: { [name]: 'x' } }, { flags: [name] }]) {
        const bytes = jsonText(`POST ${pathOf(command)}`, AUTHORIZED, JSON.stringify(call));
        const answer = await refuses(target(), bytes, 400);
        expect(answer.body.length).toBeLessThan(2_000);
      }
    }
  });
});
