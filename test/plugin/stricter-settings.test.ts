import { expect, it } from 'vitest';
import { stricter } from '../../src/obsidian/stricter-settings';

it.each([
  ['0.0.0.0', '192.0.2.9', '192.0.2.9'],
  ['::', '192.0.2.9', '192.0.2.9'],
  ['::', '2001:db8::9', '2001:db8::9'],
  ['0.0.0.0', '2001:db8::9', '0.0.0.0'],
  ['0.0.0.0', '::', '0.0.0.0'],
  ['192.0.2.9', '192.0.2.10', '192.0.2.9'],
])('one address of all allows less, any other more: %s, then %s', (held, wanted, kept) => {
  expect(stricter('bindAddress', held, wanted)).toBe(kept);
});
