// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Plugin, PluginSettingTab, Setting } from 'obsidian';
import { manifest, SamplePlugin } from './fixtures/sample-settings';
import {
  createTestApp,
  inputOf,
  loadPlugin,
  press,
  rowNamed,
  typeInto,
  unloadPlugin,
  visibleRows,
  type TestApp,
} from './testing';

let app: TestApp;
let plugin: SamplePlugin;
let root: HTMLElement;

beforeEach(async () => {
  app = createTestApp();
  plugin = await loadPlugin(SamplePlugin, manifest, app);
  root = app.openSettings('sample');
});

afterEach(() => {
  expect(unloadPlugin(plugin, app)).toEqual([]);
  document.body.replaceChildren();
});

const row = (name: string) => rowNamed(root, name);
const field = (name: string) => inputOf(root, name);

test('the search of a group filters its rows and survives an update', () => {
  const search = root.find('input[type=search]');
  typeInto(search, 'gam');
  expect(visibleRows(root)).toContain('alpha');
  expect(visibleRows(root)).not.toContain('beta');
  expect(visibleRows(root)).toContain('gamma');
  plugin.tab.update();
  expect((root.find('input[type=search]') as HTMLInputElement).value).toBe('gam');
  expect(visibleRows(root)).not.toContain('beta');
  root.find('.search-input-clear-button').click();
  expect(visibleRows(root)).toContain('beta');
});

test('list entries are added, deleted and dragged', () => {
  root.find('[aria-label="Add entry"]').click();
  expect(visibleRows(root)).toContain('new');
  row('two').find('[aria-label=Delete]').click();
  press(row('new'), 'Delete');
  expect(plugin.tab.entries).toEqual(['one', 'three']);
  row('one').find('.setting-drag-handle').dispatchEvent(new Event('dragstart'));
  row('three').dispatchEvent(new Event('drop'));
  expect(plugin.tab.log.at(-1)).toBe('moved 0 to 1');
  expect(visibleRows(root).filter((name) => ['one', 'three'].includes(name))).toEqual(['three', 'one']);
  plugin.tab.entries = [];
  plugin.tab.update();
  expect(root.find('.setting-list-empty').textContent).toBe('None yet.');
});

test('sub-pages open and lead back', () => {
  expect(row('Advanced').find('.setting-item-display-value').textContent).toBe('3 entries');
  row('Advanced').click();
  expect(root.find('.setting-page-title').textContent).toBe('Advanced');
  field('Slow').click();
  expect(app.data.value).toMatchObject({ slow: true });
  press(row('Log'), 'Enter');
  expect(app.standIn.setting.view?.path).toEqual(['Advanced', 'Log']);
  expect(row('Calls').find('.setting-item-description').textContent).toBe('1 so far');
  root.find('.setting-page-back-button').click();
  expect(plugin.tab.log.at(-1)).toBe('log hidden');
  expect(row('Slow')).toBeTruthy();
  root.find('[aria-label=Back]').click();
  expect(row('Enabled')).toBeTruthy();
});

test('an update redraws the page in sight and leaves one that is gone', () => {
  plugin.tab.extra = [{ type: 'page', name: 'Short-lived', items: [{ name: 'Inside' }] }];
  plugin.tab.update();
  row('Short-lived').click();
  expect(visibleRows(root)).toEqual(['Inside']);
  plugin.tab.extra = [{ type: 'page', name: 'Short-lived', items: [{ name: 'Changed' }] }];
  plugin.tab.update();
  expect(visibleRows(root)).toEqual(['Changed']);
  plugin.tab.extra = [];
  plugin.tab.update();
  expect(visibleRows(root)).toContain('Enabled');
});

test('an update leaves the row that holds the focus alone', () => {
  const label = field('Label');
  row('Enabled').find('.checkbox-container').click();
  plugin.tab.refreshDomState();
  label.focus();
  label.value = 'half-typed';
  plugin.tab.entries.push('four');
  plugin.tab.update();
  expect(document.activeElement).toBe(label);
  expect(field('Label')).toBe(label);
  expect(label.value).toBe('half-typed');
  expect(visibleRows(root).indexOf('Label')).toBe(2);
  expect(visibleRows(root)).toContain('four');
});

test('the settings search knows names, descriptions and aliases, and what is hidden', () => {
  const found = (query: string) => app.standIn.setting.search(query).map(({ name }) => name);
  expect(found('switches')).toEqual(['Enabled']);
  expect(found('style')).toEqual([]);
  plugin.settings['enabled'] = true;
  expect(found('style')).toEqual(['Mode']);
  expect(found('alpha')).toEqual([]);
  expect(app.standIn.setting.search('slow')).toEqual([{ name: 'Slow', pagePath: ['Advanced'] }]);
});

test('a tab without definitions draws itself', async () => {
  class OldTab extends PluginSettingTab {
    override display() {
      new Setting(this.containerEl).setName('By hand').addToggle((toggle) => toggle.setTooltip('Switch'));
    }
  }
  class OldPlugin extends Plugin {
    override onload() {
      this.addSettingTab(new OldTab(this.app, this));
    }
  }
  const other = createTestApp();
  const old = await loadPlugin(OldPlugin, { ...manifest, id: 'old' }, other);
  root = other.openSettings('old');
  expect(visibleRows(root)).toEqual(['By hand']);
  expect(row('By hand').find('[aria-label=Switch]')).toBeTruthy();
  expect(unloadPlugin(old, other)).toEqual([]);
  expect(root.textContent).toBe('');
});
