import type { Plugin } from 'obsidian';
import { createActions } from './actions';
import { noticeUnheardAnswers } from './approval/answer-notices';
import { AppApprovals } from './approval/app-approvals';
import { noticeChanges } from './changes/change-notices';
import { addCliHandlers } from './cli-handlers';
import { addPaletteCommands } from './palette';
import { PluginBridge } from './plugin-bridge';
import { BridgeSettingTab } from './settings/tab';
import { addStatusBarItem } from './status-bar';
import { reportProgramProblems, welcomeOnFirstRun } from './status-notices';
import { Dialogs } from './ui/dialogs';
import { Notices } from './ui/notices';

/**
 * Opens the bridge, adds its UI to the app, and starts the server if it is set to start automatically. All of that ends when
 * the plugin unloads.
 * @param unloaded aborted when the plugin unloads
 * @returns the bridge; undefined if the plugin has unloaded meanwhile
 */
export async function openPlugin(plugin: Plugin, unloaded: AbortSignal): Promise<PluginBridge | undefined> {
  const { app, manifest } = plugin;
  const [notices, dialogs, approvals] = [new Notices(), new Dialogs(app), new AppApprovals(app)];
  const { notify, announce } = notices;
  const bridge = new PluginBridge(plugin, { notify, approvals });
  plugin.register(() => {
    void bridge.close();
    approvals.close();
    dialogs.close();
    notices.close();
  });
  await bridge.load();
  if (unloaded.aborted) return undefined;
  // The app doesn't unload plugins when it quits.
  plugin.registerEvent(app.workspace.on('quit', (tasks) => tasks.add(() => bridge.close())));
  plugin.registerEvent(app.vault.on('rename', ({ path }, from) => bridge.keepPrivate(from, path)));

  const actions = createActions(dialogs, bridge, manifest.id);
  plugin.addSettingTab(new BridgeSettingTab(plugin, bridge, dialogs, actions));
  addPaletteCommands(plugin, actions);
  addStatusBarItem(plugin, bridge, actions);
  addCliHandlers(plugin, bridge);
  welcomeOnFirstRun(bridge, notify, actions);
  reportProgramProblems(bridge, notify);
  noticeChanges(bridge, dialogs, announce);
  plugin.register(noticeUnheardAnswers(bridge, notify));

  // Failures are reported where they happen.
  if (bridge.settings.current.startOnLoad) void bridge.server.start();
  return bridge;
}
