import { readdirSync } from 'node:fs';
import { readJson, writeJson } from './config-file';
import type { VaultFolder } from './vault-folder';

/** A plugin's manifest. */
export interface Manifest {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly author: string;
}

const ENABLED_FILE = 'community-plugins.json';

/** The installed plugins. */
export function installedPlugins(vault: VaultFolder): Manifest[] {
  return configEntries(vault, 'plugins').flatMap((folder) => {
    const manifest = readJson<Manifest>(vault, `plugins/${folder}/manifest.json`);
    if (manifest?.id === undefined) return [];
    const { id, name = id, version = '', author = '' } = manifest;
    return [{ id, name, version, author }];
  });
}

/** The ids of the enabled plugins. */
export function enabledIds(vault: VaultFolder): readonly string[] {
  const stored: unknown = readJson(vault, ENABLED_FILE);
  return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : [];
}

/** Enables an installed plugin. */
export function enablePlugin(vault: VaultFolder, id: string): void {
  const others = enabledIds(vault).filter((other) => other !== id);
  writeJson(vault, ENABLED_FILE, [...others, id]);
}

/** The names in a subfolder of the configuration folder; empty when it does not exist. */
export function configEntries(vault: VaultFolder, folder: string): string[] {
  try {
    return readdirSync(vault.configPlace(folder));
  } catch {
    return [];
  }
}
