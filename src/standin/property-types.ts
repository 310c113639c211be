import { readJson, writeJson } from './config-file';
import type { PropertyType } from './property-value';
import type { VaultFolder } from './vault-folder';

const FILE = 'types.json';

/** The app's own words for the types in its file. */
const LISTS: ReadonlySet<string> = new Set(['multitext', 'tags', 'aliases']);

/** The type that the vault has for a property; undefined when it has none. */
export function assignedType(vault: VaultFolder, name: string): string | undefined {
  const stored = types(vault)[name];
  return stored !== undefined && LISTS.has(stored) ? 'list' : stored;
}

/** Makes a type that of the property in the whole vault. */
export function assignType(vault: VaultFolder, name: string, type: PropertyType): void {
  if (assignedType(vault, name) === type) return;
  const stored = type === 'list' ? 'multitext' : type;
  writeJson(vault, FILE, { ...readJson(vault, FILE), types: { ...types(vault), [name]: stored } });
}

function types(vault: VaultFolder): Readonly<Partial<Record<string, string>>> {
  return readJson<{ types: Record<string, string> }>(vault, FILE)?.types ?? {};
}
