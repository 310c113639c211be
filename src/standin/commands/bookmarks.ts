import { flag, parameter } from '../command';
import type { Call, Command } from '../command';
import { readJson } from '../config-file';
import { Failure, fileNotFound, folderNotFound, notKnown } from '../failure';
import { printRows } from '../rows';
import { activeFile } from '../state';

interface Bookmark {
  readonly type: string;
  readonly title?: string;
  readonly path?: string;
  readonly subpath?: string;
  readonly query?: string;
  readonly url?: string;
  /** The bookmarks in a group. */
  readonly items?: readonly Bookmark[];
}

/** Commands for bookmarks, stored in the app's own file. */
export const BOOKMARK_COMMANDS: readonly Command[] = [
  {
    name: 'bookmark',
    summary: 'Add a bookmark',
    options: [
      parameter('file', '<path>', 'File to bookmark'),
      parameter('subpath', '<subpath>', 'Subpath (heading or block) within file'),
      parameter('folder', '<path>', 'Folder to bookmark'),
      parameter('search', '<query>', 'Search query to bookmark'),
      parameter('url', '<url>', 'URL to bookmark'),
      parameter('title', '<title>', 'Bookmark title'),
    ],
    isReplyUnknown: true,
    run: addBookmark,
  },
  {
    name: 'bookmarks',
    summary: 'List bookmarks',
    options: [
      flag('total', 'Return bookmark count'),
      flag('verbose', 'Include bookmark types'),
      parameter('format', 'json|tsv|csv', 'Output format (default: tsv)'),
    ],
    run: listBookmarks,
  },
].map((command) => ({ ...command, corePlugin: 'bookmarks' }));

/** Without a target, bookmarks the active file. */
function addBookmark({ value, vault }: Call): never {
  const [file, folder] = [value('file'), value('folder')];
  if (file !== undefined && !vault.hasFile(file)) throw fileNotFound(file);
  if (folder !== undefined && !vault.hasFolder(folder)) throw folderNotFound(folder);
  const target = file ?? folder ?? value('search') ?? value('url') ?? activeFile(vault);
  if (target !== undefined) return notKnown();
  throw new Failure('No active file. Use file=<name> or path=<path> to specify a file.');
}

function listBookmarks(call: Call): string {
  const { items } = readJson<{ items: Bookmark[] }>(call.vault, 'bookmarks.json') ?? {};
  const bookmarks = Array.isArray(items) ? items.flatMap(flat) : [];
  if (call.flag('total')) return String(bookmarks.length);
  if (bookmarks.length === 0) return 'No bookmarks found.';
  const rows = bookmarks.map((bookmark) => {
    const value = valueOf(bookmark);
    const { type, title = '' } = bookmark;
    return call.flag('verbose') ? { type, value, title } : { value: value || `[${type}] ${title}` };
  });
  return printRows(rows, call.value('format'));
}

/** What a bookmark leads to; empty for a group and a graph. */
function valueOf({ path = '', subpath = '', query = '', url = '' }: Bookmark): string {
  return path + subpath || query || url;
}

/** A bookmark, followed by those in it if it is a group. */
function flat(bookmark: Bookmark): Bookmark[] {
  return [bookmark, ...(bookmark.items ?? []).flatMap(flat)];
}
