import { Plugin } from 'obsidian';
import { createActions } from './obsidian/actions';
import { addCliHandlers } from './obsidian/cli-handlers';
import { closeDialogs } from './obsidian/dialogs';
import { Notices } from './obsidian/notices';
import { addPaletteCommands } from './obsidian/palette';
import { PluginHost } from './obsidian/plugin-host';
import { BridgeSettingTab } from './obsidian/settings/tab';
import { addStatusBarItem } from './obsidian/status-bar';

/** The plugin: puts the parts together, and follows the app's life. */
export default class CliBridgePlugin extends Plugin {
  private readonly notices = new Notices();
  private host: PluginHost | undefined;

  override onload(): void {
    const host = new PluginHost(this, this.notices.tell);
    this.host = host;
    const actions = createActions(this.app, host, this.manifest.id);
    this.addSettingTab(new BridgeSettingTab(this, host, actions.openDiagnosis));
    addPaletteCommands(this, actions);
    addStatusBarItem(this, host, actions);
    addCliHandlers(this, host);
    // The app's start does not wait for any of this.
    this.app.workspace.onLayoutReady(() => void host.open());
  }

  override onunload(): void {
    void this.host?.close();
    closeDialogs();
    this.notices.close();
  }

  override async onExternalSettingsChange(): Promise<void> {
    await this.host?.reload();
  }
}
