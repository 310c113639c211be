import { strToU8, zipSync } from 'fflate/browser';
import { version } from '../../../manifest.json';
import manifest from '../../desktop-extension/manifest.json';

/** The code of the relay between a client that uses stdio and the bridge. The build puts it here. It has no secrets. */
declare const RELAY: string;

const FILE_NAME = 'cli-bridge.mcpb';
/** Longer than a download takes to start. */
const KEPT_MS = 60_000;

/** The extension for Claude Desktop: an archive of its manifest and the relay. */
export function zipExtension(): Uint8Array<ArrayBuffer> {
  return zipSync({
    'manifest.json': strToU8(JSON.stringify({ ...manifest, version }, null, 2)),
    [manifest.server.entry_point]: strToU8(RELAY),
  });
}

/** Saves the extension for Claude Desktop as a download. */
export function saveExtension(): void {
  const url = URL.createObjectURL(new Blob([zipExtension()], { type: 'application/octet-stream' }));
  createEl('a', { href: url, attr: { download: FILE_NAME } }).click();
  window.setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
