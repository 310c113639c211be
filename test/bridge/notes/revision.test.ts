import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { revisionOf, revisionOfLong } from '../../../src/bridge/notes/revision';
import { anyString } from '../../kit/any-string';

const sha = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

test.each(['', 'a', 'a\n', 'a\r\n', '\n', '\r\n', '\r', 'a\r', 'a\n\n', 'a\r\n\r\n', 'é😀\n'])(
  'a final line break does not count, and only one: %j',
  async (text) => {
    const expected = sha(text.replace(/(?:\r\n|\r|\n)$/, ''));
    expect(revisionOf(text)).toBe(expected);
    expect(await revisionOfLong(text)).toBe(expected);
    // The program adds a line break to a text that ends with none, and to one that ends with a lone CR.
    if (!text.endsWith('\n')) expect(revisionOf(`${text}\n`)).toBe(expected);
  },
);

test.each(['', 'a', '\n', 'é'])('a byte order mark does not count, in front of %j', async (text) => {
  expect(revisionOf(`\ufeff${text}`)).toBe(revisionOf(text));
  expect(await revisionOfLong(`\ufeff${text}`)).toBe(revisionOf(text));
});

test('a long text has the same revision in slices as in one piece', async () => {
  const line = 'Ein langer Text mit Ümläuten und 😀, Zeile für Zeile.\r\n';
  for (const text of [line.repeat(60_000), `${line.repeat(60_000)}end`]) {
    expect(await revisionOfLong(text)).toBe(revisionOf(text));
  }
});

test('no slice splits a character', async () => {
  for (const start of ['', 'x']) {
    const text = start + '😀'.repeat(400_000);
    expect(await revisionOfLong(text)).toBe(revisionOf(text));
  }
});

test('any text has one revision, whichever way it is computed', async () => {
  await fc.assert(
    fc.asyncProperty(anyString(), async (text) => {
      expect(await revisionOfLong(text)).toBe(revisionOf(text));
    }),
  );
});
