import type * as obsidian from '../../node_modules/obsidian/obsidian';
import { DefinitionsView } from './declarative';
import type { RenderContext, ShownTab } from './rendered';
import { fillTitlebar, SettingPage } from './setting-page';

const views = new WeakMap<ShownTab, TabView>();

/** A tab on the screen, with the sub-pages opened on top of each other. */
export class TabView implements RenderContext {
  readonly #root: DefinitionsView;
  readonly #pages: { name: string; page: obsidian.SettingPage }[] = [];

  static of(tab: ShownTab): TabView | undefined {
    return views.get(tab);
  }

  constructor(
    readonly tab: ShownTab,
    private readonly hostEl: HTMLElement,
  ) {
    this.#root = new DefinitionsView(tab.containerEl, this);
    views.set(tab, this);
    tab.settingItems = tab.getSettingDefinitions();
    this.#showRoot();
  }

  /** The names of the open sub-pages, outermost first. */
  get path(): string[] {
    return this.#pages.map(({ name }) => name);
  }

  /** The definitions changed: sub-pages that are gone are left, the visible one is drawn again. */
  update(): void {
    const depth = this.#pages.findIndex((_, index) => !this.#definitionAt(this.path.slice(0, index + 1)));
    if (depth >= 0) {
      this.#leave(depth);
      return;
    }
    const top = this.#pages.at(-1)?.page;
    if (top instanceof DeclarativePage) top.render(this.#definitionAt(this.path)?.items ?? []);
    else if (!top) this.#root.render(this.tab.settingItems);
  }

  refresh(): void {
    const top = this.#pages.at(-1)?.page;
    if (top instanceof DeclarativePage) top.view.refresh();
    else if (!top) this.#root.refresh();
  }

  openPage(definition: obsidian.SettingDefinitionPage): void {
    this.#hideTop();
    const page = definition.page?.() ?? new DeclarativePage(this, definition.items ?? []);
    page.title ||= definition.name;
    this.#pages.push({ name: definition.name, page });
    this.#showPage(page);
  }

  /** Opens the sub-pages of these names, outermost first. */
  openPath(path: string[]): void {
    this.#leave(0);
    for (const name of path) {
      const definition = this.#definitionAt([...this.path, name]);
      if (!definition) throw new Error(`No page "${name}"`);
      this.openPage(definition);
    }
  }

  back(): void {
    this.#leave(this.#pages.length - 1);
  }

  close(): void {
    this.#hideTop();
    this.#pages.length = 0;
    this.tab.hide();
    views.delete(this.tab);
    this.hostEl.empty();
  }

  #leave(depth: number): void {
    if (depth >= this.#pages.length) return;
    this.#hideTop();
    this.#pages.length = Math.max(depth, 0);
    const top = this.#pages.at(-1)?.page;
    if (top) this.#showPage(top);
    else this.#showRoot();
  }

  /** Rows are torn down on "re-render, page navigation, tab switch, or modal close" (developer docs, "Settings"). */
  #hideTop(): void {
    const top = this.#pages.at(-1)?.page;
    if (top) top.hide();
    else this.#root.teardown();
  }

  #showRoot(): void {
    this.hostEl.replaceChildren(this.tab.containerEl);
    this.#root.render(this.tab.settingItems);
  }

  #showPage(page: obsidian.SettingPage): void {
    fillTitlebar(page, () => this.back());
    this.hostEl.replaceChildren(page.rootEl);
    page.display();
  }

  #definitionAt(path: string[]): obsidian.SettingDefinitionPage | undefined {
    let items: obsidian.SettingDefinitionItem[] = this.tab.settingItems;
    let found: obsidian.SettingDefinitionPage | undefined;
    for (const name of path) {
      found = pagesIn(items).find((page) => page.name === name);
      items = found?.items ?? [];
    }
    return found;
  }
}

class DeclarativePage extends SettingPage {
  readonly view: DefinitionsView;

  constructor(
    context: RenderContext,
    private items: obsidian.SettingDefinitionItem[],
  ) {
    super();
    this.view = new DefinitionsView(this.containerEl, context);
  }

  render(items: obsidian.SettingDefinitionItem[]): void {
    this.items = items;
    this.view.render(items);
  }

  display(): void {
    this.view.render(this.items);
  }

  override hide(): void {
    this.view.teardown();
  }
}

function pagesIn(items: obsidian.SettingDefinitionItem[]): obsidian.SettingDefinitionPage[] {
  return items.flatMap((item) => {
    if (!('type' in item)) return [];
    return item.type === 'page' ? [item] : pagesIn(item.items ?? []);
  });
}
