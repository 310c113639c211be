import { createHash } from 'node:crypto';
import type { Plugin } from 'obsidian';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PluginBridge } from '../../src/obsidian/plugin-bridge';
import { createTestApp } from '../obsidian/testing';
import type { TestApp } from '../obsidian/testing';
import { call } from '../kit/http-client';
import { freePort } from '../kit/ports';
import { until } from '../kit/until';
import { closeBuilt, openBuilt } from './built-plugin';
import { deviceWith } from './device';
import { makeProgram, TRUSTED } from './program';
import type { TestProgram } from './program';

const SECRET = 'cli-bridge-client-keys';

let program: TestProgram;
let port: number;
let app: TestApp;
let plugin: Plugin;

beforeEach(async (context) => {
  program = await makeProgram(context);
  port = await freePort();
  await open({});
});

afterEach(async () => {
  await closeBuilt(plugin, app, port);
});

async function open(secrets: Record<string, string>): Promise<void> {
  app = createTestApp({
    dataJson: { port },
    localStorage: deviceWith({ cliPath: program.path, trustedCommands: TRUSTED }),
    secrets,
    layoutReady: true,
  });
  plugin = await openBuilt(app, port);
}

async function reopen(): Promise<void> {
  const secrets = Object.fromEntries(app.secrets.values);
  await closeBuilt(plugin, app, port);
  await open(secrets);
}

const bridge = (): PluginBridge => (plugin as unknown as { bridge: PluginBridge }).bridge;

async function connect(name: string, access: 'read' | 'write' | 'full' = 'full'): Promise<string> {
  const key = await bridge().keys.connect({ name, access });
  if (key === undefined) throw new Error(`${name} was not connected`);
  return key;
}

const status = async (key: string, path = '/api/v1/cli/files', method = 'GET'): Promise<number> =>
  (await call(port, path, key, { method })).status;

describe('the key of a client', () => {
  it('lets it in, is kept as a digest on this device only, and survives a restart', async () => {
    const key = await connect('Claude Code');
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(await status(key)).toBe(200);
    const stored = app.secrets.values.get(SECRET) ?? '';
    expect(JSON.parse(stored)).toMatchObject([
      { name: 'Claude Code', access: 'full', sha256: createHash('sha256').update(key).digest('hex') },
    ]);
    for (const text of [stored, app.data.text, JSON.stringify([...app.localStorage.values])])
      expect(text).not.toContain(key);
    expect(app.data.text).not.toContain('Claude Code');
    await reopen();
    expect(await status(key)).toBe(200);
    expect(bridge().keys.clients.map(({ name }) => name)).toEqual(['Claude Code']);
  });

  it('allows what was chosen, over REST and MCP, and is named in the log', async () => {
    const reader = await connect('Reader', 'read');
    const writer = await connect('Writer', 'write');
    expect(await status(reader)).toBe(200);
    expect(await call(port, '/api/v1/cli/delete', reader, { method: 'POST', body: {} })).toMatchObject({
      status: 403,
      body: { code: 'key_scope' },
    });
    expect(await status(writer, '/api/v1/cli/eval', 'POST')).toBe(403);
    expect(bridge().log.list()[0]).toMatchObject({ client: 'Writer', command: 'eval' });
    const tools = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    expect((await call(port, '/mcp', reader, { method: 'POST', body: tools })).status).toBe(200);
  });

  it('shows when the client was last let in', async () => {
    const key = await connect('Reader', 'read');
    await connect('Silent', 'read');
    expect(bridge().keys.clients.map(({ lastSeenAt }) => lastSeenAt)).toEqual([undefined, undefined]);
    const before = Date.now();
    await status(key);
    const [reader, silent] = bridge().keys.clients;
    expect(reader?.lastSeenAt).toBeGreaterThanOrEqual(before);
    expect(silent?.lastSeenAt).toBeUndefined();
  });

  it('is refused as soon as it is revoked, also for a call that waits, and after a restart', async () => {
    const key = await connect('Claude Code');
    const other = await connect('Cursor');
    const running = call(port, '/api/v1/cli/held', other, { method: 'POST' });
    await until('it runs', async () => (await program.marks()).length === 1);
    const waiting = call(port, '/api/v1/cli/files', key);
    await until('the next one waits', () => bridge().program.queue.waiting === 1);
    bridge().keys.revoke(bridge().keys.clients[0]?.id ?? '');
    await program.openGate();
    expect((await waiting).status).toBe(401);
    expect((await running).status).toBe(200);
    expect([await status(key), await status(other)]).toEqual([401, 200]);
    await reopen();
    expect([await status(key), await status(other)]).toEqual([401, 200]);
  });

  it('goes on when the server was stopped meanwhile, and when the API key is regenerated', async () => {
    const key = await connect('Claude Code');
    await bridge().server.stop();
    const second = await connect('Cursor');
    await bridge().server.start();
    bridge().keys.regenerate();
    expect([await status(key), await status(second)]).toEqual([200, 200]);
  });
});

describe('the storage of keys', () => {
  it('that fails connects nobody, and says so', async () => {
    app.secrets.failure = new Error('locked');
    expect(await bridge().keys.connect({ name: 'Cursor', access: 'read' })).toBeUndefined();
    app.secrets.failure = undefined;
    expect(bridge().keys.clients).toEqual([]);
    expect(app.noticeTexts.at(-1)).toContain("couldn't be saved, so nothing was connected");
  });

  it('that fails to forget a key refuses it at least until the restart, and says so', async () => {
    const key = await connect('Cursor');
    app.secrets.failure = new Error('locked');
    bridge().keys.revoke(bridge().keys.clients[0]?.id ?? '');
    expect(await status(key)).toBe(401);
    app.secrets.failure = undefined;
    expect(app.noticeTexts.at(-1)).toContain('only until you close the app');
  });

  it.each([
    ['is not JSON', 'nonsense'],
    ['is another thing', '{}'],
    ['has one key with more rights than there are', '[{"id":"a","name":"A","sha256":"00","access":"all"}]'],
  ])('that %s lets nobody in, and says so', async (_what, stored) => {
    const key = await connect('Cursor');
    app.secrets.values.set(SECRET, stored);
    await reopen();
    expect(await status(key)).toBe(401);
    expect(bridge().keys.clients).toEqual([]);
    expect(app.noticeTexts).toContain(
      "Your clients' keys couldn't be read. Connect the clients again in the CLI Bridge settings.",
    );
    expect(await status(await connect('Cursor'))).toBe(200);
  });
});
