/** The packed extension for Claude Desktop as base64, put here when the plugin is built. */
declare const DESKTOP_EXTENSION: string;

const FILE_NAME = 'cli-bridge.mcpb';
/** Longer than the download takes to begin. */
const KEPT_MS = 60_000;

/** Saves the extension for Claude Desktop as a download. It holds no secret. */
export function saveExtension(): void {
  const bytes = Uint8Array.from(atob(DESKTOP_EXTENSION), (character) => character.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
  createEl('a', { href: url, attr: { download: FILE_NAME } }).click();
  window.setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
