import { createServer } from 'node:http';
import { Plugin } from 'obsidian';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseSettings } from '../../src/bridge/settings-parser';
import type { Settings } from '../../src/bridge/settings';
import { addCliHandlers } from '../../src/obsidian/cli-handlers';
import { PluginBridge } from '../../src/obsidian/plugin-bridge';
import { BridgeSettingTab } from '../../src/obsidian/settings/tab';
import { welcomeOnFirstRun } from '../../src/obsidian/status-notices';
import { StoredSettings } from '../../src/obsidian/stored-settings';
import { confirmNewKey } from '../../src/obsidian/ui/confirm';
import { Dialogs } from '../../src/obsidian/ui/dialogs';
import { Notices } from '../../src/obsidian/ui/notices';
import { createTestApp, loadPlugin } from '../obsidian/testing';
import type { TestApp } from '../obsidian/testing';
import { freePort } from '../kit/ports';
import { call, isServed } from '../kit/http-client';
import { ScriptedApprovals } from '../kit/scripted-approvals';
import { until } from '../kit/until';
import { manifest } from './built-plugin';
import { deviceWith } from './device';
import { makeProgram } from './program';
import type { TestProgram } from './program';

const SECRET = 'cli-bridge-api-key';

class Bare extends Plugin {}

let program: TestProgram;
let port: number;
let app: TestApp;
let bridge: PluginBridge;
let notices: Notices;

beforeEach(async (context) => {
  program = await makeProgram(context);
  port = await freePort();
});

afterEach(async () => {
  vi.restoreAllMocks();
  await bridge.close();
  notices.close();
});

async function load(
  inForce: Partial<Settings> = {},
  secrets: Record<string, string> = { [SECRET]: 'k'.repeat(64) },
  busyPortMs = 0,
): Promise<void> {
  const localStorage = deviceWith({ cliPath: program.path, ...inForce });
  app = createTestApp({ dataJson: { port }, localStorage, secrets });
  const plugin = await loadPlugin(Bare, manifest, app);
  notices = new Notices();
  const { notify } = notices;
  bridge = new PluginBridge(plugin, { notify, approvals: new ScriptedApprovals(), busyPortMs });
  await bridge.load();
  welcomeOnFirstRun(bridge, notify, { connectClient: () => undefined });
}

async function open(...given: Parameters<typeof load>): Promise<void> {
  await load(...given);
  await bridge.server.start();
}

/** Starts a server that waits for a port that is taken. */
async function startPatiently(): Promise<{ readonly started: Promise<void> }> {
  await load({}, undefined, 10_000);
  const started = bridge.server.start();
  await until('it tries to start', () => bridge.server.state.kind === 'starting');
  return { started };
}

const stuck = (): string[] =>
  app.notices.filter((each) => each.sticky && !each.hidden).map(({ text }) => text);

/** The port that a server which could not start offers. */
function freePortOf({ server: { state } }: PluginBridge): number {
  if (state.kind !== 'failed' || state.freePort === undefined) throw new Error(`It is ${state.kind}.`);
  return state.freePort;
}

/** Takes a port until the function it gives is called. */
async function occupy(at: number, health: object = {}): Promise<() => Promise<void>> {
  const other = createServer((_request, response) => response.end(JSON.stringify(health)));
  await new Promise<void>((resolve) => other.listen(at, '127.0.0.1', resolve));
  return () => new Promise((resolve) => other.close(() => resolve()));
}

describe('the stored settings', () => {
  beforeEach(() => open());

  it('that are only half synced leave the previous ones in effect', async () => {
    await bridge.settings.change({ readOnly: true, blockedCommands: ['delete'] });
    const { text } = app.data;
    app.data.text = text?.slice(0, 20) ?? null;
    await bridge.settings.load();
    expect(bridge.settings.current).toMatchObject({ port, readOnly: true, blockedCommands: ['delete'] });
    expect(app.noticeTexts.at(-1)).toBe(
      "The saved settings couldn't be read, so the previous ones stay in effect.",
    );
    expect(await isServed(port)).toBe(true);
  });

  it('are read after a pending write, and include changes not written yet', async () => {
    const steps: string[] = [];
    let file: Record<string, unknown> = { readOnly: false, added: 1 };
    let letRead = (): void => undefined;
    const gate = new Promise<void>((resolve) => (letRead = resolve));
    const stored = new StoredSettings({
      async loadData() {
        steps.push('load');
        const read = { ...file };
        await gate;
        return read;
      },
      async saveData(data) {
        steps.push('save');
        await Promise.resolve();
        file = data as Record<string, unknown>;
      },
    });
    const saved = stored.save({ readOnly: true });
    const loading = stored.load(parseSettings);
    await saved;
    // The file is being read now.
    await until('it is read', () => steps.includes('load'));
    const change: Partial<Settings> = { mcpEnabled: false };
    const savedToo = stored.save(change);
    letRead();
    expect((await loading)?.settings).toMatchObject({ readOnly: true, mcpEnabled: false });
    await savedToo;
    expect(steps).toEqual(['save', 'load', 'save']);
    expect(file).toMatchObject({ readOnly: true, mcpEnabled: false });
  });

  it('are not written after unloading, and neither is a key', async () => {
    const { text } = app.data;
    const key = bridge.keys.apiKey;
    await bridge.close();
    await bridge.settings.change({ readOnly: true });
    bridge.keys.regenerate();
    expect(app.data.text).toBe(text);
    expect(app.secrets.values.get(SECRET)).toBe(key);
  });
});

it('the settings tab is redrawn when what it is made from changes, and not at every event', async () => {
  await open();
  await until('the commands are known', () => bridge.program.commands.some(({ name }) => name === 'slow'));
  await bridge.program.lookAgain();
  const act = (): undefined => undefined;
  const acts = { runDiagnosis: act, connectClient: act, renewClient: act };
  const tab = new BridgeSettingTab(new Bare(app.app, manifest), bridge, new Dialogs(app.app), acts);
  // As the app does when the tab is added.
  tab.update();
  const update = vi.spyOn(tab, 'update');
  const heard = vi.fn();
  bridge.onChange(heard);
  await bridge.program.lookAgain();
  expect(heard).toHaveBeenCalled();
  expect(update).not.toHaveBeenCalled();
  await bridge.settings.change({ readOnly: true });
  expect(update).toHaveBeenCalledOnce();
});

describe('the server', () => {
  it('survives a listener that throws', async () => {
    await open();
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const heard = vi.fn();
    bridge.onChange(() => {
      throw new Error('cannot draw');
    });
    bridge.onChange(heard);
    await bridge.server.stop();
    await bridge.server.start();
    expect(bridge.server.state.kind).toBe('running');
    expect(heard).toHaveBeenCalled();
    const [said] = complaint.mock.calls[0] as [string];
    expect(said).toMatch(/couldn't show a change: Error\.\n {4}at .*steadiness\.test\.ts/);
    expect(said).not.toContain('cannot draw');
  });

  it('ends in the last requested state after quick starts, stops and moves', async () => {
    await open();
    const [first, second] = [await freePort(), await freePort()];
    const acts = [
      bridge.server.stop(),
      bridge.server.start(),
      bridge.server.start(),
      bridge.settings.change({ port: first }),
      bridge.server.stop(),
      bridge.settings.change({ port: second }),
      bridge.server.start(),
    ];
    await Promise.all(acts);
    expect(bridge.server.state).toMatchObject({ kind: 'running', address: { port: second } });
    expect(await isServed(second)).toBe(true);
    expect(await isServed(port)).toBe(false);
    expect(await isServed(first)).toBe(false);
  });

  it('moves once for two quick changes, so that no client is disconnected by the second', async () => {
    await open();
    const [first, second] = [await freePort(), await freePort()];
    const kinds: string[] = [];
    bridge.onChange(() => kinds.push(bridge.server.state.kind));
    await Promise.all([bridge.settings.change({ port: first }), bridge.settings.change({ port: second })]);
    expect(kinds.filter((kind) => kind === 'starting')).toHaveLength(1);
    expect((await call(second, '/api/v1/cli/files', bridge.keys.apiKey)).status).toBe(200);
  });

  it('that lost its port between stop and start says so once, and hides the notice when it runs', async () => {
    await open();
    await bridge.server.stop();
    const leave = await occupy(port);
    for (let time = 0; time < 3; time += 1) await bridge.server.start();
    expect(stuck()).toEqual([expect.stringContaining(`Port ${port} is taken`)]);
    await leave();
    await bridge.server.start();
    expect(bridge.server.state.kind).toBe('running');
    expect(stuck()).toEqual([]);
  });

  it('waits for a port that is busy for a moment, and offers no other', async () => {
    const leave = await occupy(port);
    const { started } = await startPatiently();
    await leave();
    await started;
    expect(bridge.server.state).toMatchObject({ kind: 'running', address: { port } });
    expect(stuck()).toEqual([]);
  });

  it('waits no longer once something else is asked for', async () => {
    const leave = await occupy(port);
    const { started } = await startPatiently();
    await bridge.server.stop();
    await started;
    expect(bridge.server.state.kind).toBe('stopped');
    const starting = bridge.server.start();
    const next = await freePort();
    await bridge.settings.change({ port: next });
    await starting;
    expect(bridge.server.state).toMatchObject({ kind: 'running', address: { port: next } });
    await leave();
  });

  it('offers no other port because of the earlier server of its own vault', async () => {
    const data = { app: 'cli-bridge', server: { vault: 'Test vault' } };
    const leave = await occupy(port, { data });
    await open();
    expect(bridge.server.state).toMatchObject({
      kind: 'failed',
      reason: expect.stringMatching(
        /earlier CLI Bridge of the vault "Test vault"\. Start the server again/,
      ) as string,
    });
    expect(bridge.server.state).toHaveProperty('freePort', undefined);
    await leave();
    await bridge.server.start();
    expect(bridge.server.state.kind).toBe('running');
  });

  it('takes the next free port, and says so, if the offered one has been taken in the meantime', async () => {
    const leave = await occupy(port);
    await open();
    const offered = freePortOf(bridge);
    const leaveOffered = await occupy(offered);
    await bridge.server.useFreePort();
    const { port: used } = bridge.settings.current;
    expect(used).toBeGreaterThan(offered);
    expect(bridge.server.state).toMatchObject({ kind: 'running', address: { port: used } });
    expect(await isServed(used)).toBe(true);
    expect(app.data.value).toMatchObject({ port: used });
    expect(app.noticeTexts.at(-1)).toContain(`Port ${offered} was taken in the meantime`);
    expect(stuck()).toEqual([]);
    await Promise.all([leave(), leaveOffered()]);
  });

  it('takes the offered port if it is free, and does not move a running server', async () => {
    const leave = await occupy(port);
    await open();
    const offered = freePortOf(bridge);
    await bridge.server.useFreePort();
    await bridge.server.useFreePort();
    expect(bridge.server.state).toMatchObject({ kind: 'running', address: { port: offered } });
    expect(app.noticeTexts.join()).not.toContain('in the meantime');
    await leave();
  });

  it('welcomes the user once it runs, even if the port was taken at first', async () => {
    const leave = await occupy(port);
    await open({}, {});
    expect(app.noticeTexts.join()).not.toContain('CLI Bridge is running at');
    const next = await freePort();
    await bridge.settings.change({ port: next });
    expect(app.noticeTexts.at(-1)).toContain(`is running at http://127.0.0.1:${next}. Connect a client`);
    await bridge.server.stop();
    await bridge.server.start();
    expect(app.noticeTexts.filter((text) => text.includes('CLI Bridge is running at'))).toHaveLength(1);
    await leave();
  });

  it('keeps the old key when a new one cannot be stored', async () => {
    await open();
    const key = bridge.keys.apiKey;
    app.secrets.failure = new Error('locked');
    bridge.keys.regenerate();
    expect(app.noticeTexts.at(-1)).toContain('the old one stays valid');
    expect((await call(port, '/api/v1/cli/files', key)).status).toBe(200);
  });
});

it('closes open dialogs when it is unloaded: nothing is done', async () => {
  await open();
  const key = bridge.keys.apiKey;
  const dialogs = new Dialogs(app.app);
  const asked = confirmNewKey(dialogs, bridge.keys);
  expect(app.openModal).toBeDefined();
  dialogs.close();
  await asked;
  expect(app.openModal).toBeUndefined();
  expect(app.secrets.values.get(SECRET)).toBe(key);
});

it('starts although another plugin has registered its command name with the CLI', async () => {
  await open();
  const complaint = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  app.standIn.cli.register('cli-bridge', {
    plugin: 'Other',
    description: '',
    flags: null,
    handler: () => 'theirs',
  });
  const plugin = await loadPlugin(Bare, manifest, app);
  addCliHandlers(plugin, bridge);
  expect(await app.runCli('cli-bridge')).toBe('theirs');
  expect(await app.runCli('cli-bridge:log')).toBe('No calls yet.');
  expect(complaint).toHaveBeenCalledOnce();
  plugin.unload();
});
