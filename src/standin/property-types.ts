import { readJson, writeJson } from './config-file';
import type { PropertyType } from './property-value';
import type { VaultFolder } from './vault-folder';

const FILE = 'types.json';

/** The types in the app's file that are lists. */
const LISTS: ReadonlySet<string> = new Set(['multitext', 'tags', 'aliases']);

/** The type that the vault assigns to a property, if any. */
export function assignedType(vault: VaultFolder, name: string): string | undefined {
  const stored = types(vault)[name];
  return stored !== undefined && LISTS.has(stored) ? 'list' : stored;
}

/** Assigns a type to a property in the whole vault. */
export function assignType(vault: VaultFolder, name: string, type: PropertyType): void {
  if (assignedType(vault, name) === type) return;
  const stored = type === 'list' ? 'multitext' : type;
  writeJson(vault, FILE, { ...readJson(vault, FILE), types: { ...types(vault), [name]: stored } });
}

function types(vault: VaultFolder): Readonly<Partial<Record<string, string>>> {
  return readJson<{ types: Record<string, string> }>(vault, FILE)?.types ?? {};
}
