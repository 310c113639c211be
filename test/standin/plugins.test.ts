import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
    expect(await vault.say('plugins', 'filter=community', 'versions')).toBe('mine\t1.2.3');
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
    expect(await vault.ask(['plugin', 'id=no'])).toEqual({
      text: 'Plugin "no" not found. Use "plugins" to list available plugins.',
      failed: true,
    });
  });

  it('are disabled and enabled', async () => {
    expect(await vault.say('plugin:disable', 'id=mine')).toBe('Disabled: mine');
    expect(await vault.say('plugin:reload', 'id=mine')).toBe('Plugin "mine" is not enabled.');
    expect(await vault.say('plugin:enable', 'id=mine')).toBe('Enabled: mine');
    expect(await vault.say('plugin:reload', 'id=mine')).toBe('Reloaded: mine');
    expect(await vault.say('plugin:enable', 'id=mine', 'filter=core')).toMatch(/^Plugin "mine" not found\./);
  });

  it('add and remove commands', async () => {
    const missing = 'Error: Command "templates" not found. It may require a plugin to be enabled.';
    expect(await vault.say('templates')).toBe(missing);
    expect(await vault.say('help')).not.toContain('\n  templates ');
    await vault.say('plugin:enable', 'id=templates');
    expect(await vault.say('help')).toContain('\n  templates ');
    expect(await vault.say('templates')).toBe('Error: No template folder configured.');
    expect(await vault.say('unique', 'name=Idea')).toMatch(/^Error: Command "unique" not found\./);
    await vault.say('plugin:enable', 'id=zk-prefixer');
    expect(await vault.say('unique', 'name=Idea', 'content=a\\nb')).toBe('Created: 202511120905 Idea.md');
    expect(await vault.say('unique')).toBe('Created: 202511120905.md');
  });

  it('are not turned on when none of their commands is there', async () => {
    vault.put('.obsidian/core-plugins.json', '{"publish": true, "workspaces": true, "sync": true}');
    const enabled = (await vault.say('plugins:enabled', 'filter=core')).split('\n');
    expect(enabled).toContain('sync');
    expect(enabled).not.toContain('publish');
    expect(enabled).not.toContain('workspaces');
    expect(await vault.ask(['plugin:enable', 'id=webviewer'])).toEqual({
      text: 'Error: The stand-in has no commands of the core plugin "webviewer".',
      failed: true,
    });
    expect(await vault.say('sync:status')).toBe('status\tnot set up');
    expect(await vault.say('sync:history', 'path=Note.md')).toBe('Error: Sync is not set up.');
  });

  it('are installed and uninstalled', async () => {
    expect(await vault.say('plugin:install', 'id=dataview', 'enable')).toBe('Installed: dataview');
    expect(await vault.say('plugins:enabled', 'filter=community')).toBe('dataview\nmine');
    expect(await vault.say('plugin:uninstall', 'id=dataview')).toBe('Uninstalled: dataview');
    expect(existsSync(join(vault.root, '.obsidian/plugins/dataview'))).toBe(false);
    expect(readFileSync(join(vault.root, '.obsidian/community-plugins.json'), 'utf8')).toBe(
      '[\n  "mine"\n]\n',
    );
    expect(await vault.say('plugin:install', 'id=../x')).toBe('Plugin "../x" not found.');
    expect(await vault.say('plugin:uninstall', 'id=outline')).toBe(
      'Error: Plugin "outline" is a core plugin.',
    );
  });

  it('stay off in restricted mode', async () => {
    expect(await vault.say('plugins:restrict')).toBe('Restricted mode: off');
    expect(await vault.say('plugins:restrict', 'on')).toBe('Restricted mode: on');
    expect(await vault.ask(['plugin:enable', 'id=mine'])).toEqual({
      text: 'Restricted: plugins are disabled.',
      failed: true,
    });
    expect(await vault.say('plugin:install', 'id=dataview')).toBe('Restricted: plugins are disabled.');
    expect(await vault.say('plugin:enable', 'id=outline')).toBe('Enabled: outline');
    expect(await vault.say('plugins:restrict', 'off')).toBe('Restricted mode: off');
    expect(await vault.say('plugin:enable', 'id=mine')).toBe('Enabled: mine');
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
    ['bookmarks.json', ['bookmark', 'url=https://example.org']],
    ['core-plugins.json', ['plugin:enable', 'id=canvas']],
    ['community-plugins.json', ['plugin:disable', 'id=mine']],
  ])('is not replaced when %s is damaged', async (file, argv) => {
    vault.put(`.obsidian/${file}`, '["half a list",');
    expect(await vault.say(...argv)).toBe(`Error: ${file} is not valid JSON, so it was left unchanged.`);
    expect(config(file)).toBe('["half a list",');
  });

  it('keeps the other contents of the bookmarks file', async () => {
    vault.put('.obsidian/bookmarks.json', '{"items": [], "later": 1}');
    await vault.say('bookmark', 'url=https://example.org');
    expect(JSON.parse(config('bookmarks.json'))).toMatchObject({ items: [{ type: 'url' }], later: 1 });
  });

  it('only loses the link when a plugin folder is a link to a folder of the vault', async () => {
    vault.put('Source/manifest.json', '{"id": "linked"}');
    mkdirSync(join(vault.root, '.obsidian/plugins'), { recursive: true });
    const link = join(vault.root, '.obsidian/plugins/linked');
    symlinkSync('../../Source', link);
    expect(await vault.say('plugin:uninstall', 'id=linked')).toBe('Uninstalled: linked');
    expect(lstatSync(link, { throwIfNoEntry: false })).toBeUndefined();
    expect(existsSync(join(vault.root, 'Source/manifest.json'))).toBe(true);
  });
});

describe('developer commands', () => {
  it('neither run code nor show a window', async () => {
    for (const command of ['eval', 'devtools', 'dev:screenshot', 'dev:dom', 'dev:cdp']) {
      expect(await vault.say(command, 'code=require("fs").writeFileSync("x", "")')).toMatch(
        new RegExp(`^Error: Command "${command}" not found\\.`),
      );
    }
    expect(await vault.say('dev:console')).toBe(
      'Error: Debugger not attached. Use "dev:debug on" to start capturing console messages.',
    );
    expect(await vault.say('dev:errors')).toBe('No errors captured.');
    expect(await vault.say('reload')).toBe('Reloading...');
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
