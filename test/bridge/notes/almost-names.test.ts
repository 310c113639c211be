import { expect, test } from 'vitest';
import { addedLinks } from '../../../src/bridge/notes/added-links';
import {
  AlmostNames,
  areAlmostSame,
  misspelledLinks,
  twinFolder,
} from '../../../src/bridge/notes/almost-names';

test.each([
  ['schemas', 'Schemas'],
  ['Shcemas', 'Schemas'],
  ['Schema', 'Schemas'],
  ['Caf\u00e9', 'Cafe\u0301'],
  ['daily notes', 'Daily-Notes'],
  ['DailyNotes', 'daily_notes'],
  ['Gardn plan', 'Garden plan'],
  ['Project 12 reviews', 'Project 12 review'],
  ['Referenzes', 'References'],
  ['日記 帳', '日記帳'],
])('%s and %s are almost the same', (a, b) => {
  expect([areAlmostSame(a, b), areAlmostSame(b, a), areAlmostSame(a, a)]).toEqual([true, true, false]);
});

test.each([
  ['2026', '2027'],
  ['Week 1', 'Week 11'],
  ['June', 'July'],
  ['Part II', 'Part III'],
  ['Part XVII', 'Part XVIII'],
  ['Team A', 'Team B'],
  ['House', 'Horse'],
  ['Gardn plam', 'Garden plan'],
  ['日本語の研究室', '日本語の研究所'],
  ['プロジェクト', 'プロジェクトノ'],
  ['Notes', 'Projects'],
  ['Budget!', 'Budget'],
  ['--', '__'],
])('%s and %s are different', (a, b) => {
  expect(areAlmostSame(a, b)).toBe(false);
});

test.each([
  [['Schemas', 'Notes'], ['schemas'], 'Made the folder "schemas"; "Schemas" exists.'],
  [
    ['A/Schemas', 'Schemas'],
    ['A/Shcemas', 'A/Shcemas/x'],
    'Made the folder "A/Shcemas"; "A/Schemas" exists.',
  ],
  [['Schemas', 'B'], ['B/schemas'], undefined],
  [['Schemas', 'schemas'], ['schemas'], 'Made the folder "schemas"; "Schemas" exists.'],
  [['2026', 'Notes'], ['2027'], undefined],
  [['Notes'], ['Recipes', 'Recipes/Soups'], undefined],
  [[], ['Notes'], undefined],
])('beside %j the folders %j', (existing, made, sentence) => {
  expect(twinFolder(existing, made)).toBe(sentence);
});

test('a link that leads nowhere is reported if a note has almost its name', () => {
  const names = new AlmostNames(['Garden plan', 'Notes', '2026-11-25']);
  const exists = (target: string): boolean => target === 'Notes';
  const targets = ['Gardn plan', 'Notes', 'Something new', '2026-11-26', 'Ideas/Garden-Plan'];
  expect(misspelledLinks(targets, exists, names)).toEqual([
    '[[Gardn plan]] leads nowhere; did you mean [[Garden plan]]?',
    '[[Ideas/Garden-Plan]] leads nowhere; did you mean [[Garden plan]]?',
  ]);
  expect(misspelledLinks(targets, exists, names, () => true)).toEqual([]);
});

test('the links that a change added are those of its lines, not of code and comments', () => {
  const before = 'See [[Old]].\n```\ncode\n```\nEnd';
  const after =
    'See [[Old]] and [[A b#Head|alias]] ![[c.png\\|100]] `[[Code]]`.\n```\n[[Fenced]]\n```\n%% [[Hidden]] %%\n[[^x]] [[#y]] [[D';
  expect([...addedLinks(before, after)]).toEqual(['A b', 'c.png']);
  expect([...addedLinks('', '---\nup: "[[Top]]"\n---\n[[Below]]')]).toEqual(['Top', 'Below']);
});
