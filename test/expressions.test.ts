import { createContext, Script } from 'node:vm';
import { expect, test } from 'vitest';
import { expressionsInCode } from './kit/expressions';
import type { Expression } from './kit/expressions';

const LENGTH = 100 * 1024;
/** For all texts of an expression, and for one. Generous: linear time is a millisecond each, quadratic time about 5 seconds. */
const LIMIT_MS = 2_000;

/** Texts that, repeated, make expressions try again and again. */
const REPEATED = [
  ...'/\\ \t\n\r"\'`~*_-=+|:;,.#[](){}<>aA1\u00e9\u{1f389}',
  '[[',
  '[[,',
  'a ',
  'a-',
  'a:',
  ':1',
  '1.',
  'a/',
  './',
  '\n ',
  '\n  ',
  '\n    a',
  '\r\n',
  '{{',
];

const { literals, built } = expressionsInCode();
/** Without a repetition, an expression looks at each character a fixed number of times. */
const repeating = literals.filter(({ source, isBounded }) => !isBounded && /[*+}]/.test(source));

test('no expression is built from a text, and few rely on a bound', () => {
  expect(literals.length).toBeGreaterThan(300);
  expect(built).toEqual([]);
  expect(literals.filter(({ isBounded }) => isBounded).length).toBeLessThanOrEqual(8);
});

test.for(repeating)('$place: $source takes linear time on its worst texts', (expression) => {
  const texts = [...worstTexts(expression)];
  if (areFast(expression, texts)) return;
  const slow = texts.find((text) => !areFast(expression, [text]));
  expect(slow?.slice(0, 80)).toBeUndefined();
});

/** Long texts that almost match: the expression's own beginning, then one part again and again, then an end that fits nothing. */
function* worstTexts({ source }: Expression): Generator<string> {
  const parts = literalParts(source);
  const beginnings = new Set(['', 'Error: a', ...parts.slice(0, 2), parts.slice(0, 2).join('')]);
  for (const beginning of beginnings) {
    for (const part of new Set([...REPEATED, ...parts])) {
      yield `${beginning}${part.repeat(LENGTH / part.length)}\0\n\0`;
    }
  }
}

/** The parts of an expression that stand for themselves. */
function literalParts(source: string): string[] {
  return source
    .replace(/\[(?:[^\]\\]|\\.)*\]|\\[a-z](?:\{[^}]*\})?|\(\?(?:<?[=!]|:|<\w+>)|\{[\d,]+\}/gi, '\0')
    .split(/(?<!\\)[\0^$.*+?()|]+/)
    .map((part) => part.replace(/\\(.)/g, '$1'))
    .filter((part) => part !== '');
}

const context = createContext();
const replaceAll = new Script("for (const text of texts) text.replace(expression, '')");

/** Runs the expression where it can be stopped: one that takes exponential time would never end. */
function areFast({ source, flags }: Expression, texts: readonly string[]): boolean {
  Object.assign(context, { texts, expression: new RegExp(source, flags) });
  try {
    replaceAll.runInContext(context, { timeout: LIMIT_MS });
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'ERR_SCRIPT_EXECUTION_TIMEOUT' });
    return false;
  }
}
