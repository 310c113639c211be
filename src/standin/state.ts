import type { VaultFolder } from './vault-folder';

/** What the app remembers about a vault between calls. */
interface State {
  /** Recently opened files, latest first. */
  readonly opened: readonly string[];
  /** The modes that are on. */
  readonly on: readonly Mode[];
}

/** A mode that commands turn on and off: restricted mode, the debugger, mobile emulation. */
export type Mode = 'restricted' | 'debugger' | 'mobile';

const FILE = 'standin-state.json';
const REMEMBERED = 50;

/** The focused file: the most recently opened one, if it still exists. */
export function focusedFile(vault: VaultFolder): string | undefined {
  const [last] = readState(vault).opened;
  return last !== undefined && vault.hasFile(last) ? last : undefined;
}

/** The active file: the focused one, unless it is a base. */
export function activeFile(vault: VaultFolder): string | undefined {
  const focused = focusedFile(vault);
  return focused?.endsWith('.base') ? undefined : focused;
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

/** Whether a mode is on. */
export function isOn(vault: VaultFolder, mode: Mode): boolean {
  return readState(vault).on.includes(mode);
}

/** Turns a mode on or off. */
export function turn(vault: VaultFolder, mode: Mode, on: boolean): void {
  const state = readState(vault);
  const others = state.on.filter((other) => other !== mode);
  writeState(vault, { ...state, on: on ? [...others, mode] : others });
}

/** A damaged state file counts as missing: nothing in it is worth keeping. */
function readState(vault: VaultFolder): State {
  let stored: unknown;
  try {
    stored = JSON.parse(vault.readConfig(FILE) ?? '{}');
  } catch {
    stored = {};
  }
  const { opened, on } = (stored ?? {}) as { opened?: unknown; on?: unknown };
  return { opened: texts(opened), on: texts(on) as Mode[] };
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

function writeState(vault: VaultFolder, state: State): void {
  vault.writeConfig(FILE, `${JSON.stringify(state, null, 2)}\n`);
}
