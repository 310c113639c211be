import { open } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { inGroups } from '../text/in-groups';
import { lowercase } from '../text/path-list';
import { isNote } from './note-names';
import { isProblem, parseFrontmatter } from './parsed-frontmatter';

/** How long notes are read to find an alias, in milliseconds, and how many at a time. */
const SEARCH_MS = 500;
const AT_ONCE = 16;
/** Bytes at the beginning of a note in which its aliases are looked for. */
const HEAD_BYTES = 4 * 1024;

const NAMES: ReadonlySet<string> = new Set(['aliases', 'alias']);

/**
 * The notes that have an alias in their frontmatter, whatever its case. Reads the beginning of each note, for half a second at most.
 * @param paths of files
 * @param placeOf where on disk the file of a path is
 */
export async function aliasedFiles(
  alias: string,
  paths: readonly string[],
  placeOf: (path: string) => string,
): Promise<readonly string[]> {
  const wanted = lowercase(alias);
  const found: string[] = [];
  const end = performance.now() + SEARCH_MS;
  await inGroups(paths.filter(isNote), AT_ONCE, async (path) => {
    if (performance.now() > end) return;
    const head = await headOf(placeOf(path)).catch(() => '');
    // Nearly all notes need not be parsed.
    if (lowercase(head).includes(wanted) && aliasesIn(head).some((each) => lowercase(each) === wanted))
      found.push(path);
  });
  return found;
}

async function headOf(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** The aliases in the frontmatter of a note; a single one may be a text. */
function aliasesIn(text: string): string[] {
  const frontmatter = parseFrontmatter(text);
  if (!frontmatter || isProblem(frontmatter)) return [];
  const written = frontmatter.properties
    .filter(({ name }) => NAMES.has(name.toLowerCase()))
    .flatMap(({ value }): readonly unknown[] =>
      Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [],
    );
  return written.flatMap((each) => (typeof each === 'string' ? [each.trim()] : []));
}
