import { PluginSettingTab } from 'obsidian';
import type { Plugin, SettingDefinitionItem } from 'obsidian';
import type { Host } from '../host';
import { advancedGroup } from './advanced';
import { commandsPage } from './commands';
import { connectPage } from './connect';
import type { TabContext } from './context';
import { interfacesGroup } from './interfaces';
import { securityGroup } from './security';
import { statusGroup } from './status';
import { vaultGroup } from './vault';

/** How long the list of vaults may take. */
const VAULTS_PATIENCE_MS = 5_000;

/** The settings tab: its definitions come from one file per group. */
export class BridgeSettingTab extends PluginSettingTab {
  override icon = 'plug-zap';
  private readonly context: TabContext;
  private readonly connect: SettingDefinitionItem;
  private vaults: readonly string[] | undefined;
  private isLoadingVaults = false;
  /** What the drawn definitions depend on, besides what their rows follow by themselves. */
  private drawn: readonly unknown[] = [];

  constructor(
    plugin: Plugin,
    private readonly host: Host,
    openDiagnosis: () => void,
  ) {
    super(plugin.app, plugin);
    this.context = {
      app: plugin.app,
      host,
      search: { query: '' },
      openDiagnosis,
      vaults: () => this.vaults,
      loadVaults: () => void this.loadVaults(),
      refresh: () => this.refreshDomState(),
    };
    this.connect = connectPage(this.context);
    plugin.register(host.onChange(() => this.follow()));
  }

  override getSettingDefinitions(): SettingDefinitionItem[] {
    const { context } = this;
    return [
      statusGroup(context),
      this.connect,
      interfacesGroup(context),
      securityGroup(context),
      commandsPage(context),
      vaultGroup(context),
      advancedGroup(context),
    ];
  }

  override getControlValue(key: string): unknown {
    return this.host.settings[key as keyof Host['settings']];
  }

  override async setControlValue(key: string, value: unknown): Promise<void> {
    await this.host.change({ [key]: value });
  }

  override hide(): void {
    this.vaults = undefined;
    this.context.search.query = '';
    super.hide();
  }

  /** Draws again what a change elsewhere has made stale: a synced setting, another list of commands. */
  private follow(): void {
    const now = [this.host.settings, this.host.commands.length, this.vaults];
    if (now.every((value, index) => value === this.drawn[index])) return;
    this.drawn = now;
    this.update();
  }

  private async loadVaults(): Promise<void> {
    if (this.vaults || this.isLoadingVaults) return;
    this.isLoadingVaults = true;
    const result = await this.host.ask('vaults', VAULTS_PATIENCE_MS);
    this.isLoadingVaults = false;
    if (result?.code !== undefined || !result) return;
    this.vaults = result.stdout
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
    this.follow();
  }
}
