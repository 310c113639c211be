import type * as obsidian from '../../node_modules/obsidian/obsidian';
import { newElement } from './headless-element';
import { TabView } from './tab-view';

export abstract class SettingTab implements obsidian.SettingTab {
  icon = 'settings';
  containerEl = newElement('div', 'vertical-tab-content');
  settingItems: obsidian.SettingDefinitionItem[] = [];

  constructor(public app: obsidian.App) {}

  getSettingDefinitions(): obsidian.SettingDefinitionItem[] {
    return [];
  }

  /** Safe while the tab is closed: it then only renews the definitions (developer docs, "Settings"). */
  update(): void {
    this.settingItems = this.getSettingDefinitions();
    TabView.of(this)?.update();
  }

  getControlValue(_key: string): unknown {
    return undefined;
  }

  setControlValue(_key: string, _value: unknown): void | Promise<void> {}

  refreshDomState(): void {
    TabView.of(this)?.refresh();
  }

  display(): void {}

  hide(): void {
    this.containerEl.empty();
  }
}

export abstract class PluginSettingTab extends SettingTab implements obsidian.PluginSettingTab {
  readonly #plugin: obsidian.Plugin;

  constructor(app: obsidian.App, plugin: obsidian.Plugin) {
    super(app);
    this.#plugin = plugin;
  }

  override getControlValue(key: string): unknown {
    return settingsOf(this.#plugin)[key];
  }

  /** "Mutates and persists `this.plugin.settings`": types' doc comment. */
  override setControlValue(key: string, value: unknown): void | Promise<void> {
    settingsOf(this.#plugin)[key] = value;
    return this.#plugin.saveData(this.#plugin.settings);
  }
}

function settingsOf(plugin: obsidian.Plugin): Record<string, unknown> {
  plugin.settings ??= {};
  return plugin.settings as Record<string, unknown>;
}
