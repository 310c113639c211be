import { baseName, parentOf } from '../../text/path-list';
import type { PathKind } from '../../notes/note-store';
import { nearestNames } from '../../text/similar-names';
import { extensionOf, isFileType } from '../../text/file-types';

/** Maximum folders that are compared for similar spelling. */
const COMPARED = 2_000;

interface FolderFacts {
  /** Whether the call searches text. */
  readonly isSearch: boolean;
  /** What the vault has at a path, if that is known without asking the program. */
  readonly kindOf: (path: string) => Promise<PathKind | undefined>;
  /** Asks the program for the paths of all folders, one per line; undefined if the caller may not. */
  readonly listFolders: (() => Promise<string | undefined>) | undefined;
}

/**
 * A hint for a folder that the vault lacks. Costs at most one list of the vault.
 * @returns undefined if the folder exists, or if that is unknown
 */
export async function folderMeant(
  given: string,
  { isSearch, kindOf, listFolders }: FolderFacts,
): Promise<string | undefined> {
  const exact = given.replace(/\/$/, '');
  if (exact === '') return undefined;
  const path = plainPath(exact);
  // The program does not find a folder in any other spelling, such as one with a slash in front.
  const kind = exact === path ? await kindOf(path) : undefined;
  if (kind === 'folder') return undefined;
  if (kind === 'file') return hintForFile(path, isSearch);
  if (!listFolders) return kind === 'nothing' ? 'Check the spelling of its path.' : undefined;
  const paths = (await listFolders())?.split(/\r?\n/).filter(Boolean) ?? [];
  // A real list of folders always has the root.
  if (!paths.includes('/') || paths.includes(exact)) return undefined;
  const mayBeFile = kind === undefined && isFileType(extensionOf(path) ?? '');
  if (mayBeFile && !paths.includes(path)) return hintForFile(path, isSearch);
  const alike = paths.filter((other) => other.toLowerCase() === path.toLowerCase());
  const sameName = paths.filter((other) => lowerName(other) === lowerName(path));
  const nearest = alike[0] ?? sameName[0] ?? nearestNames(path, paths.slice(0, COMPARED), 1)[0];
  return nearest === undefined || nearest === '/' ? LIST_ALL : `Did you mean "${nearest}"?`;
}

const LIST_ALL = 'Run folders to list the paths of all folders.';

/** The hint for a file in place of a folder. */
function hintForFile(path: string, isSearch: boolean): string {
  const folder = parentOf(path);
  const other = folder === '' ? LIST_ALL : `Did you mean "${folder}"?`;
  const forNote = `For one note, leave path out and add path:"${path}" to query.`;
  return `Give a folder, not a file. ${isSearch ? forNote : other}`;
}

/** The path as the program would list it. */
function plainPath(given: string): string {
  return given
    .normalize('NFC')
    .trim()
    .replace(/\/{2,}/g, '/')
    .replace(/^(?:\.?\/)+|\/$/g, '');
}

function lowerName(path: string): string {
  return baseName(path).toLowerCase();
}
