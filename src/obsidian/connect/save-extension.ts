const FILE_NAME = 'cli-bridge.mcpb';
/** Longer than the download takes to begin. */
const KEPT_MS = 60_000;

/** Saves the extension for Claude Desktop, given as base64, as a download. */
export function saveExtension(extension: string): void {
  const bytes = Uint8Array.from(atob(extension), (character) => character.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
  createEl('a', { href: url, attr: { download: FILE_NAME } }).click();
  window.setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
