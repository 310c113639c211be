import { describe, expect, test } from 'vitest';
import { findHeadings } from '../../../src/bridge/notes/headings';

async function headingsOf(...lines: string[]): Promise<string[]> {
  const found = await findHeadings(lines.join('\n'));
  return found.map(({ level, text, line }) => `${line}: ${'#'.repeat(level)} ${text}`.trimEnd());
}

describe('headings', () => {
  test('with marks: up to six, up to three spaces in front, and a space behind', async () => {
    expect(
      await headingsOf(
        '# One',
        '###### Six',
        '   ## Indented',
        '#\tTab',
        '##',
        '# Closed ##',
        '# C#',
        '# 🌱 ä',
      ),
    ).toEqual([
      '1: # One',
      '2: ###### Six',
      '3: ## Indented',
      '4: # Tab',
      '5: ##',
      '6: # Closed',
      '7: # C#',
      '8: # 🌱 ä',
    ]);
    expect(await headingsOf('#tag', '####### Seven', '    # Code', '\\# Escaped', 'a # b')).toEqual([]);
  });

  test('with a line below them', async () => {
    expect(await headingsOf('Title', '=====', 'Two', 'lines', '---', 'One dash', '-')).toEqual([
      '1: # Title',
      '3: ## Two lines',
      '6: ## One dash',
    ]);
  });

  test.each([
    ['a rule', ['', '---', 'text']],
    ['front matter', ['---', 'title: x', '# comment', '---', 'text']],
    ['a list', ['- item', '---']],
    ['a list whose item goes on', ['- item', 'goes on', '---']],
    ['a quote', ['> quote', '---', '> quote', 'goes on', '===', '> # Not of the note']],
    ['a table', ['| a | b |', '| --- | --- |', '| 1 | 2 |', '---']],
    ['a footnote', ['[^1]: Note', '---']],
    ['the target of links', ['[a]: https://example.com', '---']],
    ['indented code', ['', '    # code', '\t# code']],
    [
      'the text of a list item',
      ['1. item', '', '   # In it', '   Under', '   ---', '   ```', '   # code', '   ```'],
    ],
    ['a fence', ['```sh', '# comment', '~~~', '# more', '```']],
    ['a longer fence', ['````', '```', '# code', '```', '# code', '````']],
    ['a fence of tildes', ['~~~ `x`', '# code', '```', '~~', '# code', '~~~~  ']],
    ['a fence without end', ['```', '# code', '``` no end', '# code']],
    ['a comment', ['%%', '# hidden', '', '# hidden %%']],
    ['a formula', ['$$', 'a', '=', 'b', '# c', '$$']],
    ['an HTML comment', ['<!-- a', '# hidden', '', '# hidden', '-->']],
    ['HTML', ['<div>', '# in it', '</div>']],
    ['a processing instruction', ['<?php', '# in it', '', '# in it', '?>']],
    ['a declaration', ['<!DOCTYPE', '# in it', 'html>']],
    ['character data', ['<![CDATA[', '# in it', '', ']]>']],
    ['a tag alone on its line', ['', '<span class="a" hidden>', '# in it', '</span>']],
    ['a script', ['<script>', '', '# in it', '</script>']],
  ])('are not seen in %s', async (_, lines) => {
    expect(await headingsOf(...lines, '', '# Real')).toEqual(
      lines.includes('``` no end') ? [] : [`${lines.length + 2}: # Real`],
    );
  });

  test.each([
    ['front matter', ['---', 'title: x', '# A']],
    ['a comment', ['%%', '# A']],
    ['a formula', ['$$', '# A']],
    ['an HTML comment', ['<!--', '# A']],
  ])('are seen behind the beginning of %s without an end', async (_, lines) => {
    expect(await headingsOf(...lines)).toContain(`${lines.length}: # A`);
  });

  test.each([
    ['a paragraph', ['text', '# A']],
    ['a list', ['- item', '# A']],
    ['a quote', ['> quote', '# A']],
    ['a fence in a list, which ends with the list', ['- item', '', '  ```', '# A']],
    ['a tag below a paragraph', ['text', '<span>', '# A']],
    ['a tag with text behind it', ['<span>text', '# A']],
    ['a byte order mark', ['\ufeff# A']],
    ['inline code', ['```a``` b', '# A']],
    ['a comment within a line', ['%% a %%', '# A']],
    ['what looks like an end of front matter', ['---', 'a: b', '---', '---', '# A']],
  ])('are seen right behind %s', async (_, lines) => {
    expect(await headingsOf(...lines)).toContain(`${lines.length}: # A`);
  });

  test('have their positions, whatever the line breaks', async () => {
    const text = '\uFEFF---\r\na: 1\r\n---\r\n# One\r\ntext\r\n\r\nTwo\r\n===\r\n# Three';
    const found = await findHeadings(text);
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(['# One', 'Two\r\n===', '# Three']);
  });

  test('are found in no time in what would hold up a careless search', async () => {
    const size = 1_000_000;
    for (const part of [
      ' ',
      '#',
      '# ',
      '-',
      '- ',
      '*',
      '`',
      '%%',
      '$$\n',
      '<!--\n',
      '>',
      '[',
      '|-',
      '\n',
      '---\n',
      '1. ',
      '\t',
    ]) {
      const text = `# a${part.repeat(size / part.length)}\n# b`;
      const before = process.cpuUsage().user;
      await findHeadings(text);
      expect((process.cpuUsage().user - before) / 1000, JSON.stringify(part)).toBeLessThan(3_000);
    }
  }, 60_000);
});
