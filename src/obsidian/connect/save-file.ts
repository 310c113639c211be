import { zipExtension } from '../../desktop-extension/archive';

/** The code of the relay between a client that uses stdio and the bridge. The build puts it here. It has no secrets. */
declare const RELAY: string;

/** The files that a client needs for its connection, by the name under which they are saved. */
const FILES = {
  'cli-bridge.mcpb': { type: 'application/octet-stream', content: zipExtension },
  'cli-bridge-relay.mjs': { type: 'text/javascript', content: (relay: string) => relay },
} as const;

export type SavedFile = keyof typeof FILES;

/** Longer than a download takes to start. */
const KEPT_MS = 60_000;

/** Saves a file as a download. */
export function saveFile(name: SavedFile): void {
  const { type, content } = FILES[name];
  const url = URL.createObjectURL(new Blob([content(RELAY)], { type }));
  createEl('a', { href: url, attr: { download: name } }).click();
  window.setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
