import { beforeAll, describe, expect, test } from 'vitest';
import { isForeign, openTarget } from '../kit/contract-target';
import type { ContractTarget } from '../kit/contract-target';
import { pathOf } from '../kit/http-client';
import type { EnvelopeAnswer } from '../kit/http-client';

let target: ContractTarget;
beforeAll(async () => {
  target = await openTarget();
  return () => target.close();
});

function documentIn({ envelope }: EnvelopeAnswer): unknown {
  expect(typeof envelope.stdout).toBe('string');
  return JSON.parse(envelope.stdout ?? '');
}

interface Health {
  readonly status: string;
  readonly cli: { available: boolean; version: string; binaryPath: string };
  readonly server: { port: number; bindAddress: string; restEnabled: boolean; mcpEnabled: boolean };
}

interface Entry {
  readonly command: string;
  readonly httpMethod: string;
  readonly category: string;
  readonly dangerous: boolean;
  readonly description: string;
}

describe('the public endpoints answer with the envelope', () => {
  test.each(['health', 'commands'])('GET /api/v1/%s needs no key', async (name) => {
    const answer = await target.client.anonymous(`/api/v1/${name}`);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.envelope).toMatchObject({ ok: true, command: name, exitCode: 0, stderr: '', duration: 0 });
    expect(answer.envelope).not.toHaveProperty('error');
  });

  test.each(['health', 'commands'])(
    'stdout of %s is a JSON document as text, and data has it parsed',
    async (name) => {
      const answer = await target.client.anonymous(`/api/v1/${name}`);
      expect(answer.envelope.data).toEqual(documentIn(answer));
    },
  );

  test.each(['health', 'commands'])('any method but GET or HEAD on %s is 405', async (name) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await target.client.anonymous(`/api/v1/${name}`, { method });
      expect([method, answer.status, answer.headers.allow]).toEqual([method, 405, 'GET, HEAD']);
      expect(answer.envelope).toMatchObject({ ok: false, command: name, code: 'method_not_allowed' });
    }
    const head = await target.client.send(`/api/v1/${name}`, { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
  });
});

describe('the health document', () => {
  test('has every field with its type', async () => {
    const health = documentIn(await target.client.anonymous('/api/v1/health')) as Health;
    expect(health.status).toBe('ok');
    expect(health.cli).toMatchObject({
      available: true,
      version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
      binaryPath: expect.stringMatching(/./) as string,
    });
    expect(health.server).toMatchObject({
      port: expect.any(Number) as number,
      bindAddress: expect.any(String) as string,
      restEnabled: true,
      mcpEnabled: expect.any(Boolean) as boolean,
    });
  });

  test.skipIf(isForeign)('reports the actual port and address', async () => {
    const health = documentIn(await target.client.anonymous('/api/v1/health')) as Health;
    const { hostname, port } = new URL(target.client.url);
    expect(health.server).toMatchObject({ port: Number(port), bindAddress: hostname });
  });

  test('reports the version of the CLI as the CLI prints it', async () => {
    const health = documentIn(await target.client.anonymous('/api/v1/health')) as Health;
    const { envelope } = await target.client.get('version');
    expect(envelope.stdout?.trim()).toBe(health.cli.version);
  });
});

describe('the command list', () => {
  let list: Entry[];
  beforeAll(async () => {
    list = documentIn(await target.client.anonymous('/api/v1/commands')) as Entry[];
  });

  test('every entry has every field with its type, and every name once', () => {
    expect(list.length).toBeGreaterThan(100);
    for (const entry of list) {
      expect(entry).toEqual({
        command: expect.stringMatching(/^[A-Za-z0-9][\w.:-]*$/) as string,
        httpMethod: expect.stringMatching(/^(?:GET|POST|DELETE)$/) as string,
        category: expect.stringMatching(/./) as string,
        dangerous: expect.any(Boolean) as boolean,
        description: expect.any(String) as string,
        available: expect.any(Boolean) as boolean,
      });
    }
    expect(new Set(list.map(({ command }) => command)).size).toBe(list.length);
  });

  /** The commands that the contract names, by HTTP method. */
  const NAMED: Record<string, string[]> = {
    GET: [
      ...['files', 'read', 'search', 'search:context', 'property:read', 'daily:read', 'daily:path', 'tags'],
      ...['tasks', 'vault', 'vaults', 'plugins', 'sync:status', 'help'],
    ],
    POST: [
      ...['create', 'append', 'open', 'property:set', 'daily:append', 'plugin:install', 'plugin:enable'],
    ],
    DELETE: ['delete', 'remove', 'uninstall', 'property:remove'],
  };
  const PAIRS = Object.entries(NAMED).flatMap(([method, names]) => names.map((name) => [name, method]));

  test('the contract names 25 commands', () => {
    expect(new Set(PAIRS.map(([name]) => name)).size).toBe(25);
  });

  test.each(PAIRS)('%s is listed and mapped to %s', (name, method) => {
    expect(list.find(({ command }) => command === name)).toMatchObject({ httpMethod: method });
  });

  test('commands that run code or control the app are dangerous, those that read or edit notes are not', () => {
    const dangerous = new Set(list.filter((entry) => entry.dangerous).map(({ command }) => command));
    for (const name of ['eval', 'command', 'devtools', 'reload', 'restart', 'plugins:restrict', 'dev:cdp']) {
      expect(dangerous).toContain(name);
    }
    const installing = ['plugin:install', 'plugin:enable'];
    for (const [name = ''] of PAIRS) expect(dangerous.has(name)).toBe(installing.includes(name));
  });
});

describe('the OpenAPI document', () => {
  const PATH = '/api/v1/openapi.json';

  test('GET /api/v1/openapi.json needs no key, and is the document itself', async () => {
    const answer = await target.client.anonymous(PATH);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(JSON.parse(answer.text)).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: target.client.url }],
    });
  });

  test('any method but GET or HEAD is 405', async () => {
    for (const method of ['POST', 'DELETE']) {
      const { status, headers, envelope } = await target.client.anonymous(PATH, { method });
      expect([method, status, headers.allow]).toEqual([method, 405, 'GET, HEAD']);
      expect(envelope).toMatchObject({ ok: false, command: 'openapi', code: 'method_not_allowed' });
    }
    const head = await target.client.send(PATH, { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
  });

  test('has each command of the list, with its method and POST', async () => {
    const list = documentIn(await target.client.anonymous('/api/v1/commands')) as Entry[];
    const { paths } = JSON.parse((await target.client.anonymous(PATH)).text) as {
      paths: Record<string, Record<string, unknown>>;
    };
    for (const { command, httpMethod } of list) {
      const methods = Object.keys(paths[pathOf(command)] ?? {});
      expect([command, methods]).toEqual([command, [...new Set([httpMethod.toLowerCase(), 'post'])]]);
    }
    const others = Object.keys(paths).filter((path) => !path.startsWith('/api/v1/cli/'));
    expect(others.map((path) => path.replace('/api/v1/', ''))).toEqual([
      'health',
      'commands',
      'openapi.json',
      'batch',
      'events',
    ]);
    expect(Object.keys(paths)).toHaveLength(list.length + others.length);
  });
});

describe('paths', () => {
  const NOWHERE = ['/', '/api', '/api/v1', '/api/v1/', '/api/v1/cli', '/api/v1/cli/', '/api/v2/health'];
  const ALMOST = ['/api/v1/Health', '/api/v1/health/', '//api/v1/health'];
  const PROBED = ['/.well-known/oauth-protected-resource', '/favicon.ico'];
  test.each([...NOWHERE, ...ALMOST, ...PROBED])('%s is 404, and needs no key', async (path) => {
    const answer = await target.client.anonymous(path);
    expect(answer.status).toBe(404);
    expect(answer.headers).not.toHaveProperty('www-authenticate');
    expect(answer.envelope).toMatchObject({ ok: false, code: 'not_found' });
    expect(answer.envelope).not.toHaveProperty('command');
    expect(answer.envelope.error).toContain('/api/v1/health');
  });
});
