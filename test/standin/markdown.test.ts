import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findHeadings } from '../../src/standin/markdown/headings';
import { findLinks } from '../../src/standin/markdown/links';
import { maskCode } from '../../src/standin/markdown/mask';
import { findTags } from '../../src/standin/markdown/tags';
import { findTasks, withTaskStatus } from '../../src/standin/markdown/tasks';

const targets = (text: string): string[] => findLinks(text).map(({ target }) => target);

describe('links', () => {
  it('are found in every form', () => {
    const text =
      '[[A]] [[B|shown]] [[C#part]] ![[d.svg]] [[E\\|in a table]] [f](f%20g.md) ![h](<h i.png> "t") [j](k(l).md)';
    expect(targets(text)).toEqual(['A', 'B', 'C', 'd.svg', 'E', 'f g.md', 'h i.png', 'k(l).md']);
  });

  it('are not found in code, comments, URLs and links to headings of the same note', () => {
    const text = '`[[A]]`\n```\n[[B]]\n```\n%% [[C]] %% [d](https://e.f) [g](#h) [[#i]] [j](mailto:k@l.m)';
    expect(targets(text)).toEqual([]);
  });

  it('are found in frontmatter', () => {
    expect(targets('---\nowner: "[[Günther]]"\n---\ntext')).toEqual(['Günther']);
  });

  it('report the position of their target', () => {
    const text = '🎉 [[Käse|x]] and [y](<a b.md#c>)';
    const [wiki, markdown] = findLinks(text);
    expect(text.slice(wiki?.start, wiki?.end)).toBe('Käse');
    expect(text.slice(markdown?.start, markdown?.end)).toBe('a b.md');
  });

  it('accept a URL that cannot be decoded', () => {
    expect(targets('[a](50%.md)')).toEqual(['50%.md']);
  });
});

describe('tags', () => {
  it('are found with all their letters', () => {
    expect(findTags('#a #b/c-d_1 text #übung #日本 (#no) #🌱 #2025 #y2025.')).toEqual([
      '#a',
      '#b/c-d_1',
      '#übung',
      '#日本',
      '#🌱',
      '#y2025',
    ]);
  });

  it('are not found in headings, code, frontmatter and links', () => {
    expect(findTags('---\n#a: 1\n---\n# b\n`#c` [[d#e]] https://f/#g\n~~~\n#h\n~~~')).toEqual([]);
  });
});

describe('headings', () => {
  it('have level, text and line', () => {
    expect(findHeadings('---\n# comment\n---\n# A `b` #\r\n\r\n#no\n```\n# no\n```\n### C')).toEqual([
      { level: 1, heading: 'A `b`', line: 4 },
      { level: 3, heading: 'C', line: 10 },
    ]);
  });
});

describe('tasks', () => {
  const text =
    'x\n- [ ] a\r\n\t* [X] b `c`\n1. [/] d\n> - [?] e\n- [] no\n- [ab] no\n```\n- [ ] no\n```\n+ [-]';

  it('are found in every kind of list', () => {
    expect(findTasks(text)).toEqual([
      { status: ' ', text: '- [ ] a', line: 2 },
      { status: 'X', text: '* [X] b `c`', line: 3 },
      { status: '/', text: '1. [/] d', line: 4 },
      { status: '?', text: '> - [?] e', line: 5 },
      { status: '-', text: '+ [-]', line: 11 },
    ]);
  });

  it('change on one line only, which keeps its line ending', () => {
    expect(withTaskStatus(text, 2, 'x')).toBe(text.replace('- [ ] a\r', '- [x] a\r'));
    expect(withTaskStatus(text, 3, '$')).toBe(text.replace('[X]', '[$]'));
  });
});

describe('masked text', () => {
  it('has the length and the line breaks of the text', () => {
    const piece = fc.constantFrom(
      '`',
      '```',
      '~~~',
      '\n',
      '\r\n',
      '%%',
      '---\n',
      '[[a]]',
      '#b',
      ' ',
      '🎉',
      '> ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        const masked = maskCode(text);
        expect(masked).toHaveLength(text.length);
        expect(masked.replace(/[^\r\n]/g, '')).toBe(text.replace(/[^\r\n]/g, ''));
      }),
    );
  });
});
