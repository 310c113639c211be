import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { titlesIn } from './titles';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SUITES = ['test/attack', 'test/fuzz', 'test/load'];
/** This file itself is no attack. */
const OWN = 'test/attack/robustness-doc.test.ts';

interface Row {
  readonly file: string;
  readonly title: string;
  readonly measured: string;
}

function read(path: string): string {
  return readFileSync(ROOT + path, 'utf8');
}

const rows: Row[] = read('docs/robustness.md')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter((cells) => cells.length === 6 && cells[2]?.startsWith('`test/'))
  .map(([, , file = '', title = '', measured = '']) => ({ file: file.replaceAll('`', ''), title, measured }));

test('every row names a test that exists, and what was measured', () => {
  expect(rows.length).toBeGreaterThan(80);
  for (const { file, title, measured } of rows) {
    const isThere = ["'", '"', '`'].some((quote) => read(file).includes(`${quote}${title}${quote}`));
    expect(isThere, `${file}: ${title}`).toBe(true);
    expect(measured, title).not.toBe('');
  }
});

test('every test of the suites has a row', () => {
  const files = SUITES.flatMap((folder) => readdirSync(ROOT + folder).map((name) => `${folder}/${name}`));
  for (const file of files.filter((name) => name.endsWith('.test.ts') && name !== OWN)) {
    const documented = rows.filter((row) => row.file === file).map(({ title }) => title);
    expect([...documented].sort(), file).toEqual(titlesIn(read(file)).sort());
  }
});
