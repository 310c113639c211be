// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { manifest, SamplePlugin } from './fixtures/sample-settings';
import {
  choose,
  createTestApp,
  inputOf,
  loadPlugin,
  press,
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
  expect(row('Label').classList).toContain('is-disabled');
  expect(field('Label').disabled).toBe(true);
  row('Enabled').find('.checkbox-container').click();
  expect(app.data.value).toMatchObject({ enabled: true });
  expect(row('Enabled').find('.checkbox-container').classList).toContain('is-enabled');
  field('Enabled').click();
  expect(app.data.value).toMatchObject({ enabled: false });
  field('Enabled').click();
  expect(field('Enabled').checked).toBe(true);
});

test('visible and disabled follow the stored value once it is saved', async () => {
  row('Enabled').find('.checkbox-container').click();
  await settle();
  expect(row('Mode').style.display).toBe('');
  expect(field('Label').disabled).toBe(false);
});

test('a dropdown stores the chosen value', () => {
  choose(row('Mode').find('select'), 'read');
  expect(app.data.value).toMatchObject({ mode: 'read' });
});

test('a rejected text shows the sentence and is not stored', () => {
  typeInto(field('Label'), 'fine');
  typeInto(field('Label'), 'not fine');
  expect(app.data.value).toMatchObject({ label: 'fine' });
  expect(row('Label').classList).toContain('is-invalid');
  expect(problemOf(root, 'Label')).toBe('No spaces, please.');
  typeInto(field('Label'), 'better');
  expect(row('Label').classList).not.toContain('is-invalid');
  expect(problemOf(root, 'Label')).toBeNull();
  expect(app.data.value).toMatchObject({ label: 'better' });
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
  plugin.settings['label'] = 'from before';
  root = app.openSettings('sample');
  expect(field('Label').value).toBe('from before');
  expect(problemOf(root, 'Label')).toBe('No spaces, please.');
  expect(app.data.saves).toBe(0);
});

test('only the latest of several slow verdicts counts', async () => {
  const verdicts: ((message: string) => void)[] = [];
  plugin.tab.extra = [
    {
      name: 'Slow check',
      control: {
        type: 'text',
        key: 'path',
        validate: () => new Promise((resolve) => verdicts.push(resolve)),
      },
    },
  ];
  plugin.tab.update();
  typeInto(field('Slow check'), 'a');
  typeInto(field('Slow check'), 'ab');
  verdicts[1]?.('');
  verdicts[0]?.('Wrong');
  await settle();
  expect(app.data.value).toMatchObject({ path: 'ab' });
  expect(row('Slow check').classList).not.toContain('is-invalid');
});

test('an action row runs by mouse and keyboard, with its index', () => {
  row('Reset').click();
  press(row('Reset'), 'Enter');
  expect(plugin.tab.log).toEqual(['reset 4', 'reset 4']);
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
