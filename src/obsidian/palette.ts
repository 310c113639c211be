import type { Plugin } from 'obsidian';
import { ACTION_TITLES } from './actions';
import type { Actions } from './actions';

/** Adds the plugin's commands to the command palette. */
export function addPaletteCommands(plugin: Plugin, actions: Actions): void {
  plugin.addCommand({
    id: 'toggle-server',
    name: 'Start or stop server',
    callback: actions.toggleServer,
  });
  plugin.addCommand({
    id: 'toggle-read-only',
    name: 'Toggle read-only mode',
    callback: actions.toggleReadOnly,
  });
  plugin.addCommand({
    id: 'connect-client',
    name: ACTION_TITLES.connectClient,
    callback: actions.connectClient,
  });
  plugin.addCommand({ id: 'write-guide', name: ACTION_TITLES.writeGuide, callback: actions.writeGuide });
  plugin.addCommand({ id: 'copy-api-key', name: ACTION_TITLES.copyKey, callback: actions.copyKey });
  plugin.addCommand({ id: 'copy-rest-url', name: ACTION_TITLES.copyRestUrl, callback: actions.copyRestUrl });
  plugin.addCommand({ id: 'copy-mcp-url', name: ACTION_TITLES.copyMcpUrl, callback: actions.copyMcpUrl });
  plugin.addCommand({
    id: 'regenerate-api-key',
    name: 'Regenerate API key',
    callback: actions.regenerateKey,
  });
  plugin.addCommand({
    id: 'summarize-changes',
    name: 'Summarize what clients changed this week',
    callback: actions.summarizeChanges,
  });
  plugin.addCommand({
    id: 'run-diagnosis',
    name: ACTION_TITLES.runDiagnosis,
    callback: actions.runDiagnosis,
  });
}
