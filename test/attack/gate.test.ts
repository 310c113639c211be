import { describe, expect, test } from 'vitest';
import { TEST_KEY } from '../kit/bridge';
import { CALL, expectEnvelope, refuses, refusesEach, unharmed, useTarget } from './target';
import { jsonText, requestText, Wire } from '../kit/wire';

const target = useTarget();
const AUTHORIZED = { Authorization: `Bearer ${TEST_KEY}` };
const FILES = 'GET /api/v1/cli/files';
const MCP = 'POST /mcp';

describe('paths are compared byte for byte: nothing similar to a public path is public', () => {
  const PATHS: [path: string, status: number][] = [
    ['/api/v1/healthX', 404],
    ['/api/v1/health/', 404],
    ['/api/v1/health/files', 404],
    ['/api/v1/health/../cli/files', 404],
    ['/api/v1/health%2f..%2fcli%2ffiles', 404],
    ['/api/v1/health;/../cli/files', 404],
    ['/api/v1/health%00', 404],
    ['/api/v1/health?/../cli/files', 200],
    ['/api/v1/commands/../cli/files', 404],
    ['/api/v1/commandsX', 404],
    ['/API/v1/cli/files', 404],
    ['/api/V1/cli/files', 404],
    ['/api//v1/cli/files', 404],
    ['//api/v1/cli/files', 404],
    ['/api/v1//cli/files', 404],
    ['/api/v1/./cli/files', 404],
    ['/api/v1/cli', 404],
    ['/api/v1/cli/', 404],
    ['/api/v1\\cli\\files', 404],
    ['/%61pi/v1/cli/files', 404],
    ['/api/v1/cli/files', 401],
    ['/api/v1/cli/files/', 401],
    ['/api/v1/cli/..%2f..%2fhealth', 401],
    ['/api/v1/cli/..%2fhealth', 401],
    ['/api/v1/cli/../health', 401],
    ['/mcp', 401],
    ['/mcp/', 401],
    ['/mcp/../api/v1/cli/files', 404],
    ['/.well-known/oauth-protected-resource', 404],
  ];
  test('without a key they are 404, and what is not public is 401', async () => {
    const refused = PATHS.filter(([, status]) => status !== 200);
    const answers = await refusesEach(
      target(),
      refused.map(([path, status]) => [path, requestText(`GET ${path}`), status]),
    );
    expect(answers.map(({ headers }) => headers.has('www-authenticate'))).toEqual(
      refused.map(([, status]) => status === 401),
    );
  });

  test('the query string does not change the route', async () => {
    for (const [path] of PATHS.filter(([, status]) => status === 200)) {
      const wire = await Wire.open(target().client.url);
      wire.write(requestText(`GET ${path}`));
      expect((await wire.read())[0]?.body).toContain('"command":"health"');
      wire.reset();
    }
  });

  const NAMES: string[] = [
    'files/',
    '/files',
    'files%00',
    'files%20',
    '%20files',
    'Files',
    'FILES',
    '..%2ffiles',
    'x/../files',
    'files%0a',
    'files%0d%0aX-Injected:%20yes',
    'files%3fvault=x',
    'files=',
    'vault=Other',
    'vault%3dOther',
    '--help',
    '-h',
    'files%20--copy',
    'obsidian:%2f%2fopen',
    '%EF%AC%81les',
    'fi%E2%80%8Bles',
    'daily%2fread',
    'daily//read',
    'daily::read',
    '__proto__',
    'constructor',
    'toString',
    'eval%00files',
    `${'a/'.repeat(3_000)}a`,
  ];
  test('with the key, such a command is unknown', async () => {
    const answers = await refusesEach(
      target(),
      NAMES.map((name) => [name, requestText(`GET /api/v1/cli/${name}`, AUTHORIZED), 404]),
    );
    for (const { headers } of answers) expect([...headers.keys()]).not.toContain('x-injected');
  });
});

describe('methods', () => {
  const METHODS: [line: string, status: number][] = [
    ['TRACE /api/v1/health', 405],
    ['OPTIONS /api/v1/health', 405],
    ['POST /api/v1/health', 405],
    ['TRACE /api/v1/cli/files', 405],
    ['OPTIONS /api/v1/cli/files', 405],
    ['GET /mcp', 405],
    ['DELETE /mcp', 405],
    ['DELETE /api/v1/cli/files', 405],
    ['PUT /api/v1/cli/create', 405],
    ['PATCH /api/v1/cli/create', 405],
    ['GET /api/v1/cli/create', 405],
    ['GET /api/v1/cli/delete', 405],
    ['DELETE /api/v1/cli/create', 405],
    ['PROPFIND /api/v1/cli/files', 405],
    ['TRACE /', 404],
  ];
  test('that an endpoint does not take are refused', async () => {
    const answers = await refusesEach(
      target(),
      METHODS.map(([line, status]) => [line, requestText(line, AUTHORIZED), status]),
    );
    expect(answers.map(({ headers }) => headers.has('allow'))).toEqual(
      METHODS.map(([, status]) => status === 405),
    );
  });

  test('HEAD is GET without a body on the public endpoints, and 405 without a body elsewhere', async () => {
    await unharmed(target(), async () => {
      for (const [path, status] of [
        ['/api/v1/health', 200],
        ['/api/v1/commands', 200],
        ['/api/v1/openapi.json', 200],
        ['/api/v1/cli/files', 405],
        ['/mcp', 405],
        ['/nothing', 404],
      ] as const) {
        const wire = await Wire.open(target().client.url);
        wire.write(requestText(`HEAD ${path}`, AUTHORIZED) + requestText(`HEAD ${path}`, AUTHORIZED));
        const answers = await wire.read(2, true);
        expect(answers.map((answer) => answer.status)).toEqual([status, status]);
        expect(Number(answers[0]?.headers.get('content-length'))).toBeGreaterThan(50);
        wire.reset();
      }
    });
  });

  test('method override headers are ignored', async () => {
    const disguised = { ...AUTHORIZED, 'X-HTTP-Method-Override': 'POST', 'X-Method-Override': 'POST' };
    await refuses(target(), requestText('GET /api/v1/cli/create', disguised), 405);
  });
});

describe('the Host header, with the right key', () => {
  const REFUSED = [
    'evil.example.com',
    'evil.example.com:27124',
    '127.0.0.1.evil.example.com',
    'localhost.evil.example.com',
    'localhost.',
    'evil@127.0.0.1',
    '127.0.0.1@evil.example.com',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0.0.0.0',
    '192.168.1.2',
    '[::]',
    '[::ffff:127.0.0.1]',
    '::1',
    '127.0.0.1:',
    '127.0.0.1:123456',
    '127.0.0.1:80:80',
    '127.0.0.1, evil.example.com',
    '127.0.0.1/',
    '127.0.0.1\\',
    'localhost evil',
    '',
  ];
  test('of another machine is refused, whatever is asked for', async () => {
    const attacks = REFUSED.flatMap((host) => {
      const headers = { ...AUTHORIZED, Host: host };
      return [
        [`a command, ${host}`, requestText(FILES, headers), 403],
        [`MCP, ${host}`, jsonText(MCP, headers, CALL), 403],
        [`health, ${host}`, requestText('GET /api/v1/health', headers), 403],
      ] as const;
    });
    for (const answer of await refusesEach(target(), attacks))
      expect(expectEnvelope(answer).code).toBe('host_not_allowed');
  });

  test('every name of this machine is served', async () => {
    for (const host of ['127.0.0.1', '127.0.0.1:1', 'localhost', 'LOCALHOST:27124', '[::1]', '[::1]:27124']) {
      const wire = await Wire.open(target().client.url);
      wire.write(requestText('GET /api/v1/health', { Host: host }));
      expect((await wire.read())[0]?.status, host).toBe(200);
      wire.reset();
    }
  });

  test('HTTP/1.0 without a Host is refused', async () => {
    await refuses(
      target(),
      `GET /api/v1/cli/files HTTP/1.0\r\nAuthorization: Bearer ${TEST_KEY}\r\n\r\n`,
      403,
    );
  });
});

describe('the Origin header of MCP, with the right key', () => {
  const REFUSED = [
    'http://evil.example.com',
    'https://evil.example.com',
    'null',
    'app://obsidian.md',
    'chrome-extension://abcdef',
    'file://',
    'http://127.0.0.1.evil.example.com',
    'http://localhost.evil.example.com',
    'http://evil.example.com#http://127.0.0.1',
    'http://127.0.0.1@evil.example.com',
    'http://127.0.0.1, http://evil.example.com',
    'http://0.0.0.0',
    'localhost',
    '',
  ];
  test('of another machine is refused, whether the key is right or not', async () => {
    const attacks = REFUSED.flatMap((origin) =>
      [TEST_KEY, 'wrong'].map((key) => {
        const headers = { Authorization: `Bearer ${key}`, Origin: origin };
        return [origin, jsonText(MCP, headers, CALL), 403] as const;
      }),
    );
    for (const answer of await refusesEach(target(), attacks)) {
      expect(expectEnvelope(answer).code).toBe('origin_not_allowed');
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});
