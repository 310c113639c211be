import { describe, expect, test } from 'vitest';
import { findHeadings } from '../../../src/bridge/notes/headings';

function headingsOf(...lines: string[]): string[] | undefined {
  const found = findHeadings(lines.join('\n'));
  return found?.map(({ level, text, line }) => `${line}: ${'#'.repeat(level)} ${text}`.trimEnd());
}

describe('headings', () => {
  test('with marks: up to six, up to three spaces before, and a space after', () => {
    expect(
      headingsOf('# One', '###### Six', '   ## Indented', '#\tTab', '##', '# Closed ##', '# C#', '# 🌱 ä'),
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
    expect(headingsOf('#tag', '####### Seven', '    # Code', '\\# Escaped', 'a # b')).toEqual([]);
  });

  test('with a line below them', () => {
    expect(headingsOf('Title', '=====', 'Two', 'lines', '---', 'One dash', '-')).toEqual([
      '1: # Title',
      '3: ## Two lines',
      '6: ## One dash',
    ]);
  });

  test.each([
    ['a rule', ['', '---', 'text']],
    ['frontmatter', ['---', 'title: x', '# comment', '---', 'text']],
    ['a list', ['- item', '---']],
    ['a list whose item goes on', ['- item', 'goes on', '---']],
    ['a quote', ['> quote', '---', '> quote', 'goes on', '===', '> # Not of the note']],
    ['a table', ['| a | b |', '| --- | --- |', '| 1 | 2 |', '---']],
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
    ['raw text', ['<pre>', '# on Linux', '', '# hidden', '</pre>']],
    ['raw text that ends with another tag', ['<Script src="x">', '', '# hidden', 'a </STYLE> b']],
    ['raw text with more on its lines', ['text', '<textarea>a', '# hidden', '', '# hidden </textarea>']],
    ['an instruction', ['<?php', '# hidden', '', '?>']],
    ['a declaration', ['<!DOCTYPE', '# hidden', '>']],
    ['CDATA', ['<![CDATA[', '# hidden', '>', ']]>']],
    ['a block tag', ['<div class="x">text', '# hidden', '</div>']],
    ['a block tag below a paragraph', ['text', '</details', '# hidden']],
    ['a tag alone on its line', ['<x-y a b=c d=\'"\' e="\'" />  ', '# hidden']],
    ['a closing tag alone on its line', ['</span >', '# hidden', '---']],
  ])('are not seen in %s', (_, lines) => {
    expect(headingsOf(...lines, '', '# Real')).toEqual(
      lines.includes('``` no end') ? [] : [`${lines.length + 2}: # Real`],
    );
  });

  test.each([
    ['frontmatter', ['---', 'title: x', '# A']],
    ['a comment', ['%%', '# A']],
    ['a formula', ['$$', '# A']],
    ['an HTML comment', ['<!--', '# A']],
    ['raw text', ['<pre>', '# A']],
    ['CDATA', ['<![CDATA[', '# A']],
  ])('are seen behind the beginning of %s without an end', (_, lines) => {
    expect(headingsOf(...lines)).toContain(`${lines.length}: # A`);
  });

  test.each([
    ['a paragraph', ['text', '# A']],
    ['a list', ['- item', '# A']],
    ['a quote', ['> quote', '# A']],
    ['a fence in a list, which ends with the list', ['- item', '', '  ```', '# A']],
    ['a tag below a paragraph', ['text', '<span>', '# A']],
    ['a tag with text behind it', ['<span>text', '# A']],
    ['a tag that goes on with a list item', ['- item', '<span>', '# A']],
    ['what is not a tag', ['<a@b>', '# A']],
    ['a tag with a wrong attribute', ['<x a="b"c>', '# A']],
    ['a tag like that of a block', ['<division> text', '# A']],
    ['an instruction on one line', ['<?x ?>', '# A']],
    ['an HTML comment without text', ['<!-->', '# A']],
    ['a block tag and a blank line', ['<div>', '', '# A']],
    ['a byte order mark', ['\ufeff# A']],
    ['inline code', ['```a``` b', '# A']],
    ['a comment within a line', ['%% a %%', '# A']],
    ['what looks like an end of frontmatter', ['---', 'a: b', '---', '---', '# A']],
  ])('are seen right behind %s', (_, lines) => {
    expect(headingsOf(...lines)).toContain(`${lines.length}: # A`);
  });

  test('have their positions, whatever the line breaks', () => {
    const text = '\uFEFF---\r\na: 1\r\n---\r\n# One\r\ntext\r\n\r\nTwo\r\n===\r\n# Three';
    const found = findHeadings(text);
    expect(found?.map(({ start, end }) => text.slice(start, end))).toEqual([
      '# One',
      'Two\r\n===',
      '# Three',
    ]);
  });

  test('are not searched for in texts with more lines or headings than any note has', () => {
    expect(findHeadings('\n'.repeat(500_001))).toBeUndefined();
    expect(findHeadings('# a\n'.repeat(100_002))).toBeUndefined();
  });
});
