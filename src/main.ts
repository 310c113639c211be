import { Plugin } from 'obsidian';
import { createActions } from './obsidian/actions';
import { AppApprovals } from './obsidian/approval/app-approvals';
import { addCliHandlers } from './obsidian/cli-handlers';
import { Dialogs } from './obsidian/dialogs';
import { Notices } from './obsidian/notices';
import { addPaletteCommands } from './obsidian/palette';
import { PluginBridge } from './obsidian/plugin-bridge';
import { BridgeSettingTab } from './obsidian/settings/tab';
import { addStatusBarItem } from './obsidian/status-bar';

/** The plugin: wires its parts together and follows the app's lifecycle. */
export default class CliBridgePlugin extends Plugin {
  private readonly notices = new Notices();
  private readonly dialogs = new Dialogs(this.app);
  private readonly approvals = new AppApprovals(this.app);
  private bridge: PluginBridge | undefined;

  override onload(): void {
    const bridge = new PluginBridge(this, this.notices.notify, () => actions.connectClient(), this.approvals);
    this.bridge = bridge;
    const actions = createActions(this.dialogs, bridge, this.manifest.id);
    this.addSettingTab(new BridgeSettingTab(this, bridge, this.dialogs, actions));
    addPaletteCommands(this, actions);
    addStatusBarItem(this, bridge, actions);
    addCliHandlers(this, bridge);
    // The app does not unload plugins when it quits.
    this.registerEvent(this.app.workspace.on('quit', (tasks) => tasks.add(() => bridge.close())));
    // Nothing here may hold up the start of the app.
    this.app.workspace.onLayoutReady(() => void bridge.open());
  }

  override onunload(): void {
    void this.bridge?.close();
    this.approvals.close();
    this.dialogs.close();
    this.notices.close();
  }

  override async onExternalSettingsChange(): Promise<void> {
    await this.bridge?.reload();
  }
}
