import type * as obsidian from '../../node_modules/obsidian/obsidian';
import { newElement } from './headless-element';
import { TabView } from './tab-view';

/** The tab of a plugin that declares its settings and keeps their values itself. */
export abstract class PluginSettingTab {
  containerEl = newElement('div', 'vertical-tab-content');
  settingItems: obsidian.SettingDefinitionItem[] = [];

  constructor(
    public app: obsidian.App,
    _plugin: obsidian.Plugin,
  ) {}

  abstract getSettingDefinitions(): obsidian.SettingDefinitionItem[];

  abstract getControlValue(key: string): unknown;

  abstract setControlValue(key: string, value: unknown): void | Promise<void>;

  /** Safe while the tab is closed: it then only renews the definitions (developer docs, "Settings"). */
  update(): void {
    this.settingItems = this.getSettingDefinitions();
    TabView.of(this)?.update();
  }

  refreshDomState(): void {
    TabView.of(this)?.refresh();
  }

  hide(): void {
    this.containerEl.empty();
  }
}
