import type { VaultFolder } from './vault-folder';

/** What the app would remember about a vault between two calls. */
interface State {
  /** Recently opened notes, latest first. */
  readonly opened: readonly string[];
  /** Whether restricted mode is on. */
  readonly restricted: boolean;
}

const FILE = 'standin-state.json';
const REMEMBERED = 50;

/** The most recently opened note, if it still exists: it counts as the active file. */
export function activeFile(vault: VaultFolder): string | undefined {
  const [last] = readState(vault).opened;
  return last !== undefined && vault.hasFile(last) ? last : undefined;
}

/** Recently opened files that still exist, latest first. */
export function recentFiles(vault: VaultFolder): string[] {
  return readState(vault).opened.filter((path) => vault.hasFile(path));
}

/** Makes a file the active one. */
export function rememberOpened(vault: VaultFolder, path: string): void {
  const state = readState(vault);
  const opened = [path, ...state.opened.filter((other) => other !== path)].slice(0, REMEMBERED);
  writeState(vault, { ...state, opened });
}

/** Follows a file to its new path. */
export function rememberMoved(vault: VaultFolder, from: string, to: string): void {
  const state = readState(vault);
  if (!state.opened.includes(from)) return;
  writeState(vault, { ...state, opened: state.opened.map((path) => (path === from ? to : path)) });
}

/** Whether restricted mode is on, in which community plugins do not run. */
export function isRestricted(vault: VaultFolder): boolean {
  return readState(vault).restricted;
}

/** Turns restricted mode on or off. */
export function restrict(vault: VaultFolder, restricted: boolean): void {
  writeState(vault, { ...readState(vault), restricted });
}

/** A damaged state file counts as missing: nothing in it is worth keeping. */
function readState(vault: VaultFolder): State {
  let stored: unknown;
  try {
    stored = JSON.parse(vault.readConfig(FILE) ?? '{}');
  } catch {
    stored = {};
  }
  const { opened, restricted } = (stored ?? {}) as { opened?: unknown; restricted?: unknown };
  return {
    opened: Array.isArray(opened) ? opened.filter((path): path is string => typeof path === 'string') : [],
    restricted: restricted === true,
  };
}

function writeState(vault: VaultFolder, state: State): void {
  vault.writeConfig(FILE, `${JSON.stringify(state, null, 2)}\n`);
}
