import { expect, test, vi } from 'vitest';
import { Notice, Plugin } from 'obsidian';
import { createTestApp, loadPlugin, unloadPlugin } from './testing';

const manifest = {
  id: 'sample',
  name: 'Sample',
  author: 'Nobody',
  version: '1.0.0',
  minAppVersion: '1.13.1',
  description: 'A plugin for these tests.',
};

class SamplePlugin extends Plugin {
  loaded: unknown = 'not loaded';
  ready = 0;
  released = 0;
  toggled = 0;

  override async onload() {
    this.loaded = await this.loadData();
    this.app.workspace.onLayoutReady(() => (this.ready += 1));
    this.addStatusBarItem().setText('Running');
    this.addCommand({ id: 'toggle', name: 'Toggle', callback: () => (this.toggled += 1) });
    this.registerCliHandler('sample', 'Says what came in', null, (params) => JSON.stringify(params));
    this.register(() => (this.released += 1));
  }
}

test('a fresh plugin loads without a document and finds no data', async () => {
  const app = createTestApp({ vaultName: 'Garden' });
  const plugin = await loadPlugin(SamplePlugin, manifest, app);
  expect(plugin.loaded).toBeNull();
  expect(plugin.app.vault.getName()).toBe('Garden');
  expect(app.statusBarItems.map((item) => item.textContent)).toEqual(['Running']);
  unloadPlugin(plugin, app);
});

test('data goes through JSON, and failures can be injected', async () => {
  const app = createTestApp({ dataJson: { port: 1 } });
  const plugin = await loadPlugin(SamplePlugin, manifest, app);
  expect(plugin.loaded).toEqual({ port: 1 });
  await plugin.saveData({ port: 2, gone: undefined });
  expect(app.data.value).toEqual({ port: 2 });
  expect(app.data.saves).toBe(1);
  app.data.saveFailure = new Error('disk full');
  await expect(plugin.saveData({})).rejects.toThrow('disk full');
  app.data.loadFailure = new Error('unreadable');
  await expect(plugin.loadData()).rejects.toThrow('unreadable');
  unloadPlugin(plugin, app);
});

test('the layout becomes ready after loading, or is ready at once', async () => {
  const early = createTestApp();
  const plugin = await loadPlugin(SamplePlugin, manifest, early);
  expect(plugin.ready).toBe(0);
  early.triggerLayoutReady();
  expect(plugin.ready).toBe(1);
  const late = createTestApp({ layoutReady: true });
  expect((await loadPlugin(SamplePlugin, manifest, late)).ready).toBe(1);
});

test('commands get the prefix of the plugin', async () => {
  const app = createTestApp();
  const plugin = await loadPlugin(SamplePlugin, manifest, app);
  expect(app.commands['sample:toggle']?.name).toBe('Sample: Toggle');
  expect(await app.runCommand('sample:toggle')).toBe(true);
  expect(plugin.toggled).toBe(1);
  expect(await app.runCommand('sample:none')).toBe(false);
});

test('CLI commands run, and two of the same name are refused', async () => {
  const app = createTestApp();
  const plugin = await loadPlugin(SamplePlugin, manifest, app);
  expect(await app.runCli('sample', { verbose: 'true' })).toBe('{"verbose":"true"}');
  await expect(app.runCli('other')).rejects.toThrow('not found');
  expect(() => plugin.registerCliHandler('sample', 'Again', null, () => '')).toThrow('already registered');
  expect(() => plugin.registerCliHandler('two words', 'Bad', null, () => '')).toThrow('Invalid');
});

test('secrets live in memory, ids are checked and the keychain can fail', () => {
  const { app, secrets } = createTestApp({ secrets: { known: 'one' } });
  expect(app.secretStorage.getSecret('known')).toBe('one');
  expect(app.secretStorage.getSecret('unknown')).toBeNull();
  app.secretStorage.setSecret('new-one', 'two');
  expect([...secrets.values.keys()]).toEqual(['known', 'new-one']);
  expect(() => app.secretStorage.setSecret('Not An Id', '')).toThrow('Invalid secret ID');
  expect(() => app.secretStorage.setSecret('x'.repeat(65), '')).toThrow('Invalid secret ID');
  secrets.failure = new Error('keychain locked');
  expect(() => app.secretStorage.getSecret('known')).toThrow('keychain locked');
});

test('notices are recorded, disappear in time and belong to the app created before them', () => {
  vi.useFakeTimers();
  const app = createTestApp();
  new Notice('Welcome', 0);
  new Notice('Brief', 1000);
  expect(app.noticeTexts).toEqual(['Welcome', 'Brief']);
  vi.advanceTimersByTime(1000);
  expect(app.notices.map((notice) => notice.hidden)).toEqual([false, true]);
  expect(createTestApp().noticeTexts).toEqual([]);
  vi.useRealTimers();
});

test('a button in a notice can be pressed without a document', () => {
  const app = createTestApp();
  const notice = new Notice('Port taken.', 0);
  let pressed = 0;
  const button = notice.messageEl.createEl('button', {
    text: 'Use 27125',
    attr: { 'aria-label': 'Use port 27125' },
  });
  button.addEventListener('click', () => (pressed += 1));
  app.notices[0]?.messageEl.querySelector('button')?.click();
  expect(pressed).toBe(1);
  expect(notice.messageEl.textContent).toBe('Port taken.Use 27125');
});

test('unloading releases everything that was registered', async () => {
  const app = createTestApp();
  const plugin = await loadPlugin(SamplePlugin, manifest, app);
  expect(app.leaks(plugin)).toEqual(expect.arrayContaining(['held: callback', 'status bar item']));
  expect(unloadPlugin(plugin, app)).toEqual([]);
  expect(plugin.released).toBe(1);
  expect(await app.runCommand('sample:toggle')).toBe(false);
});

test('what a plugin leaves behind is named', async () => {
  class Forgetful extends Plugin {
    override onload() {
      new Notice('Still here', 0);
    }

    override onunload() {
      this.register(() => undefined);
    }
  }
  const app = createTestApp();
  const plugin = await loadPlugin(Forgetful, manifest, app);
  expect(unloadPlugin(plugin, app)).toEqual(['held: callback', 'notice: Still here']);
});

test('data changed from outside reaches the plugin', async () => {
  class Watching extends Plugin {
    seen: unknown;

    override async onExternalSettingsChange() {
      this.seen = await this.loadData();
    }
  }
  const app = createTestApp();
  const plugin = await loadPlugin(Watching, manifest, app);
  await app.changeDataOutside(plugin, { port: 3 });
  expect(plugin.seen).toEqual({ port: 3 });
});

test('the clipboard is recorded', async () => {
  const { clipboard } = createTestApp();
  await navigator.clipboard.writeText('copied text');
  expect(clipboard.copied).toEqual(['copied text']);
  clipboard.failure = new Error('no focus');
  await expect(navigator.clipboard.writeText('more')).rejects.toThrow('no focus');
});
