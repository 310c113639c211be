import { makeClickable } from './clickable';
import { hasDocument, newElement } from './headless-element';
import type { ShownTab } from './rendered';
import { searchDefinitions, type SettingsSearchResult } from './settings-search';
import { TabView } from './tab-view';

/** The app's settings window. Where there is no document it only records what was asked for. */
export class SettingsModal {
  readonly tabs = new Map<string, ShownTab>();
  /** Tab ids asked for through `openTabById`, in order. */
  readonly openedTabs: string[] = [];
  readonly containerEl = newElement('div', 'modal-container', 'mod-dim');
  readonly contentEl = newElement('div', 'vertical-tab-content-container');
  readonly #navigationEl = newElement('div', 'vertical-tab-header');
  isOpen = false;
  activeTab: ShownTab | null = null;

  constructor() {
    const modalEl = newElement('div', 'modal', 'mod-settings', 'mod-sidebar-layout');
    const tabsEl = newElement('div', 'modal-content', 'vertical-tabs-container');
    for (const part of [this.#navigationEl, this.contentEl]) tabsEl.appendChild(part);
    modalEl.appendChild(tabsEl);
    this.containerEl.appendChild(modalEl);
  }

  /** The sub-page in sight, if any. */
  get view(): TabView | undefined {
    return this.activeTab ? TabView.of(this.activeTab) : undefined;
  }

  addTab(id: string, tab: ShownTab): void {
    this.tabs.set(id, tab);
  }

  removeTab(id: string): void {
    if (this.activeTab === this.tabs.get(id)) this.#closeTab();
    this.tabs.delete(id);
  }

  open(): void {
    this.isOpen = true;
    if (!hasDocument()) return;
    this.#navigationEl.empty();
    for (const id of this.tabs.keys()) {
      makeClickable(this.#navigationEl.createDiv({ cls: 'vertical-tab-nav-item', text: id }), () => {
        this.openTabById(id);
      });
    }
    document.body.appendChild(this.containerEl);
  }

  close(): void {
    this.#closeTab();
    this.isOpen = false;
    this.containerEl.remove();
  }

  openTabById(id: string): ShownTab | null {
    this.openedTabs.push(id);
    const tab = this.tabs.get(id) ?? null;
    if (!tab || tab === this.activeTab) return tab;
    this.#closeTab();
    this.activeTab = tab;
    if (hasDocument()) new TabView(tab, this.contentEl);
    return tab;
  }

  search(query: string): SettingsSearchResult[] {
    return [...this.tabs.values()].flatMap((tab) => searchDefinitions(tab.settingItems, query));
  }

  #closeTab(): void {
    this.view?.close();
    this.activeTab = null;
  }
}
