import type * as obsidian from '../../node_modules/obsidian/obsidian';
import { ListEditing } from './declarative-list';
import { renderRow, type Row } from './declarative-row';
import { arrange, evaluate, holdsFocus, type Rendered, type RenderContext } from './rendered';
import { SettingGroup } from './setting-group';

export type GroupDefinition = obsidian.SettingDefinitionGroup | obsidian.SettingDefinitionList;

/** A group or list with its heading, search field, buttons and rows. */
export class GroupView implements Rendered {
  readonly el: HTMLElement;
  readonly #group: SettingGroup;
  #definition: GroupDefinition = { type: 'group' };
  #rows: Row[] = [];
  #query = '';
  readonly #editing = new ListEditing();

  constructor(
    readonly key: string,
    containerEl: HTMLElement,
    private readonly context: RenderContext,
  ) {
    this.#group = new SettingGroup(containerEl);
    this.el = this.#group.groupEl;
  }

  render(definition: GroupDefinition): void {
    this.#definition = definition;
    this.el.className = ['setting-group', definition.type === 'list' ? 'mod-list' : '', definition.cls ?? '']
      .join(' ')
      .trim();
    if (!holdsFocus(this.#group.headingEl)) this.#renderHeading();
    this.#renderRows(definition.items ?? []);
    this.refresh();
  }

  refresh(): void {
    this.el.toggle(evaluate(this.#definition.visible, true));
    for (const row of this.#rows) {
      row.refresh();
      row.el.toggle(evaluate(row.definition.visible, true) && this.#matches(row.definition));
    }
  }

  teardown(): void {
    for (const row of this.#rows.splice(0)) row.teardown();
    this.el.remove();
  }

  #renderHeading(): void {
    const { heading, search, extraButtons = [] } = this.#definition;
    const addItem = 'addItem' in this.#definition ? this.#definition.addItem : undefined;
    this.#group.headingControlEl.empty();
    this.#group.setHeading(heading ?? '');
    this.#group.headingEl.toggle(Boolean(heading ?? search ?? addItem ?? extraButtons[0]));
    if (search) {
      this.#group.addSearch((field) => {
        field.setPlaceholder(search.placeholder ?? '').setValue(this.#query);
        field.inputEl.setAttr('aria-label', search.placeholder ?? heading ?? 'Search');
        field.onChange((query) => {
          this.#query = query;
          this.refresh();
        });
      });
    }
    for (const configure of extraButtons) this.#group.addExtraButton(configure);
    if (addItem) {
      this.#group.addExtraButton((button) => {
        button
          .setIcon('plus')
          .setTooltip(addItem.name)
          .onClick(() => addItem.action(button.extraSettingsEl));
      });
    }
  }

  #renderRows(items: obsidian.SettingGroupItem[]): void {
    const { listEl } = this.#group;
    const wanted = keyed(items);
    const kept = this.#rows.filter((row) => holdsFocus(row.el) && wanted.has(row.key));
    for (const row of this.#rows) if (!kept.includes(row)) row.teardown();
    listEl.find('.setting-list-empty')?.remove();
    this.#rows = [...wanted].map(([key, definition]) => {
      const known = kept.find((row) => row.key === key);
      return known ? { ...known, definition } : this.#newRow(key, definition);
    });
    arrange(listEl, this.#rows);
    const emptyState = 'emptyState' in this.#definition ? this.#definition.emptyState : undefined;
    if (items.length === 0 && emptyState) listEl.createDiv({ cls: 'setting-list-empty', text: emptyState });
  }

  #newRow(key: string, definition: obsidian.SettingGroupItem): Row {
    const row = renderRow(key, definition, this.#group, this.context);
    if (this.#definition.type === 'list')
      this.#editing.equip(row, this.#definition as obsidian.SettingDefinitionList);
    return row;
  }

  /** "Items with `searchable: false` bypass this filter"; pages are not among what `match` is given (types). */
  #matches(definition: obsidian.SettingGroupItem): boolean {
    const { search } = this.#definition;
    if (!search || this.#query === '' || 'type' in definition) return true;
    return !evaluate(definition.searchable, true) || search.match(definition, this.#query);
  }
}

/** Rows are told apart by kind and name, those of the same name by their order. */
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
