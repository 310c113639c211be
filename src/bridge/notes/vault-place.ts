import { lstat, readdir, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { StoreFailure } from './note-store';
import { systemCode } from '../text/error-kind';

/** The place of a vault path on disk. */
interface RealPath {
  /** The real path of the part that exists. */
  readonly real: string;
  readonly missing: readonly string[];
}

/** The errors for a name that nothing has, or can have. */
const MISSING: readonly unknown[] = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'];
/** Such a name has only one Unicode form. */
const IS_ASCII = /^[ -~]*$/;

/**
 * Follows names from a vault's folder; case-sensitive, but in any Unicode form. Takes one step for a path that is spelled as on
 * disk and leads through no link; otherwise, a step or two for each name. Lists a folder only for a name that may have another form.
 * @param root the real path of the vault's folder
 * @throws StoreFailure if a link leads out of the vault or to a name that begins with a dot
 */
export async function follow(root: string, parts: readonly string[]): Promise<RealPath> {
  const whole = join(root, ...parts);
  if ((await realOf(whole)) === whole) return { real: whole, missing: [] };
  let real = root;
  for (const [index, part] of parts.entries()) {
    const found = await entryOf(real, part);
    if (found === undefined) return { real, missing: parts.slice(index) };
    real = found;
    const isInside = !relative(root, real)
      .split(sep)
      .some((name) => name.startsWith('.'));
    if (!isInside || isAbsolute(relative(root, real)))
      throw new StoreFailure('A link at this path leads out of the vault.', { isUnchanged: true });
  }
  return { real, missing: [] };
}

/** The real path of an entry in a folder; undefined if it does not exist or is a broken link. */
async function entryOf(folder: string, name: string): Promise<string | undefined> {
  const literal = join(folder, name);
  const found = await realOf(literal);
  if (found !== undefined) {
    // macOS and Windows also find a name in another case, and then return the real one.
    const isSpelledSo = found.normalize() === literal.normalize() || (await lstat(literal)).isSymbolicLink();
    return isSpelledSo ? found : undefined;
  }
  if (IS_ASCII.test(name)) return undefined;
  const wanted = name.normalize();
  const entry = (await namesOf(folder)).find((other) => other !== name && other.normalize() === wanted);
  return entry === undefined ? undefined : realOf(join(folder, entry));
}

/** The path without links, as it is spelled on disk; undefined if there is nothing. */
function realOf(path: string): Promise<string | undefined> {
  return orNothing(realpath(path), undefined);
}

/** The listings in progress, by folder, so that simultaneous look-ups share one. */
const listings = new Map<string, Promise<readonly string[]>>();

function namesOf(folder: string): Promise<readonly string[]> {
  const known = listings.get(folder);
  if (known) return known;
  const listing = orNothing(readdir(folder), []).finally(() => listings.delete(folder));
  listings.set(folder, listing);
  return listing;
}

async function orNothing<T, Nothing>(work: Promise<T>, nothing: Nothing): Promise<T | Nothing> {
  try {
    return await work;
  } catch (error) {
    if (MISSING.includes(systemCode(error))) return nothing;
    throw error;
  }
}
