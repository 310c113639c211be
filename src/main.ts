import { Plugin } from 'obsidian';
import { confirmNewKey } from './obsidian/confirm';
import { Notices } from './obsidian/notices';
import { addPaletteCommands } from './obsidian/palette';
import { PluginHost } from './obsidian/plugin-host';

/** The plugin: puts the parts together, and follows the app's life. */
export default class CliBridgePlugin extends Plugin {
  private readonly notices = new Notices();
  private host: PluginHost | undefined;

  override onload(): void {
    const host = new PluginHost(this, this.notices.tell);
    this.host = host;
    addPaletteCommands(this, host, {
      confirmNewKey: () => void confirmNewKey(this.app, host),
      openDiagnosis: () => undefined,
    });
    // The app's start does not wait for any of this.
    this.app.workspace.onLayoutReady(() => void host.open());
  }

  override onunload(): void {
    void this.host?.close();
    this.notices.close();
  }

  override async onExternalSettingsChange(): Promise<void> {
    await this.host?.reload();
  }
}
