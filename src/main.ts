import { Notice, Plugin } from 'obsidian';
import { errorReport } from './bridge/text/error-kind';
import type { PluginBridge } from './obsidian/plugin-bridge';

/** The plugin as the app loads and unloads it. Everything else is loaded once the app has started. */
export default class CliBridgePlugin extends Plugin {
  private readonly unloaded = new AbortController();
  private bridge: PluginBridge | undefined;

  override async onload(): Promise<void> {
    const { workspace } = this.app;
    // Nothing may hold up the start of the app. When the user turns the plugin on later, the app waits for its settings tab.
    if (workspace.layoutReady) await this.open();
    else workspace.onLayoutReady(() => void this.open());
  }

  override onunload(): void {
    this.unloaded.abort();
  }

  override async onExternalSettingsChange(): Promise<void> {
    await this.bridge?.settings.load();
  }

  private async open(): Promise<void> {
    try {
      const { openPlugin } = await import('./obsidian/open-plugin');
      if (this.unloaded.signal.aborted) return;
      this.bridge = await openPlugin(this, this.unloaded.signal);
    } catch (error) {
      const { name } = this.manifest;
      console.error(`${name} couldn't start: ${errorReport(error)}`);
      new Notice(`${name} couldn't start. Turn the plugin off and on again, or reinstall it.`);
    }
  }
}
