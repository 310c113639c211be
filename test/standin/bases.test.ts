import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copySampleVault } from '../../src/standin/sample-vault-copy';
import { makeVault } from './vault';
import type { TestVault } from './vault';

const SAMPLE = fileURLToPath(new URL('../../src/standin/sample-vault', import.meta.url));

let vault: TestVault;

beforeEach(async () => {
  vault = makeVault({});
  await copySampleVault(SAMPLE, vault.root);
});
afterEach(() => vault.remove());

const BASE = 'path=Projects/Projects.base';

const ROWS = [
  {
    path: 'Projects/Balcony Irrigation.md',
    'file name': 'Balcony Irrigation',
    Status: 'in progress',
    due: '2025-11-30',
    budget: 140.5,
  },
  {
    path: 'Projects/Website Relaunch.md',
    'file name': 'Website Relaunch',
    Status: 'waiting',
    due: '2025-12-15',
    budget: 8200,
  },
  {
    path: 'Projects/Übersicht 2025.md',
    'file name': 'Übersicht 2025',
    Status: null,
    due: null,
    budget: null,
  },
];

describe('base:query', () => {
  it('gives the rows of the first view, or of the named one', async () => {
    expect(JSON.parse(await vault.say('base:query', BASE))).toEqual(ROWS);
    expect(JSON.parse(await vault.say('base:query', BASE, 'view=All projects', 'format=json'))).toEqual(ROWS);
    expect(JSON.parse(await vault.say('base:query', 'file=Projects.base', 'view=Active'))).toHaveLength(3);
    await vault.say('property:set', 'name=active', 'value=false', 'file=Website Relaunch');
    expect(await vault.say('base:query', BASE, 'view=Active', 'format=paths')).toBe(
      'Projects/Balcony Irrigation.md\nProjects/Übersicht 2025.md',
    );
    expect(await vault.say('base:query', BASE, 'view=Nope')).toBe('Error: View not found: Nope');
  });

  it('prints the other formats', async () => {
    expect((await vault.say('base:query', BASE, 'format=csv')).split('\n').slice(0, 2)).toEqual([
      'path,file name,Status,due,budget',
      'Projects/Balcony Irrigation.md,Balcony Irrigation,in progress,2025-11-30,140.5',
    ]);
    expect((await vault.say('base:query', BASE, 'format=tsv')).split('\n')[3]).toBe(
      'Projects/Übersicht 2025.md\tÜbersicht 2025\t\t\t',
    );
    expect((await vault.say('base:query', BASE, 'format=md')).split('\n').slice(0, 3)).toEqual([
      '| path | file name | Status | due | budget |',
      '| --- | --- | --- | --- | --- |',
      '| Projects/Balcony Irrigation.md | Balcony Irrigation | in progress | 2025-11-30 | 140.5 |',
    ]);
  });

  it('gives no rows when nothing passes', async () => {
    vault.put('Empty.base', 'filters: file.ext == "zip"\nviews: [{type: table, name: T}]\n');
    expect(await vault.say('base:query', 'path=Empty.base')).toBe('[]');
    for (const format of ['csv', 'tsv', 'md', 'paths']) {
      expect(await vault.say('base:query', 'path=Empty.base', `format=${format}`)).toBe('');
    }
  });

  it.each([
    ['file.hasTag("garden")', ['Garden/Garden Logbook.md', 'Projects/Balcony Irrigation.md']],
    ['{and: [budget >= 140.5, budget < 8200, due > "2025"]}', ['Projects/Balcony Irrigation.md']],
    [
      '{or: [note.status == "waiting", file.basename == "Home"]}',
      ['Home.md', 'Projects/Website Relaunch.md'],
    ],
    [
      '{and: [\'file.inFolder("Projects")\', \'!file.hasProperty("budget")\', \'file.ext != "base"\']}',
      ['Projects/Übersicht 2025.md'],
    ],
    ['{and: [\'file.folder == "Projects"\', {not: [active == true]}]}', ['Projects/Projects.base']],
  ])('filters by %s', async (filter, expected) => {
    vault.put(
      'F.base',
      `filters: ${filter.startsWith('{') ? filter : `'${filter}'`}\nviews: [{type: table, name: T}]\n`,
    );
    const paths = (await vault.say('base:query', 'path=F.base', 'format=paths')).split('\n');
    expect(paths).toEqual(expect.arrayContaining(expected));
    if (!filter.includes('hasTag')) expect(paths).toEqual(expected);
  });

  it.each([
    ['filters: file.mtime > now()', 'the filter: file.mtime > now()'],
    ['filters: file.name == "x"', 'the filter: file.name == "x"'],
    ['filters: due > date("2025-01-01")', 'the filter: due > date("2025-01-01")'],
    ['formulas: {a: 1}', 'formulas: formula.a'],
    ['', 'the order of a view'],
  ])('refuses %s in words', async (first, what) => {
    const view = what.startsWith('the order')
      ? 'sort: [{property: due, direction: ASC}]'
      : 'order: [formula.a]';
    vault.put(
      'R.base',
      `${first}\nviews: [{type: table, name: T, ${what.startsWith('the filter') ? '' : view}}]\n`,
    );
    const { text, failed } = await vault.ask(['base:query', 'path=R.base']);
    expect(text).toContain(`Error: The stand-in does not support ${what}`);
    expect(failed).toBe(true);
  });

  it('refuses what is not a base', async () => {
    expect(await vault.say('base:query', 'path=Home.md')).toBe('Error: File is not a base file.');
    vault.put('Broken.base', 'views: [');
    expect(await vault.say('base:query', 'path=Broken.base')).toBe('Error: Failed to parse "Broken.base".');
  });
});

describe('base:views', () => {
  it('lists the views of the open base only', async () => {
    expect(await vault.say('base:views', BASE)).toBe('Error: No active file.');
    await vault.say('open', BASE);
    expect(await vault.say('base:views')).toBe('All projects\ttable\nActive\tcards');
    await vault.say('open', 'path=Home.md');
    expect(await vault.say('base:views', BASE)).toBe('Error: File is not a base file.');
  });
});

describe('base:create', () => {
  it('prints the name of the new note', async () => {
    vault.put('.obsidian/app.json', '{"newFileLocation": "folder", "newFileFolderPath": "Projects"}');
    expect(await vault.say('base:create', BASE, 'view=Active', 'name=Shed', 'content=a\\nb')).toBe(
      'Created: Shed.md',
    );
    expect(readFileSync(join(vault.root, 'Projects/Shed.md'), 'utf8')).toBe('a\nb');
    expect(await vault.say('base:create', BASE, 'name=Shed', 'open')).toBe('Created: Shed 1.md');
    expect(await vault.say('read')).toBe('');
    expect(await vault.say('base:create', BASE, 'view=Nope')).toBe('Error: View not found: Nope');
  });
});
