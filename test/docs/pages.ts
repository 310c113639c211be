import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The text of a file of the repository, named from its root. */
export function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** All pages that people read: those at the root, and everything under `docs/`. */
export const PAGES: readonly string[] = ['', 'docs', 'docs/contributing'].flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => posix.join(folder, name)),
);

/** A link to another place in the repository: the page it leads to, and the heading on it, if it names one. */
export interface Link {
  readonly from: string;
  readonly page: string;
  readonly anchor: string;
}

/** The links of a page that stay in the repository. */
export function linksOf(page: string): Link[] {
  return [...prose(read(page)).matchAll(/\]\(([^)\s#]*)(?:#([^)\s]*))?\)/g)]
    .map(([, target = '', anchor = '']) => ({ target, anchor }))
    .filter(({ target }) => !/^[a-z]+:/.test(target))
    .map(({ target, anchor }) => {
      const path = target === '' ? page : relative(ROOT, resolve(ROOT, dirname(page), target));
      return { from: page, page: path.replaceAll('\\', '/'), anchor };
    });
}

/** The anchors that GitHub gives to the headings of a page. */
export function anchorsOf(page: string): Set<string> {
  const headings = [...prose(read(page)).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** The blocks of code on a page in these languages. */
export function codeBlocks(page: string, ...languages: string[]): string[] {
  return [...read(page).matchAll(/^```(\w*)\n([^]*?)^```$/gm)]
    .filter(([, language = '']) => languages.includes(language))
    .map(([, , block = '']) => block);
}

/** The page without its blocks of code. */
export function prose(text: string): string {
  return text.replaceAll(/^```\w*\n[^]*?^```$/gm, '');
}
