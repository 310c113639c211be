import fc from 'fast-check';

/** Code points that are half a character. */
const SURROGATES = { first: 0xd800, count: 0x800 };

const character = fc
  .nat(0x10ffff - SURROGATES.count)
  .map((n) => String.fromCodePoint(n < SURROGATES.first ? n : n + SURROGATES.count));

/** A text of any characters. Like fast-check's unit `binary`, which takes a second and 85 MB in each process that uses it. */
export function anyString(constraints: fc.StringSharedConstraints = {}): fc.Arbitrary<string> {
  return fc.string({ ...constraints, unit: character });
}
