// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { openSample } from './fixtures/open-sample';
import { press, visibleRows } from './testing';

const sample = openSample();
const { row, field } = sample;

test('sub-pages open and lead back', () => {
  expect(row('Advanced').find('.setting-item-display-value').textContent).toBe('0 calls');
  row('Advanced').click();
  expect(sample.root.find('.setting-page-title').textContent).toBe('Advanced');
  field('Slow').click();
  expect(sample.app.data.value).toMatchObject({ slow: true });
  press(row('Log'), 'Enter');
  expect(sample.app.standIn.setting.view?.path).toEqual(['Advanced', 'Log']);
  expect(row('Calls').find('.setting-item-description').textContent).toBe('1 so far');
  sample.root.find('.setting-page-back-button').click();
  expect(sample.plugin.tab.log.at(-1)).toBe('log hidden');
  expect(row('Slow')).toBeTruthy();
  sample.root.find('[aria-label=Back]').click();
  expect(row('Enabled')).toBeTruthy();
});

test('an update redraws the open page, and closes one that no longer exists', () => {
  sample.plugin.tab.extra = [{ type: 'page', name: 'Short-lived', items: [{ name: 'Inside' }] }];
  sample.plugin.tab.update();
  row('Short-lived').click();
  expect(visibleRows(sample.root)).toEqual(['Inside']);
  sample.plugin.tab.extra = [{ type: 'page', name: 'Short-lived', items: [{ name: 'Changed' }] }];
  sample.plugin.tab.update();
  expect(visibleRows(sample.root)).toEqual(['Changed']);
  sample.plugin.tab.extra = [];
  sample.plugin.tab.update();
  expect(visibleRows(sample.root)).toContain('Enabled');
});

test('an update leaves the row that holds the focus alone', () => {
  const port = field('Port');
  port.focus();
  port.value = '12';
  sample.plugin.tab.extra = [{ name: 'Added' }];
  sample.plugin.tab.update();
  expect(document.activeElement).toBe(port);
  expect(field('Port')).toBe(port);
  expect(port.value).toBe('12');
  expect(visibleRows(sample.root)).toContain('Added');
});

test('the settings search knows names, descriptions and aliases, and what is hidden', () => {
  const found = (query: string) => sample.app.standIn.setting.search(query).map(({ name }) => name);
  expect(found('switches')).toEqual(['Enabled']);
  expect(found('style')).toEqual([]);
  sample.plugin.settings['enabled'] = true;
  expect(found('style')).toEqual(['Mode']);
  expect(found('alpha')).toEqual([]);
  expect(sample.app.standIn.setting.search('slow')).toEqual([{ name: 'Slow', pagePath: ['Advanced'] }]);
});
