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
    await expect(withProperty('---\na: [1\n---\n', 'b', 1)).rejects.toThrow('Flow sequence');
    await expect(withProperty('---\n- a\n---\n', 'b', 1)).rejects.toThrow('stand-in: not known');
  });

  it('is rewritten when one key is set: comments and quotes go, the order stays', async () => {
    const text = '---\n# first\nz: 1 # why\na: "text"\nzip: 007\nempty:\n---\n\nbody';
    expect(await withProperty(text, 'a', 'new')).toBe('---\nz: 1\na: new\nzip: 7\nempty:\n---\n\nbody');
    expect(await withProperty(text, 'n', true)).toBe(
      '---\nz: 1\na: text\nzip: 7\nempty:\nn: true\n---\n\nbody',
    );
  });

  it('has each name once, even one that YAML reads as a number', async () => {
    expect(await withProperty('---\n2024: old\n---\n', '2024', 'new')).toBe('---\n"2024": new\n---\n');
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
    expect(await withProperty(text, 'n', 1)).toBe('---\ntags:\n  - a\n  - b\nn: 1\n---\none\r\ntwo\r\n');
  });

  it('is added to a note without any, and removed with the last property', async () => {
    expect(await withProperty('body\n', 'a', 'x')).toBe('---\na: x\n---\nbody\n');
    expect(await withProperty('---\na: x\n---\nbody\n', 'a', undefined)).toBe('body\n');
  });

  it('returns any text that was set, and leaves the body unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.string(), async (value, body) => {
        const text = `---\nfirst: 1\n---\n${body}`;
        const changed = await withProperty(text, 'x', value);
        expect((await readProperties(changed))?.get('x')).toBe(value);
        expect(changed.endsWith(`\n---\n${body}`)).toBe(true);
      }),
    );
  });
});
