import { passes, valueOf } from './base-filter';
import type { BaseNote, Filter } from './base-filter';
import { Failure, notKnown } from './failure';
import { titleOf } from './link-target';
import { readProperties } from './markdown/frontmatter';
import { tagsOfNote } from './markdown/tags';
import { sorted } from './order';
import type { VaultFolder } from './vault-folder';

/** A view of a base. */
interface View {
  readonly type: string;
  readonly name: string;
  readonly filters?: Filter;
  readonly order?: readonly string[];
  readonly sort?: unknown;
  readonly limit?: number;
}

/** The parts of a `.base` file that are read here. */
export interface Base {
  readonly filters?: Filter;
  readonly properties?: Readonly<Partial<Record<string, { readonly displayName?: string }>>>;
  readonly views: readonly View[];
}

/** One file in a view: its path, then a cell for each column name. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * Reads a base.
 * @throws NotKnown when the file is not a valid base
 */
export async function readBase(vault: VaultFolder, path: string): Promise<Base> {
  const { parseDocument } = await import('yaml');
  const document = parseDocument(vault.read(path), { logLevel: 'error' });
  const base = document.errors.length > 0 ? undefined : (document.toJS() as Partial<Base> | null);
  return Array.isArray(base?.views) ? (base as Base) : notKnown();
}

/**
 * The view with this name, or the first one.
 * @throws Failure when there is no such view
 */
export function findView(base: Base, name: string | undefined): View {
  const view = name === undefined ? base.views[0] : base.views.find((candidate) => candidate.name === name);
  if (!view) throw new Failure(`View not found: ${name ?? ''}`);
  return view;
}

/**
 * The rows of a view, sorted by path.
 * @throws NotKnown when the view sorts or uses formulas, which the stand-in cannot do
 */
export async function rowsOf(vault: VaultFolder, base: Base, view: View): Promise<Row[]> {
  const columns = view.order ?? ['file.name'];
  if (view.sort !== undefined || columns.some((column) => column.startsWith('formula.'))) return notKnown();
  const rows: Row[] = [];
  for (const path of sorted(vault.files())) {
    const note = await readNote(vault, path);
    if (!passes(base.filters, note) || !passes(view.filters, note)) continue;
    const cells = columns.map((column): [string, unknown] => [columnName(base, column), cell(column, note)]);
    rows.push({ path, ...Object.fromEntries(cells) });
  }
  return rows.slice(0, view.limit);
}

async function readNote(vault: VaultFolder, path: string): Promise<BaseNote> {
  const text = path.endsWith('.md') ? vault.read(path) : '';
  return { path, properties: (await readProperties(text)) ?? new Map(), tags: await tagsOfNote(text) };
}

/** A column's display name in the base, or its own name with a space for the dot: `file name`. */
function columnName(base: Base, column: string): string {
  const key = column.replace(/^note\./, '');
  const given = base.properties?.[column] ?? base.properties?.[`note.${key}`] ?? base.properties?.[key];
  return given?.displayName ?? key.replace('.', ' ');
}

function cell(column: string, note: BaseNote): unknown {
  return (column === 'file.name' ? titleOf(note.path) : valueOf(column, note)) ?? null;
}
