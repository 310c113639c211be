import { nearestNames } from '../../similar-names';

/** Folders that are compared letter by letter. */
const COMPARED = 2_000;

/**
 * What a folder that the vault lacks was probably meant to be.
 * @param folders the paths of all folders, one a line, as the program lists them
 * @returns undefined where there is such a folder, or where that is not known
 */
export function folderMeant(given: string, folders = ''): { readonly hint: string } | undefined {
  const wanted = plainPath(given);
  const paths = folders.split(/\r?\n/).filter(Boolean);
  // The program lists the root, too: without it, these are no folders.
  if (wanted === '' || !paths.includes('/') || paths.includes(wanted)) return undefined;
  const alike = paths.filter((path) => path.toLowerCase() === wanted.toLowerCase());
  const named = paths.filter((path) => lastPart(path) === lastPart(wanted));
  const nearest = alike[0] ?? named[0] ?? nearestNames(wanted, paths.slice(0, COMPARED), 1)[0];
  if (nearest === undefined || nearest === '/')
    return { hint: 'Run folders to list the paths of all folders.' };
  return { hint: `Did you mean "${nearest}"?` };
}

/** As the program lists it. */
function plainPath(given: string): string {
  return given
    .normalize('NFC')
    .trim()
    .replace(/\/{2,}/g, '/')
    .replace(/^(?:\.?\/)+|\/+$/g, '');
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase();
}
