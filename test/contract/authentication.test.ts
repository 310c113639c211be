import { beforeAll, describe, expect, test } from 'vitest';
import { openTarget } from '../kit/contract-target';
import type { ContractTarget } from '../kit/contract-target';
import { serveFake } from '../kit/bridge';
import { jsonCall, pathOf, send } from '../kit/http-client';

describe('the key', () => {
  let target: ContractTarget;
  beforeAll(async () => {
    target = await openTarget();
    return () => target.close();
  });

  test('none or another is 401 on commands, known or not, and on MCP', async () => {
    for (const headers of [{}, { Authorization: 'Bearer wrong' }]) {
      for (const [path, method] of [
        [pathOf('files'), 'GET'],
        [pathOf('delete'), 'DELETE'],
        [pathOf('no:such:command'), 'GET'],
        [pathOf('files'), 'PATCH'],
        ['/mcp', 'POST'],
      ] as const) {
        const answer = await target.client.anonymous(path, { method, headers });
        expect([path, answer.status]).toEqual([path, 401]);
        expect(answer.headers['www-authenticate']).toMatch(/^Bearer\b/);
        expect(answer.envelope).toMatchObject({ ok: false, code: 'unauthorized' });
        expect(answer.text).not.toContain(target.client.key);
      }
    }
  });

  test('the right key is accepted; the scheme may have any case', async () => {
    const headers = { Authorization: `bearer ${target.client.key}` };
    expect((await target.client.anonymous(pathOf('version'), { headers })).status).toBe(200);
  });
});

describe.concurrent('a regenerated key', () => {
  test('works at once and replaces the old one; a running call is still answered', async (context) => {
    const { client, bridge, cli } = await serveFake(context, 'await_gate; echo done');
    const running = client.get('files');
    bridge.setApiKey('another');
    const asked = { headers: { Authorization: 'Bearer another' } };
    expect((await client.get('tags')).status).toBe(401);
    const allowed = client.request(pathOf('tags'), asked);
    await cli.openGate();
    expect((await allowed).status).toBe(200);
    expect([200, 401]).toContain((await running).status);
  });
});

describe.concurrent('blocked commands', () => {
  const CASES: [settings: object, blocked: string[], open: string[]][] = [
    [{ blockedCommands: ['search'] }, ['search'], ['search:context', 'files']],
    [{ blockedCommands: ['property:*', ' FILES '] }, ['property:read', 'files'], ['search']],
    [{ blockedCommands: ['*'] }, ['files', 'help', 'version'], []],
    [{ allowedCommands: ['files', 'daily:*'] }, ['search', 'help'], ['files', 'daily:read']],
    [{ allowedCommands: ['files'], blockedCommands: ['files'] }, ['files'], []],
    [{ readOnly: true }, ['create', 'delete', 'daily:append'], ['files', 'search']],
  ];
  test.for(CASES)('%j: 403, and nothing runs', async ([settings, blocked, open], context) => {
    const { client, cli } = await serveFake(context, 'echo ran', settings);
    for (const command of blocked) {
      const { status, envelope } = await client.post(command, { params: { query: 'x', name: 'x' } });
      expect(status).toBe(403);
      expect(envelope).toMatchObject({ ok: false, command });
      expect(envelope.error).toMatch(new RegExp(`^Command is blocked: ${command}`));
      expect(['command_blocked', 'read_only']).toContain(envelope.code);
    }
    expect(await cli.calls()).toEqual([]);
    for (const command of open) {
      const { status } = await client.post(
        command,
        command.startsWith('search') ? { params: { query: 'x' } } : {},
      );
      expect([command, status]).toEqual([command, 200]);
    }
  });

  test('the error reads exactly "Command is blocked: <command>"', async (context) => {
    const { client } = await serveFake(context, 'echo ran', { blockedCommands: ['search:context'] });
    const { envelope } = await client.get('search:context', { query: 'x' });
    expect(envelope).toEqual({
      ok: false,
      command: 'search:context',
      error: 'Command is blocked: search:context',
      code: 'command_blocked',
      hint: expect.stringContaining('"Blocked commands"') as string,
    });
  });
});

describe.concurrent('dangerous commands', () => {
  test('403 without the opt-in, including commands that only the running app lists; the opt-in takes effect at once', async (context) => {
    const { client, cli, change } = await serveFake(context, 'echo ran');
    const calls = {
      eval: { code: '1' },
      command: { id: 'x' },
      'dev:sniff': {},
      'shelf:dust': { room: 'x' },
      restart: {},
    };
    for (const [command, params] of Object.entries(calls)) {
      const { status, envelope } = await client.post(command, { params });
      expect([command, status, envelope.code]).toEqual([command, 403, 'command_dangerous']);
      expect(envelope.error).toContain('Allow dangerous commands');
    }
    expect(await cli.calls()).toEqual([]);
    change({ allowDangerousCommands: true });
    expect((await client.post('dev:sniff')).status).toBe(200);
    expect((await client.post('eval', { params: { code: '1+1' } })).status).toBe(200);
    change({ allowDangerousCommands: false });
    expect((await client.post('eval', { params: { code: '1+1' } })).status).toBe(403);
    expect(await cli.calls()).toEqual([['dev:sniff'], ['eval', 'code=1+1']]);
  });

  test('a trusted command runs anyway, and no other does', async (context) => {
    const { client, cli, change } = await serveFake(context, 'echo ran', { trustedCommands: ['shelf:*'] });
    expect((await client.post('shelf:dust', { params: { room: 'x' } })).status).toBe(200);
    expect((await client.post('eval', { params: { code: '1' } })).envelope.code).toBe('command_dangerous');
    change({ trustedCommands: [] });
    const refused = await client.post('shelf:dust', { params: { room: 'x' } });
    expect(refused).toMatchObject({ status: 403, envelope: { code: 'command_dangerous' } });
    expect(refused.envelope.error).toContain('Trusted commands');
    expect(await cli.calls()).toEqual([['shelf:dust', 'room=x']]);
  });

  test('a command that acts on the bridge itself is refused even with the opt-in', async (context) => {
    const { client, cli } = await serveFake(context, 'echo ran', { allowDangerousCommands: true });
    for (const id of ['cli-bridge', ' CLI-Bridge ']) {
      for (const command of ['plugin:disable', 'plugin:uninstall', 'plugin:reload', 'plugin:install']) {
        const { status, envelope } = await client.post(command, { params: { id } });
        expect([status, envelope.code]).toEqual([403, 'bridge_protected']);
      }
    }
    expect(await cli.calls()).toEqual([]);
    expect((await client.post('plugin:disable', { params: { id: 'other' } })).status).toBe(200);
  });
});

describe.concurrent('CORS', () => {
  const origin = 'https://page.example';
  const preflight = {
    method: 'OPTIONS',
    headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
  };

  test('off by default: preflights are not answered, no header is added', async (context) => {
    const { client } = await serveFake(context, 'echo ran');
    const asked = await client.anonymous(pathOf('files'), preflight);
    expect(asked.status).toBeGreaterThanOrEqual(400);
    const answers = await Promise.all(
      [pathOf('files'), '/api/v1/health', '/api/v1/openapi.json'].map((path) =>
        client.request(path, { headers: { Origin: origin } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const { headers } of [asked, ...answers]) {
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  test('on: preflights need no key, and every response has the headers, even errors', async (context) => {
    const { client } = await serveFake(context, 'echo ran', { corsEnabled: true });
    const asked = await send(`${client.url}${pathOf('files')}`, preflight);
    expect([asked.status, asked.text]).toEqual([204, '']);
    expect(asked.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': expect.stringMatching(/GET.*POST.*DELETE/) as string,
    });
    for (const name of ['Authorization', 'Content-Type', 'Idempotency-Key', 'MCP-Protocol-Version'])
      expect(asked.headers['access-control-allow-headers']).toContain(name);
    for (const name of ['vary', 'access-control-allow-credentials', 'access-control-allow-private-network'])
      expect(asked.headers).not.toHaveProperty(name);
    const network = { ...preflight.headers, 'Access-Control-Request-Private-Network': 'true' };
    const ofNetwork = await send(`${client.url}${pathOf('files')}`, { ...preflight, headers: network });
    expect(ofNetwork.headers['access-control-allow-private-network']).toBe('true');
    const exposed = (await client.get('files')).headers['access-control-expose-headers'];
    for (const name of ['X-Exit-Code', 'X-Duration-Ms', 'Retry-After']) expect(exposed).toContain(name);
    for (const path of [pathOf('files'), pathOf('no-such'), '/api/v1/health', '/nowhere']) {
      const { headers } = await client.anonymous(path, { headers: { Origin: origin } });
      expect([path, headers['access-control-allow-origin']]).toEqual([path, '*']);
    }
  });

  test('with a list: exactly these origins, with Vary', async (context) => {
    const { client, change } = await serveFake(context, 'echo ran', {
      corsEnabled: true,
      corsOrigins: [' https://PAGE.example/ '],
    });
    const good = await client.request(pathOf('files'), { headers: { Origin: origin } });
    expect(good.headers).toMatchObject({ 'access-control-allow-origin': origin, vary: 'Origin' });
    for (const other of ['https://evil.example', `${origin}.evil.example`, 'null', `${origin}:8443`]) {
      const bad = await client.request(pathOf('files'), { headers: { Origin: other } });
      expect(bad.headers).not.toHaveProperty('access-control-allow-origin');
      expect(bad.headers.vary).toBe('Origin');
      const asked = await client.anonymous(pathOf('files'), {
        ...preflight,
        headers: { ...preflight.headers, Origin: other },
      });
      expect([asked.status, asked.envelope.code]).toEqual([403, 'origin_not_allowed']);
    }
    change({ corsOrigins: ['*'] });
    const any = await client.request(pathOf('files'), { headers: { Origin: 'https://any.example' } });
    expect(any.headers['access-control-allow-origin']).toBe('*');
  });
});

describe.concurrent('nobody else gets in: the Host header', () => {
  test('a Host that is not this machine is 403, everywhere and before the key is checked', async (context) => {
    const { client, cli } = await serveFake(context, 'echo ran', { allowedHosts: ['my-mac.local'] });
    for (const host of [
      'evil.example',
      'localhost.evil.example',
      '127.0.0.1.nip.io',
      '10.0.0.1',
      'a@localhost',
    ]) {
      for (const path of [pathOf('files'), '/api/v1/health', '/mcp', '/nowhere']) {
        const answer = await client.request(path, { headers: { Host: host } });
        expect([host, path, answer.status]).toEqual([host, path, 403]);
        expect(answer.envelope.code).toBe('host_not_allowed');
      }
    }
    expect(await cli.calls()).toEqual([]);
    for (const host of ['localhost', 'LOCALHOST:1', '127.0.0.1:80', '[::1]:27124', 'my-mac.local:27124']) {
      const answer = await client.request(pathOf('files'), { headers: { Host: host } });
      expect([host, answer.status]).toEqual([host, 200]);
    }
  });
});

describe.concurrent('interfaces that are switched off', () => {
  test('REST: commands, their list and the OpenAPI document are 404, health still answers and says so; MCP: 404', async (context) => {
    const { client, change, cli } = await serveFake(context, 'echo ran', {
      restEnabled: false,
      mcpEnabled: false,
    });
    expect(await client.get('files')).toMatchObject({ status: 404, envelope: { code: 'rest_disabled' } });
    for (const path of ['/api/v1/commands', '/api/v1/openapi.json']) {
      const refused = await client.anonymous(path);
      expect(refused).toMatchObject({ status: 404, envelope: { ok: false, code: 'rest_disabled' } });
    }
    const { envelope } = await client.anonymous('/api/v1/health');
    expect(JSON.parse(envelope.stdout ?? '')).toMatchObject({
      server: { restEnabled: false, mcpEnabled: false },
    });
    const mcp = await client.request('/mcp', jsonCall('POST', {}));
    expect(mcp).toMatchObject({ status: 404, envelope: { ok: false, code: 'mcp_disabled' } });
    expect((await client.anonymous(pathOf('files'))).status).toBe(401);
    expect(await cli.calls()).toEqual([]);
    change({ restEnabled: true });
    expect((await client.get('files')).status).toBe(200);
  });
});
