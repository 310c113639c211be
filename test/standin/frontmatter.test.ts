import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readProperties, splitNote, withProperty } from '../../src/standin/markdown/frontmatter';

describe('frontmatter', () => {
  it('ends at the second line of dashes', () => {
    expect(splitNote('---\na: 1\n---\nbody\n---\n')).toEqual({ yaml: 'a: 1\n', body: 'body\n---\n' });
    expect(splitNote('---\n---\nbody')).toEqual({ yaml: '', body: 'body' });
    expect(splitNote('text\n---\na: 1\n---')).toMatchObject({ yaml: undefined });
    expect(splitNote('---\na: 1\nno end')).toMatchObject({ yaml: undefined });
  });

  it('is read with its types, with dates as text', async () => {
    const text = '---\r\na: [x, "1"]\r\nb: 2.5\r\nc: false\r\nd: 2025-11-30\r\ne:\r\n---\r\nbody';
    expect([...((await readProperties(text)) ?? [])]).toEqual([
      ['a', ['x', '1']],
      ['b', 2.5],
      ['c', false],
      ['d', '2025-11-30'],
      ['e', null],
    ]);
  });

  it('counts as missing when it is not valid YAML', async () => {
    expect(await readProperties('---\na: [1\n---\n')).toBeUndefined();
    expect(await readProperties('---\n- a\n---\n')).toBeUndefined();
    expect(await withProperty('---\na: [1\n---\n', 'b', 1)).toBeUndefined();
    expect(await withProperty('---\n- a\n---\n', 'b', 1)).toBeUndefined();
  });

  it('keeps other keys, their order and comments when one is set', async () => {
    const text = '---\n# first\nz: 1 # why\na: text\nm: 3\n---\n\nbody';
    expect(await withProperty(text, 'a', 'new')).toBe('---\n# first\nz: 1 # why\na: new\nm: 3\n---\n\nbody');
    expect(await withProperty(text, 'n', true)).toBe(
      '---\n# first\nz: 1 # why\na: text\nm: 3\nn: true\n---\n\nbody',
    );
  });

  it('keeps numbers as written', async () => {
    const text = '---\nzip: 01234\nid: 12345678901234567890\nversion: 1.10\nmask: 0x1F\nhuge: 1E+3\n---\n';
    const head = text.slice(0, -'---\n'.length);
    expect(await withProperty(text, 'n', 7)).toBe(`${head}n: 7\n---\n`);
    expect(await withProperty(text, 'zip', 99)).toBe(text.replace('01234', '99'));
  });

  it('has each name once, even one that YAML reads as a number', async () => {
    const text = '---\n2024: old\ntrue: yes\n---\n';
    expect(await withProperty(text, '2024', 'new')).toBe(text.replace('old', 'new'));
    expect(await withProperty(text, 'true', undefined)).toBe('---\n2024: old\n---\n');
  });

  it('is found after a byte order mark, which stays', async () => {
    const text = '\uFEFF---\na: 1\n---\nbody';
    expect([...((await readProperties(text)) ?? [])]).toEqual([['a', 1]]);
    expect(await withProperty(text, 'b', 2)).toBe('\uFEFF---\na: 1\nb: 2\n---\nbody');
    expect(await withProperty(text, 'a', undefined)).toBe('\uFEFFbody');
    expect(await withProperty('\uFEFFbody', 'a', 1)).toBe('\uFEFF---\na: 1\n---\nbody');
  });

  it('gets block lists and LF line endings while the body keeps CRLF', async () => {
    const text = '---\r\n# note\r\ntags: [a, b]\r\n---\r\none\r\ntwo\r\n';
    expect(await withProperty(text, 'n', 1)).toBe(
      '---\n# note\ntags:\n  - a\n  - b\nn: 1\n---\none\r\ntwo\r\n',
    );
  });

  it('is added to a note without any, and removed with the last property', async () => {
    expect(await withProperty('body\n', 'a', 'x')).toBe('---\na: x\n---\nbody\n');
    expect(await withProperty('---\na: x\n---\nbody\n', 'a', undefined)).toBe('body\n');
  });

  it('returns any text that was set, and leaves the body unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.string(), async (value, body) => {
        const text = `---\nfirst: 1\n---\n${body}`;
        const changed = (await withProperty(text, 'x', value)) ?? '';
        expect((await readProperties(changed))?.get('x')).toBe(value);
        expect(changed.endsWith(`\n---\n${body}`)).toBe(true);
      }),
    );
  });
});
