import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeVault } from './vault';
import type { TestVault } from './vault';

let vault: TestVault;

beforeAll(() => {
  vault = makeVault({
    'Apples.md': 'red and green\r\n\tA pear too \r\n',
    'Fruit/Pears.md': 'Green pear, red PEAR\nnothing\n',
    'Fruit/Käse.md': 'no fruit, but Käse und 日本 🎉\n',
    'Fruits/Other.md': 'green: "quoted" and a:b\n',
    'pear.txt': 'pear',
    'Tagged.md':
      '---\ntags: [Plan/garden]\nStatus: In progress\nempty:\nowners: [Ann, Bob]\n---\nkeyed #Later\n',
    'Draft.md': '---\nstatus: done\n---\nkeyed #plan\n',
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
    ['tag:#plan', ['Draft.md', 'Tagged.md']],
    ['tag:plan/garden', ['Tagged.md']],
    ['tag:#pla', []],
    ['keyed -tag:later', ['Draft.md']],
    ['tag:#later OR path:draft', ['Draft.md', 'Tagged.md']],
    ['[status]', ['Draft.md', 'Tagged.md']],
    ['[STATUS:progress]', ['Tagged.md']],
    ['["status":"In progress"]', ['Tagged.md']],
    ['[owners: bob]', ['Tagged.md']],
    ['[empty:null]', ['Tagged.md']],
    ['keyed -[empty]', ['Draft.md']],
    ['[nothing]', []],
    ['keyed ORder', []],
    ['FILE:Tagged', ['Tagged.md']],
    ['"red OR PEAR" OR apples', ['Apples.md']],
    ['OR apples OR', ['Apples.md']],
  ])('for %s', async (query, expected) => {
    expect(await vault.say('search', `query=${query}`)).toBe(expected.join('\n') || 'No matches found.');
    if (expected.length > 0) {
      expect(JSON.parse(await vault.say('search', `query=${query}`, 'format=json'))).toEqual(expected);
    }
  });

  it.each([
    'line:(a b)',
    'green task-todo:x',
    '-section:"a b"',
    '(green OR red) pear',
    'path:(a',
    '/gr[ae]en/',
    '[rating:>5]',
    '[status:a OR b]',
    '/usr bin/',
  ])('does not know what %s finds', async (query) => {
    for (const command of ['search', 'search:context']) {
      expect(await vault.ask([command, `query=${query}`, 'format=json'])).toMatchObject({ isNotKnown: true });
    }
  });

  it('refuses an operator that the app does not have', async () => {
    expect(await vault.say('search', 'query=https://example.org')).toBe(
      'Error: Operator "https" not recognized',
    );
  });

  it('is case-sensitive with the flag', async () => {
    expect(await vault.say('search', 'query=PEAR', 'case')).toBe('Fruit/Pears.md');
  });

  it('is limited to a folder, by its whole name and exact case', async () => {
    expect(await vault.say('search', 'query=green', 'path=Fruit')).toBe('Fruit/Pears.md');
    expect(await vault.say('search', 'query=green', 'path=fruit')).toBe('No matches found.');
  });

  it('counts and limits files', async () => {
    expect(await vault.say('search', 'query=green', 'total', 'limit=1')).toBe('3');
    expect(await vault.say('search', 'query=green', 'total', 'format=json')).toBe('{"total":3}');
    expect(await vault.say('search', 'query=zzz', 'total')).toBe('0');
    expect(await vault.say('search', 'query=green', 'limit=2x')).toBe('Apples.md\nFruit/Pears.md');
    expect(await vault.say('search', 'query=green', 'limit=2')).toBe('Apples.md\nFruit/Pears.md');
    for (const limit of ['0', '-1', 'x']) {
      expect((await vault.say('search', 'query=green', `limit=${limit}`)).split('\n')).toHaveLength(3);
    }
  });

  it('reports no result as a sentence, whatever the format', async () => {
    for (const more of [[], ['format=json'], ['--json'], ['json']]) {
      expect(await vault.ask(['search', 'query=zzz', ...more])).toEqual({
        text: 'No matches found.',
        failed: false,
      });
    }
    expect(await vault.say('search:context', 'query=zzz', 'format=json')).toBe('No matches found.');
  });

  it('never finds excluded files', async () => {
    vault.put('.obsidian/app.json', '{"userIgnoreFilters": ["Fruit/", "/^draft/"]}');
    expect(await vault.say('search', 'query=green')).toBe('Apples.md\nFruits/Other.md');
    expect(await vault.say('search', 'query=keyed')).toBe('Tagged.md');
    vault.put('.obsidian/app.json', '{}');
  });

  it('requires a query', async () => {
    expect(await vault.say('search')).toBe(
      'Error: Missing required parameter: query=<text>\n' +
        'Usage: search query=<text> [path=<folder>] [limit=<n>] [format=text|json] [total] [case]',
    );
    expect(await vault.say('search', 'query=')).toBe('Error: Missing required parameter: query');
  });
});

describe('search:open', () => {
  it('confirms the query', async () => {
    expect(await vault.say('search:open', 'query=a b')).toBe('Opened search: a b');
    expect(await vault.say('search:open')).toBe('Opened search');
  });
});

describe('search:context', () => {
  it('prints the lines with a tag', async () => {
    expect(await vault.say('search:context', 'query=tag:#later')).toBe('Tagged.md:7: keyed #Later');
  });

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
