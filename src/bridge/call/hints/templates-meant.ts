import { baseName, lowercase } from '../../text/path-list';
import { nearestNames } from '../../text/similar-names';

/** Maximum templates that are compared for similar spelling. */
const COMPARED = 2_000;

/**
 * A hint for a template that the program did not find. It knows a template by its path below the template folder.
 * @param templates the names of all templates, one per line
 */
export function templateMeant(given: string, templates: string | undefined): string | undefined {
  const names = (templates ?? '').split(/\r?\n/).filter(Boolean);
  const wanted = lowercase(given.normalize('NFC').replace(/\.md$/i, ''));
  const inPath = names.filter((name) => wanted.endsWith(`/${lowercase(name)}`));
  const longest = inPath.reduce((one, other) => (other.length > one.length ? other : one), '');
  if (longest !== '') return `Give the name without the template folder: "${longest}".`;
  const inFolders = names.filter((name) => lowercase(baseName(name)) === baseName(wanted));
  const meant = inFolders[0] ?? nearestNames(wanted, names.slice(0, COMPARED), 1)[0];
  return meant === undefined ? undefined : `Did you mean "${meant}"?`;
}
