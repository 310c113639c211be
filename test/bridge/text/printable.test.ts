import { expect, test } from 'vitest';
import { printable, withVisibleCodes } from '../../../src/bridge/text/printable';

test.each([
  ['a control character', 'a\x1b[2Jb', 'a\\x1b[2Jb'],
  ['a change of direction', 'a\u202eb', 'a\\u{202e}b'],
  ['a joiner between letters', 'Ho\u200dme', 'Ho\\u{200d}me'],
  ['a variation selector', 'Ho\ufe00me', 'Ho\\u{fe00}me'],
  ['a variation selector behind a digit', '1\ufe0f', '1\\u{fe0f}'],
  ['a hidden text', `ok${String.fromCodePoint(0xe0100, 0xe0101)}`, 'ok\\u{e0100}\\u{e0101}'],
  ['letters that show nothing', 'Home\u3164\uffa0\u2800', 'Home\\u{3164}\\u{ffa0}\\u{2800}'],
  ['half of a character', 'a\ud83d', 'a\\u{d83d}'],
])('%s is shown by its code', (_, text, shown) => {
  expect(printable(text)).toBe(shown);
});

test.each(['❤️ 👩‍👩‍👧 👍🏽 1️⃣ ☎︎'.replace('\ufe0e', ''), 'Übersicht 渡辺 naïve', '한국어'])(
  '%s stays as it is',
  (text) => {
    expect(printable(text)).toBe(text);
  },
);

test('what is to be kept is kept', () => {
  expect(withVisibleCodes('a\nb\tc\r', '\n\t')).toBe('a\nb\tc\\x0d');
});
