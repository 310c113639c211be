import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TextBytes } from '../../src/bridge/bytes';

const LONG = 200_000;

describe('a text as bytes', () => {
  const bytes = fc.array(
    fc.oneof(
      fc.constantFrom('a', 'é', '€', '😀', '\u0301', '\uFEFF', '\0', '\n').map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 5 }),
      fc.constantFrom([0xf0, 0x9f, 0x98], [0xe2, 0x82], [0xc3], [0x80, 0x80, 0x80, 0x80], [0xff]),
    ),
  );

  test('property: its slices have all bytes, and decode to the same text as the whole', () => {
    fc.assert(
      fc.property(bytes, fc.integer({ min: 4, max: 9 }), (parts, size) => {
        const whole = Buffer.concat(parts.map((part) => Buffer.from(part)));
        const slices = [...new TextBytes(whole).slices(size)];
        expect(Buffer.concat(slices)).toEqual(whole);
        expect(slices.map(String).join('')).toBe(whole.toString());
        expect(slices.every((slice) => slice.length > 0 && slice.length <= size)).toBe(true);
        expect(slices.every(isUtf8)).toBe(isUtf8(whole));
      }),
    );
  });

  test('bytes that are not UTF-8 show as U+FFFD and are reported; U+FFFD itself is not', async () => {
    const read = async (given: Buffer) => {
      const text = new TextBytes(given);
      return [text.excerpt, await text.isDamaged()];
    };
    expect(await read(Buffer.from([0x61, 0xff, 0x62]))).toEqual(['a\uFFFDb', true]);
    expect(await read(Buffer.from('\uFFFD'))).toEqual(['\uFFFD', false]);
    expect(await read(Buffer.from('\uFEFFa'))).toEqual(['\uFEFFa', false]);
    expect(await read(Buffer.alloc(0))).toEqual(['', false]);
  });

  test('of a long text, damage is found anywhere', async () => {
    const text = Buffer.from('é'.repeat(LONG));
    expect(await new TextBytes(text).isDamaged()).toBe(false);
    text[LONG + 1] = 0xff;
    expect(await new TextBytes(text).isDamaged()).toBe(true);
  });

  test('the excerpt is the whole of a short text, and the ends of a long one, in whole characters', () => {
    const short = '€'.repeat(40_000);
    expect(new TextBytes(Buffer.from(short)).excerpt).toBe(short);
    const long = new TextBytes(Buffer.from(`first ${'€'.repeat(LONG)} last`));
    expect(long.excerpt).toMatch(/^first €+\n…\n€+ last$/);
    expect(long.excerpt.length).toBeLessThan(50_000);
    expect(long.whole).toHaveLength(LONG + 11);
  });
});
