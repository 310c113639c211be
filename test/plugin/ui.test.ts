import { createServer } from 'node:http';
import type { Plugin } from 'obsidian';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PluginBridge } from '../../src/obsidian/plugin-bridge';
import { createTestApp } from '../obsidian/testing';
import type { TestApp } from '../obsidian/testing';
import { freePort } from '../kit/ports';
import { call, isServed } from '../kit/http-client';
import { until } from '../kit/until';
import { closeBuilt, HASTE, openBuilt } from './built-plugin';
import { deviceWith } from './device';
import { makeProgram, TRUSTED } from './program';
import type { TestProgram } from './program';

let program: TestProgram;
let port: number;
let app: TestApp;
let plugin: Plugin;

beforeEach(async (context) => {
  program = await makeProgram(context);
  port = await freePort();
  app = createTestApp({
    dataJson: { port },
    localStorage: deviceWith({ cliPath: program.path, trustedCommands: TRUSTED }),
    layoutReady: true,
  });
  plugin = await openBuilt(app, port, HASTE);
});

afterEach(async () => {
  expect(await closeBuilt(plugin, app, port)).toEqual([]);
});

const key = (): string => app.secrets.values.get('cli-bridge-api-key') ?? '';
const item = (): HTMLElement => app.statusBarItems[0] as HTMLElement;
const says = (): string => item().getAttribute('aria-label') ?? '';

describe('the status bar item', () => {
  it('shows running, waiting, stopped and running again', async () => {
    await until('it runs', () => says() === `CLI Bridge: Running at http://127.0.0.1:${port}`);
    const calls = [1, 2, 3].map(() => call(port, '/api/v1/cli/held', key(), { method: 'POST' }));
    await until('it shows who waits', () => says().includes('One running, 2 waiting'));
    expect(item().textContent).toContain('2');
    await program.openGate();
    await Promise.all(calls);
    await until('nobody waits', () => !says().includes('waiting'));
    item().click();
    app.chooseMenuItem('Stop server');
    await until('it is stopped', () => says().includes('Stopped'));
    expect(await isServed(port)).toBe(false);
    item().click();
    app.chooseMenuItem('Start server');
    await until('it serves', () => isServed(port));
  });

  it('offers the key, the URLs and the settings', async () => {
    for (const title of ['Copy API key', 'Copy REST URL', 'Copy MCP URL', 'Open settings']) {
      item().click();
      app.chooseMenuItem(title);
    }
    await until('all is copied', () => app.clipboard.copied.length === 3);
    expect(app.clipboard.copied).toEqual([
      key(),
      `http://127.0.0.1:${port}/api/v1`,
      `http://127.0.0.1:${port}/mcp`,
    ]);
    expect(app.standIn.setting.openedTabs).toEqual(['cli-bridge']);
    app.standIn.setting.close();
    item().click();
    app.chooseMenuItem('Connect a client');
    expect(app.openModal?.titleEl.textContent).toBe('Connect a client');
    app.openModal?.close();
  });
});

it('says whether read-only mode is on after a command of the palette has changed it', async () => {
  for (const state of ['on', 'off']) {
    await app.runCommand('cli-bridge:toggle-read-only');
    expect(app.noticeTexts.at(-1)).toBe(`Read-only mode is ${state}.`);
  }
});

describe("the plugin's own commands in the CLI", () => {
  it('show the status, the diagnosis and the log, and never the key', async () => {
    await call(port, '/api/v1/cli/files?folder=private-thoughts', key());
    const status = await app.runCli('cli-bridge');
    expect(status).toContain(`Server: Running at http://127.0.0.1:${port}`);
    expect(status).toContain('Version 1.13.7');
    const log = await app.runCli('cli-bridge:log', { limit: '1' });
    expect(log).toMatch(/^\S+\trest\tfiles\tTest vault\t200\twaited \d+ ms\tran \d+ ms$/);
    const diagnosis = await app.runCli('cli-bridge:diagnose');
    expect(diagnosis.split('\n').map((line) => line.split(':')[0])).toEqual([
      '[OK] Obsidian CLI',
      '[OK] Right program',
      '[OK] Version',
      '[OK] Command line interface',
      '[OK] Vault',
      '[OK] Speed',
      '[OK] Port',
      '[OK] API key',
      '[OK] Power saving',
    ]);
    for (const text of [status, log, diagnosis]) {
      expect(text).not.toContain(key());
      expect(text).not.toContain('private-thoughts');
    }
  });

  it('print nothing that a terminal would obey', async () => {
    const vault = '\u001b[2J\u0007\u202ewhere';
    await call(port, `/api/v1/cli/files?vault=${encodeURIComponent(vault)}`, key());
    const log = await app.runCli('cli-bridge:log');
    expect(log).toContain('\\x1b[2J\\x07\\u{202e}where');
    for (const character of ['\u0007', '\u001b', '\u202e']) expect(log).not.toContain(character);
  });

  it('warn in the status for as long as other computers can connect', async () => {
    const { bridge } = plugin as unknown as { bridge: PluginBridge };
    expect(await app.runCli('cli-bridge')).not.toContain('Other computers');
    await bridge.settings.change({ bindAddress: '0.0.0.0' });
    expect(await app.runCli('cli-bridge')).toContain(
      `Running at http://127.0.0.1:${port} and all other addresses of this computer (0.0.0.0). Other computers can connect, and keys are sent unencrypted.`,
    );
    expect(says()).toContain('Other computers can connect');
  });

  it('show refused attempts behind the calls', async () => {
    await call(port, '/api/v1/cli/files');
    expect(await app.runCli('cli-bridge:log')).toMatch(
      /^No calls yet\.\nRefused attempts: 1 unauthorized\n\S+Z\t401 unauthorized\t\S+$/,
    );
  });

  it('refuse an invalid limit', async () => {
    for (const limit of ['0', 'many', '-1', '1.5']) {
      expect(await app.runCli('cli-bridge:log', { limit })).toMatch(/^Error: limit must be/);
    }
  });

  it('cannot be called through the bridge', async () => {
    expect(await call(port, '/api/v1/cli/cli-bridge', key(), { method: 'POST' })).not.toMatchObject({
      status: 200,
    });
  });

  it('finish the diagnosis even while a command blocks the queue', { timeout: 20_000 }, async () => {
    const slow = call(port, '/api/v1/cli/slow', key(), { method: 'POST' });
    expect(await app.runCli('cli-bridge:diagnose')).toContain('[OK] Vault');
    await slow;
  });
});

describe('the diagnosis', () => {
  it('says what is wrong when the CLI is missing, and what to do', async () => {
    await program.remove();
    const report = await app.runCli('cli-bridge:diagnose');
    const found =
      /\[PROBLEM\] Obsidian CLI: The Obsidian CLI couldn't be found\. (.*)\. Turn on "Command line interface"/;
    expect(found.exec(report)?.[1]).toContain(`Looked at: ${program.path}`);
    // One cause, one problem: what hangs on it has no remedy of its own.
    expect(report.match(/\[PROBLEM\]/g)).toHaveLength(1);
  });

  it('says who is at the port of a server that could not start', async () => {
    const taken = await freePort();
    const other = createServer((_request, response) => response.end('hello'));
    await new Promise<void>((resolve) => other.listen(taken, '127.0.0.1', resolve));
    await app.changeDataOutside(plugin, { port: taken });
    expect(says()).toContain(`Not running. Port ${taken} is taken by another program.`);
    const report = await app.runCli('cli-bridge:diagnose');
    expect(report).toContain(`[PROBLEM] Port: Port ${taken} is taken by another program.`);
    expect(report).toContain('[NOTE] API key: Skipped');
    const offer = /Port (\d+) is free/.exec(says())?.[1] ?? '';
    item().click();
    app.chooseMenuItem(`Use port ${offer}`);
    await until('it serves there', () => isServed(Number(offer)));
    expect(app.data.value).toMatchObject({ port: Number(offer) });
    port = Number(offer);
    await new Promise((resolve) => other.close(resolve));
  });
});
