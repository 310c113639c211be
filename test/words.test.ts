import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const SELF = 'test/words.test.ts';

/** References that nobody can follow, since the documents they point to are not in this repository. */
const UNRESOLVED = /§|\bdecision \d/i;

/** Names and phrases that have been replaced by the usual ones. */
const REPLACED = new RegExp(
  [
    // Names: each thing has one.
    'body-?room',
    'body-?share',
    'kept-?outcomes',
    'fit-?call',
    'only-?reads',
    'prints-?notes\\b',
    'PluginHost',
    'HTTP interface',
    'allowed web origins',
    // Terms: separated by, lowercase letter, prefix wildcard, time-out, hint, command index, unavailable, other program.
    'parted by',
    'small letters?\\b',
    'a beginning and a star',
    'patience\\b',
    'advice\\b',
    'knowledge\\b',
    'unwell\\b',
    'strangers?\\b',
    // Phrases that can be said more plainly.
    '(?<!there )is no (?!longer|more\\b|other|note\\b|failure\\b|command\\b)',
    'puts? up with',
    'met an? \\w* ?fault',
    'gone in\\b',
    'that which\\b',
    'whoever\\b',
    'has gone\\b',
    'comes? about\\b',
  ]
    .map((words) => `(?<![\\w-])${words}`)
    .join('|'),
  'i',
);

function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:[mc]?[jt]s|md|ya?ml)$/.test(entry.name))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(ROOT.length + 1)
        .split(sep)
        .join('/'),
    )
    .filter((path) => path !== SELF && !path.includes('sample-vault/') && !path.includes('node_modules/'));
}

function linesWith(pattern: RegExp): string[] {
  const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md'];
  return [...pages, ...['src', 'test', 'docs', 'scripts'].flatMap(filesIn)].flatMap((path) =>
    readFileSync(join(ROOT, path), 'utf8')
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  );
}

test('comments, titles and pages refer only to what is in the repository', () => {
  expect(linesWith(UNRESOLVED)).toEqual([]);
});

test('one thing has one name', () => {
  expect(linesWith(REPLACED)).toEqual([]);
});
