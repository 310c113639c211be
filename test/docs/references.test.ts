import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scripts } from '../../package.json';
import { anchorsOf, linksOf, PAGES, prose, read, ROOT } from './pages';

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
