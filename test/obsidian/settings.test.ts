// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { manifest, SamplePlugin } from './fixtures/sample-settings';
import {
  createTestApp,
  inputOf,
  loadPlugin,
  problemOf,
  rowNamed,
  settle,
  typeInto,
  unloadPlugin,
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

test('a click on a toggle is stored and shows the rows that depend on it', () => {
  expect(row('Mode').style.display).toBe('none');
  row('Enabled').find('.checkbox-container').click();
  expect(app.data.value).toMatchObject({ enabled: true });
  expect(row('Enabled').find('.checkbox-container').classList).toContain('is-enabled');
  field('Enabled').click();
  expect(app.data.value).toMatchObject({ enabled: false });
  field('Enabled').click();
  expect(field('Enabled').checked).toBe(true);
});

test('visible follows the stored value once it is saved', async () => {
  row('Enabled').find('.checkbox-container').click();
  await settle();
  expect(row('Mode').style.display).toBe('');
});

test('a rejected value shows the sentence and is not stored', () => {
  typeInto(field('Port'), '9000');
  typeInto(field('Port'), '9001');
  expect(app.data.value).toMatchObject({ port: 9000 });
  expect(row('Port').classList).toContain('is-invalid');
  expect(problemOf(root, 'Port')).toBe('No odd ports, please.');
  typeInto(field('Port'), '9002');
  expect(row('Port').classList).not.toContain('is-invalid');
  expect(problemOf(root, 'Port')).toBeNull();
  expect(app.data.value).toMatchObject({ port: 9002 });
});

test('a number is stored on leaving the field and only within its limits', () => {
  expect(field('Port').value).toBe('8080');
  typeInto(field('Port'), '9000');
  expect(app.data.value).toMatchObject({ port: 9000 });
  for (const [typed, sentence] of [
    ['80', 'Must be at least 1024.'],
    ['70000', 'Must be at most 65535.'],
    ['', 'Enter a number.'],
  ] as const) {
    typeInto(field('Port'), typed);
    expect(problemOf(root, 'Port')).toBe(sentence);
    expect(app.data.value).toMatchObject({ port: 9000 });
  }
});

test('a stored value that is no longer valid is shown with its sentence and left as it is', () => {
  app.standIn.setting.close();
  plugin.settings['port'] = 8081;
  root = app.openSettings('sample');
  expect(field('Port').value).toBe('8081');
  expect(problemOf(root, 'Port')).toBe('No odd ports, please.');
  expect(app.data.saves).toBe(0);
});

test('only the latest of several slow checks counts', async () => {
  const verdicts: ((message: string) => void)[] = [];
  plugin.tab.extra = [
    {
      name: 'Slow check',
      control: {
        type: 'number',
        key: 'slowly',
        validate: () => new Promise((resolve) => verdicts.push(resolve)),
      },
    },
  ];
  plugin.tab.update();
  typeInto(field('Slow check'), '1');
  typeInto(field('Slow check'), '2');
  verdicts[1]?.('');
  verdicts[0]?.('Wrong');
  await settle();
  expect(app.data.value).toMatchObject({ slowly: 2 });
  expect(row('Slow check').classList).not.toContain('is-invalid');
});

test('a rendered row is live and is torn down with the tab', () => {
  row('gamma').find('button').click();
  expect(plugin.tab.log).toEqual(['ran']);
  app.standIn.setting.close();
  expect(plugin.tab.log).toEqual(['ran', 'torn down']);
});

test('a tab may keep its values elsewhere and deal with a failing disk', async () => {
  app.data.saveFailure = new Error('disk full');
  const problems: unknown[] = [];
  vi.spyOn(plugin.tab, 'getControlValue').mockImplementation((key) => key === 'enabled');
  vi.spyOn(plugin.tab, 'setControlValue').mockImplementation(async (key, value) => {
    await plugin.saveData({ [key]: value }).catch((error: unknown) => problems.push(error));
  });
  plugin.tab.update();
  expect(field('Enabled').checked).toBe(true);
  field('Enabled').click();
  await settle();
  expect(problems).toEqual([app.data.saveFailure]);
  expect(app.data.value).toBeNull();
});
