import type { Plugin } from 'obsidian';
import { copyText } from './clipboard';
import type { Host } from './host';
import { serverUrl } from './server/address';

/** What the commands need besides the bridge. */
export interface PaletteActions {
  readonly confirmNewKey: () => void;
  readonly openDiagnosis: () => void;
}

/** Adds the plugin's commands to the command palette. */
export function addPaletteCommands(plugin: Plugin, host: Host, actions: PaletteActions): void {
  const url = (path: string): string => serverUrl(host.server, host.settings) + path;
  const isUp = (): boolean => host.server.kind === 'running' || host.server.kind === 'starting';
  plugin.addCommand({
    id: 'toggle-server',
    name: 'Start or stop the server',
    callback: () => (isUp() ? host.stop() : host.start()),
  });
  plugin.addCommand({
    id: 'toggle-read-only',
    name: 'Switch read-only mode on or off',
    callback: () => host.change({ readOnly: !host.settings.readOnly }),
  });
  plugin.addCommand({
    id: 'copy-api-key',
    name: 'Copy API key',
    checkCallback(checking) {
      if (!checking) void copyText(host.apiKey, 'The API key was copied.');
      return host.apiKey !== '';
    },
  });
  plugin.addCommand({
    id: 'copy-rest-url',
    name: 'Copy URL for scripts',
    callback: () => copyText(url('/api/v1'), 'The URL was copied.'),
  });
  plugin.addCommand({
    id: 'copy-mcp-url',
    name: 'Copy URL for AI agents',
    callback: () => copyText(url('/mcp'), 'The URL was copied.'),
  });
  plugin.addCommand({
    id: 'regenerate-api-key',
    name: 'Regenerate API key',
    callback: actions.confirmNewKey,
  });
  plugin.addCommand({
    id: 'run-diagnosis',
    name: 'Run diagnosis',
    callback: actions.openDiagnosis,
  });
}
