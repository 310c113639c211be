import type { Plugin } from 'obsidian';
import type { Actions } from './actions';

/** Adds the plugin's commands to the command palette. */
export function addPaletteCommands(plugin: Plugin, actions: Actions): void {
  plugin.addCommand({
    id: 'toggle-server',
    name: 'Start or stop the server',
    callback: actions.toggleServer,
  });
  plugin.addCommand({
    id: 'toggle-read-only',
    name: 'Switch read-only mode on or off',
    callback: actions.toggleReadOnly,
  });
  plugin.addCommand({ id: 'copy-api-key', name: 'Copy API key', callback: actions.copyKey });
  plugin.addCommand({ id: 'copy-rest-url', name: 'Copy URL for scripts', callback: actions.copyScriptUrl });
  plugin.addCommand({ id: 'copy-mcp-url', name: 'Copy URL for AI agents', callback: actions.copyAgentUrl });
  plugin.addCommand({
    id: 'regenerate-api-key',
    name: 'Regenerate API key',
    callback: actions.regenerateKey,
  });
  plugin.addCommand({ id: 'run-diagnosis', name: 'Run diagnosis', callback: actions.openDiagnosis });
}
