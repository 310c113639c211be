import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { prefersText } from '../../../src/bridge/http/reply';
import { decodePercent, parseTarget } from '../../../src/bridge/http/routes';
import { codeOf } from './refusals';

describe('the request target', () => {
  test('property: any text has a path that starts with a slash, or is a 400', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('http://', '/', '?', '#', '@', ':', '*', 'a.b', '%', '\\') }),
        (url) => {
          const result = codeOf(() => parseTarget(url)) as { path: string };
          if (typeof result !== 'string') expect(result.path).toMatch(/^\//);
        },
      ),
    );
  });

  test('percent signs are decoded strictly', () => {
    expect(decodePercent('%C3%A9+')).toBe('é+');
    expect(codeOf(() => decodePercent('%C3'))).toBe('bad_request');
  });
});

describe('the Accept header', () => {
  test.each<[string | undefined, boolean]>([
    [undefined, false],
    ['', false],
    ['*/*', false],
    ['text/*', false],
    ['application/json', false],
    ['text/plain', true],
    ['TEXT/Plain; charset=utf-8', true],
    ['text/plain, application/json', true],
    ['application/json, text/plain', false],
    ['application/json, text/plain, */*', false],
    ['application/json;q=0.5, text/plain', true],
    ['application/json, text/plain;q=0.9', false],
    ['text/plain;q=0', false],
    ['text/plain;q=junk', false],
    ['text/html, text/plain;q=0.8', true],
    ['text/plainest', false],
  ])('%j asks for text: %s', (accept, expected) => {
    expect(prefersText(accept)).toBe(expected);
  });
});
