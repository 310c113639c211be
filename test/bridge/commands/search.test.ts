import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Catalogue } from '../../../src/bridge/commands/catalogue';
import { CommandSearch } from '../../../src/bridge/commands/search';
import { stem, significantWords } from '../../../src/bridge/commands/search-text';

interface Request {
  readonly request: string;
  readonly accept: readonly string[];
  readonly half: 'tune' | 'report';
}

const requests = JSON.parse(
  readFileSync(new URL('../../fixtures/search-requests.json', import.meta.url), 'utf8'),
) as Request[];
const commands = new Catalogue(() => Promise.resolve(undefined)).list();
const search = new CommandSearch(commands);

/** The share of requests, in percent, that have an accepted command among the first so many. */
function hits(half: Request['half'], count: number): number {
  const asked = requests.filter((request) => request.half === half);
  const hit = asked.filter(({ request, accept }) =>
    search
      .rank(request)
      .slice(0, count)
      .some(({ name }) => accept.includes(name)),
  );
  return (hit.length / asked.length) * 100;
}

/**
 * The ranking was made while looking at the half "tune". The half "report" was only counted, never looked at: its floors
 * are what new queries may expect. Both lie a little below what was measured.
 */
describe('requests in plain language', () => {
  test.each([
    ['tune', 1, 90],
    ['tune', 3, 97],
    ['tune', 5, 98],
    ['report', 1, 79],
    ['report', 3, 94],
    ['report', 5, 96],
  ] as const)('half %s, hit among the first %i in at least %i of 100', (half, count, floor) => {
    expect(hits(half, count)).toBeGreaterThanOrEqual(floor);
  });

  test('every request gets an answer', () => {
    expect(requests.filter(({ request }) => search.rank(request).length === 0)).toEqual([]);
  });
});

test.each([
  ['does a note named Home exist', 'search'],
  ['is there a note about taxes', 'search'],
  ['what did I write yesterday', 'recents'],
  ["log something in today's note", 'daily:append'],
])('"%s" shows %s among the first five', (request, name) => {
  const shown = search.rank(request).slice(0, 5);
  expect(shown.map((command) => command.name)).toContain(name);
});

test('every command is found first by its name, in any spelling', () => {
  for (const { name } of commands) {
    for (const spelling of [name, name.replaceAll(':', ' '), name.replaceAll(':', '_'), name.toUpperCase()]) {
      expect(search.rank(spelling)[0]?.name, spelling).toBe(name);
    }
  }
});

test('commands of plugins are found by their descriptions', () => {
  const [template] = commands;
  if (!template) throw new Error('no commands');
  const added = { ...template, name: 'kanban:archive', summary: 'Sweeps finished cards off a board.' };
  const wider = new CommandSearch([...commands, added]);
  expect(wider.rank('sweep the cards of my board')[0]?.name).toBe('kanban:archive');
  expect(wider.named('Kanban Archive')?.name).toBe('kanban:archive');
});

test('two names that differ only in separators are found when spelled exactly, but not by other spellings', () => {
  const [template] = commands;
  if (!template) throw new Error('no commands');
  const pair = new CommandSearch([
    { ...template, name: 'my-plugin' },
    { ...template, name: 'my:plugin' },
  ]);
  expect(pair.named('my-plugin')?.name).toBe('my-plugin');
  expect(pair.named('myplugin')).toBeUndefined();
});

test.each([
  ['renaming', 'rename'],
  ['renamed', 'rename'],
  ['stopped', 'stop'],
  ['properties', 'property'],
  ['searches', 'search'],
  ['notes', 'note'],
])('"%s" and "%s" have the same stem', (left, right) => expect(stem(left)).toBe(stem(right)));

test('stop words are ignored, unless there are no others', () => {
  expect(significantWords('Please show me the tasks')).toEqual(['show', 'tasks']);
  expect(significantWords('what is it')).toEqual(['what', 'is', 'it']);
});
