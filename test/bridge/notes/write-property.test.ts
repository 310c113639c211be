import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fixFor } from '../../../src/bridge/notes/frontmatter-fix';
import { frontmatterPlace, isProblem, parseFrontmatter } from '../../../src/bridge/notes/parsed-frontmatter';
import { haveSameOthers } from '../../../src/bridge/notes/parsed-frontmatter';
import { kindOf, meantValue, valueOfType } from '../../../src/bridge/notes/property-kind';
import { wouldRewrite, writeProperty } from '../../../src/bridge/notes/write-property';
import { anyString } from '../../kit/any-string';

const noteOf = (yaml: string): string => `---\n${yaml}\n---\nBody\n`;

/** The frontmatter after one property is set, or removed if there is no value. */
function written(yaml: string, name: string, value?: unknown): string | undefined {
  const result = writeProperty(noteOf(yaml), name, value);
  return 'text' in result ? result.text.slice('---\n'.length, -'\n---\nBody\n'.length) : undefined;
}

function valuesOf(text: string): Readonly<Record<string, unknown>> {
  const found = parseFrontmatter(text);
  if (isProblem(found)) throw new Error(found.reason);
  return found?.values ?? {};
}

function rewrites(text: string): boolean {
  const found = parseFrontmatter(text);
  return !isProblem(found) && wouldRewrite(text, found);
}

test.each([
  ['as it writes it', 'a: 1\nb: text\nc:\n  - x\n  - "2026"\nd: "a: b"\ne:', false],
  ['comment', 'a: 1 # x', true],
  ['number with zeros', 'a: 007', true],
  ['quotes that are not needed', 'a: "x"', true],
  ['list in brackets', 'a: [x]', true],
  ['list that is not indented', 'a:\n- x', true],
  ['folded text', 'a: >-\n  x\n  y', true],
  ['empty line', 'a: 1\n\nb: 2', true],
  ['numbers as names, which it puts first', 'a: 1\n2026: x', true],
])('whether the program would change other lines is known: %s', (_name, yaml, expected) => {
  expect(rewrites(noteOf(yaml))).toBe(expected);
});

test.each([
  ['CRLF', '---\r\na: 1\r\n---\r\n', true],
  ['space after the mark', '--- \na: 1\n---\n', true],
  ['no line break at the end', '---\na: 1\n---', true],
  ['byte order mark', '\uFEFF---\na: 1\n---\n', false],
  ['no frontmatter', 'Text\n', false],
  ['no frontmatter, in CRLF', 'Text\r\n', true],
  ['empty frontmatter', '---\n---\nText', false],
])('the program would change the lines around: %s', (_name, text, expected) => {
  expect(rewrites(text)).toBe(expected);
});

describe('one property', () => {
  test.each([
    ['keeps the comment on its line', 'a: 1 # one\nb: 2', 'a', 7, 'a: 7 # one\nb: 2'],
    ['keeps the comment of an empty value', 'a: # soon\nb: 2', 'a', 'x', 'a: x # soon\nb: 2'],
    ['keeps double quotes', 'a: "x"\nb: 007', 'a', 'y', 'a: "y"\nb: 007'],
    ['keeps single quotes', "a: 'x'", 'a', "it's", "a: 'it''s'"],
    ['gets quotes where it needs them', 'b: 007', 'b', '8', 'b: "8"'],
    ['loses quotes for a number', 'a: "1"', 'a', 2, 'a: 2'],
    ['keeps a list in brackets', "t: ['x', 'y']", 't', ['x', 'z'], "t: ['x', 'z']"],
    ['keeps the spaces in brackets', 't: [ x ]', 't', ['x', 'y, z'], 't: [ x, "y, z" ]'],
    ['keeps a list that is not indented', 't: # mine\n- x\n- y\nb: 1', 't', ['z'], 't: # mine\n- z\nb: 1'],
    ['keeps the quotes of items', 't:\n  - "x"\n  - "y"', 't', ['z'], 't:\n  - "z"'],
    ['writes an empty list as a block when it is filled', 't: []', 't', ['x'], 't:\n  - x'],
    ['keeps folded text', 'a: >-\n  x\n  y\n\n# c\nb: 1', 'a', 'p\nq', 'a: >-\n  p\n\n  q\n\n# c\nb: 1'],
    ['leaves the comment between two alone', 'a:\n# b is next\nb: 1', 'a', 'x', 'a: x\n# b is next\nb: 1'],
    ['replaces a mapping', 'a:\n  x: 1\n  y: 2\nb: 1', 'a', 'z', 'a: z\nb: 1'],
    ['replaces several lines', 'a: [x,\n  y]\nb: 1', 'a', 'z', 'a: z\nb: 1'],
    ['is added at the end', 'a: 007\n# end', 'b', ['x'], 'a: 007\n# end\nb:\n  - x'],
    ['is added with the indentation of the others', '  a: 1', 'b', ['x'], '  a: 1\n  b:\n    - x'],
    ['is removed with its lines', '# top\na:\n  - x\n# c\nb: 1', 'a', undefined, '# top\n# c\nb: 1'],
    ['that is not there is not removed', 'a: 1 # x', 'b', undefined, 'a: 1 # x'],
    ['with a quoted name', '"a b": 1\nc: 2', 'a b', 3, '"a b": 3\nc: 2'],
    ['beside a place for a name', '{{title}}: x\nb: 1', 'b', 2, '{{title}}: x\nb: 2'],
    ['that others refer to', 'a: &x 1\nb: *x', 'a', 2, undefined],
    ['in braces', '{a: 1, b: 2}', 'a', 2, undefined],
  ])('%s', (_name, yaml, name, value, expected) => {
    expect(written(yaml, name, value)).toBe(expected);
  });

  test.each([
    ['CRLF', '---\r\na: 1\r\nb: x\r\n---\r\nB', 'a', ['p'], '---\r\na:\r\n  - p\r\nb: x\r\n---\r\nB'],
    ['CRLF, added', '---\r\nb: x\r\n---\r\nB', 'a', 1, '---\r\nb: x\r\na: 1\r\n---\r\nB'],
    ['CRLF, new frontmatter', 'x\r\ny', 'a', 1, '---\r\na: 1\r\n---\r\nx\r\ny'],
    ['byte order mark, new frontmatter', '\uFEFFx', 'a', 1, '\uFEFF---\na: 1\n---\nx'],
    ['byte order mark, last property', '\uFEFF---\na: 1\n---\nx', 'a', undefined, '\uFEFFx'],
    ['comment in frontmatter without properties', '---\na: 1\n# c\n---\n', 'a', undefined, '---\n# c\n---\n'],
    ['no line break at the end', '---\na: 1\n---', 'a', 2, '---\na: 2\n---'],
    ['empty note', '', 'a', 1, '---\na: 1\n---\n'],
  ])('around it: %s', (_name, text, name, value, expected) => {
    expect(writeProperty(text, name, value)).toEqual({ text: expected });
  });

  const scalar = fc.oneof(anyString({ maxLength: 12 }), fc.integer(), fc.boolean(), fc.constant(null));
  const wanted = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }));
  const lines = fc.constantFrom(
    'n: 007',
    'q: "x" # why',
    'f: [a, "b",\n  c] # end',
    'l:\n- x\n\n# in it\n- "y"',
    'm:\n  k: v\n  # inside',
    't: >-\n  one\n  two\n',
    'k: |+\n  one\n\n',
    'e:',
    '# comment',
    '',
    "'s': 'it''s'",
  );
  const yamls = fc.uniqueArray(lines, { maxLength: 8 }).map((each) => each.join('\n'));
  const names = fc.oneof(fc.constantFrom('n', 'q', 'f', 'l', 'm', 't', 'k', 'e', 's', 'new'), anyString());
  const breaks = fc.constantFrom('\n', '\r\n');
  const notes = fc
    .tuple(fc.constantFrom('', '\uFEFF'), yamls, breaks, fc.constantFrom('', '\n', 'Body\n# x: y\n'))
    .map(([mark, yaml, lineBreak, body]) =>
      (mark + `---\n${yaml === '' ? '' : `${yaml}\n`}---\n${body}`).replaceAll('\n', lineBreak),
    );

  test('has the new value, and every byte outside its lines is as before', () => {
    fc.assert(
      fc.property(notes, names, wanted, (text, name, value) => {
        const before = parseFrontmatter(text);
        const result = writeProperty(text, name, value);
        if (!before || isProblem(before) || !('text' in result)) throw new Error('not written');
        expect(valuesOf(result.text)).toEqual({ ...before.values, [name]: value });
        const own = before.properties.find((each) => each.name === name);
        const [start, end] = own ? [own.start, own.end] : [before.yamlEnd, before.yamlEnd];
        expect(result.text.startsWith(text.slice(0, start))).toBe(true);
        expect(result.text.endsWith(text.slice(end))).toBe(true);
        const isCrlf = text.includes('\r\n');
        expect(/(?<!\r)\n/.test(result.text)).toBe(!isCrlf);
        expect(haveSameOthers(text, result.text, name)).toBe(true);
      }),
    );
  });

  test('that was not there leaves no trace when it is set and removed', () => {
    const bodies = fc.constantFrom('', 'x', 'x\r\ny', '\uFEFFx\n', '---\nx');
    // Frontmatter without any line but empty ones is removed with its last property.
    const lacking = notes.filter((text) => {
      const { start, yamlEnd } = frontmatterPlace(text) ?? { start: 0, yamlEnd: 0 };
      return text.slice(start, yamlEnd).trim() !== '';
    });
    fc.assert(
      fc.property(fc.oneof(lacking, bodies), wanted, (text, value) => {
        const set = writeProperty(text, 'another', value);
        if (!('text' in set)) throw new Error('not set');
        expect(writeProperty(set.text, 'another', undefined)).toEqual({ text });
      }),
    );
  });
});

test.each<[text: string, old: unknown, value: unknown, change: string | undefined]>([
  ['7', 1, 7, undefined],
  ['-1.5', 1, -1.5, undefined],
  ['007', 1, '007', 'number > text'],
  ['12345678901234567890', 1, '12345678901234567890', 'number > text'],
  ['true', false, true, undefined],
  ['yes', false, 'yes', 'checkbox > text'],
  ['7', 'x', '7', undefined],
  ['7', undefined, '7', undefined],
  ['["a"]', ['b'], ['a'], undefined],
  ['a, b', ['b'], 'a, b', 'list > text'],
  ['2026-01-05', '2025-01-05', '2026-01-05', undefined],
  ['soon', '2025-01-05', 'soon', 'date > text'],
  ['2026-01-05T10:00', '2025-01-05', '2026-01-05T10:00', 'date > datetime'],
  ['x', { a: 1 }, 'x', 'mapping > text'],
  ['', 1, '', undefined],
])('what %j is meant as where %j stood', (text, old, value, change) => {
  const { change: found, ...meant } = meantValue(text, old);
  expect(meant).toEqual({ value, kind: kindOf(value) });
  expect(found && `${found.from} > ${found.to}`).toBe(change);
});

test.each<[text: string, type: string, value: unknown]>([
  ['5', 'number', 5],
  ['x', 'number', undefined],
  ['a, b', 'list', ['a', 'b']],
  ['["a, b"]', 'text', ['a, b']],
  ['1', 'checkbox', true],
  ['2026-02-30', 'date', '2026-02-30'],
  ['2026', 'date', undefined],
])('what the program makes of %j with the type %s', (text, type, value) => {
  expect(valueOfType(text, type)).toEqual(value);
});

test.each([
  ['colon in a value', 'x: 1\ntitle: A: b', 3, 'title: A: b', 'title: "A: b"'],
  ['quotation mark that is not closed', 'title: "A\nb: 1', 2, 'title: "A', 'title: "A"'],
  ['bracket that is not closed', 'title: [A\nb: 1', 3, 'title: [A', 'title: [A]'],
  ['text behind quotes', 'title: "A" b', 2, 'title: "A" b', `title: '"A" b'`],
  ['emphasis', 'title: *A*', 2, 'title: *A*', 'title: "*A*"'],
  ['reserved character', 'title: @A', 2, 'title: @A', 'title: "@A"'],
  ['no space after the colon', 'b: 1\ntitle:A', 3, 'title:A', 'title: A'],
  ['tab', 'a:\n\t- x', 3, '\t- x', '- x'],
  ['the same property twice', 'a: 1\nb: 2\na: 1', 4, 'b: 2\na: 1', 'b: 2'],
  ['spaces before a name', 'a: 1\n b: 2', 2, ' b: 2', 'b: 2'],
  ['no colon', 'a: 1\nwords', 3, 'words', '# words'],
  ['text alone', 'words', 2, 'words', '# words'],
])('frontmatter that is not YAML: %s', (_name, yaml, line, old, now) => {
  const text = noteOf(yaml);
  const found = writeProperty(text, 'n', 1);
  if (!('problem' in found)) throw new Error('it can be read');
  expect(found.problem.line).toBe(line);
  const fix = fixFor(text, found.problem);
  expect(fix).toEqual({ old, new: now });
  expect(isProblem(parseFrontmatter(text.replace(old, now)))).toBe(false);
});

test('which of two values of one property is meant, somebody has to say', () => {
  const text = noteOf('a: 1\nb: 2\na: 3');
  const problem = {
    line: 4,
    reason: 'it has a property twice, the first time in line 2: keep one',
    firstLine: 2,
  };
  expect(parseFrontmatter(text)).toEqual(problem);
  expect(fixFor(text, problem)).toBeUndefined();
});

test('a line of a note with CRLF is fixed without its line break', () => {
  const text = '---\r\nt: A: b\r\n---\r\n';
  expect(fixFor(text, { line: 2, reason: '' })).toEqual({ old: 't: A: b', new: 't: "A: b"' });
});

test('a line that occurs again in the note is fixed with the line above it', () => {
  const text = `${noteOf('a: 1\nt: A: b')}t: A: b\n`;
  expect(fixFor(text, { line: 3, reason: '' })).toEqual({ old: 'a: 1\nt: A: b', new: 'a: 1\nt: "A: b"' });
});

test.each([
  ['# c\na: >-\n  x\n  y\nb: 007\nc: [1, 2]\nd: ~\ne: 1', 'a: x y\nb: 7\nc:\n  - 1\n  - 2\nd:\ne: 2', true],
  ['a: 1\nb: 2', 'b: 2\na: 1\ne: 5', true],
  ['a: "1"\ne: 1', 'a: 1\ne: 2', false],
  ['a: 1\ne: 1', 'e: 2', false],
  ['a: 1\ne: 1', 'a: 1\nf: 1\ne: 2', false],
])('other values are the same, however they are written: %j', (before, after, expected) => {
  expect(haveSameOthers(noteOf(before), noteOf(after), 'e')).toBe(expected);
});
