import { readJson, writeJson } from './config-file';
import type { VaultFolder } from './vault-folder';

/** The app's core plugins, their names, and whether they are on in a new vault. */
const CORE_PLUGINS: Readonly<Record<string, readonly [name: string, on: boolean]>> = {
  'audio-recorder': ['Audio recorder', false],
  backlink: ['Backlinks', true],
  bases: ['Bases', true],
  bookmarks: ['Bookmarks', true],
  canvas: ['Canvas', true],
  'command-palette': ['Command palette', true],
  'daily-notes': ['Daily notes', true],
  'editor-status': ['Editor status', true],
  'file-explorer': ['Files', true],
  'file-recovery': ['File recovery', true],
  'global-search': ['Search', true],
  graph: ['Graph view', true],
  'note-composer': ['Note composer', true],
  'outgoing-link': ['Outgoing links', true],
  outline: ['Outline', true],
  'page-preview': ['Page preview', true],
  properties: ['Properties view', false],
  publish: ['Publish', false],
  'random-note': ['Random note', true],
  slides: ['Slides', false],
  switcher: ['Quick switcher', true],
  sync: ['Sync', true],
  'tag-pane': ['Tags view', true],
  templates: ['Templates', true],
  webviewer: ['Web viewer', false],
  'word-count': ['Word count', true],
  workspaces: ['Workspaces', false],
  'zk-prefixer': ['Unique note creator', false],
};

const FILE = 'core-plugins.json';

/** All core plugins: their ids and names. */
export function corePlugins(): { id: string; name: string }[] {
  return Object.entries(CORE_PLUGINS).map(([id, [name]]) => ({ id, name }));
}

/** Whether a core plugin is on in a vault. */
export function isCoreEnabled(vault: VaultFolder, id: string): boolean {
  return readChoices(vault)[id] ?? CORE_PLUGINS[id]?.[1] ?? false;
}

/** Enables a core plugin. */
export function enableCore(vault: VaultFolder, id: string): void {
  writeJson(vault, FILE, { ...readChoices(vault), [id]: true });
}

function readChoices(vault: VaultFolder): Readonly<Partial<Record<string, boolean>>> {
  const stored: unknown = readJson(vault, FILE) ?? {};
  // Older versions of the app stored a list of the enabled ones.
  if (!Array.isArray(stored)) return stored as Record<string, boolean>;
  return Object.fromEntries(Object.keys(CORE_PLUGINS).map((id) => [id, stored.includes(id)]));
}
