import { decodeContent } from '../arguments';
import { findView, readBase, rowsOf } from '../base-file';
import type { Row } from '../base-file';
import { FILE_OPTIONS, flag, parameter } from '../command';
import type { Call, Command } from '../command';
import { Failure } from '../failure';
import { printProperty } from '../property-value';
import { printRows } from '../rows';
import { activeFile, rememberOpened } from '../state';
import { targetFile } from '../target';
import { newNotePath } from './create';

const CORE_PLUGIN = 'bases';
const VIEW = parameter('view', '<name>', 'View name');

/** Commands for bases. */
export const BASE_COMMANDS: readonly Command[] = [
  {
    name: 'base:create',
    summary: 'Create a new item in a base',
    options: [
      ...FILE_OPTIONS,
      VIEW,
      parameter('name', '<name>', 'File name'),
      parameter('content', '<text>', 'Initial content'),
      flag('open', 'Open file after creating'),
      flag('newtab', 'Open in new tab'),
    ],
    run: createItem,
  },
  {
    name: 'base:query',
    summary: 'Query a base and return results',
    options: [
      ...FILE_OPTIONS,
      VIEW,
      parameter('format', 'json|csv|tsv|md|paths', 'Output format (default: json)'),
    ],
    run: queryView,
  },
  {
    name: 'base:views',
    summary: 'List views in the current base file',
    options: [],
    run: listViews,
  },
  {
    name: 'bases',
    summary: 'List all base files in the vault',
    options: [],
    run: listBases,
  },
].map((command) => ({ ...command, corePlugin: CORE_PLUGIN }));

function listBases({ vault }: Call): string {
  const paths = vault.files().filter((path) => path.endsWith('.base'));
  return paths.length > 0 ? paths.join('\n') : 'No base files found in vault';
}

/**
 * Only the file name is printed (observed on 1.12.7). The note goes where new notes go, without the properties that the
 * filters of the view ask for: what the app sets is not known.
 */
async function createItem(call: Call): Promise<string> {
  const { vault } = call;
  findView(await readBase(vault, targetFile(call)), call.value('view'));
  const path = newNotePath(vault, call.value('name') ?? 'Untitled');
  vault.write(path, decodeContent(call.value('content') ?? ''));
  if (call.flag('open')) rememberOpened(vault, path);
  return `Created: ${path.slice(path.lastIndexOf('/') + 1)}`;
}

/** The focused base is the active file: the command takes no other (observed on 1.12.7). */
async function listViews({ vault }: Call): Promise<string> {
  const path = activeFile(vault);
  if (path === undefined) throw new Failure('Error: No active file.');
  const { views } = await readBase(vault, path);
  return printRows(
    views.map(({ name, type }) => ({ name, type })),
    'tsv',
  );
}

/** A list of objects in JSON (observed on 1.12.7). The names of their fields and the other formats are a guess. */
async function queryView(call: Call): Promise<string> {
  const base = await readBase(call.vault, targetFile(call));
  const rows = await rowsOf(call.vault, base, findView(base, call.value('view')));
  const format = call.value('format');
  if (format === 'paths') return rows.map(({ path }) => path).join('\n');
  if (format === 'md') return markdownTable(rows);
  if (format !== 'csv' && format !== 'tsv') return JSON.stringify(rows);
  return printRows(withHeader(rows), format);
}

function withHeader(rows: readonly Row[]): Record<string, string>[] {
  const printed = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, inOneLine(value)])),
  );
  const names = Object.keys(rows[0] ?? {}).map((name) => [name, name]);
  return names.length === 0 ? printed : [Object.fromEntries(names) as Record<string, string>, ...printed];
}

function markdownTable(rows: readonly Row[]): string {
  const [head = [], ...lines] = withHeader(rows).map((row) => Object.values(row));
  if (head.length === 0) return '';
  return [head, head.map(() => '---'), ...lines]
    .map((cells) => `| ${cells.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
}

function inOneLine(value: unknown): string {
  return printProperty(value).replaceAll('\n', ', ');
}
