import { describe, expect, test } from 'vitest';
import type { BlockChange } from '../../../src/bridge/notes/edit-block';
import { editText } from '../../kit/edits';

function edited(text: string, mode: BlockChange['mode'], content: string, block = 'id'): unknown {
  const result = editText(text, { block, content, mode });
  return 'text' in result ? result.text : result;
}

describe('replaces', () => {
  test.each([
    ['a paragraph', 'a\n\none\ntwo ^id\n\nb', 'new', 'a\n\nnew ^id\n\nb'],
    ['a paragraph by lines', 'one ^id', 'x\n\ny\n', 'x\n\ny ^id'],
    ['with CRLF', 'one ^id\r\n', 'x\ny', 'x\r\ny ^id\r\n'],
    ['a list item', '- a\n- b ^id\n  - sub\n- c', '- new', '- a\n- new ^id\n  - sub\n- c'],
    ['the text of an item', '- [ ] b ^id\n- c', 'new', '- [ ] new ^id\n- c'],
    ['the text of an item by lines', '- [ ] b ^id', 'x\ny', '- [ ] x\n  y ^id'],
    ['an item of many lines', '1. b\n   goes on ^id\n2. c', '1. new', '1. new ^id\n2. c'],
    ['a nested item', '- a\n\t- b ^id\n\t\t- c', '- new\n\t- more', '- a\n\t- new\n\t\t- more ^id\n\t\t- c'],
    ['a nested item, indented already', '- a\n  - b ^id', '  - new', '- a\n  - new ^id'],
    ['a quote', 'a\n\n> b\n> c ^id\n', '> new', 'a\n\n> new ^id\n'],
    ['a callout', '> [!note]\n> c ^id\n', '> [!tip]\n> d', '> [!tip]\n> d ^id\n'],
    ['a quote with the id below', '> b\n^id\n', '> new', '> new\n^id\n'],
    ['a table', 'a\n\n| a |\n| - |\n| b |\n\n^id\n', '| c |\n| - |', 'a\n\n| c |\n| - |\n\n^id\n'],
    ['a list with the id below', 'In:\n- a\n\n- b\n  more\n\n^id', '- x', 'In:\n- x\n\n^id'],
    ['a list behind another one', '1. x\n\n* a\n  more\n* b\n\n^id', '* c', '1. x\n\n* c\n\n^id'],
    ['a list behind a paragraph', '- x\n\nIn:\n\n- a\nlazy\n\n- b\n\n^id', '- c', '- x\n\nIn:\n\n- c\n\n^id'],
    ['by a table, which takes no id', 'a ^id', '| a |\n| - |', '| a |\n| - |\n\n^id'],
    ['by code, which takes no id', 'a ^id\n', '```\nx\n```', '```\nx\n```\n\n^id\n'],
    ['with the id in the content', '- a ^id', '- b ^id', '- b ^id'],
  ])('%s', (_, text, content, expected) => {
    expect(edited(text, 'replace', content)).toBe(expected);
  });
});

describe('appends to', () => {
  const TABLE = '| a |\n| - |';
  test.each([
    [
      'an item, behind its sub-items',
      '- a ^id\n  - b\n\n    c\n- d',
      '- x',
      '- a ^id\n  - b\n\n    c\n- x\n- d',
    ],
    ['a nested item', '- a\n  - b ^id\n- d', '- x\n- y', '- a\n  - b ^id\n  - x\n  - y\n- d'],
    ['an item, another kind of block', '- a ^id\n- b', 'x', '- a ^id\n\nx\n\n- b'],
    ['a paragraph', 'a\nb ^id\n', 'x', 'a\nb ^id\n\nx\n'],
    ['a paragraph above another', 'a ^id\n\nb', 'x', 'a ^id\n\nx\n\nb'],
    ['a paragraph above a list', 'a ^id\n- b', '- x', 'a ^id\n\n- x\n- b'],
    ['a quote whose last line has the id', '> a ^id\n', '> x', '> a ^id\n\n> x\n'],
    ['a quote with the id below', '> a\n\n^id\n\nb', '> x', '> a\n> x\n\n^id\n\nb'],
    ['a quote, another kind of block', '> a\n\n^id\n\nb', 'x', '> a\n\n^id\n\nx\n\nb'],
    ['a table', `${TABLE}\n^id\n`, '| x |', `${TABLE}\n| x |\n^id\n`],
    ['a table without outer bars', 'a | b\n- | -\n\n^id', 'x | y', 'a | b\n- | -\nx | y\n\n^id'],
    ['a table, another table', `${TABLE}\n^id\n`, TABLE, `${TABLE}\n^id\n\n${TABLE}\n`],
    ['a list with the id below', '- a\r\n\r\n^id\r\n', '- x', '- a\r\n- x\r\n\r\n^id\r\n'],
    ['a list with the id below, another list', '- a\n\n^id', '* x', '- a\n\n^id\n\n* x'],
    ['nothing', 'a ^id', ' \n', 'a ^id'],
  ])('%s', (_, text, content, expected) => {
    expect(edited(text, 'append', content)).toBe(expected);
    expect(edited(edited(text, 'append', content) as string, 'append', '')).toBeTypeOf('string');
  });
});

describe('prepends to', () => {
  test.each([
    ['an item', '- a\n- b ^id', '- x', '- a\n- x\n- b ^id'],
    ['a nested item', '- a\n  - b ^id', '- x', '- a\n  - x\n  - b ^id'],
    ['the first item below a paragraph', 'a\n- b ^id', '- x', 'a\n\n- x\n- b ^id'],
    ['a paragraph', '# H\none\ntwo ^id', 'x', '# H\nx\n\none\ntwo ^id'],
    ['a quote', '> a ^id', '> x', '> x\n> a ^id'],
    ['a table', 'a\n\n| a |\n| - |\n\n^id', 'x', 'a\n\nx\n\n| a |\n| - |\n\n^id'],
  ])('%s', (_, text, content, expected) => {
    expect(edited(text, 'prepend', content)).toBe(expected);
  });
});

describe('an id', () => {
  test.each(['^id', 'ID', ' ^iD '])('is given as %j', (block) => {
    expect(edited('a\n\nb ^id  \n', 'append', 'x', block)).toBe('a\n\nb ^id  \n\nx\n');
  });

  test.each([
    ['in the middle of a paragraph', 'a ^id\nb'],
    ['in the middle of a list item', '- a ^id\n  b'],
    ['in the middle of a quote', '> a ^id\n> b'],
    ['in the middle of a callout', '> [!note] a ^id\n> b'],
    ['in a line', 'a ^id b'],
    ['in a word', 'a^id'],
    ['in a table', '| a |\n| - |\n| b | ^id'],
    ['in a heading', '# A ^id'],
    ['in a heading with a line below it', 'A ^id\n==='],
    ['in code', '```\na ^id\n```'],
    ['in raw HTML', '<div>\na ^id\n</div>'],
    ['in frontmatter', '---\na: b ^id\n---\n'],
    ['below a heading', '# A\n\n^id'],
    ['at the beginning', '^id'],
    ['with other characters', 'a ^id_x'],
  ])('does not count %s', (_, text) => {
    expect(edited(text, 'append', 'x')).toEqual({
      code: 'block_not_found',
      isRepeated: false,
      candidates: [],
    });
  });

  test('that is missing or there twice is refused with those to choose from', () => {
    const text = '- a ^one\n\nb\nb ^two\n\n- c ^one';
    expect(edited(text, 'append', 'x')).toEqual({
      code: 'block_not_found',
      isRepeated: false,
      candidates: [
        { block: 'one', line: 1 },
        { block: 'two', line: 3 },
        { block: 'one', line: 6 },
      ],
    });
    expect(edited(text, 'append', 'x', 'one')).toEqual({
      code: 'block_not_found',
      isRepeated: true,
      candidates: [
        { block: 'one', line: 1 },
        { block: 'one', line: 6 },
      ],
    });
  });
});

test('reports the first line of the block', () => {
  const change = { block: 'id', content: 'x', mode: 'replace' } as const;
  expect(editText('# A\n\none\ntwo ^id', change)).toMatchObject({ line: 3, at: 5 });
});
