import { describe, expect, test } from 'vitest';
import { editText } from '../../kit/edits';
import { sectionAt } from '../../../src/bridge/notes/find-section';
import type { NoteChange } from '../../../src/bridge/notes/edit-text';

function edited(text: string, change: NoteChange): unknown {
  const result = editText(text, change);
  return 'text' in result ? result.text : result;
}

describe('exact text', () => {
  const change = (text: string, old: string, written: string, all = false) =>
    edited(text, { old, new: written, all });

  test.each([
    ['a word', 'one two three', 'two', '2', 'one 2 three'],
    ['an emoji beside its like', 'a 👩‍🌾 b 👨‍🌾', '👩‍🌾', '👩', 'a 👩 b 👨‍🌾'],
    ['with what a pattern would take for more', 'a.c (x) $& abc', 'a.c', '$&\\1', '$&\\1 (x) $& abc'],
    ['the last line, without a line break', 'a\nb', 'b', 'c', 'a\nc'],
    ['nothing in its place', 'a b c', ' b', '', 'a c'],
    ['over lines, with the line break of the note', 'a\r\nb\r\nc', 'a\nb', 'x\ny', 'x\r\ny\r\nc'],
    ['over lines, with the other line break', 'a\nb\nc', 'a\r\nb', 'x\r\ny', 'x\ny\nc'],
    ['a line break alone', 'a\r\nb', '\n', ' ', 'a b'],
    ['backslashes as they are', 'C:\\new', '\\n', '\\t', 'C:\\tew'],
    ['text in a note of one line, with its own line breaks', 'a', 'a', 'b\r\nc', 'b\r\nc'],
  ])('is replaced: %s', (_, text, old, written, expected) => {
    expect(change(text, old, written)).toBe(expected);
  });

  test.each([
    ['not there', 'abc', 'd', undefined],
    ['there in another case', 'a\nSome text here', 'some Text', { line: 2, text: 'Some text here' }],
    ['there with other spaces', 'a\n\nsome  text\r\nhere', 'some text here', { line: 3, text: 'some  text' }],
    [
      'there with another word',
      'the cat\nthe quick brown fox\n',
      'the quick red fox\n\nx',
      { line: 2, text: 'the quick brown fox' },
    ],
  ])('is refused with the line that comes nearest: %s', (_, text, old, nearest) => {
    expect(change(text, old, 'x')).toEqual({ code: 'text_not_found', ...(nearest && { nearest }) });
  });

  test.each([
    [
      'twice',
      'ab\nab c',
      'ab',
      [
        [1, 'ab'],
        [2, 'ab c'],
      ],
    ],
    [
      'twice, overlapping',
      'aaa',
      'aa',
      [
        [1, 'aaa'],
        [1, 'aaa'],
      ],
    ],
    [
      'twice, over lines',
      'a\r\nb\r\na\r\nb',
      'a\nb',
      [
        [1, 'a'],
        [3, 'a'],
      ],
    ],
    [
      'twice, beginning with a line break',
      '\n\nb\n\nc',
      '\n\n',
      [
        [1, ''],
        [3, 'b'],
      ],
    ],
    [
      'twice in long lines',
      `x${'y'.repeat(300)}\nx`,
      'x',
      [
        [1, `x${'y'.repeat(199)}…`],
        [2, 'x'],
      ],
    ],
  ] as const)('is refused with its lines: there %s', (_, text, old, lines) => {
    expect(change(text, old, 'x')).toEqual({
      code: 'text_ambiguous',
      lines: lines.map(([line, text]) => ({ line, text })),
      areAll: true,
    });
  });

  test('names the first ten lines where it is there more often', () => {
    expect(change('x\n'.repeat(50), 'x', 'y')).toEqual({
      code: 'text_ambiguous',
      lines: Array.from({ length: 10 }, (_, index) => ({ line: index + 1, text: 'x' })),
      areAll: false,
    });
  });

  test('is replaced everywhere with `all`, and counted', () => {
    const result = editText('b\r\naaaa b\r\na', { old: 'aa', new: 'c\n', all: true });
    expect(result).toMatchObject({ text: 'b\r\nc\r\nc\r\n b\r\na', replacements: 2, line: 2 });
    expect(change('abc', 'd', 'x', true)).toEqual({ code: 'text_not_found' });
  });

  test('is found with a final line break where the note ends without one', () => {
    expect(change('a\nb', 'b\n', 'c\n')).toBe('a\nc');
    expect(change('a\r\nb', 'a\nb\n', 'c\nd')).toBe('c\r\nd');
    expect(change('b\na', 'b\n\n', '')).toMatchObject({ code: 'text_not_found' });
    expect(change('a', '\n', '')).toMatchObject({ code: 'text_not_found' });
  });

  test.each([
    ['bar\nbar', 'bar\n', 'x\n', 'x\nx', 2],
    ['bar\r\nbar', 'bar\n', 'x\n', 'x\r\nx', 2],
    ['bar\nbar\n', 'bar\n', '', '', 2],
    ['a\na\na', 'a\na\n', 'b\n', 'b\na', 1],
    ['bar', 'bar\n', 'x\n', 'x', 1],
  ])('and everywhere with `all`, the end of the note too: %j', (text, old, written, expected, count) => {
    const result = editText(text, { old, new: written, all: true });
    expect(result).toMatchObject({ text: expected, replacements: count });
  });

  test('is found with its own line breaks in a note that has both kinds', () => {
    expect(change('a\r\nb\nc', 'b\nc', 'd')).toBe('a\r\nd');
  });

  test('is refused where there are too many places, or the note would become absurdly long', () => {
    const length = change('a'.repeat(100_000), 'a', 'b'.repeat(1_000), true);
    expect(length).toEqual({ code: 'too_much', what: 'length' });
    expect(change('a'.repeat(100_001), 'a', '', true)).toEqual({ code: 'too_much', what: 'places' });
  });

  test('is found in no time in what would hold up a careless search', () => {
    const text = 'a'.repeat(1_000_000);
    const before = process.cpuUsage().user;
    expect(change(text, `${'a'.repeat(400_000)}b`, '')).toMatchObject({ code: 'text_not_found' });
    expect(change(text, 'a'.repeat(400_000), '')).toMatchObject({ code: 'text_ambiguous' });
    expect((process.cpuUsage().user - before) / 1000).toBeLessThan(3_000);
  }, 60_000);
});

describe('a section', () => {
  const NOTE = '# Project\n\nIntro\n\n## Tasks\n\n- one\n\n### Later\n\n- two\n\n## Log\nlast';

  test.each([
    ['replace', 'Tasks', 'new', '# Project\n\nIntro\n\n## Tasks\n\nnew\n\n## Log\nlast'],
    ['replace', 'Tasks', 'new\n', '# Project\n\nIntro\n\n## Tasks\n\nnew\n\n## Log\nlast'],
    ['replace', 'Tasks', '\nnew\n\n', '# Project\n\nIntro\n\n## Tasks\n\nnew\n\n## Log\nlast'],
    ['replace', 'Tasks', '\n\nnew', '# Project\n\nIntro\n\n## Tasks\n\n\nnew\n\n## Log\nlast'],
    ['replace', 'Tasks', 'new\n\n\n', '# Project\n\nIntro\n\n## Tasks\n\nnew\n\n\n## Log\nlast'],
    ['replace', 'Tasks', '', '# Project\n\nIntro\n\n## Tasks\n\n## Log\nlast'],
    ['replace', 'Log', 'new', '# Project\n\nIntro\n\n## Tasks\n\n- one\n\n### Later\n\n- two\n\n## Log\nnew'],
    [
      'replace',
      'Log',
      'new\n',
      '# Project\n\nIntro\n\n## Tasks\n\n- one\n\n### Later\n\n- two\n\n## Log\nnew\n',
    ],
    ['replace', 'Project', 'new', '# Project\n\nnew'],
    ['append', 'Later', '- three', NOTE.replace('- two', '- two\n- three')],
    ['append', 'Later', '- three\n', NOTE.replace('- two', '- two\n- three')],
    ['append', 'Tasks', '- three', NOTE.replace('- two', '- two\n- three')],
    ['append', 'Log', 'more', `${NOTE}\nmore`],
    ['append', 'Log', '', NOTE],
    ['prepend', 'Tasks', '- zero', NOTE.replace('- one', '- zero\n- one')],
    ['prepend', 'Tasks', 'text', NOTE.replace('## Tasks', '## Tasks\ntext')],
    ['prepend', 'Log', 'first\n', NOTE.replace('## Log', '## Log\nfirst')],
    ['prepend', 'Log', 'first\n\n', NOTE.replace('## Log', '## Log\nfirst\n')],
    ['prepend', 'Later', '', NOTE],
  ] as const)('%s below %s: %j', (mode, heading, content, expected) => {
    expect(edited(NOTE, { heading, content, mode })).toBe(expected);
  });

  test.each([
    ['## A\r\n\r\n \t\r\nold\r\n\r\n\r\n# B', 'new', '## A\r\n\r\n \t\r\nnew\r\n\r\n\r\n# B'],
    ['## A\n\n\nold\n\n# B', '\r\nnew', '## A\n\n\nnew\n\n# B'],
    ['## A\nold\n# B', 'new', '## A\nnew\n\n# B'],
    ['## A\n\n# B', 'new', '## A\nnew\n\n# B'],
    ['A\n===\n\nold\n\nB\n===', 'new', 'A\n===\n\nnew\n\nB\n==='],
    ['## A\n\nold\n\n# B', '\n', '## A\n\n# B'],
  ])('that is replaced keeps the empty lines around it: %j by %j', (text, content, expected) => {
    expect(edited(text, { heading: 'A', content, mode: 'replace' })).toBe(expected);
  });

  test('reports which of its headings the new text does not have', () => {
    const replace = (content: string) => editText(NOTE, { heading: 'Project', content, mode: 'replace' });
    expect(replace('new')).toMatchObject({ removedHeadings: ['Tasks', 'Later', 'Log'] });
    expect(replace('')).toMatchObject({ removedHeadings: ['Tasks', 'Later', 'Log'] });
    expect(replace('## Tasks\n### Later\n## Log')).not.toHaveProperty('removedHeadings');
    const append = { heading: 'Project', content: 'new', mode: 'append' } as const;
    expect(editText(NOTE, append)).not.toHaveProperty('removedHeadings');
  });

  test('without text and without a line break at the end', () => {
    for (const mode of ['replace', 'append', 'prepend'] as const) {
      expect(edited('# A', { heading: 'A', content: 'x', mode })).toBe('# A\nx');
      expect(edited('# A\n', { heading: 'A', content: 'x', mode })).toBe('# A\nx\n');
      expect(edited('# A\n\n# B', { heading: 'A', content: 'x', mode })).toBe('# A\nx\n\n# B');
      expect(edited('# A', { heading: 'A', content: '', mode })).toBe('# A');
    }
  });

  test('keeps CRLF, spaces at line ends and the underline of a heading', () => {
    const text = '---\r\na: 1\r\n---\r\nOne\r\n===\r\ntext  \r\n\r\nTwo\r\n===\r\n';
    expect(edited(text, { heading: 'One', content: 'x\ny', mode: 'append' })).toBe(
      text.replace('text  ', 'text  \r\nx\r\ny'),
    );
    expect(edited(text, { heading: 'One', content: 'x\ny', mode: 'replace' })).toBe(
      text.replace('text  ', 'x\r\ny'),
    );
  });

  test('is found by its text, by its marks and by its path', () => {
    const text = ['# A', '## B', '### B', '# B', '# A > B', '# C', '## B', '## Über 🌱', '# D'].join('\n');
    const lineOf = (heading: string) => {
      const result = edited(text, { heading, content: '!', mode: 'prepend' });
      return typeof result === 'string' ? result.split('\n').indexOf('!') : result;
    };
    expect(lineOf('A')).toBe(1);
    expect(lineOf(' D ')).toBe(9);
    expect(lineOf('A > B')).toBe(5);
    expect(lineOf('### B')).toBe(3);
    expect(lineOf('# B')).toBe(4);
    expect(lineOf('A > B > B')).toBe(3);
    expect(lineOf('C > B')).toBe(7);
    expect(lineOf('U\u0308ber 🌱')).toBe(8);
    expect(lineOf('B')).toEqual({
      code: 'heading_ambiguous',
      candidates: [
        { heading: 'A > B', line: 2 },
        { heading: 'A > B > B', line: 3 },
        { heading: '# B', line: 4 },
        { heading: 'C > B', line: 7 },
      ],
    });
  });

  test('is refused where no heading has the text: with those that come near, or all', () => {
    const text = '# Project\n## **Open** tasks\n## Log';
    const missing = (heading: string) => edited(text, { heading, content: 'x', mode: 'append' });
    expect(missing('open tasks')).toEqual({
      code: 'heading_not_found',
      candidates: [{ heading: 'Project > **Open** tasks', line: 2 }],
    });
    expect(missing('Other')).toMatchObject({ candidates: { length: 3 } });
    expect(missing('')).toMatchObject({ code: 'heading_not_found' });
    expect(edited('text', { heading: 'A', content: 'x', mode: 'append' })).toEqual({
      code: 'heading_not_found',
      candidates: [],
    });
  });
});

describe('what ends a section and is none of its text stays', () => {
  const SETTINGS = '\n\n\n\n%% kanban:settings\n```\n{"kanban-plugin":"board"}\n```\n%%\n';
  const BOARD = `---\nkanban-plugin: board\n---\n\n## Open\n\n- [ ] one\n\n\n## Done\n\n**Complete**\n- [x] two${SETTINGS}`;
  test.each([
    ['append', BOARD, 'Done', '- [x] new', BOARD.replace('two', 'two\n- [x] new')],
    ['append', BOARD, 'Open', '- [ ] new', BOARD.replace('one', 'one\n- [ ] new')],
    ['append', BOARD, 'Done', 'text', BOARD.replace('two', 'two\n\ntext')],
    ['replace', BOARD, 'Done', '- [x] new', BOARD.replace('**Complete**\n- [x] two', '- [x] new')],
    ['replace', BOARD, 'Done', '', BOARD.replace('\n\n**Complete**\n- [x] two', '')],
    ['append', `## A${SETTINGS}`, 'A', '- [ ] x', `## A\n- [ ] x${SETTINGS}`],
    ['prepend', '## A\n%% x %%\n', 'A', 'x', '## A\nx\n\n%% x %%\n'],
    ['append', '## A\n- a\n\n***\n\n## B', 'A', '- x', '## A\n- a\n- x\n\n***\n\n## B'],
    ['append', '## A\na\n\n---\n# B', 'A', 'x', '## A\na\nx\n\n---\n# B'],
    ['append', '## A\n- a\n---', 'A', 'x', '## A\n- a\n\nx\n\n---'],
    ['append', '## A\r\na\r\n\r\n___\r\n', 'A', 'x', '## A\r\na\r\nx\r\n\r\n___\r\n'],
    ['replace', '## A\n\na\n\n* * *\n\n%%\nx\n%%\n', 'A', 'x', '## A\n\nx\n\n* * *\n\n%%\nx\n%%\n'],
    ['append', '# A\na\n\n<!-- end -->\n\nB\n===', 'A', 'x', '# A\na\n\n<!-- end -->\n\nx\n\nB\n==='],
    ['append', '# A\n---\na\n%% x %% y\n', 'A', 'x', '# A\n---\na\n%% x %% y\n\nx\n'],
    ['append', '# A\n```\n---\n```\n', 'A', 'x', '# A\n```\n---\n```\n\nx\n'],
    ['replace', '# A\na\n\n---\n\n## B\nb\n\n---\n', 'A', 'x', '# A\nx\n\n---\n'],
  ] as const)('%s: %j', (mode, text, heading, content, expected) => {
    expect(edited(text, { heading, content, mode })).toBe(expected);
  });

  test('also where the section ends at its first subsection', () => {
    const own = { heading: 'A', content: 'x', mode: 'append', own: true } as const;
    expect(edited('# A\na\n\n---\n\n## B\nb', own)).toBe('# A\na\nx\n\n---\n\n## B\nb');
  });

  test('and so does a carriage return alone', () => {
    const append = (text: string) => edited(text, { heading: 'A', content: 'x', mode: 'append' });
    expect(append('## A\na\r')).toBe('## A\na\r\nx');
    expect(append('## A\r\na\r\r\n## B')).toBe('## A\r\na\r\r\nx\r\n\r\n## B');
    expect(edited('## A\r', { heading: 'A', content: '', mode: 'replace' })).toBe('## A\r');
  });
});

describe('a heading that is missing', () => {
  const make = (text: string, heading: string, content = 'x') =>
    edited(text, { heading, content, mode: 'replace', make: true });

  test.each([
    ['', 'A', '## A\nx'],
    ['text', 'A', 'text\n\n## A\nx'],
    ['# T\r\n\r\n- a\r\n', 'A', '# T\r\n\r\n- a\r\n\r\n## A\r\nx\r\n'],
    ['text\n\n\n', '### A', 'text\n\n### A\nx\n\n\n'],
    ['---\na: 1\n---\n', 'A', '---\na: 1\n---\n## A\nx'],
    ['---\na: 1\n---', 'A', '---\na: 1\n---\n## A\nx'],
    ['\ufeff', 'A', '\ufeff## A\nx'],
    ['text\n\n---\n', 'A', 'text\n\n---\n\n## A\nx\n'],
    ['## L\n\n\n%% a\n%%\n', 'A', '## L\n\n## A\nx\n\n\n%% a\n%%\n'],
    ['%% a %%', 'A', '## A\nx\n\n%% a %%'],
    ['text', '#tag', 'text\n\n## #tag\nx'],
    ['# B', '## B', '# B\n\n## B\nx'],
    ['text', '## B > C', 'text\n\n## B > C\nx'],
  ])('is added at the end of %j: %j', (text, heading, expected) => {
    expect(make(text, heading)).toBe(expected);
  });

  test('is added without a text, too, and a heading that is there is used', () => {
    expect(make('a', 'A', '')).toBe('a\n\n## A');
    expect(make('a', 'A', '## A\nx')).toBe('a\n\n## A\nx');
    expect(make('# A', 'A')).toBe('# A\nx');
    expect(make('# A\n# A', 'A')).toMatchObject({ code: 'heading_ambiguous' });
  });

  test.each(['B > A', ' ', '##', 'x'.repeat(1_001)])('is not added where it would be none: %j', (heading) => {
    const result = { code: 'heading_not_found', candidates: [{ heading: 'B', line: 1 }] };
    expect(make('# B\n', heading)).toEqual(result);
    expect(make('# B\n\n```\ncode', 'A')).toEqual(result);
  });
});

describe('a heading that is none of the section stays as it is', () => {
  test.each([
    ['append', '# A\nT\n===\n', '# A\nx\n\nT\n===\n'],
    ['prepend', '# A\nT\n===\n', '# A\nx\n\nT\n===\n'],
    ['replace', '# A\r\nold\r\n\r\nT\r\n===', '# A\r\nx\r\n\r\nT\r\n==='],
    ['replace', '# A\n```\nold\n```\nT\n===\n', '# A\nx\n\nT\n===\n'],
    ['append', '# A\n```\nc\n```\nT\n---\n', '# A\n```\nc\n```\nT\n---\nx\n'],
    ['prepend', '# A\nT\n---\ntext\n', '# A\nx\n\nT\n---\ntext\n'],
    ['prepend', '# A\n---\ntext\n', '# A\nx\n\n---\ntext\n'],
    ['append', '# A\n# B\n', '# A\nx\n\n# B\n'],
  ] as const)('%s: %j', (mode, text, expected) => {
    expect(edited(text, { heading: 'A', content: 'x', mode })).toBe(expected);
    const ended = `x${text.includes('\r') ? '\r\n' : '\n'}`;
    expect(edited(text, { heading: 'A', content: ended, mode })).toBe(expected);
  });
});

test.each([
  ['append', '# A\ntext\n', '---\nx', '# A\ntext\n\n---\nx\n'],
  ['append', '# A\r\ntext\r\n\r\n# B\r\n', '===', '# A\r\ntext\r\n\r\n===\r\n\r\n# B\r\n'],
  ['append', '# A\n', '---', '# A\n---\n'],
  ['replace', '# A\n\ntext\n', '---', '# A\n\n---\n'],
] as const)(
  '%s to %j: a line made of dashes makes no heading of the line above',
  (mode, text, content, expected) => {
    expect(edited(text, { heading: 'A', content, mode })).toBe(expected);
  },
);

describe('an empty line between blocks', () => {
  const LIST = '- one\n  more\n- two';
  const TABLE = '| a |\n| - |\n| 1 |';
  test.each([
    ['a paragraph after a list', LIST, 'text', true],
    ['a paragraph after the paragraph of a list item', '- one\ngoes on', 'text', true],
    ['a paragraph after a table', TABLE, 'text', true],
    ['a paragraph after a table without bars around it', 'a | b\n- | -\n1 | 2', 'text', true],
    ['a paragraph after a quote', '> quote\ngoes on', 'text', true],
    ['a paragraph after code', '```\ncode\n```', 'text', true],
    ['a paragraph after a footnote', 'text[^1]\n\n[^1]: note\ngoes on', 'more', true],
    ['a footnote after a footnote', 'text[^1]\n\n[^1]: note', '[^2]: more', false],
    ['a heading after a list', LIST, '### Sub', true],
    ['a heading after a paragraph', 'text', '### Sub', true],
    ['a list after a paragraph', 'text', '1. one', true],
    ['a table after a paragraph', 'text', TABLE, true],
    ['a table after a table', TABLE, TABLE, true],
    ['a callout after a quote', '> quote', '> [!note] x', true],
    ['code after code', '```\ncode\n```', '```\nmore\n```', true],
    ['a rule after a paragraph', 'text', '---', true],
    ['items of one list', LIST, '- [ ] three', false],
    ['nested items', LIST, '  - three', false],
    ['rows of one table', TABLE, '| 2 |', false],
    ['lines of one quote', '> quote', '> more', false],
    ['lines of a callout', '> [!note] x\n> y', '> more', false],
    ['lines of a paragraph', 'text', 'more', false],
    ['what stands below a sub-section', 'text\n\n### Sub', '- one', false],
  ])('%s', (_, body, content, isApart) => {
    const gap = isApart ? '\n\n' : '\n';
    const change = { heading: 'A', content, mode: 'append' } as const;
    expect(edited(`## A\n\n${body}\n`, change)).toBe(`## A\n\n${body}${gap}${content}\n`);
    expect(edited(`## A\n${body}\n\n\n## B\n`, change)).toBe(`## A\n${body}${gap}${content}\n\n\n## B\n`);
  });

  test.each([
    ['- zero', '- one', '- zero\n- one'],
    ['text', '- one', 'text\n\n- one'],
    ['- zero', 'text', '- zero\n\ntext'],
    ['> a', '> b', '> a\n> b'],
    ['| a |', TABLE, `| a |\n\n${TABLE}`],
    ['one', 'two', 'one\ntwo'],
  ])('between %j and %j, which it is prepended to', (content, body, expected) => {
    expect(edited(`## A\n${body}`, { heading: 'A', content, mode: 'prepend' })).toBe(`## A\n${expected}`);
  });

  test.each([
    ['append', '# A\n- one\n## Sub\n- two\n', '- x', '# A\n- one\n- x\n\n## Sub\n- two\n'],
    ['append', '# A\n## Sub\n', 'x', '# A\nx\n\n## Sub\n'],
    ['append', '# A\n\none\n\n\n## Sub\n', '- x', '# A\n\none\n\n- x\n\n\n## Sub\n'],
    ['prepend', '# A\n\n## Sub\n', '- x', '# A\n- x\n\n## Sub\n'],
    ['prepend', '# A\n## Sub\n- two\n', '- x', '# A\n- x\n\n## Sub\n- two\n'],
    ['replace', '# A\n- one\n## Sub\n- two\n', 'x', '# A\nx\n\n## Sub\n- two\n'],
    ['replace', '# A\n\nold\n\n## Sub\n', '', '# A\n\n## Sub\n'],
    ['append', '# A\n- one', '- x', '# A\n- one\n- x'],
  ] as const)('%s to the section without its sub-sections: %j', (mode, text, content, expected) => {
    expect(edited(text, { heading: 'A', content, mode, own: true })).toBe(expected);
  });
});

describe('the answer', () => {
  test('reports the line and the section', () => {
    const text = '---\na: 1\n---\n# A\n## B\nold\n';
    const sectionOf = (change: NoteChange): unknown => {
      const result = editText(text, change);
      return 'text' in result && sectionAt(result.text, result.at);
    };
    expect(editText(text, { old: 'old', new: 'x', all: false })).toMatchObject({ line: 6 });
    const section = { heading: 'B', content: 'x', mode: 'append' } as const;
    expect(editText(text, section)).toMatchObject({ line: 5 });
    expect(sectionOf(section)).toBe('A > B');
    expect(sectionOf({ ...section, heading: 'A', content: '### C\nx' })).toBe('A > B');
    expect(sectionOf({ ...section, heading: 'A', own: true })).toBe('A');
    expect(sectionOf({ ...section, heading: 'C', make: true })).toBe('A > C');
    expect(sectionOf({ old: 'old', new: '# X\nnew', all: false })).toBe('X');
    expect(sectionOf({ old: 'a: 1', new: 'a: 2', all: false })).toBeUndefined();
  });

  test.each([
    ['replace', '## A\n\nnew', '# T\n## A\n\nnew\n'],
    ['replace', '\n## A\nnew\n', '# T\n## A\n\nnew\n'],
    ['append', '##  A ##\r\n\r\nnew', '# T\n## A\n\nold\n\nnew\n'],
    ['replace', 'A\n---\nnew', '# T\n## A\n\nnew\n'],
    ['append', '## A', '# T\n## A\n\nold\n'],
  ] as const)(
    'says that the heading was dropped where the content repeats it: %s %j',
    (mode, content, expected) => {
      const result = editText('# T\n## A\n\nold\n', { heading: 'A', content, mode });
      expect(result).toMatchObject({ text: expected, isHeadingRepeated: true });
    },
  );

  test('keeps a heading of another level or text in the content', () => {
    for (const content of ['### A\nnew', '## B\nnew', 'text\n## A'])
      expect(editText('## A\n', { heading: 'A', content, mode: 'append' })).toEqual({
        text: `## A\n${content}\n`,
        replacements: 1,
        line: 1,
        at: 4,
      });
  });
});

test('a section with subsections reports the one that appended text is below', () => {
  const text = '# A\n## B\n### C\n# D';
  const append = { heading: 'A', content: 'x', mode: 'append' } as const;
  expect(editText(text, append)).toMatchObject({ subsection: 'C' });
  for (const change of [
    { ...append, own: true },
    { ...append, content: '' },
    { ...append, mode: 'prepend' },
    { ...append, heading: 'D' },
  ] as const)
    expect(editText(text, change)).not.toHaveProperty('subsection');
});

describe('the event loop is not held', () => {
  const SIZE = 2 * 1024 * 1024;
  const note = (part: string): string =>
    Buffer.from(`---\n# A\n${part.repeat(SIZE / part.length)}\n# B\n`).toString();
  const ordinary = `## Heading\n\n${'Some words of a line that goes on. '.repeat(8)}\n\n- one item\n- [ ] another\n\n`;

  test.each([
    ...[
      ordinary,
      ' ',
      '#',
      '# a\n',
      '- ',
      '- x\n',
      '-',
      '> ',
      '`',
      '```\n',
      '%%',
      '$$\n',
      '<!--\n',
      '[',
      '|-',
      '\n',
    ],
    ...['---\n', '1. ', '\t', 'a\n', 'a\n=\n', '\r\n', '---x\n'],
  ])('by 2 MiB of %j', (part) => {
    const text = note(part);
    const before = process.cpuUsage().user;
    editText(text, { heading: 'B', content: 'x', mode: 'append' });
    // What takes quadratic time takes minutes.
    expect((process.cpuUsage().user - before) / 1000, 'milliseconds').toBeLessThan(500);
  });

  const MIB = 1024 * 1024;
  const flat = (text: string): string => Buffer.from(text).toString();
  const PROSE = flat(`${'Some words of a line that goes on and on. '.repeat(4)}\n`.repeat(60_000));
  const HEADINGS = flat(Array.from({ length: 99_000 }, (_, index) => `## Heading ${index}\n`).join(''));
  const append = { content: 'x', mode: 'append' } as const;
  const text = (old: string): NoteChange => ({ old: flat(old), new: 'x', all: false });

  test.each([
    ['a long text that is there', PROSE, text(PROSE.slice(-3 * MIB))],
    ['a long text that is not there', PROSE, text(`${PROSE.slice(0, 3 * MIB)}q\n`)],
    ['many headings', HEADINGS, { heading: 'Heading 98999', ...append }],
    ['many headings, none of them', HEADINGS, { heading: 'Others', ...append }],
    ['table-like lines', flat(`# A\n${'|-|-|-|-|-|-|-|-|\n'.repeat(400_000)}`), { heading: 'A', ...append }],
    [
      'long lines that are not there',
      'a'.repeat(128 * 1024),
      text(Array.from({ length: 20 }, () => `${'a'.repeat(40_000)}b`).join('\n')),
    ],
    ['an id', flat('- item ^id-\n'.repeat(400_000)), { block: 'other', ...append }],
    ['what is like ids', flat(`${'^'.repeat(100)}\n`.repeat(90_000)), { block: 'other', ...append }],
  ] satisfies [string, string, NoteChange][])('by %s in a long note', (_, note, change) => {
    const before = process.cpuUsage().user;
    editText(note, change);
    expect((process.cpuUsage().user - before) / 1000, 'milliseconds').toBeLessThan(1_000);
  });
});
