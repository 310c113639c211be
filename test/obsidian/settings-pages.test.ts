// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { manifest, SamplePlugin } from './fixtures/sample-settings';
import {
  createTestApp,
  inputOf,
  loadPlugin,
  press,
  rowNamed,
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

test('sub-pages open and lead back', () => {
  expect(row('Advanced').find('.setting-item-display-value').textContent).toBe('0 calls');
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

test('an update redraws the open page, and closes one that no longer exists', () => {
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
  const port = field('Port');
  port.focus();
  port.value = '12';
  plugin.tab.extra = [{ name: 'Added' }];
  plugin.tab.update();
  expect(document.activeElement).toBe(port);
  expect(field('Port')).toBe(port);
  expect(port.value).toBe('12');
  expect(visibleRows(root)).toContain('Added');
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
