import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { FAILURES } from '../src/bridge/errors';
import { DEFAULT_SETTINGS } from '../src/bridge/settings';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

/** The rows of the table under these headings, each as its cells. */
function table(...headings: string[]): string[][] {
  const lines = readme.split('\n').map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  const head = lines.findIndex((cells) => headings.every((heading, column) => cells[column] === heading));
  expect(head, `the table ${headings.join(', ')}`).toBeGreaterThan(-1);
  const rows = lines.slice(head + 2);
  return rows.slice(
    0,
    rows.findIndex((cells) => cells.length === 0),
  );
}

describe('the README agrees with the code', () => {
  test('on every failure, its status and its meaning', () => {
    const documented = table('Code', 'Status', 'Meaning');
    const real = Object.entries(FAILURES).map(([code, { status, meaning }]) => [
      `\`${code}\``,
      String(status),
      meaning,
    ]);
    expect(documented).toEqual(real);
  });

  test('on every setting and its default', () => {
    const documented = table('Setting', 'Default').map(([key, value]) => [key, value]);
    const real = Object.entries(DEFAULT_SETTINGS).map(([key, value]) => [
      `\`${key}\``,
      `\`${JSON.stringify(value)}\``,
    ]);
    expect(documented).toEqual(real);
  });

  test('on the files it links to', () => {
    const links = [...readme.matchAll(/\]\(([^)#:]+)\)/g)].map(([, target = '']) => target);
    expect(links.length).toBeGreaterThan(2);
    for (const link of links) {
      expect(() => readFileSync(new URL(`../${link}`, import.meta.url)), link).not.toThrow();
    }
  });
});
