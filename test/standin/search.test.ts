import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeVault } from './vault';
import type { TestVault } from './vault';

let vault: TestVault;

beforeAll(() => {
  vault = makeVault({
    'Apples.md': 'red and green\r\nA pear too\r\n',
    'Fruit/Pears.md': 'Green pear, red PEAR\nnothing\n',
    'Fruit/Käse.md': 'no fruit, but Käse und 日本 🎉\n',
    'Fruits/Other.md': 'green: "quoted" and a:b\n',
    'pear.txt': 'pear',
  });
});
afterAll(() => vault.remove());

describe('search', () => {
  it.each([
    ['pear', ['Apples.md', 'Fruit/Pears.md']],
    ['PEAR', ['Apples.md', 'Fruit/Pears.md']],
    ['green red', ['Apples.md', 'Fruit/Pears.md']],
    ['"red and"', ['Apples.md']],
    ['green -red', ['Fruits/Other.md']],
    ['käse OR "a:b"', ['Fruit/Käse.md', 'Fruits/Other.md']],
    ['apples', ['Apples.md']],
    ['file:pears green', ['Fruit/Pears.md']],
    ['path:"Fruit/" green', ['Fruit/Pears.md']],
    ['content:apples', []],
    ['"\\"quoted\\""', ['Fruits/Other.md']],
    ['🎉', ['Fruit/Käse.md']],
    ['日本', ['Fruit/Käse.md']],
  ])('for %s', async (query, expected) => {
    expect(await vault.say('search', `query=${query}`)).toBe(expected.join('\n') || 'No matches found.');
    if (expected.length > 0) {
      expect(JSON.parse(await vault.say('search', `query=${query}`, 'format=json'))).toEqual(expected);
    }
  });

  it('is case-sensitive with the flag', async () => {
    expect(await vault.say('search', 'query=PEAR', 'case')).toBe('Fruit/Pears.md');
  });

  it('is limited to a folder, by its whole name and exact case', async () => {
    expect(await vault.say('search', 'query=green', 'path=Fruit')).toBe('Fruit/Pears.md');
    expect(await vault.say('search', 'query=green', 'path=fruit')).toBe('No matches found.');
  });

  it('counts and limits files', async () => {
    expect(await vault.say('search', 'query=green', 'total')).toBe('3');
    expect(await vault.say('search', 'query=green', 'limit=2')).toBe('Apples.md\nFruit/Pears.md');
    for (const limit of ['0', '-1', 'x']) {
      expect((await vault.say('search', 'query=green', `limit=${limit}`)).split('\n')).toHaveLength(3);
    }
  });

  it('reports no result as a sentence, whatever the format', async () => {
    for (const more of [[], ['format=json'], ['--json'], ['total']]) {
      expect(await vault.ask(['search', 'query=zzz', ...more])).toEqual({
        text: 'No matches found.',
        failed: false,
      });
    }
    expect(await vault.say('search:context', 'query=zzz', 'format=json')).toBe('No matches found.');
  });

  it('requires a query', async () => {
    expect(await vault.say('search')).toBe(
      'Error: Missing required parameter: query=<text>\nUsage: search query=<text>',
    );
  });
});

describe('search:context', () => {
  it('prints the lines', async () => {
    expect(await vault.say('search:context', 'query=pear', 'limit=1')).toBe('Apples.md:2: A pear too');
    expect(await vault.say('search:context', 'query=pears')).toBe('Fruit/Pears.md');
  });

  it('groups them by file in JSON', async () => {
    expect(JSON.parse(await vault.say('search:context', 'query=pear', 'format=json'))).toEqual([
      { file: 'Apples.md', matches: [{ line: 2, text: 'A pear too' }] },
      { file: 'Fruit/Pears.md', matches: [{ line: 1, text: 'Green pear, red PEAR' }] },
    ]);
    expect(JSON.parse(await vault.say('search:context', 'query=file:Käse', '--json'))).toEqual([
      { file: 'Fruit/Käse.md', matches: [] },
    ]);
  });
});
