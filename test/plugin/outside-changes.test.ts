import type { Plugin } from 'obsidian';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SettingKey, Settings } from '../../src/bridge/settings';
import type { PluginBridge } from '../../src/obsidian/plugin-bridge';
import { createTestApp } from '../obsidian/testing';
import type { TestApp } from '../obsidian/testing';
import { call } from '../kit/http-client';
import { makeKey } from '../kit/keys';
import { freePort } from '../kit/ports';
import { closeBuilt, openBuilt } from './built-plugin';
import { deviceWith } from './device';
import { makeProgram, TRUSTED } from './program';
import type { TestProgram } from './program';

const SECRET = 'cli-bridge-api-key';
const KEY = 'k'.repeat(64);

let program: TestProgram;
let port: number;
let app: TestApp;
let plugin: Plugin;

beforeEach(async (context) => {
  program = await makeProgram(context);
  port = await freePort();
});

afterEach(async () => {
  await closeBuilt(plugin, app, port);
});

/** Opens the app with this data file, on a device with these settings of its own; the program is always one of them. */
async function open(data: object, own: Partial<Settings> = {}): Promise<void> {
  await start({ port, ...data }, deviceWith({ cliPath: program.path, ...own }));
}

async function start(dataJson: unknown, localStorage: TestApp['localStorage']): Promise<void> {
  app = createTestApp({ dataJson, secrets: { [SECRET]: KEY }, layoutReady: true, localStorage });
  plugin = await openBuilt(app, port);
}

/** Starts the app again on the same device. */
async function reopen(data: unknown): Promise<void> {
  await closeBuilt(plugin, app, port);
  await start(data, app.localStorage.copy());
}

const synced = (data: object): Promise<void> => app.changeDataOutside(plugin, { port, ...data });
const bridge = (): PluginBridge => (plugin as unknown as { bridge: PluginBridge }).bridge;
const inForce = (): Settings => bridge().settings.current;
const status = async (path: string, method = 'GET'): Promise<string> => {
  const { status: code, body } = await call(port, path, KEY, { method });
  return [code, body.code].filter(Boolean).join(' ');
};

const OWN = {
  bindAddress: '127.0.0.1',
  restEnabled: true,
  mcpEnabled: false,
  allowedCommands: ['files', 'slow'],
  blockedCommands: ['delete'],
  readOnly: true,
  allowDangerousCommands: false,
  trustedCommands: TRUSTED,
  askFirst: ['vault'],
  allowedVaults: ['Test vault'],
  corsEnabled: false,
  corsOrigins: ['https://a.b'],
  allowedHosts: ['a.local'],
} satisfies Partial<Settings>;

const OTHERS = {
  bindAddress: '0.0.0.0',
  restEnabled: false,
  mcpEnabled: true,
  allowedCommands: [],
  blockedCommands: 'none',
  readOnly: false,
  allowDangerousCommands: true,
  trustedCommands: ['eval'],
  askFirst: [],
  allowedVaults: ['Work'],
  corsEnabled: true,
  corsOrigins: [],
  allowedHosts: ['evil.example'],
};

describe('a settings file that changes outside the app', () => {
  it('changes no setting that protects, in either direction, nor after a restart', async () => {
    await open({}, OWN);
    await synced(OTHERS);
    expect(inForce()).toMatchObject(OWN);
    expect(await status('/api/v1/cli/slow', 'POST')).toBe('403 read_only');
    await reopen({ port, ...OTHERS });
    expect(inForce()).toMatchObject(OWN);
    expect(await status('/api/v1/cli/files')).toBe('200');
    expect([bridge().settings.leftOut, app.noticeTexts]).toEqual([[], []]);
  });

  it('cannot have another program run', async (context) => {
    await open({});
    const other = await makeProgram(context);
    await synced({ cliPath: other.path });
    expect(await status('/api/v1/cli/files')).toBe('200');
    expect(await other.calls()).toEqual([]);
  });

  it('counts at once for the port, the default vault, the timeout and starting automatically', async () => {
    await open({});
    const next = await freePort();
    const followed = { port: next, defaultVault: 'Work', timeoutSeconds: 7, startOnLoad: false };
    await app.changeDataOutside(plugin, followed);
    port = next;
    expect(inForce()).toMatchObject(followed);
    expect((await call(port, '/api/v1/cli/files', KEY)).body.stdout).toBe('Work/note.md\n');
  });

  it('changes nothing by what it lacks', async () => {
    await open({ defaultVault: 'Work', timeoutSeconds: 7 }, OWN);
    const before = inForce();
    await synced({});
    expect(inForce()).toEqual(before);
    app.data.text = null;
    await bridge().settings.load();
    expect(inForce()).toEqual(before);
    await reopen(undefined);
    expect(inForce()).toEqual(before);
  });

  it('changes nothing if it cannot be read, also at a restart, and says so', async () => {
    await open({}, OWN);
    const before = inForce();
    app.data.text = '[]';
    await bridge().settings.load();
    expect([inForce(), await status('/api/v1/cli/slow', 'POST')]).toEqual([before, '403 read_only']);
    await reopen('half synced');
    expect(inForce()).toEqual(before);
    expect(app.noticeTexts).toEqual([
      "The saved settings couldn't be read, so the previous ones stay in effect.",
    ]);
  });

  it('gives a value that makes no sense its default, and says so', async () => {
    await open({});
    await synced({ timeoutSeconds: 'soon', defaultVault: 'Work' });
    expect(inForce()).toMatchObject({ timeoutSeconds: 30, defaultVault: 'Work' });
    expect(app.noticeTexts).toEqual([
      expect.stringMatching(/^The setting "timeoutSeconds" isn't valid: .+ Its default is used instead\.$/),
    ]);
  });

  it('lets nobody in by a key that it has', async () => {
    const { key, record } = makeKey('intruder', { access: 'full' });
    await open({ keys: [record] });
    expect((await call(port, '/api/v1/cli/files', key)).status).toBe(401);
    await synced({ keys: [record], defaultVault: 'Work' });
    expect((await call(port, '/api/v1/cli/files', key)).status).toBe(401);
  });
});

describe('a setting that protects and is changed in the app', () => {
  it('is kept on the device and copied into the file, and outlives both sync and a restart', async () => {
    await open({});
    const change = { blockedCommands: ['files'], allowedVaults: ['Test vault'], cliPath: program.path };
    await bridge().settings.change(change);
    expect(app.data.value).toEqual({ port, ...change });
    await synced({ blockedCommands: [] });
    expect(await status('/api/v1/cli/files')).toBe('403 command_blocked');
    await reopen({ port });
    expect(await status('/api/v1/cli/files')).toBe('403 command_blocked');
  });

  it('refuses every command while the device has a list that cannot be read, until it is set again', async () => {
    await open({ blockedCommands: [] }, { blockedCommands: 'eval' as unknown as string[] });
    expect(await status('/api/v1/cli/files')).toBe('403 command_blocked');
    await bridge().settings.change({ blockedCommands: [] });
    expect(await status('/api/v1/cli/files')).toBe('200');
  });

  it('says so if the device does not keep it', async () => {
    await open({});
    app.localStorage.saveFailure = new Error('The quota has been exceeded.');
    await bridge().settings.change({ readOnly: true });
    expect([inForce().readOnly, app.noticeTexts.join()]).toEqual([
      true,
      "Your settings couldn't be saved on this device and may be lost when you close the app.",
    ]);
  });
});

describe('a device that has no settings of its own', () => {
  const FILE = {
    cliPath: '/tmp/evil',
    bindAddress: '0.0.0.0',
    restEnabled: true,
    mcpEnabled: false,
    allowedCommands: ['files'],
    blockedCommands: ['delete'],
    readOnly: true,
    allowDangerousCommands: true,
    trustedCommands: ['eval'],
    askFirst: ['vault'],
    allowedVaults: ['Test vault'],
    corsEnabled: true,
    corsOrigins: ['https://c.d'],
    allowedHosts: ['evil.example'],
    timeoutSeconds: 7,
  };
  const ADOPTED = {
    mcpEnabled: false,
    allowedCommands: ['files'],
    blockedCommands: ['delete'],
    readOnly: true,
    askFirst: ['vault'],
    allowedVaults: ['Test vault'],
    timeoutSeconds: 7,
  };
  const LEFT_OUT: SettingKey[] = [
    'bindAddress',
    'cliPath',
    'allowDangerousCommands',
    'trustedCommands',
    'corsEnabled',
    'corsOrigins',
    'allowedHosts',
  ];
  const DEFAULTS = {
    cliPath: '',
    bindAddress: '127.0.0.1',
    allowDangerousCommands: false,
    trustedCommands: [],
    corsEnabled: false,
    corsOrigins: [],
    allowedHosts: [],
  };

  it('adopts from the file only what restricts, and keeps what the tab has to say until it was told', async () => {
    await start({ port, ...FILE }, deviceWith({}));
    expect(inForce()).toMatchObject({ ...ADOPTED, ...DEFAULTS });
    await reopen({ port, ...FILE, ...DEFAULTS, readOnly: false });
    expect(inForce()).toMatchObject({ ...ADOPTED, ...DEFAULTS });
    expect(bridge().settings.leftOut).toEqual(LEFT_OUT);
    bridge().settings.acknowledgeLeftOut();
    await reopen({ port, ...FILE });
    expect(bridge().settings.leftOut).toEqual([]);
  });

  it('has nothing to adopt while there is no file, and adopts the one that sync brings', async () => {
    await start(undefined, deviceWith({ port }));
    expect([inForce().readOnly, bridge().settings.leftOut]).toEqual([false, []]);
    await synced({ readOnly: true, allowDangerousCommands: true });
    expect(inForce()).toMatchObject({ readOnly: true, allowDangerousCommands: false });
    expect(bridge().settings.leftOut).toEqual(['allowDangerousCommands']);
  });

  it.each([
    ['allowedCommands', ['plugin:*able']],
    ['blockedCommands', 'eval'],
    ['allowedVaults', null],
    ['askFirst', [5]],
  ])('refuses every command while %s cannot be read, until it is corrected or cleared', async (key, junk) => {
    const refused = /isn't valid: .+ Until you correct it, no commands can run\./;
    const data = { port, [key]: junk };
    await open(data);
    expect(await status('/api/v1/cli/files')).toBe('403 command_blocked');
    expect(app.noticeTexts).toEqual([expect.stringMatching(refused)]);
    expect(await app.runCli('cli-bridge')).toContain('No commands can run until you correct');
    await reopen(data);
    expect(await status('/api/v1/cli/files')).toBe('403 command_blocked');
    await synced({ [key]: [] });
    expect(await status('/api/v1/cli/files')).toBe('200');
    await synced(data);
    expect(await status('/api/v1/cli/files')).toBe('200');
  });

  it('takes private folders from the file while its own list is empty, and then keeps them', async () => {
    await open({ privateFolders: [] });
    await synced({ privateFolders: ['Journal'] });
    expect(inForce().privateFolders).toEqual(['Journal']);
    await synced({ privateFolders: [] });
    await synced({ privateFolders: ['Clients'] });
    expect(inForce().privateFolders).toEqual(['Journal']);
    await reopen({ port, privateFolders: 'none' });
    expect([inForce().privateFolders, await status('/api/v1/cli/files')]).toEqual([['Journal'], '200']);
  });

  it('refuses every command while the file cannot be read at all', async () => {
    await start([], deviceWith({ port, cliPath: program.path }));
    expect(await status('/api/v1/cli/files')).toBe('403 command_blocked');
    expect(app.noticeTexts).toEqual([
      "The saved settings couldn't be read, so no commands can run until you correct them.",
    ]);
    await synced({ blockedCommands: ['delete'] });
    expect([await status('/api/v1/cli/files'), inForce().blockedCommands]).toEqual(['200', ['delete']]);
  });

  it('gives a switch that makes no sense its default, and says so', async () => {
    await open({ readOnly: 'yes' });
    expect([inForce().readOnly, await status('/api/v1/cli/files')]).toEqual([false, '200']);
    expect(app.noticeTexts).toEqual([expect.stringContaining('"readOnly" isn\'t valid')]);
  });
});
