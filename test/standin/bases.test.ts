import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copySampleVault } from '../../src/standalone/stand-in';
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
    budget: '140.5',
  },
  {
    path: 'Projects/Übersicht 2025.md',
    'file name': 'Übersicht 2025',
    Status: '',
    due: '',
    budget: '',
  },
  {
    path: 'Projects/Website Relaunch.md',
    'file name': 'Website Relaunch',
    Status: 'waiting',
    due: '2025-12-15',
    budget: '8200',
  },
];

describe('base:query', () => {
  it('gives the rows of the first view, or of the named one', async () => {
    expect(JSON.parse(await vault.say('base:query', BASE))).toEqual(ROWS);
    expect(JSON.parse(await vault.say('base:query', BASE, 'view=All projects', 'format=json'))).toEqual(ROWS);
    expect(JSON.parse(await vault.say('base:query', 'file=Projects.base', 'view=Active'))).toHaveLength(3);
    await vault.say('property:set', 'name=active', 'value=false', 'type=checkbox', 'file=Website Relaunch');
    expect(await vault.say('base:query', BASE, 'view=Active', 'format=paths')).toBe(
      'Projects/Balcony Irrigation.md\nProjects/Übersicht 2025.md',
    );
    expect(await vault.say('base:query', BASE, 'view=Nope')).toBe('Error: View not found: Nope');
    for (const file of ['path=No.base', 'file=No', 'path=Home.md']) {
      expect(await vault.say('base:query', file)).toBe(`Error: Base file not found: ${file.slice(5)}`);
    }
  });

  it('prints the other formats', async () => {
    expect((await vault.say('base:query', BASE, 'format=csv')).split('\n')[0]).toBe(
      'Projects/Balcony Irrigation.md,Balcony Irrigation,in progress,2025-11-30,140.5',
    );
    expect((await vault.say('base:query', BASE, 'format=tsv')).split('\n')[1]).toBe(
      'Projects/Übersicht 2025.md\tÜbersicht 2025\t\t\t',
    );
    expect(await vault.ask(['base:query', BASE, 'format=md'])).toMatchObject({ isNotKnown: true });
  });

  it('gives no rows when nothing passes', async () => {
    vault.put('Empty.base', 'filters: file.ext == "zip"\nviews: [{type: table, name: T}]\n');
    expect(await vault.say('base:query', 'path=Empty.base')).toBe('[]');
    for (const format of ['csv', 'tsv', 'paths']) {
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
    'filters: file.mtime > now()\nviews: [{type: table, name: T}]',
    'filters: due > date("2025-01-01")\nviews: [{type: table, name: T}]',
    'views: [{type: table, name: T, order: [formula.a]}]',
    'views: [{type: table, name: T, sort: [{property: due, direction: ASC}]}]',
    'views: [',
  ])('does not know the rows of %s', async (base) => {
    vault.put('R.base', base);
    expect(await vault.ask(['base:query', 'path=R.base'])).toMatchObject({ isNotKnown: true });
  });
});

describe('base:views', () => {
  it('lists the views of the open base only', async () => {
    expect(await vault.ask(['base:views', BASE])).toMatchObject({ isNotKnown: true });
    await vault.say('open', BASE);
    expect(await vault.say('base:views')).toBe('All projects\ttable\nActive\tcards');
    expect(await vault.say('read')).toMatch(/^Error: No active file\./);
  });
});

describe('base:create', () => {
  it('prints the name of the new note', async () => {
    expect(await vault.say('base:create', BASE, 'view=Active', 'name=Shed', 'content=a\\nb')).toBe(
      'Created: Shed.md',
    );
    expect(readFileSync(join(vault.root, 'Shed.md'), 'utf8')).toBe('a\nb');
    expect(await vault.say('base:create', BASE, 'name=Shed', 'open')).toBe('Created: Shed 1.md');
    expect(await vault.say('read')).toBe('');
    expect(await vault.say('base:create', BASE, 'view=Nope')).toBe('Error: View not found: Nope');
  });
});
