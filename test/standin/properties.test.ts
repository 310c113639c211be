import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeVault } from './vault';
import type { TestVault } from './vault';

let vault: TestVault;
const text = (path: string): string => readFileSync(join(vault.root, path), 'utf8');

beforeEach(() => {
  vault = makeVault({
    'A.md': '---\ntitle: Käse\naliases: [Eins, "2"]\ntags: [x]\nn: 2.5\nempty:\nmap: {a: 1}\n---\nbody\n',
    'B.md': '---\nn: 3\n---\n',
    'C.md': 'no frontmatter\n',
    'Broken.md': '---\na: [1\n---\nbody\n',
    'plan.txt': 'x',
  });
});
afterEach(() => vault.remove());

describe('property:read', () => {
  it.each([
    ['title', 'Käse'],
    ['aliases', 'Eins\n2'],
    ['n', '2.5'],
    ['empty', ''],
    ['map', '[object Object]'],
  ])('prints %s', async (name, expected) => {
    expect(await vault.ask(['property:read', `name=${name}`, 'path=A.md'])).toEqual({
      text: expected,
      failed: false,
    });
  });

  it('reports what is missing', async () => {
    expect((await vault.ask(['property:read', 'name=x', 'path=A.md'])).text).toBe(
      'Error: Property "x" not found.',
    );
    expect((await vault.ask(['property:read', 'name=a', 'path=Broken.md'])).failed).toBe(true);
    expect((await vault.ask(['property:read', 'name=x', 'path=plan.txt'])).text).toBe(
      'Error: File is not a markdown file.',
    );
    expect((await vault.ask(['property:read', 'path=A.md'])).text).toBe(
      'Error: Missing required parameter: name=<name>\nUsage: property:read name=<name>',
    );
  });
});

describe('property:set', () => {
  const set = async (name: string, value: string, ...more: string[]): Promise<string> =>
    vault.say('property:set', `name=${name}`, `value=${value}`, 'path=C.md', ...more);

  it.each([
    ['text', '007', '"007"'],
    ['number', '-1.50', '-1.5'],
    ['checkbox', 'true', 'true'],
    ['date', '2025-11-30', '2025-11-30'],
    ['datetime', '2025-11-30T18:30:00', '2025-11-30T18:30:00'],
    ['list', 'a, b=c,d', '\n  - a\n  - b=c\n  - d'],
    ['list', '[]', '[]'],
    ['list', '', '\n  - ""'],
    ['unheard-of', 'x', 'x'],
  ])('writes %s "%s"', async (type, value, written) => {
    expect(await set('p', value, `type=${type}`)).toBe(`Set p: ${value}`);
    const separator = written.startsWith('\n') ? '' : ' ';
    expect(text('C.md')).toBe(`---\np:${separator}${written}\n---\nno frontmatter\n`);
  });

  it.each([
    ['number', 'abc', 'Error: Invalid number: abc'],
    ['number', '', 'Error: Invalid number: '],
    ['date', '30.11.2025', 'Error: Invalid date format. Use YYYY-MM-DD'],
    ['date', '2025-02-30', 'Error: Invalid date format. Use YYYY-MM-DD'],
    ['datetime', '2025-11-30', 'Error: Invalid datetime format. Use YYYY-MM-DDTHH:mm:ss'],
    ['checkbox', 'maybe', 'Error: Invalid checkbox value: maybe'],
  ])('refuses %s "%s"', async (type, value, said) => {
    expect(await set('p', value, `type=${type}`)).toBe(said);
    expect(text('C.md')).toBe('no frontmatter\n');
  });

  it('uses the type known from the vault or the note', async () => {
    vault.put('.obsidian/types.json', '{"types": {"rating": "number", "authors": "multitext"}}');
    await set('tags', 'a,b');
    await set('rating', '4');
    await set('authors', 'Le Guin');
    await set('title', '5');
    expect(text('C.md')).toBe(
      '---\ntags:\n  - a\n  - b\nrating: 4\nauthors:\n  - Le Guin\ntitle: "5"\n---\nno frontmatter\n',
    );
    await vault.say('property:set', 'name=n', 'value=9', 'path=B.md');
    expect(text('B.md')).toBe('---\nn: 9\n---\n');
  });

  it('does not change a note with invalid frontmatter', async () => {
    expect(await vault.say('property:set', 'name=b', 'value=1', 'path=Broken.md')).toBe(
      'Error: Frontmatter is not valid YAML.',
    );
    expect(text('Broken.md')).toBe('---\na: [1\n---\nbody\n');
  });

  it('requires a value, which may be empty', async () => {
    expect(await vault.say('property:set', 'name=b', 'path=C.md')).toMatch(
      /^Error: Missing required parameter: value=<value>\n/,
    );
    expect(await vault.say('property:set', 'name=', 'value=1', 'path=C.md')).toBe(
      'Missing required parameter: name',
    );
  });
});

describe('property:remove', () => {
  it('removes one property', async () => {
    expect(await vault.say('property:remove', 'name=map', 'path=A.md')).toBe('Removed: map');
    expect(text('A.md')).toBe(
      '---\ntitle: Käse\naliases:\n  - Eins\n  - "2"\ntags:\n  - x\nn: 2.5\nempty:\n---\nbody\n',
    );
    const before = text('A.md');
    expect(await vault.say('property:remove', 'name=map', 'path=A.md')).toBe('Removed: map');
    expect(text('A.md')).toBe(before);
    await vault.say('property:remove', 'name=n', 'path=B.md');
    expect(text('B.md')).toBe('');
  });
});

describe('properties', () => {
  it('of one note are printed as YAML, a mapping or lines', async () => {
    expect(await vault.say('properties', 'path=B.md')).toBe('n: 3');
    expect(JSON.parse(await vault.say('properties', 'file=A', 'format=json'))).toEqual({
      title: 'Käse',
      aliases: ['Eins', '2'],
      tags: ['x'],
      n: 2.5,
      empty: null,
      map: { a: 1 },
    });
    expect(await vault.say('properties', 'file=A', 'format=tsv')).toContain('aliases\tEins, 2\n');
    expect(await vault.say('properties', 'file=A', 'total')).toBe('6');
  });

  it.each(['C.md', 'Broken.md'])('of %s are none', async (path) => {
    expect(await vault.ask(['properties', `path=${path}`, 'format=json'])).toEqual({
      text: 'No frontmatter found.',
      failed: false,
    });
  });

  it('of the vault are printed as names or a list', async () => {
    expect(await vault.say('properties')).toBe('aliases\nempty\nmap\nn\ntags\ntitle');
    expect((await vault.say('properties', 'sort=count', 'counts')).split('\n')[0]).toBe('n\t2');
    expect(JSON.parse(await vault.say('properties', 'format=json'))).toContainEqual({
      name: 'n',
      type: 'number',
      count: 2,
    });
    expect(await vault.say('properties', 'name=n')).toBe('2');
    expect(await vault.say('properties', 'sort=nonsense', 'total')).toBe('6');
  });

  it('of the active note require one', async () => {
    expect(await vault.say('properties', 'active')).toBe('Error: No active file.');
    await vault.say('open', 'path=B.md');
    expect(await vault.say('properties', 'active')).toBe('n: 3');
  });
});

describe('aliases', () => {
  it('are listed for the vault and for a note', async () => {
    expect(await vault.say('aliases')).toBe('Eins\n2');
    expect(await vault.say('aliases', 'verbose')).toBe('Eins\tA.md\n2\tA.md');
    expect(await vault.say('aliases', 'total')).toBe('2');
    expect(await vault.say('aliases', 'path=B.md')).toBe('No aliases found.');
  });
});
