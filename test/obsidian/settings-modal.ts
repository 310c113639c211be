import type * as obsidian from '../../node_modules/obsidian/obsidian';
import { newElement } from './headless-element';

/** The app's settings window. */
export class SettingsModal {
  readonly tabs = new Map<string, obsidian.PluginSettingTab>();
  /** Tab ids asked for through `openTabById`, in order. */
  readonly openedTabs: string[] = [];
  readonly contentEl = newElement('div', 'vertical-tab-content-container');
  isOpen = false;
  activeTab: obsidian.PluginSettingTab | null = null;

  addTab(id: string, tab: obsidian.PluginSettingTab): void {
    this.tabs.set(id, tab);
  }

  removeTab(id: string): void {
    this.tabs.delete(id);
  }

  open(): void {
    this.isOpen = true;
  }

  close(): void {
    this.isOpen = false;
    this.activeTab = null;
  }

  openTabById(id: string): obsidian.PluginSettingTab | null {
    this.openedTabs.push(id);
    this.activeTab = this.tabs.get(id) ?? null;
    return this.activeTab;
  }
}
