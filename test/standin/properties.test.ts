import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeVault } from './vault';
import type { TestVault } from './vault';

let vault: TestVault;
const text = (path: string): string => readFileSync(join(vault.root, path), 'utf8');

beforeEach(() => {
  vault = makeVault({
    'A.md':
      '---\ntitle: Käse\naliases: [Eins, "2"]\ntags: [x]\nn: 2.5\nempty:\nmap: {a: 1}\nnone: []\n---\nbody\n',
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
    ['empty', '(empty)'],
    ['none', '(empty)'],
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
      'Error: Property "x" not found.',
    );
    expect((await vault.ask(['property:read', 'path=A.md'])).text).toBe(
      'Error: Missing required parameter: name=<name>\nUsage: property:read name=<name> [file=<name>] [path=<path>]',
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
    ['list', '[a, b]', '"[a, b]"'],
    ['list', '[[A]],[[B]]', '"[[A]],[[B]]"'],
    ['text', '["a, b", "[[C]]"]', '\n  - a, b\n  - "[[C]]"'],
    ['checkbox', '1', 'true'],
    ['checkbox', 'yes', 'false'],
    ['number', '', '0'],
    ['date', '2025-02-30', '2025-02-30'],
    ['datetime', '2025-11-30T18:30', '2025-11-30T18:30'],
    ['unheard-of', 'x', 'x'],
  ])('writes %s "%s"', async (type, value, written) => {
    expect(await set('p', value, `type=${type}`)).toBe(`Set p: ${value}`);
    const separator = written.startsWith('\n') ? '' : ' ';
    expect(text('C.md')).toBe(`---\np:${separator}${written}\n---\nno frontmatter\n`);
  });

  it.each([
    ['number', 'abc', 'Error: Invalid number: abc'],
    ['date', '30.11.2025', 'Error: Invalid date format. Use YYYY-MM-DD'],
    ['datetime', '2025-11-30', 'Error: Invalid datetime format. Use YYYY-MM-DDTHH:mm or YYYY-MM-DDTHH:mm:ss'],
  ])('refuses %s "%s"', async (type, value, said) => {
    expect(await set('p', value, `type=${type}`)).toBe(said);
    expect(text('C.md')).toBe('no frontmatter\n');
  });

  it('writes text without a type, whatever the type in the vault', async () => {
    vault.put('.obsidian/types.json', '{"types": {"rating": "number"}}');
    await set('tags', 'a,b');
    await set('rating', '5');
    await set('links', '["[[A]]"]');
    expect(text('C.md')).toBe('---\ntags: a,b\nrating: "5"\nlinks:\n  - "[[A]]"\n---\nno frontmatter\n');
  });

  it('makes a given type that of the property in the whole vault', async () => {
    await set('due', '2025-11-30', 'type=date');
    await set('n', '["a"]');
    expect(JSON.parse(text('.obsidian/types.json'))).toEqual({ types: { due: 'date', n: 'multitext' } });
    expect(JSON.parse(await vault.say('properties', 'format=json'))).toContainEqual({
      name: 'n',
      type: 'list',
      count: 3,
    });
  });

  it('writes the other properties anew', async () => {
    vault.put('B.md', '---\r\nzip: 007 # why\r\nversion: "1.4.3"\r\nlist: [a, b]\r\n---\r\nbody\r\n');
    await vault.say('property:set', 'name=n', 'value=9', 'type=number', 'path=B.md');
    expect(text('B.md')).toBe('---\nzip: 7\nversion: 1.4.3\nlist:\n  - a\n  - b\nn: 9\n---\nbody\r\n');
  });

  it('does not change a note with invalid frontmatter', async () => {
    expect(await vault.say('property:set', 'name=b', 'value=1', 'path=Broken.md')).toMatch(
      /^YAMLParseError: /,
    );
    expect(text('Broken.md')).toBe('---\na: [1\n---\nbody\n');
  });

  it('requires a value, which may be empty', async () => {
    expect(await vault.say('property:set', 'name=b', 'path=C.md')).toMatch(
      /^Error: Missing required parameter: value=<value>\n/,
    );
    expect(await vault.say('property:set', 'name=', 'value=1', 'path=C.md')).toBe(
      'Error: Missing required parameter: name',
    );
  });
});

describe('property:remove', () => {
  it('removes one property', async () => {
    expect(await vault.say('property:remove', 'name=map', 'path=A.md')).toBe('Removed: map');
    expect(text('A.md')).toBe(
      '---\ntitle: Käse\naliases:\n  - Eins\n  - "2"\ntags:\n  - x\nn: 2.5\nempty:\nnone: []\n---\nbody\n',
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
      none: [],
    });
    expect(await vault.say('properties', 'file=A', 'format=tsv')).toBe(
      'title\tKäse\naliases\tEins, 2\ntags\tx\nn\t2.5\nmap\t[object Object]\nnone\t',
    );
    expect(await vault.say('properties', 'path=B.md', 'total', 'counts', 'name=x')).toBe('n: 3');
  });

  it.each(['C.md', 'Broken.md'])('of %s are none', async (path) => {
    expect(await vault.ask(['properties', `path=${path}`, 'format=json'])).toEqual({
      text: 'No frontmatter found.',
      failed: false,
    });
  });

  it('of the vault are printed as names or a list', async () => {
    expect(await vault.say('properties')).toBe('aliases\nempty\nmap\nn\nnone\ntags\ntitle');
    expect((await vault.say('properties', 'sort=count', 'counts')).split('\n')[0]).toBe('n\t2');
    expect(JSON.parse(await vault.say('properties', 'format=json'))).toContainEqual({
      name: 'n',
      type: 'number',
      count: 2,
    });
    expect(await vault.say('properties', 'name=N')).toBe('2');
    expect(await vault.say('properties', 'name=no')).toBe('Error: Property "no" not found.');
    expect(await vault.say('properties', 'sort=nonsense', 'total')).toBe('7');
  });

  it('of the active note require one', async () => {
    expect(await vault.say('properties', 'active')).toBe('Error: No active file.');
    await vault.say('open', 'path=B.md');
    expect(await vault.say('properties', 'active')).toBe('n: 3');
  });
});

describe('aliases', () => {
  it('are listed for the vault and for a note', async () => {
    vault.put('D.md', '---\naliases: Eins\n---\n');
    expect(await vault.say('aliases')).toBe('2\nEins');
    expect(await vault.say('aliases', 'verbose')).toBe('2\tA.md\nEins\tA.md, D.md');
    expect(await vault.say('aliases', 'total')).toBe('2');
    expect(await vault.say('aliases', 'path=B.md')).toBe('No aliases found.');
  });
});
