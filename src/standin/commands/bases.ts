import { decodeContent } from '../arguments';
import { findView, readBase, rowsOf } from '../base-file';
import type { Row } from '../base-file';
import { FILE_OPTIONS, flag, parameter } from '../command';
import type { Call, Command } from '../command';
import { Failure, notKnown } from '../failure';
import { sorted } from '../order';
import { printProperty } from '../property-value';
import { printRows } from '../rows';
import { focusedFile, rememberOpened } from '../state';
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
  return paths.length > 0 ? sorted(paths).join('\n') : 'No base files found in vault';
}

/**
 * Prints only the file name. The note goes to the root of the vault, without properties to match the view's filters: which
 * ones the app sets is unknown.
 */
async function createItem(call: Call): Promise<string> {
  const { vault } = call;
  findView(await readBase(vault, targetBase(call)), call.value('view'));
  const path = newNotePath(vault, call.value('name') ?? 'Untitled');
  vault.write(path, decodeContent(call.value('content') ?? ''));
  if (call.flag('open')) rememberOpened(vault, path);
  return `Created: ${path}`;
}

/** Lists the views of the focused base; the command takes no other. */
async function listViews({ vault }: Call): Promise<string> {
  const path = focusedFile(vault);
  if (!path?.endsWith('.base')) return notKnown();
  const { views } = await readBase(vault, path);
  const rows = views.map(({ name, type }) => ({ name, type }));
  return rows.length > 0 ? printRows(rows, 'tsv') : 'No views defined.';
}

async function queryView(call: Call): Promise<string> {
  const base = await readBase(call.vault, targetBase(call));
  const rows = (await rowsOf(call.vault, base, findView(base, call.value('view')))).map(printed);
  const format = call.value('format') ?? 'json';
  if (format === 'paths') return rows.map(({ path }) => path).join('\n');
  return format === 'md' ? notKnown() : printRows(rows, format);
}

function targetBase(call: Call): string {
  const [path, file] = [call.value('path'), call.value('file')];
  if (path === undefined && file === undefined) return focusedFile(call.vault) ?? targetFile(call);
  const found = path ?? call.vault.linkTargets().resolve(file ?? '', '');
  if (found !== undefined && found.endsWith('.base') && call.vault.hasFile(found)) return found;
  throw new Failure(`Base file not found: ${path ?? file ?? ''}`);
}

function printed(row: Row): Record<string, string> & { path: string } {
  const cells = Object.entries(row).map(([name, value]) => [name, printProperty(value, ', ')]);
  return { path: '', ...(Object.fromEntries(cells) as Record<string, string>) };
}
