// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { openSample } from './fixtures/open-sample';
import { problemOf, settle, typeInto } from './testing';

const sample = openSample();
const { row, field } = sample;

test('a click on a toggle is stored and shows the rows that depend on it', () => {
  expect(row('Mode').style.display).toBe('none');
  row('Enabled').find('.checkbox-container').click();
  expect(sample.app.data.value).toMatchObject({ enabled: true });
  expect(row('Enabled').find('.checkbox-container').classList).toContain('is-enabled');
  field('Enabled').click();
  expect(sample.app.data.value).toMatchObject({ enabled: false });
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
  expect(sample.app.data.value).toMatchObject({ port: 9000 });
  expect(row('Port').classList).toContain('is-invalid');
  expect(problemOf(sample.root, 'Port')).toBe('No odd ports, please.');
  typeInto(field('Port'), '9002');
  expect(row('Port').classList).not.toContain('is-invalid');
  expect(problemOf(sample.root, 'Port')).toBeNull();
  expect(sample.app.data.value).toMatchObject({ port: 9002 });
});

test('a number is stored on leaving the field and only within its limits', () => {
  expect(field('Port').value).toBe('8080');
  typeInto(field('Port'), '9000');
  expect(sample.app.data.value).toMatchObject({ port: 9000 });
  for (const [typed, sentence] of [
    ['80', 'Must be at least 1024.'],
    ['70000', 'Must be at most 65535.'],
    ['', 'Enter a number.'],
  ] as const) {
    typeInto(field('Port'), typed);
    expect(problemOf(sample.root, 'Port')).toBe(sentence);
    expect(sample.app.data.value).toMatchObject({ port: 9000 });
  }
});

test('a stored value that is no longer valid is shown with its sentence and left as it is', () => {
  sample.app.standIn.setting.close();
  sample.plugin.settings['port'] = 8081;
  sample.root = sample.app.openSettings('sample');
  expect(field('Port').value).toBe('8081');
  expect(problemOf(sample.root, 'Port')).toBe('No odd ports, please.');
  expect(sample.app.data.saves).toBe(0);
});

test('only the latest of several slow checks counts', async () => {
  const verdicts: ((message: string) => void)[] = [];
  sample.plugin.tab.extra = [
    {
      name: 'Slow check',
      control: {
        type: 'number',
        key: 'slowly',
        validate: () => new Promise((resolve) => verdicts.push(resolve)),
      },
    },
  ];
  sample.plugin.tab.update();
  typeInto(field('Slow check'), '1');
  typeInto(field('Slow check'), '2');
  verdicts[1]?.('');
  verdicts[0]?.('Wrong');
  await settle();
  expect(sample.app.data.value).toMatchObject({ slowly: 2 });
  expect(row('Slow check').classList).not.toContain('is-invalid');
});

test('a rendered row is live and is torn down with the tab', () => {
  row('gamma').find('button').click();
  expect(sample.plugin.tab.log).toEqual(['ran']);
  sample.app.standIn.setting.close();
  expect(sample.plugin.tab.log).toEqual(['ran', 'torn down']);
});

test('a tab may keep its values elsewhere and deal with a failing disk', async () => {
  sample.app.data.saveFailure = new Error('disk full');
  const problems: unknown[] = [];
  vi.spyOn(sample.plugin.tab, 'getControlValue').mockImplementation((key) => key === 'enabled');
  vi.spyOn(sample.plugin.tab, 'setControlValue').mockImplementation(async (key, value) => {
    await sample.plugin.saveData({ [key]: value }).catch((error: unknown) => problems.push(error));
  });
  sample.plugin.tab.update();
  expect(field('Enabled').checked).toBe(true);
  field('Enabled').click();
  await settle();
  expect(problems).toEqual([sample.app.data.saveFailure]);
  expect(sample.app.data.value).toBeNull();
});
