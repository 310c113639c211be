import type { Plugin } from 'obsidian';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Settings } from '../../src/bridge/settings';
import { withCommand } from '../../src/obsidian/command-switch';
import type { PluginBridge } from '../../src/obsidian/plugin-bridge';
import { createTestApp } from '../obsidian/testing';
import type { TestApp } from '../obsidian/testing';
import { call } from '../kit/http-client';
import { makeKey } from '../kit/keys';
import { freePort } from '../kit/ports';
import { until } from '../kit/until';
import { closeBuilt, openBuilt } from './built-plugin';
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

/** Opens the app with this data file; the next app of a test is the same device, unless told otherwise. */
async function open(data: object, device = {}): Promise<void> {
  app = createTestApp({
    dataJson: { port, ...data },
    secrets: { [SECRET]: KEY },
    layoutReady: true,
    ...device,
  });
  plugin = await openBuilt(app, port);
}

async function reopen(data: object): Promise<void> {
  await closeBuilt(plugin, app, port);
  await open(data, { localStorage: app.localStorage });
}

const synced = (data: object): Promise<void> => app.changeDataOutside(plugin, { port, ...data });
const bridge = (): PluginBridge => (plugin as unknown as { bridge: PluginBridge }).bridge;
const inForce = (): Settings => bridge().settings;
const waiting = (): string[] => bridge().heldBack.map(({ sentence }) => sentence);
const status = async (path: string, method = 'GET'): Promise<string> => {
  const { status: code, body } = await call(port, path, KEY, { method });
  return [code, body.code].filter(Boolean).join(' ');
};

async function decide(act: 'confirmHeldBack' | 'rejectHeldBack', index = 0): Promise<void> {
  const held = bridge().heldBack[index];
  if (!held) throw new Error('Nothing is held back.');
  await bridge()[act](held.id);
}

describe('a settings file that changes outside the app', () => {
  it('cannot have another program run', async (context) => {
    await open({ cliPath: program.path });
    const other = await makeProgram(context);
    await synced({ cliPath: other.path });
    expect(await status('/api/v1/cli/files')).toBe('200');
    expect(await other.calls()).toEqual([]);
    expect(inForce().cliPath).toBe(program.path);
    expect(waiting()).toEqual([expect.stringContaining(other.path)]);
    await decide('confirmHeldBack');
    await status('/api/v1/cli/files');
    expect((await other.calls()).length).toBeGreaterThan(0);
    expect(waiting()).toEqual([]);
  });

  it('cannot turn read-only mode off, until the person confirms it, which survives a restart', async () => {
    await open({ cliPath: program.path, trustedCommands: TRUSTED, readOnly: true });
    await synced({ trustedCommands: TRUSTED, readOnly: false });
    expect(await status('/api/v1/cli/slow', 'POST')).toBe('403 read_only');
    expect(waiting()).toEqual([expect.stringMatching(/^Turn "Read-only mode" off/)]);
    expect(app.noticeTexts.join()).toContain('changed outside this app');
    expect(app.data.value).toEqual({ port, trustedCommands: TRUSTED, readOnly: false });
    await reopen({ trustedCommands: TRUSTED, readOnly: false });
    expect(await status('/api/v1/cli/slow', 'POST')).toBe('403 read_only');
    await decide('confirmHeldBack');
    expect(await status('/api/v1/cli/slow', 'POST')).toBe('200');
    await reopen({ trustedCommands: TRUSTED, readOnly: false });
    expect([waiting(), inForce().readOnly]).toEqual([[], false]);
  });

  it('is not asked about again where the person keeps what is in force, until it changes again', async () => {
    await open({ cliPath: program.path, blockedCommands: ['delete', 'eval'] });
    await synced({ blockedCommands: ['eval'] });
    await decide('rejectHeldBack');
    expect(waiting()).toEqual([]);
    await reopen({ blockedCommands: ['eval'] });
    expect([waiting(), inForce().blockedCommands]).toEqual([[], ['eval', 'delete']]);
    expect(app.data.value).toEqual({ port, blockedCommands: ['eval'] });
    await synced({ blockedCommands: [] });
    expect(waiting()).toHaveLength(1);
  });

  it('says all that would change, however long it is', async () => {
    const harmless = Array.from({ length: 30 }, (_, index) => `plugin-number-${index}:*`);
    await open({ cliPath: program.path, trustedCommands: ['files'] });
    await synced({ trustedCommands: [...harmless, 'eval'] });
    expect(waiting()).toEqual([expect.stringContaining('"plugin-number-29:*", "eval".')]);
    const path = `/${'x'.repeat(3_000)}/evil`;
    await synced({ cliPath: path });
    expect(waiting()).toEqual([expect.stringContaining(`to ${path}.`)]);
  });

  it('cannot have the server start with the app where the person turned that off', async () => {
    await open({ cliPath: program.path });
    await synced({ startOnLoad: false });
    expect([inForce().startOnLoad, waiting()]).toEqual([false, []]);
    await synced({});
    expect(inForce().startOnLoad).toBe(false);
    expect(waiting()).toEqual([expect.stringMatching(/^Turn "Start automatically" on/)]);
  });

  const OPENING: [
    what: string,
    before: Partial<Settings>,
    after: Partial<Settings>,
    held: Partial<Settings>,
  ][] = [
    ['the REST interface on', { restEnabled: false }, {}, { restEnabled: false }],
    ['the MCP interface on', { mcpEnabled: false }, { mcpEnabled: true }, { mcpEnabled: false }],
    ['dangerous commands allowed', {}, { allowDangerousCommands: true }, { allowDangerousCommands: false }],
    ['CORS on', {}, { corsEnabled: true }, { corsEnabled: false }],
    [
      'more origins',
      { corsOrigins: ['https://a.b'] },
      { corsOrigins: ['https://a.b', 'https://c.d'] },
      { corsOrigins: ['https://a.b'] },
    ],
    [
      'every origin',
      { corsOrigins: ['https://a.b'] },
      { corsOrigins: ['*'] },
      { corsOrigins: ['https://a.b'] },
    ],
    [
      'all origins, by an empty list',
      { corsOrigins: ['https://a.b'] },
      { corsOrigins: [] },
      { corsOrigins: ['https://a.b'] },
    ],
    ['more hosts', { allowedHosts: ['a'] }, { allowedHosts: ['evil.example'] }, { allowedHosts: [] }],
    ['trusted commands', {}, { trustedCommands: ['eval'] }, { trustedCommands: [] }],
    [
      'a vault of another name',
      { allowedVaults: ['A/'] },
      { allowedVaults: ['a '] },
      { allowedVaults: ['/'] },
    ],
    ['all vaults', { allowedVaults: ['Test vault'] }, {}, { allowedVaults: ['Test vault'] }],
    [
      'another vault',
      { allowedVaults: ['Test vault'] },
      { allowedVaults: ['Work'] },
      { allowedVaults: ['/'] },
    ],
    [
      'other commands',
      { allowedCommands: ['files', 'read'] },
      { allowedCommands: ['delete'] },
      { allowedCommands: ['cli-bridge:nothing'] },
    ],
    [
      'another origin',
      { corsOrigins: ['https://a.b'] },
      { corsOrigins: ['https://c.d'] },
      { corsOrigins: ['https://nothing.invalid'] },
    ],
    [
      'editing, where writing is blocked',
      { blockedCommands: ['create'] },
      { blockedCommands: ['create'], allowedCommands: ['cli-bridge:edit', 'read'] },
      { blockedCommands: ['create', 'cli-bridge:edit'] },
    ],
    [
      'all commands',
      { allowedCommands: ['files', 'read'] },
      { allowedCommands: [] },
      { allowedCommands: ['files', 'read'] },
    ],
    [
      'a wildcard',
      { allowedCommands: ['files', 'daily:append'] },
      { allowedCommands: ['files', 'daily:*'] },
      { allowedCommands: ['files', 'daily:append'] },
    ],
    [
      'one more and one less',
      { allowedCommands: ['files', 'read'] },
      { allowedCommands: ['files', 'delete'] },
      { allowedCommands: ['files'] },
    ],
    [
      'a narrower block',
      { blockedCommands: ['daily:*'] },
      { blockedCommands: ['daily:append'] },
      { blockedCommands: ['daily:append', 'daily:*'] },
    ],
    [
      'less to ask for',
      { askFirst: ['delete', 'daily:*'] },
      { askFirst: ['daily:append'] },
      { askFirst: ['daily:append', 'delete', 'daily:*'] },
    ],
    ['an address of the network', {}, { bindAddress: '0.0.0.0' }, { bindAddress: '127.0.0.1' }],
  ];
  it.each(OPENING)('holds back %s', async (_what, before, after, held) => {
    await open({ cliPath: program.path, ...before });
    await synced(after);
    expect(inForce()).toMatchObject(held);
    expect(waiting()).toHaveLength(1);
    await decide('confirmHeldBack');
    const [key] = Object.keys(held) as (keyof Settings)[];
    const wanted = key !== undefined && key in after ? after[key] : undefined;
    if (key && wanted !== undefined) expect(inForce()[key]).toEqual(wanted);
    expect(waiting()).toEqual([]);
  });

  it('takes away at once what it no longer allows, also after a restart', async () => {
    await open({ cliPath: program.path, allowedCommands: ['files'] });
    expect(await status('/api/v1/cli/files')).toBe('200');
    await synced({ allowedCommands: ['read'] });
    expect(waiting()).toEqual(['Change "Allowed commands" from nothing to "read".']);
    expect(await status('/api/v1/cli/files')).toBe('403 command_blocked');
    await reopen({ allowedCommands: ['read'] });
    expect(await status('/api/v1/cli/files')).toBe('403 command_blocked');
    expect(await status('/api/v1/cli/read?path=note.md')).toBe('403 command_blocked');
    await synced({ allowedCommands: ['files'] });
    expect(await status('/api/v1/cli/files')).toBe('403 command_blocked');
    await decide('confirmHeldBack');
    expect(await status('/api/v1/cli/files')).toBe('200');
  });

  it('does not let notes be edited where a shorter list of allowed commands names that', async () => {
    await open({ cliPath: program.path, blockedCommands: ['append'] });
    expect(await status('/api/v1/cli/cli-bridge/edit', 'POST')).toBe('403 command_blocked');
    await synced({ blockedCommands: ['append'], allowedCommands: ['*'] });
    expect(waiting()).toEqual(['Change "Blocked commands": remove "cli-bridge:edit".']);
    expect(await status('/api/v1/cli/cli-bridge/edit', 'POST')).toBe('403 command_blocked');
    await reopen({ blockedCommands: ['append'], allowedCommands: ['*'] });
    expect(await status('/api/v1/cli/cli-bridge/edit', 'POST')).toBe('403 command_blocked');
    await decide('confirmHeldBack');
    expect(await status('/api/v1/cli/cli-bridge/edit', 'POST')).toBe('400 missing_parameter');
  });

  it('does not let notes be edited either where the list of blocked commands is not valid', async () => {
    await open({ cliPath: program.path, blockedCommands: ['append'] });
    await synced({ blockedCommands: 'none', allowedCommands: ['*'] });
    expect(await status('/api/v1/cli/cli-bridge/edit', 'POST')).toBe('403 command_blocked');
    await synced({ blockedCommands: ['append'], allowedCommands: ['*'] });
    expect(await status('/api/v1/cli/cli-bridge/edit', 'POST')).toBe('403 command_blocked');
  });

  it.each(['blockedCommands', 'askFirst'] as const)(
    'takes nothing away from %s by its length, also after a restart',
    async (key) => {
      const many = Array.from({ length: 500 }, (_, index) => `shelf:dust-${index}`);
      const others = many.map((name) => `${name}-again`);
      await open({ cliPath: program.path, [key]: ['files'] });
      await synced({ [key]: many });
      expect(inForce()[key]).toContain('files');
      await synced({ [key]: others });
      await reopen({ [key]: others });
      expect(inForce()[key]).toContain('files');
      expect(waiting()).toHaveLength(1);
      await reopen({ [key]: others });
      expect(inForce()[key]).toContain('files');
    },
  );

  it('stays to be decided when the person turns a command off, and is not written over', async () => {
    await open({ cliPath: program.path, allowedCommands: ['files', 'read'] });
    await synced({ allowedCommands: [] });
    expect(await status('/api/v1/cli/files')).toBe('200');
    const files = bridge().commands.find(({ name }) => name === 'files');
    if (!files) throw new Error('There is no such command.');
    await bridge().change(withCommand(files, false, inForce()));
    expect(await status('/api/v1/cli/files')).toBe('403 command_blocked');
    expect(waiting()).toEqual(['Change "Allowed commands" from "files", "read" to an empty list.']);
    expect(app.data.value).toEqual({ port, allowedCommands: [], blockedCommands: ['files'] });
  });

  it('counts at once where it opens nothing: stricter values, port, default vault, timeout', async () => {
    await open({ cliPath: program.path, allowDangerousCommands: true, blockedCommands: ['eval'] });
    const other = await freePort();
    await app.changeDataOutside(plugin, {
      port: other,
      defaultVault: 'Work',
      timeoutSeconds: 7,
      readOnly: true,
      blockedCommands: ['eval', 'delete'],
      allowedCommands: ['files', 'slow'],
      mcpEnabled: false,
    });
    port = other;
    expect(waiting()).toEqual([]);
    expect(inForce()).toMatchObject({
      defaultVault: 'Work',
      timeoutSeconds: 7,
      readOnly: true,
      allowDangerousCommands: false,
      allowedCommands: ['files', 'slow'],
    });
    expect(await status('/api/v1/cli/slow', 'POST')).toBe('403 read_only');
    expect((await call(port, '/api/v1/cli/files', KEY)).body.stdout).toBe('Work/note.md\n');
  });

  it('has the person asked for what was refused, where more is to be asked for', async () => {
    await open({ cliPath: program.path });
    expect(await status('/api/v1/cli/slow', 'POST')).toBe('403 command_dangerous');
    await synced({ askFirst: ['slow'] });
    expect(waiting()).toEqual([]);
    const asked = status('/api/v1/cli/slow', 'POST');
    await until('the dialog is open', () => app.openModal !== undefined);
    await bridge().change({ readOnly: true });
    expect(await asked).toBe('403 read_only');
  });

  it('is adopted as it is at the first start, with its CLI path, which then stays on the device', async () => {
    await open({ cliPath: program.path, allowDangerousCommands: true });
    expect([waiting(), inForce().allowDangerousCommands]).toEqual([[], true]);
    await reopen({ allowDangerousCommands: true });
    expect([waiting(), inForce().cliPath]).toEqual([[], program.path]);
    await bridge().change({ cliPath: '' });
    expect(app.data.value).toEqual({ port, allowDangerousCommands: true });
    await reopen({ allowDangerousCommands: true, cliPath: '' });
    expect([waiting(), inForce().cliPath]).toEqual([[], '']);
  });

  it('is decided by a change that the person makes in the app', async () => {
    await open({ cliPath: program.path, readOnly: true });
    await synced({ readOnly: false });
    expect(waiting()).toHaveLength(1);
    await app.runCommand('cli-bridge:toggle-read-only');
    expect([waiting(), inForce().readOnly]).toEqual([[], false]);
  });
});

describe('keys in the settings file', () => {
  it('let nobody in: neither those of the first start nor those that come later', async () => {
    const { key, record } = makeKey('intruder', { access: 'full' });
    await open({ cliPath: program.path, keys: [record] });
    const asIntruder = async (): Promise<number> => (await call(port, '/api/v1/cli/files', key)).status;
    expect(await asIntruder()).toBe(401);
    await synced({ cliPath: program.path, keys: [record], blockedCommands: ['slow'] });
    expect(inForce().blockedCommands).toEqual(['slow']);
    expect(await asIntruder()).toBe(401);
    await reopen({ keys: [record], blockedCommands: ['slow'] });
    expect(await asIntruder()).toBe(401);
    expect([waiting(), await status('/api/v1/cli/files')]).toEqual([[], '200']);
  });
});

describe('a protecting setting that is not valid', () => {
  it.each([
    ['readOnly', true, 'yes'],
    ['allowedCommands', ['files'], 'files'],
    ['allowedCommands', ['files'], ['*:remove']],
    ['blockedCommands', ['slow'], ['delete, create']],
    ['blockedCommands', ['slow'], [5]],
    ['allowedVaults', ['Test vault'], null],
    ['askFirst', ['slow'], 'slow'],
    ['restEnabled', false, 1],
  ] as const)('%s keeps its last good value %j', async (key, good, junk) => {
    await open({ cliPath: program.path, [key]: good });
    await synced({ [key]: junk });
    expect(inForce()[key]).toEqual(good);
    expect(app.noticeTexts.join()).toMatch(
      new RegExp(`The setting "${key}" isn't valid: .+ The previous value stays`),
    );
    await reopen({ [key]: junk });
    expect(inForce()[key]).toEqual(good);
  });

  it.each([
    ['readOnly', 'yes'],
    ['allowedCommands', ['plugin:*able']],
    ['blockedCommands', 'eval'],
    ['allowedVaults', 'Work'],
    ['askFirst', 'delete'],
  ])(
    '%s: where there is no valid value, every command is refused until it is corrected',
    async (key, junk) => {
      await open({ cliPath: program.path, [key]: junk });
      expect(await status('/api/v1/cli/files')).toBe('403 command_blocked');
      await reopen({ [key]: junk });
      expect(await status('/api/v1/cli/files')).toBe('403 command_blocked');
      expect(waiting()).toEqual([expect.stringContaining(`"${key}" isn't valid`)]);
      await synced({});
      expect([await status('/api/v1/cli/files'), waiting()]).toEqual(['200', []]);
    },
  );

  it('can be given up in the settings for its default', async () => {
    await open({ cliPath: program.path, blockedCommands: 'eval' });
    await decide('confirmHeldBack');
    expect([await status('/api/v1/cli/files'), waiting()]).toEqual(['200', []]);
    expect(app.data.value).toMatchObject({ blockedCommands: [] });
  });

  it('in a file that cannot be read: what was last in force stays, also after a restart', async () => {
    await open({ cliPath: program.path, readOnly: true, trustedCommands: TRUSTED });
    await synced([]);
    expect(await status('/api/v1/cli/slow', 'POST')).toBe('403 read_only');
    await closeBuilt(plugin, app, port);
    const { localStorage } = app;
    app = createTestApp({ secrets: { [SECRET]: KEY }, localStorage });
    app.data.loadFailure = new Error('half synced');
    plugin = await openBuilt(app, port);
    expect(await status('/api/v1/cli/slow', 'POST')).toBe('403 read_only');
  });
});
