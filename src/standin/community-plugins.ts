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

/** The plugins that can be installed: there is no network, only the manifests of a few well-known plugins. */
const DIRECTORY: readonly Manifest[] = [
  { id: 'calendar', name: 'Calendar', version: '1.5.10', author: 'Liam Cain' },
  { id: 'dataview', name: 'Dataview', version: '0.5.68', author: 'Michael Brenan' },
  { id: 'obsidian-git', name: 'Git', version: '2.32.1', author: 'Vinzent' },
  { id: 'obsidian-tasks-plugin', name: 'Tasks', version: '7.18.4', author: 'Clare Macrae' },
  { id: 'templater-obsidian', name: 'Templater', version: '2.9.1', author: 'SilentVoid' },
];

const ENABLED_FILE = 'community-plugins.json';

/** Looks up a plugin that can be installed. */
export function findInDirectory(id: string): Manifest | undefined {
  return DIRECTORY.find((manifest) => manifest.id === id);
}

/** The installed plugins, sorted by id. */
export function installedPlugins(vault: VaultFolder): Manifest[] {
  return folderNames(vault).flatMap((folder) => {
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

/** Enables or disables an installed plugin. */
export function setEnabled(vault: VaultFolder, id: string, enabled: boolean): void {
  const others = enabledIds(vault).filter((other) => other !== id);
  writeJson(vault, ENABLED_FILE, enabled ? [...others, id] : others);
}

/** Writes the manifest of a plugin where the app would install the plugin, without any code. */
export function install(vault: VaultFolder, manifest: Manifest): void {
  vault.writeConfig(`plugins/${manifest.id}/manifest.json`, `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Disables a plugin and deletes its folder. */
export function uninstall(vault: VaultFolder, id: string): void {
  setEnabled(vault, id, false);
  const folder = folderNames(vault).find((name) => {
    return readJson<Manifest>(vault, `plugins/${name}/manifest.json`)?.id === id;
  });
  if (folder !== undefined) vault.eraseConfig(`plugins/${folder}`);
}

function folderNames(vault: VaultFolder): string[] {
  try {
    return readdirSync(vault.configPlace('plugins')).sort();
  } catch {
    return [];
  }
}
