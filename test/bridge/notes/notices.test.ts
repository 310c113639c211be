import { expect, test } from 'vitest';
import { linksToPart } from '../../../src/bridge/notes/linked-parts';
import type { ChangeFacts } from '../../../src/bridge/notes/notice';
import { noticesOf } from '../../../src/bridge/notes/notices';

const NOTE: ChangeFacts = { path: 'Note.md', mayRead: true };
const HEAD = '---\nn: 1\ntitle: Q3 Planning\n---\n';
const TABLE = '| a | b |\n| - | - |\n';
const BOARD = '## Lane\n\n- [ ] card\n\n%% kanban:settings\n```\n{"a":1}\n```\n%%';

/** The kind and the line of each notice. */
function seen(before: string, after: string, facts: Partial<ChangeFacts> = {}): string[] {
  return noticesOf(before, after, { ...NOTE, ...facts }).map(({ kind, line }) =>
    `${kind} ${line ?? ''}`.trim(),
  );
}

test.each<[name: string, before: string, after: string, expected: string[]]>([
  ['broken value', HEAD, HEAD.replace('Q3 ', 'Q3: '), ['frontmatter 3']],
  ['broken before', HEAD.replace('Q3 ', 'Q3: '), `${HEAD.replace('Q3 ', 'Q3: ')}x`, []],
  ['new and broken', '', '---\na: b: c\n---\n', ['frontmatter 2']],
  ['new and fine', '', `${HEAD}Text`, []],
  ['end gone', HEAD, '---\nn: 1\ntitle: Q3 Planning\nText', ['frontmatter 1']],
  ['new without end', '', '---\ntitle: x\nText', ['frontmatter 1']],
  ['begins with a rule', '', '---\nText', []],
  ['text above it', HEAD, `Text\n${HEAD}`, ['frontmatter 1']],
  ['empty line above it', '', `\n${HEAD}`, ['frontmatter 1']],
  ['empty line above what was so before', `\n${HEAD}`, `\n${HEAD}Text`, []],
  ['empty line above a rule', '', '\n---\nText\n---\n', []],
  ['link given quotes', '---\na: [[A]]\n---\n', '---\na: "[[A]]"\n---\n', []],
  ['a second one behind it', `${HEAD}Text`, `${HEAD}\n---\na: 1\n---\nText`, ['frontmatter 5']],
  ['text behind a second one', `${HEAD}${HEAD}`, `${HEAD}${HEAD}Text`, []],
  ['rules behind it', HEAD, `${HEAD}---\nText\n---\n`, []],
  ['removed', `${HEAD}Text`, 'Text', []],
  ['both ends gone', `${HEAD}Text\n---\n`, `${HEAD}Text\n---\n`.replaceAll('---', '—'), ['frontmatter 1']],
  ['link without quotes', HEAD, HEAD.replace('Q3 Planning', '[[A|b]]'), ['bare_link 3']],
  ['link without quotes in a list', '', '---\na: "[[A]]"\nb:\n  - [[B]]\n---\n', ['bare_link 3']],
  ['link that had no quotes before', '---\na: [[A]]\n---\n', '---\na: [[B]]\n---\n', []],
  ['lists that are no link', '', '---\na: [["A"]]\nb: [[A], [B]]\nc:\n  - - A\n---\n', []],
  ['number to text', HEAD, HEAD.replace('1', 'one'), ['kind_changed 2']],
  ['text to number', HEAD, HEAD.replace('Q3 Planning', '2026'), ['kind_changed 3']],
  ['text to list', HEAD, HEAD.replace('Q3 Planning', '[a]'), []],
  ['emptied', HEAD, HEAD.replace(' 1', ''), []],
  [
    'tags',
    '---\ntags: [a]\n---\n',
    '---\ntags: [a, 2026, y2026, b c, "#ok", d.e]\n---\n',
    Array(3).fill('no_tag 2'),
  ],
  ['tags as one text', '', '---\ntags: a, b/c 12\n---\n', ['no_tag 2']],
  ['tag that was none before', '---\ntags: [1]\n---\n', '---\ntags: [1, a]\n---\n', []],
  ['open fence', 'a\n', 'a\n\n```js\nx\n', ['left_open 3']],
  ['closed fence', 'a\n', 'a\n\n````js\n```\n````\n', []],
  ['fence in a list', 'a\n', 'a\n- ```\n  x\n  ```\n', []],
  ['code in a line', 'a\n', 'a\n```x``` b\n', []],
  ['fence that turns others around', 'a\nb\n```\nx\n```\n', 'a\n```\nb\n```\nx\n```\n', ['left_open 2']],
  ['end of a fence removed', '```\nx\n```\ny\n', '```\nx\ny\n', ['left_open 1']],
  ['fence that was open', '```\nx\n', '```\nx\n```js\n', []],
  ['rule right below a text', '# L\n\nlast', '# L\n\nlast\n---\n## B\n', ['heading_made 4']],
  ['rule below an empty line', '# L\n\nlast\n', '# L\n\nlast\n\n---\n', []],
  ['rule right below a list', '- last', '- last\n---\n', []],
  ['new underlined heading', 'a\n', 'a\n\nNew\n===\n', []],
  ['underlined heading below which text is added', 'New\n===\n', 'New\n===\na\n', []],
  ['rule right below a text in a fence', '```\na\n```\n', '```\na\n---\n```\n', []],
  ['open comment', 'a\n', 'a\n%% x\n', ['left_open 2']],
  ['closed comments', 'a\n', 'a %%\n%% x %%\n<!-- y\n-->\n', []],
  ['open formula', 'a\n', 'a\n$$\nx = 1\n', ['left_open 2']],
  ['closed formulas', 'a\n', 'a\n$$x$$\n$$\nx\n$$\n- $$\n  y\n  $$\n$$z =\n1$$\n', []],
  ['prices', '- $$ A\n- $$ B\n', '- $$ A\n- $$$ C\n- $$ B\n- $ D\n', []],
  ['end of a comment removed', 'a\n%% b\nc %%\nd\n%% e %%\n', 'a\n%% b\nc\nd\n%% e %%\n', ['regrouped 4']],
  [
    'beginning of a fence removed',
    'a\n```dataview\nLIST\n```\nb\n```js\nc\n```\n',
    'a\nLIST\n```\nb\n```js\nc\n```\n',
    ['regrouped 2'],
  ],
  ['whole fence removed', 'a\n```dataview\nLIST\n```\nb\n```js\nc\n```\n', 'a\nb\n```js\nc\n```\n', []],
  [
    'fence in a fence',
    '```\na\nb\n```\nc\n```\nd\n```\n',
    '```\na\n```\nb\n```\nc\n```\nd\n```\n',
    ['left_open 3'],
  ],
  ['text of a fence', '```\na\n```\nb\n', '```\nx\ny\n```\nb\n', []],
  ['fence closed at last', '```\na\nb\n', '```\na\n```\nb\n', []],
  ['mark of a comment in code', 'a\n', 'a\n```\n%%\n```\n', []],
  ['LF in CRLF', 'a\r\nb\r\n', 'a\r\nb\r\n\nc', ['line_breaks_mixed 3']],
  ['mixed before', 'a\r\nb\n', 'a\r\nb\n\nc', []],
  ['CRLF in CRLF', 'a\r\n', 'a\r\nb\r\n', []],
  ['link in a row', TABLE, `${TABLE}| x | [[a|b]] |\n`, ['table_row 3']],
  [
    'link in a row without marks at its ends',
    'x\n\na | b\n- | -\n',
    'x\n\na | b\n- | -\n[[a|b]] | y\n',
    ['table_row 5'],
  ],
  ['link in the first row', '', `| [[a|b]] | b |\n| - | - |\n`, ['table_row 1']],
  ['escaped link in a row', TABLE, `${TABLE}| x | [[a\\|b]] [[c]] |\n`, []],
  ['link outside a table', 'a\n', 'a\n[[a|b]]\n- x | [[c|d]]\n', []],
  ['row that was so before', `${TABLE}| [[a|b]] |\n`, `${TABLE}| x |\n| [[a|b]] |\n`, []],
  [
    'pipe in a row that is not escaped',
    `${TABLE}| x \\| y | z |\n`,
    `${TABLE}| x | y | z |\n`,
    ['table_row 3'],
  ],
  ['other text in such a row', `${TABLE}| x | y | z |\n`, `${TABLE}| x | y | 1 |\n`, []],
  ['row with fewer cells', TABLE, `${TABLE}| x |\n`, []],
  ['another column', TABLE, '| a | b | c |\n| - | - | - |\n', []],
  [
    'another column in the header alone',
    `${TABLE}| x | y |\n`,
    `| a | b | c |\n| - | - |\n| x | y |\n`,
    ['table_lost 1'],
  ],
  [
    'delimiter with other marks',
    `x\n${TABLE}| x | y |\n`,
    `x\n${TABLE}| x | y |\n`.replaceAll('-', '—'),
    ['table_lost 2'],
  ],
  ['row below an empty line', TABLE, `${TABLE}\n| x | y |\n| z |\n`, ['row_parted 4']],
  ['row below an empty line, CRLF', 'a|b\r\n-|-\r\n', 'a|b\r\n-|-\r\n\r\n| x | y |', ['row_parted 4']],
  ['table below another', TABLE, `${TABLE}\n| x | y |\n| - | - |\n`, []],
  ['row that was parted before', `${TABLE}\n| x | y |\n`, `${TABLE}\n| x | y |\n| z | y |\n`, []],
  ['bars below a text', 'a\n', 'a\n\n| x | y |\n', []],
  ['table removed', `x\n${TABLE}| x | y |\n`, 'x\n', []],
  ['table to a list with links', `${TABLE}| x | y |\n`, '- [[a|b]]\n- c\n- [[d|e]]\n', []],
  ['new table that is uneven', 'x\n', 'x\n\n| a | b |\n| - |\n', ['table_lost 3']],
  ['uneven table in a fence', 'x', 'x\n\n```\n| a | b |\n| - |\n```\n', []],
  ['id of a block', 'a\n- b ^one\n', 'a\n- c\n', ['block_id 2']],
  ['id in the middle of a text', 'a ^one', 'a ^one\nb', ['block_id 1']],
  ['id above a new text', 'a ^one\n', 'a ^one\nb\n', ['block_id 2']],
  ['id above a new list', 'a ^one\n', 'a ^one\n\n- b\n', []],
  ['id of a block that stays', 'a\n- b ^one\n', 'a\n- c ^one\n', []],
  ['id of a block that is deleted', 'a\n- b ^one\n', 'a\n', []],
  ['id that the note links to', 'a [[#^one]]\n- b ^one\n', 'a [[#^one]]\n', ['block_id 2']],
  ['formula', 'a\nr ^2\n', 'a\nr ^3\n', []],
  ['row in code', 'x\n', `x\n\`\`\`\n${TABLE}| [[a|b]] |\n\`\`\`\n`, []],
  ['behind settings', BOARD, `${BOARD}\n- [ ] new`, ['behind_comment 10']],
  ['before settings', BOARD, BOARD.replace('card', 'card\n- [ ] new'), []],
  ['behind a comment of one line', 'a\n%% x %%\n', 'a\n%% x %%\nb\n', []],
  ['nothing', HEAD, HEAD, []],
])('%s', (_name, before, after, expected) => {
  expect(seen(before, after)).toEqual(expected);
});

test.each([
  ['Board.canvas', '{}', '{"nodes":', ['not_parsable']],
  ['Board.canvas', '{', '{"nodes":', []],
  ['Board.canvas', '{}', '', []],
  ['View.base', 'views: []', 'a: b: c', ['not_parsable']],
  ['View.base', '', 'views:\n  - type: table\n', []],
])('%s from %j to %j', (path, before, after, expected) => {
  expect(seen(before, after, { path })).toEqual(expected);
});

test.each(['---\nn: 1\n\nText', '\n---\nn: 1\n---\nText'])(
  'a property above frontmatter that Obsidian does not read: %j',
  (before) => {
    const facts = { property: { name: 'n', hasType: false } };
    expect(seen(before, `---\nn: 2\n---\n${before}`, facts)).toEqual(['frontmatter 1']);
  },
);

test('what the program rewrote when a property was set is reported by name, from what to what', () => {
  const before = '---\n# c\nid: 007\nl: [a]\nn: 1\n---\n';
  const after = '---\nid: 7\nl:\n  - a\nn: x\n---\n';
  const property = { name: 'n', hasType: false };
  const texts = noticesOf(before, after, { ...NOTE, property }).map(({ text }) => text);
  expect(texts).toEqual([
    'Line 5: "n" was a number, and now it is text.',
    'The frontmatter was rewritten, and 1 comment is gone, and 2 other properties are written differently: ' +
      'from id: 007 to id: 7; from l: [a] to l:   - a.',
  ]);
  expect(seen(before, after, { property: { name: 'n', hasType: true } })).toEqual(['others_rewritten']);
  expect(seen(before, after)).toEqual(['kind_changed 5']);
});

test('only comments count as comments that are gone, whatever a line of a value begins with', () => {
  const before = '---\nabstract: |\n  One\n\n  # Two\nn: 1 # x\n# c\n---\n';
  const property = { name: 'abstract', hasType: true };
  expect(seen(before, '---\nabstract: short\nn: 1 # x\n# c\n---\n', { property })).toEqual([]);
  expect(seen(before, '---\nabstract: short\nn: 1 # x\n---\n', { property })).toEqual(['others_rewritten']);
});

test('a renamed heading is reported if other notes link to it', () => {
  const linksTo = (heading: string): number => (heading === 'Old' ? 2 : 0);
  expect(noticesOf('a\n## Old\n## B\n', 'a\n## New\n## C\n', { ...NOTE, linksTo })).toEqual([
    {
      kind: 'heading_renamed',
      line: 2,
      text: expect.stringContaining('"Old" was renamed, and 2 other notes link') as string,
    },
  ]);
  expect(seen('## Old\n', '## Old\n## New\n', { linksTo })).toEqual([]);
});

test('a missing block id is reported if the call named it, or if other notes link to it', () => {
  const linksTo = (part: string): number => (part === '^one' ? 1 : 0);
  expect(noticesOf('a\n\nb ^One\n', 'a\n', { ...NOTE, linksTo })).toEqual([
    {
      kind: 'block_id',
      line: 2,
      text: 'From line 2 on, the id ^one of a block is gone: links to it no longer lead to a block.',
    },
  ]);
  expect(seen('a\n- b ^two\n', 'a\n- c\n', { linksTo })).toEqual([]);
  expect(seen('a\n- b ^two\n', 'a\n- c\n', { linksTo, block: 'two' })).toEqual(['block_id 2']);
});

test('links name a heading by its text, alone or in a path, without the marks that a link cannot have', () => {
  const linked = [['Log', 'Old plan'], ['Week#old Plan'], ['Older plan'], ['^old-plan']];
  expect(linksToPart(linked, 'Old: [plan]')).toBe(2);
  expect(linksToPart(linked, '^Old-plan')).toBe(1);
  expect(linksToPart([['']], '?')).toBe(0);
});

test('a key that may not read gets no text of the note', () => {
  const before = '---\nsecret1: 1\nid: 007\ntags: []\n---\n## secret2 ^secret6\n| a |\n| - |\n';
  const after = '---\nsecret1: x\nid: 7\ntags: ["secret 3"]\n---\n## New\n| a |\n| - |\n| [[secret4|b]] |\n';
  const facts = { path: 'a.md', property: { name: 'tags', hasType: false }, linksTo: () => 1 };
  for (const [now, count] of [
    [after, 6],
    ['---\nsecret5: a: b\n---\n', 2],
  ] as const) {
    const notices = noticesOf(before, now, { ...facts, mayRead: false });
    expect(notices).toHaveLength(count);
    expect(JSON.stringify(notices)).not.toMatch(/secret|007/);
    expect(JSON.stringify(noticesOf(before, now, { ...facts, mayRead: true }))).toMatch(/secret/);
  }
});
