import type { VaultFolder } from './vault-folder';

/** What the app would remember of a vault between two calls. */
interface State {
  /** The notes opened so far, the last one first. */
  readonly opened: readonly string[];
  /** Whether community plugins are kept off. */
  readonly restricted: boolean;
}

const FILE = 'standin-state.json';
const REMEMBERED = 50;

/** The note last opened, while it is still there: it stands for the one shown in the app. */
export function activeFile(vault: VaultFolder): string | undefined {
  const [last] = readState(vault).opened;
  return last !== undefined && vault.hasFile(last) ? last : undefined;
}

/** The files opened lately that still exist, the last one first. */
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

/** Whether community plugins are kept off. */
export function isRestricted(vault: VaultFolder): boolean {
  return readState(vault).restricted;
}

/** Keeps community plugins off, or lets them on again. */
export function restrict(vault: VaultFolder, restricted: boolean): void {
  writeState(vault, { ...readState(vault), restricted });
}

/** A damaged state file counts as none: it holds nothing that cannot be made again. */
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
