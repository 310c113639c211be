import { readJson, writeJson } from './config-file';
import { Failure } from './failure';
import type { VaultFolder } from './vault-folder';

/** Core plugins whose commands the stand-in does not have. It does not turn them on. */
const WITHOUT_COMMANDS: ReadonlySet<string> = new Set(['publish', 'webviewer', 'workspaces']);

/** The app's core plugins, and whether they are on in a new vault. */
const CORE_PLUGINS: Readonly<Record<string, boolean>> = {
  'audio-recorder': false,
  backlink: true,
  bases: true,
  bookmarks: true,
  canvas: true,
  'command-palette': true,
  'daily-notes': true,
  'editor-status': true,
  'file-explorer': true,
  'file-recovery': true,
  'global-search': true,
  graph: true,
  'note-composer': true,
  'outgoing-link': true,
  outline: true,
  'page-preview': true,
  properties: false,
  publish: false,
  'random-note': true,
  slides: false,
  switcher: true,
  sync: true,
  'tag-pane': true,
  templates: true,
  webviewer: false,
  'word-count': true,
  workspaces: false,
  'zk-prefixer': false,
};

const FILE = 'core-plugins.json';

/** The ids of all core plugins. */
export function corePluginIds(): string[] {
  return Object.keys(CORE_PLUGINS);
}

/** Whether a core plugin is on in a vault. */
export function isCoreEnabled(vault: VaultFolder, id: string): boolean {
  return !WITHOUT_COMMANDS.has(id) && (readChoices(vault)[id] ?? CORE_PLUGINS[id] ?? false);
}

/**
 * Enables or disables a core plugin.
 * @throws Failure when the stand-in has none of its commands, so that the list of plugins agrees with the help
 */
export function setCoreEnabled(vault: VaultFolder, id: string, enabled: boolean): void {
  if (enabled && WITHOUT_COMMANDS.has(id)) {
    throw new Failure(`Error: The stand-in has no commands of the core plugin "${id}".`);
  }
  writeJson(vault, FILE, { ...readChoices(vault), [id]: enabled });
}

function readChoices(vault: VaultFolder): Readonly<Partial<Record<string, boolean>>> {
  const stored: unknown = readJson(vault, FILE) ?? {};
  // Older versions of the app stored a list of the enabled ones.
  if (!Array.isArray(stored)) return stored as Record<string, boolean>;
  return Object.fromEntries(corePluginIds().map((id) => [id, stored.includes(id)]));
}
