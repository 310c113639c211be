import type * as obsidian from '../../node_modules/obsidian/obsidian';
import { renderRow, type Row } from './declarative-row';
import { arrange, evaluate, holdsFocus, type Rendered, type RenderContext } from './rendered';
import { Setting } from './setting';

/** A card of rows under its heading. */
export class GroupView implements Rendered {
  readonly el: HTMLElement;
  readonly #heading: Setting;
  readonly #listEl: HTMLElement;
  #definition: obsidian.SettingDefinitionGroup = { type: 'group' };
  #rows: Row[] = [];

  constructor(
    readonly key: string,
    containerEl: HTMLElement,
    private readonly context: RenderContext,
  ) {
    this.el = containerEl.createDiv('setting-group');
    this.#heading = new Setting(this.el).setClass('setting-item-heading');
    this.#listEl = this.el.createDiv('setting-items');
  }

  render(definition: obsidian.SettingDefinitionGroup): void {
    this.#definition = definition;
    const { heading = '', cls = '', items = [] } = definition;
    this.el.className = `setting-group ${cls}`.trim();
    this.#heading.setName(heading).settingEl.toggle(heading !== '');
    this.#renderRows(items);
    this.refresh();
  }

  refresh(): void {
    this.el.toggle(evaluate(this.#definition.visible, true));
    for (const row of this.#rows) {
      row.refresh();
      row.el.toggle(evaluate(row.definition.visible, true));
    }
  }

  teardown(): void {
    for (const row of this.#rows.splice(0)) row.teardown();
    this.el.remove();
  }

  #renderRows(items: obsidian.SettingGroupItem[]): void {
    const wanted = keyed(items);
    const kept = this.#rows.filter((row) => holdsFocus(row.el) && wanted.has(row.key));
    for (const row of this.#rows) if (!kept.includes(row)) row.teardown();
    this.#rows = [...wanted].map(([key, definition]) => {
      const known = kept.find((row) => row.key === key);
      return known ? { ...known, definition } : renderRow(key, definition, this.#listEl, this.context);
    });
    arrange(this.#listEl, this.#rows);
  }
}

/** Rows are distinguished by kind and name, those of the same name by their order. */
function keyed(items: obsidian.SettingGroupItem[]): Map<string, obsidian.SettingGroupItem> {
  const rows = new Map<string, obsidian.SettingGroupItem>();
  for (const item of items) {
    const name = `${'type' in item ? 'page' : 'row'} ${item.name}`;
    let count = 1;
    while (rows.has(`${name} ${count}`)) count += 1;
    rows.set(`${name} ${count}`, item);
  }
  return rows;
}
