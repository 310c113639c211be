import { createServer } from 'node:http';
import type { Plugin } from 'obsidian';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApp, loadPlugin, unloadPlugin } from '../obsidian/testing';
import type { TestApp } from '../obsidian/testing';
import { freePort } from '../kit/ports';
import { call, isServed } from '../kit/http-client';
import { isRunning } from '../kit/processes';
import { until } from '../kit/until';
import { HASTE, loadBuilt, manifest } from './built-plugin';
import { deviceWith } from './device';
import { makeProgram, TRUSTED } from './program';
import type { TestProgram } from './program';

const SECRET = 'cli-bridge-api-key';

let program: TestProgram;
let port: number;
let app: TestApp;
let loaded: Plugin | undefined;

beforeEach(async (context) => {
  program = await makeProgram(context);
  port = await freePort();
  loaded = undefined;
});

afterEach(async () => {
  if (loaded) unloadPlugin(loaded, app);
  await until('the port is free', async () => !(await isServed(port)));
});

interface Start {
  data?: Record<string, unknown>;
  secrets?: Record<string, string>;
  /** False: the layout is not ready yet. */
  ready?: boolean;
}

async function load({ data = {}, secrets = {}, ready = true }: Start = {}): Promise<Plugin> {
  app = createTestApp({
    vaultName: 'Test vault',
    dataJson: { port, ...data },
    localStorage: deviceWith({ cliPath: program.path, trustedCommands: TRUSTED }),
    secrets,
  });
  loaded = await loadPlugin(loadBuilt(HASTE), manifest, app);
  if (ready) app.triggerLayoutReady();
  return loaded;
}

async function loadServing(start: Start = {}): Promise<string> {
  await load(start);
  await until('it serves', () => isServed(port));
  return app.secrets.values.get(SECRET) ?? '';
}

function unload(): string[] {
  const plugin = loaded;
  loaded = undefined;
  return plugin ? unloadPlugin(plugin, app) : [];
}

async function runCommand(id: string): Promise<void> {
  expect(await app.runCommand(`cli-bridge:${id}`)).toBe(true);
}

/** Presses the button of this text in the open modal. */
function pressButton(text: string): void {
  const inside = (el: Element): Element[] => [el, ...Array.from(el.children).flatMap(inside)];
  const { openModal } = app;
  const button =
    openModal &&
    inside(openModal.containerEl).find((el) => el.textContent === text && el.tagName === 'button');
  if (!button) throw new Error(`No button "${text}"`);
  (button as HTMLElement).click();
}

async function askForNewKey(): Promise<void> {
  void app.runCommand('cli-bridge:regenerate-api-key');
  await until('it asks', () => app.openModal !== undefined);
}

describe('the built plugin', () => {
  it('starts nothing before the layout is ready', async () => {
    await load({ ready: false });
    expect(await isServed(port)).toBe(false);
    app.triggerLayoutReady();
    await until('it serves', () => isServed(port));
  });

  it('has its settings tab as soon as the user has turned it on', async () => {
    app = createTestApp({ dataJson: { port }, layoutReady: true });
    loaded = await loadPlugin(loadBuilt(), manifest, app);
    expect([...app.standIn.setting.tabs.keys()]).toEqual(['cli-bridge']);
    expect(app.statusBarItems).toHaveLength(1);
  });

  it('generates a key on the first run, keeps it out of the data file, and accepts it', async () => {
    const key = await loadServing();
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    const answer = await call(port, '/api/v1/cli/files', key);
    expect(answer).toMatchObject({ status: 200, body: { ok: true, stdout: 'Test vault/note.md\n' } });
    expect((await call(port, '/api/v1/cli/files')).status).toBe(401);
    expect(app.data.text).not.toContain(key);
    expect(app.noticeTexts.join()).not.toContain(key);
  });

  it('welcomes the user once, and not if there already is a key', async () => {
    const key = await loadServing();
    const welcome = `is running at http://127.0.0.1:${port}. Connect a client`;
    await until('it welcomes', () => app.noticeTexts.join().includes(welcome));
    app.notices[0]?.messageEl.querySelector('button')?.click();
    expect(app.openModal?.titleEl.textContent).toBe('Connect a client');
    app.openModal?.close();
    unload();
    await until('the port is free', async () => !(await isServed(port)));
    await loadServing({ secrets: { [SECRET]: key } });
    expect(app.noticeTexts).toEqual([]);
  });

  it('names its vault in the health document', async () => {
    await loadServing();
    const health: unknown = JSON.parse((await call(port, '/api/v1/health')).body.stdout ?? '');
    expect(health).toMatchObject({ app: 'cli-bridge', server: { vault: 'Test vault', port } });
  });

  it('keeps the key across a reload, and frees the port in between', async () => {
    const key = await loadServing();
    expect(unload()).toEqual([]);
    await until('the port is free', async () => !(await isServed(port)));
    expect(await loadServing({ secrets: { [SECRET]: key } })).toBe(key);
    expect((await call(port, '/api/v1/cli/files', key)).status).toBe(200);
  });

  it('regenerates the key of the running server once the user confirms', async () => {
    const old = await loadServing();
    await askForNewKey();
    expect(app.openModal?.contentEl.textContent).toContain('Scripts need the new key');
    pressButton('Cancel');
    expect((await call(port, '/api/v1/cli/files', old)).status).toBe(200);
    const calling = call(port, '/api/v1/cli/held', old, { method: 'POST' });
    await until('it runs', async () => (await program.marks()).length > 0);
    await askForNewKey();
    pressButton('Regenerate');
    await until('the key is another', () => app.secrets.values.get(SECRET) !== old);
    await program.openGate();
    const [oldAnswer, newAnswer] = await Promise.all(
      [old, app.secrets.values.get(SECRET)].map((key) => call(port, '/api/v1/cli/files', key)),
    );
    expect(oldAnswer?.status).toBe(401);
    expect(newAnswer?.status).toBe(200);
    expect((await calling).status).toBe(200);
  });

  it('moves when sync changes the port: the old one is free, the new one serves', async () => {
    const key = await loadServing();
    const other = await freePort();
    await app.changeDataOutside(loaded as Plugin, { port: other });
    expect(await isServed(port)).toBe(false);
    expect((await call(other, '/api/v1/cli/files', key)).status).toBe(200);
    port = other;
  });

  it('keeps unknown keys and bad values of the data file, and reports the bad ones once', async () => {
    await loadServing({ data: { timeoutSeconds: 'soon', added: { by: 'a later version' } } });
    expect(app.noticeTexts.filter((text) => text.includes('timeoutSeconds'))).toHaveLength(1);
    await runCommand('toggle-read-only');
    expect(app.data.value).toEqual({
      port,
      timeoutSeconds: 'soon',
      added: { by: 'a later version' },
      readOnly: true,
    });
  });

  it('keeps going when the settings can be neither read nor saved, and says so', async () => {
    app = createTestApp({ dataJson: { port }, layoutReady: true });
    app.data.loadFailure = new Error('no JSON');
    app.data.saveFailure = new Error('disk full');
    loaded = await loadPlugin(loadBuilt(), manifest, app);
    await until('it says so', () => app.noticeTexts.some((text) => text.includes("couldn't be read")));
    await runCommand('toggle-read-only');
    expect(app.noticeTexts.join()).toContain("couldn't be saved");
    app.data.loadFailure = undefined;
    expect(app.data.value).toEqual({ port });
  });

  it('says so when it cannot start at all', async () => {
    app = createTestApp({ layoutReady: true });
    vi.spyOn(app.app, 'loadLocalStorage').mockImplementation(() => {
      throw new Error('broken');
    });
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    loaded = await loadPlugin(loadBuilt(), manifest, app);
    expect(app.noticeTexts).toEqual([expect.stringContaining("couldn't start")]);
    expect(complaint).toHaveBeenCalledOnce();
    complaint.mockRestore();
  });

  it('does not start automatically when that is turned off, but does on command', async () => {
    await load({ data: { startOnLoad: false } });
    await until('it is open', () => 'cli-bridge:toggle-server' in app.commands);
    expect(await isServed(port)).toBe(false);
    await runCommand('toggle-server');
    await until('it serves', () => isServed(port));
    await runCommand('toggle-server');
    expect(await isServed(port)).toBe(false);
    await runCommand('toggle-server');
    expect(await isServed(port)).toBe(true);
  });

  it('copies the key and the URLs', async () => {
    const key = await loadServing();
    for (const id of ['copy-api-key', 'copy-rest-url', 'copy-mcp-url']) await runCommand(id);
    expect(app.clipboard.copied).toEqual([
      key,
      `http://127.0.0.1:${port}/api/v1`,
      `http://127.0.0.1:${port}/mcp`,
    ]);
    await runCommand('toggle-server');
    for (const id of ['copy-rest-url', 'copy-mcp-url']) await runCommand(id);
    expect(app.clipboard.copied).toHaveLength(3);
    expect(app.noticeTexts.at(-1)).toBe('Nothing was copied. The server is stopped.');
  });

  it('does not run without a key, and says so', async () => {
    app = createTestApp({ dataJson: { port }, layoutReady: true });
    app.secrets.failure = new Error('locked');
    loaded = await loadPlugin(loadBuilt(), manifest, app);
    await until('it says why', () => app.noticeTexts.some((text) => text.includes('keychain')));
    expect(await isServed(port)).toBe(false);
    app.secrets.failure = undefined;
    await runCommand('toggle-server');
    expect(await isServed(port)).toBe(true);
  });

  it('says that the CLI was not found and how to turn it on', async () => {
    await program.remove();
    await loadServing();
    await until('it says so', () => app.noticeTexts.some((text) => text.includes('Command line interface')));
  });
});

describe('unloading', () => {
  it('while a request runs: it is answered, its process is gone, the port is free', async () => {
    const key = await loadServing();
    const running = call(port, '/api/v1/cli/held', key, { method: 'POST' });
    await until('the command runs', async () => (await program.marks()).length > 0);
    const waiting = call(port, '/api/v1/cli/files', key);
    await until('a second call waits', async () =>
      (await app.runCli('cli-bridge')).includes('One running, 1 waiting'),
    );
    expect(unload()).toEqual([]);
    await program.openGate();
    expect(await running).toMatchObject({ status: 200, body: { stdout: 'done at last\n' } });
    expect((await waiting).status).toBe(503);
    const pid = Number((await program.marks())[0]);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    await until('the port is free', async () => !(await isServed(port)));
  });

  it.each([0, 2, 20])('%i ms after the layout got ready leaves nothing behind', async (delay) => {
    await load();
    await new Promise((resolve) => setTimeout(resolve, delay));
    expect(unload()).toEqual([]);
    await until('the port is free', async () => !(await isServed(port)));
  });

  it('before the layout is ready: nothing starts afterwards', async () => {
    await load({ ready: false });
    unload();
    app.triggerLayoutReady();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await isServed(port)).toBe(false);
  });
});

describe('the app', () => {
  it('quits without unloading the plugin: the port is free, and no command outlives it', async () => {
    const key = await loadServing();
    const running = call(port, '/api/v1/cli/held', key, { method: 'POST' });
    await until('the command runs', async () => (await program.marks()).length > 0);
    await app.quit();
    expect((await running).body.code).toBe('cancelled');
    expect(await isServed(port)).toBe(false);
    const pid = Number((await program.marks())[0]);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  it('is gone without quitting, as when it reloads: the command is killed', async (context) => {
    program = await makeProgram(context, `trap '' TERM; mark $$; await_gate`);
    const before = process.listeners('exit');
    const key = await loadServing();
    const running = call(port, '/api/v1/cli/held', key, { method: 'POST' });
    await until('the command runs', async () => (await program.marks()).length > 0);
    const pid = Number((await program.marks())[0]);
    // Electron has the process of a window say that it exits when the page goes.
    for (const listener of process.listeners('exit')) if (!before.includes(listener)) listener(0);
    await until('it is gone', () => !isRunning(pid));
    await running;
    unload();
    await until(
      'nothing listens to the exit any more',
      () => process.listeners('exit').length === before.length,
    );
  });
});

describe('a port that is taken', () => {
  it('by the CLI Bridge of another vault: names the vault, and moves only on request', async () => {
    await loadServing();
    const first = { app, loaded };
    const second = createTestApp({
      vaultName: 'Work',
      dataJson: { port },
      layoutReady: true,
    });
    const plugin = await loadPlugin(loadBuilt(HASTE), manifest, second);
    await until('it says who is there', () => second.notices.length > 0);
    expect(second.noticeTexts[0]).toContain(
      `Port ${port} is taken by the CLI Bridge of the vault "Test vault".`,
    );
    expect(second.data.value).toEqual({ port });
    const offer = /Use port (\d+)/.exec(second.notices[0]?.messageEl.textContent ?? '');
    const next = Number(offer?.[1]);
    second.notices[0]?.messageEl.querySelector('button')?.click();
    await until('it serves at the offered port', () => isServed(next));
    expect(second.data.value).toMatchObject({ port: next });
    unloadPlugin(plugin, second);
    await until('that port is free', async () => !(await isServed(next)));
    ({ app, loaded } = first);
  });

  it('by the Local REST API plugin: says so', async () => {
    const other = createServer((_request, response) => {
      response.end(JSON.stringify({ status: 'OK', service: 'Obsidian Local REST API' }));
    });
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
    await load();
    await until('it says so', () => app.notices.length > 0);
    expect(app.noticeTexts[0]).toContain('taken by the Local REST API plugin');
    expect(unload()).toEqual([]);
    await new Promise((resolve) => other.close(resolve));
  });
});
