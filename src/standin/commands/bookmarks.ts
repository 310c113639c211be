import { flag, parameter } from '../command';
import type { Call, Command } from '../command';
import { readJson, writeJson } from '../config-file';
import { Failure, fileNotFound, folderNotFound } from '../failure';
import { printRows } from '../rows';

interface Bookmark {
  readonly type: string;
  readonly ctime: number;
  readonly title?: string;
  readonly path?: string;
  readonly subpath?: string;
  readonly query?: string;
  readonly url?: string;
}

const FILE = 'bookmarks.json';
const CORE_PLUGIN = 'bookmarks';

/** Commands for bookmarks, stored in the app's own file. Their output is a guess. */
export const BOOKMARK_COMMANDS: readonly Command[] = [
  {
    name: 'bookmark',
    summary: 'Add a bookmark',
    corePlugin: CORE_PLUGIN,
    options: [
      parameter('file', '<path>', 'File to bookmark'),
      parameter('subpath', '<subpath>', 'Subpath (heading or block) within file'),
      parameter('folder', '<path>', 'Folder to bookmark'),
      parameter('search', '<query>', 'Search query to bookmark'),
      parameter('url', '<url>', 'URL to bookmark'),
      parameter('title', '<title>', 'Bookmark title'),
    ],
    run: addBookmark,
  },
  {
    name: 'bookmarks',
    summary: 'List bookmarks',
    corePlugin: CORE_PLUGIN,
    options: [
      flag('total', 'Return bookmark count'),
      flag('verbose', 'Include bookmark types'),
      parameter('format', 'json|tsv|csv', 'Output format (default: tsv)'),
    ],
    run: listBookmarks,
  },
];

function addBookmark(call: Call): string {
  const bookmark = wanted(call);
  const items = [...readBookmarks(call), bookmark];
  writeJson(call.vault, FILE, { ...readJson(call.vault, FILE), items });
  return `Bookmarked: ${label(bookmark)}`;
}

function wanted(call: Call): Bookmark {
  const { vault } = call;
  const [file, folder, query, url] = ['file', 'folder', 'search', 'url'].map((name) => call.value(name));
  const title = call.value('title');
  const subpath = call.value('subpath');
  const common = { ctime: call.now.getTime(), ...(title !== undefined && { title }) };
  if (file !== undefined) {
    if (!vault.hasFile(file)) throw fileNotFound(file);
    return { type: 'file', ...common, path: file, ...(subpath !== undefined && { subpath }) };
  }
  if (folder !== undefined) {
    if (!vault.hasFolder(folder)) throw folderNotFound(folder);
    return { type: 'folder', ...common, path: folder };
  }
  if (query !== undefined) return { type: 'search', ...common, query };
  if (url !== undefined) return { type: 'url', ...common, url };
  throw new Failure('Error: Missing required parameter: file=<path>\nUsage: bookmark file=<path>');
}

function listBookmarks(call: Call): string {
  const bookmarks = readBookmarks(call);
  if (bookmarks.length === 0) return 'No bookmarks found.';
  if (call.flag('total')) return String(bookmarks.length);
  const rows = bookmarks.map((bookmark) => ({
    ...(call.flag('verbose') && { type: bookmark.type }),
    bookmark: label(bookmark),
  }));
  return printRows(rows, call.value('format'));
}

function readBookmarks(call: Call): readonly Bookmark[] {
  const items = readJson<{ items: Bookmark[] }>(call.vault, FILE)?.items;
  return Array.isArray(items) ? items : [];
}

function label({ title, path, subpath = '', query, url, type }: Bookmark): string {
  return title ?? (path === undefined ? (query ?? url ?? type) : path + subpath);
}
