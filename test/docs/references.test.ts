import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scripts } from '../../package.json';
import { anchorsOf, codeBlocks, linksOf, PAGES, prose, read, ROOT } from './pages';

/** Pages that name files of the code. */
const CODE_PAGES = PAGES.filter(
  (page) => page === 'CONTRIBUTING.md' || page.startsWith('docs/contributing/'),
);

test.for(PAGES)('the links of %s lead somewhere', (page) => {
  for (const link of linksOf(page)) {
    expect(existsSync(join(ROOT, link.page)), link.page).toBe(true);
    if (link.anchor !== '') expect([...anchorsOf(link.page)], link.page).toContain(link.anchor);
  }
});

test('every page under docs/ can be reached from the README', () => {
  const reached = new Set(['README.md']);
  for (const page of reached) {
    if (!page.endsWith('.md')) continue;
    for (const link of linksOf(page)) reached.add(link.page);
  }
  expect(PAGES.filter((page) => page.startsWith('docs/') && !reached.has(page))).toEqual([]);
});

test.for(CODE_PAGES)('the files that %s names exist', (page) => {
  const named = [...prose(read(page)).matchAll(/`((?:[\w.-]+\/)+[\w.-]*)`/g)].map(([, path = '']) => path);
  // Files of the bridge are named from its folder; `dist/` is there only once it was built.
  const isThere = (path: string): boolean =>
    /^(?:dist|release)\//.test(path) ||
    ['', 'src/bridge'].some((folder) => existsSync(join(ROOT, folder, path)));
  expect(named.filter((path) => !isThere(path))).toEqual([]);
});

test('docs/contributing/architecture.md names every folder of the bridge', () => {
  const page = read('docs/contributing/architecture.md');
  const entries = readdirSync(join(ROOT, 'src/bridge'), { recursive: true, withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${name}/`);
  expect(folders).toContain('records/');
  expect(folders.filter((name) => !page.includes(name))).toEqual([]);
});

test.for(PAGES)('the npm scripts that %s names exist', (page) => {
  const named = [...read(page).matchAll(/\bnpm run (?:--silent )?([\w:]+)/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test('the README shows both set-up commands, and the gate runs the second as written there', () => {
  const [start, check] = ['npm ci && npm start', 'npm ci && npm test'];
  const shown = codeBlocks('README.md', 'sh').map((block) => block.trim());
  expect(shown).toEqual(expect.arrayContaining([start, check]));
  const run = read('.ci/run').split('\n');
  expect(run.filter((line) => /^[^#]*\bnpm\b/.test(line))).toEqual([check]);
});

/** Files with commands that name scripts of the repository. */
const CALLERS = [...PAGES, 'package.json', '.ci/run', ...filesUnder('.github'), ...filesUnder('scripts')];

/** The files below a folder of the repository, by their paths from its root. */
function filesUnder(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

describe.skipIf(!existsSync(join(ROOT, '.git')))('what is in a clone', () => {
  const git = (...options: string[]): string[] =>
    execFileSync('git', ['ls-files', ...options], { cwd: ROOT, encoding: 'utf8' })
      .trim()
      .split('\n');

  test('every script that a page, a workflow, another script or package.json names', () => {
    const named = CALLERS.flatMap((file) =>
      [...read(file).matchAll(/(?<![\w/])(?:\.\.\/)?((?:scripts|test|src)\/[\w./-]+\.(?:mjs|sh|ts))\b/g)].map(
        ([, path = '']) => path,
      ),
    );
    expect(named).toEqual(
      expect.arrayContaining(['scripts/release/check.mjs', 'scripts/release/changelog-section.mjs']),
    );
    const cloned = new Set(git('--cached', '--others', '--exclude-standard'));
    expect([...new Set(named)].filter((path) => !cloned.has(path))).toEqual([]);
  });

  test('every source, script, test and page: none is ignored by mistake', () => {
    const folders = ['src', 'scripts', 'test', 'docs', 'skills', '.github', '.ci'];
    expect(git('--others', '--ignored', '--exclude-standard', '--', ...folders).filter(Boolean)).toEqual([]);
  });
});
