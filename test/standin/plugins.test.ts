import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sorted } from '../../src/standin/order';
import { built } from '../kit/built';
import { runToEnd } from './run';
import { makeVault } from './vault';
import type { TestVault } from './vault';

let vault: TestVault;

beforeEach(() => {
  vault = makeVault({
    '.obsidian/plugins/mine/manifest.json':
      '{"id": "mine", "name": "Mine", "version": "1.2.3", "author": "Me"}',
    '.obsidian/plugins/broken/manifest.json': '{',
    '.obsidian/community-plugins.json': '["mine"]',
    '.obsidian/core-plugins.json': '{"templates": false}',
  });
});
afterEach(() => vault.remove());

describe('plugins', () => {
  it('are listed', async () => {
    const all = (await vault.say('plugins')).split('\n');
    expect(all).toEqual(expect.arrayContaining(['daily-notes', 'templates', 'mine']));
    expect(all).toEqual(sorted(all));
    expect(await vault.say('plugins', 'filter=community', 'versions')).toBe('mine\t1.2.3');
    expect(await vault.say('plugins', 'versions')).toContain('daily-notes\t\n');
    expect(JSON.parse(await vault.say('plugins', 'filter=community', 'format=json'))).toEqual([
      { id: 'mine' },
    ]);
    expect((await vault.say('plugins:enabled')).split('\n')).not.toContain('templates');
    expect(await vault.say('plugins:enabled', 'filter=core')).not.toContain('mine');
  });

  it('are described', async () => {
    expect(await vault.say('plugin', 'id=mine')).toBe(
      'type\tcommunity\nname\tMine\nversion\t1.2.3\nauthor\tMe\nenabled\ttrue',
    );
    expect(await vault.say('plugin')).toBe(
      'Error: Missing required parameter: id=<plugin-id>\nUsage: plugin id=<plugin-id>',
    );
    expect(await vault.say('plugin', 'id=templates')).toBe('type\tcore\nname\tTemplates\nenabled\tfalse');
    expect(await vault.ask(['plugin', 'id=no'])).toEqual({
      text: 'Error: Plugin "no" not found. Use "plugins" to list available plugins.',
      failed: true,
    });
  });

  it('are enabled and reloaded', async () => {
    vault.put('.obsidian/community-plugins.json', '[]');
    expect(await vault.say('plugin:reload', 'id=mine')).toBe('Error: Plugin "mine" is not enabled.');
    expect(await vault.say('plugin:enable', 'id=mine')).toBe('Enabled: mine');
    expect(await vault.say('plugin:reload', 'id=mine')).toBe('Reloaded: mine');
    expect(await vault.say('plugin:reload', 'id=outline')).toBe('Reloaded: outline');
    expect(await vault.say('plugin:enable', 'id=mine', 'filter=core')).toMatch(
      /^Error: Plugin "mine" not found\./,
    );
  });

  it.each(['plugin:disable', 'plugin:uninstall'])(
    'fail before the reply to %s is not known',
    async (name) => {
      expect(await vault.say(name, 'id=no')).toMatch(/^Error: Plugin "no" not found\./);
      expect(await vault.ask([name, 'id=mine'])).toMatchObject({ isNotKnown: true });
      expect(await vault.say('plugins:enabled', 'filter=community')).toBe('mine');
    },
  );

  it('add and remove commands', async () => {
    expect(await vault.say('templates')).toMatch(/^Error: Command "templates" not found\./);
    expect(await vault.say('help')).not.toContain('\n  templates ');
    await vault.say('plugin:enable', 'id=templates');
    expect(await vault.say('help')).toContain('\n  templates ');
    expect(await vault.say('templates')).toBe('Error: No template folder configured.');
    expect(await vault.say('unique', 'name=Idea')).toMatch(/^Error: Command "unique" not found\./);
    await vault.say('plugin:enable', 'id=zk-prefixer');
    expect(await vault.say('unique', 'name=Idea', 'content=a\\nb')).toBe('202511120905 Idea.md');
    expect(await vault.say('unique')).toBe('202511120905.md');
  });

  it('stay off in restricted mode', async () => {
    expect(await vault.say('plugins:restrict')).toBe('off');
    expect(await vault.say('plugins:restrict', 'on')).toBe('Restricted mode enabled. Reloading...');
    expect(await vault.say('plugins:restrict', 'on')).toBe('Restricted mode is already enabled.');
    expect(await vault.say('plugins:restrict')).toBe('on');
    expect(await vault.say('plugin:enable', 'id=mine')).toBe('Error: Restricted: plugins are disabled.');
    expect(await vault.say('plugin:enable', 'id=canvas')).toBe('Enabled: canvas');
    expect(await vault.say('plugins:restrict', 'off')).toBe('Restricted mode disabled. Reloading...');
    expect(await vault.say('plugins:restrict', 'off')).toBe('Restricted mode is already disabled.');
  });
});

describe('a flag', () => {
  it('is on with any text but none', async () => {
    expect(await vault.say('vaults', 'total=')).toBe('Test Vault');
    expect(await vault.say('vaults', 'total=false')).toBe('1');
    expect(await vault.say('vaults', 'total=0')).toBe('1');
    expect(await vault.say('vaults', 'total', 'total=')).toBe('Test Vault');
  });
});

describe('Sync', () => {
  it('is not set up', async () => {
    const said = 'Sync is not set up for this vault.';
    expect(await vault.ask(['sync:status'])).toEqual({
      text: `status: disconnected\n${said}`,
      failed: false,
    });
    for (const argv of [
      ['sync'],
      ['sync', 'off'],
      ['sync:deleted'],
      ['sync:history', 'path=x'],
      ['sync:open'],
    ]) {
      expect(await vault.say(...argv)).toBe(`Error: ${said}`);
    }
  });
});

describe('an existing configuration', () => {
  const config = (name: string): string => readFileSync(join(vault.root, '.obsidian', name), 'utf8');

  it('keeps the meaning of the older list of core plugins', async () => {
    vault.put('.obsidian/core-plugins.json', '["file-explorer", "global-search"]');
    await vault.say('plugin:enable', 'id=canvas');
    expect(await vault.say('plugins:enabled', 'filter=core')).toBe('canvas\nfile-explorer\nglobal-search');
    expect(JSON.parse(config('core-plugins.json'))).toMatchObject({ canvas: true, outline: false });
  });

  it.each([
    ['core-plugins.json', ['plugin:enable', 'id=canvas']],
    ['community-plugins.json', ['plugin:enable', 'id=mine']],
  ])('is not replaced when %s is damaged', async (file, argv) => {
    vault.put(`.obsidian/${file}`, '["half a list",');
    expect(await vault.say(...argv)).toBe(`Error: ${file} is not valid JSON, so it was left unchanged.`);
    expect(config(file)).toBe('["half a list",');
  });
});

describe('commands whose reply is not known', () => {
  it.each([
    ['restart'],
    ['plugin:install', 'id=dataview'],
    ['theme:set', 'name='],
    ['snippet:enable', 'name=x'],
    ['tabs'],
    ['devtools'],
    ['dev:screenshot'],
    ['eval', 'code=require("fs").writeFileSync("x", "")'],
  ])('%s: exits with 70, and says so on stderr', async (...argv) => {
    expect(await runToEnd(built.standIn, argv, { vaults: [vault.root] })).toMatchObject({
      stdout: '',
      stderr: 'stand-in: not known\n',
      code: 70,
    });
  });

  it('fail as it is known first', async () => {
    expect(await vault.say('dev:dom')).toMatch(/^Error: Missing required parameter: selector=<css>\nUsage: /);
    expect(await vault.say('eval', 'code=')).toBe('Usage: eval code=<javascript>');
    expect(await vault.say('history:restore', 'path=No.md', 'version=1')).toBe(
      'Error: File "No.md" not found.',
    );
  });
});

describe('developer commands', () => {
  it('know whether the debugger is attached', async () => {
    expect(await vault.say('dev:console')).toBe(
      'Error: Debugger not attached. Use "dev:debug on" to start capturing console messages.',
    );
    expect(await vault.say('dev:debug', 'off')).toBe('Debugger is not attached.');
    expect(await vault.say('dev:debug', 'on')).toBe('Debugger attached. Console capture started.');
    expect(await vault.say('dev:debug', 'on')).toBe('Debugger is already attached.');
    expect(await vault.say('dev:debug')).toBe('Debugger is attached.');
    expect(await vault.say('dev:debug', 'off')).toBe('Debugger detached. Console capture stopped.');
    expect(await vault.say('dev:errors')).toBe('No errors captured.');
    expect(await vault.say('dev:errors', 'clear')).toBe('Cleared 0 errors.');
    expect(await vault.say('dev:mobile', 'on')).toBe('Mobile emulation enabled. Reloading...');
    expect(await vault.say('dev:mobile', 'on')).toBe('Mobile emulation is already enabled.');
    expect(await vault.say('reload')).toBe('Reloading...');
  });
});

describe('workspaces and tabs', () => {
  beforeEach(() => {
    vault.put('.obsidian/core-plugins.json', '{"workspaces": true, "webviewer": true}');
    vault.put('Note.md', '');
  });

  it('are saved, loaded and deleted', async () => {
    expect(await vault.say('workspaces')).toBe('No workspaces saved.');
    expect(await vault.ask(['workspace:save'])).toEqual({
      text: 'Missing required parameter: name',
      failed: false,
    });
    expect(await vault.say('workspace:save', 'name=b')).toBe('Saved workspace: b');
    expect(await vault.say('workspace:save', 'name=a')).toBe('Saved workspace: a');
    expect(await vault.say('workspace:load', 'name=b')).toBe('Loaded workspace: b');
    expect(await vault.say('workspaces')).toBe('b (active)\na');
    expect(await vault.say('workspace:delete', 'name=b')).toBe('Deleted workspace: b');
    expect(await vault.say('workspace:load', 'name=b')).toBe('Error: Workspace "b" not found.');
    expect(await vault.say('workspaces', 'total')).toBe('1');
  });

  it('are opened', async () => {
    expect(await vault.say('tab:open', 'file=Note.md', 'view=x')).toBe('Opened: Note.md');
    expect(await vault.say('tab:open', 'file=Note')).toBe('Error: File "Note" not found.');
    expect(await vault.say('tab:open', 'view=graph')).toBe('Opened view: graph');
    expect(await vault.say('tab:open')).toBe('Opened new tab');
    expect(await vault.say('tab:open', 'group=g')).toBe(
      'Error: Tab group "g" not found. Use "workspace ids=true" to list tab group IDs.',
    );
    expect(await vault.say('web', 'url=example.org')).toBe('Opened: https://example.org');
    expect(await vault.say('web', 'url=http://example.org')).toBe('Opened: http://example.org');
  });
});

describe('themes and snippets', () => {
  it('are listed', async () => {
    expect(await vault.say('theme')).toBe('(default)');
    expect(await vault.ask(['themes'])).toEqual({ text: '', failed: false });
    expect(await vault.say('snippets')).toBe('No snippets found.');
    vault.put('.obsidian/themes/Minimal/manifest.json', '{"name": "Minimal", "version": "8.1"}');
    vault.put('.obsidian/snippets/wide.css', '');
    vault.put('.obsidian/snippets/Bold.css', '');
    vault.put('.obsidian/appearance.json', '{"cssTheme": "Minimal", "enabledCssSnippets": ["wide"]}');
    expect(await vault.say('theme')).toBe('Minimal');
    expect(await vault.say('themes', 'versions')).toBe('Minimal\t8.1');
    expect(await vault.say('snippets')).toBe('Bold\nwide');
    expect(await vault.say('snippets:enabled')).toBe('wide');
  });
});

describe('commands of other plugins', () => {
  it('can be added from outside', async () => {
    const EXTRA_COMMANDS = JSON.stringify({ 'my-plugin:sync-all': 'Sync it all' });
    expect((await vault.ask(['my-plugin:sync-all', 'a=b'], { EXTRA_COMMANDS })).text).toBe(
      'ran my-plugin:sync-all',
    );
    expect((await vault.ask(['help'], { EXTRA_COMMANDS })).text).toContain(
      '\n  my-plugin:sync-all    [my-plugin]: Sync it all\n',
    );
    expect((await vault.ask(['help', 'my-plugin'], { EXTRA_COMMANDS })).text).toBe(
      '  my-plugin:sync-all    [my-plugin]: Sync it all',
    );
    const ofMine = { EXTRA_COMMANDS: JSON.stringify({ 'mine:go': 'Go' }) };
    expect((await vault.ask(['help', 'mine'], ofMine)).text).toBe('  mine:go               [Mine]: Go');
  });
});
