import type * as obsidian from '../../node_modules/obsidian/obsidian';
import { GroupView } from './declarative-group';
import { arrange, type RenderContext } from './rendered';

/** The definitions of a tab or of a sub-page, drawn into an element. */
export class DefinitionsView {
  #groups: GroupView[] = [];

  constructor(
    private readonly containerEl: HTMLElement,
    private readonly context: RenderContext,
  ) {}

  /** Draws for the first time, or again: rows whose key is still there and that hold the focus are left alone. */
  render(definitions: obsidian.SettingDefinitionItem[]): void {
    const before = this.#groups;
    this.#groups = groupsOf(definitions).map(({ key, definition }) => {
      const known = before.find((group) => group.key === key);
      const group = known ?? new GroupView(key, this.containerEl, this.context);
      group.render(definition);
      return group;
    });
    for (const group of before) if (!this.#groups.includes(group)) group.teardown();
    arrange(this.containerEl, this.#groups);
  }

  refresh(): void {
    for (const group of this.#groups) group.refresh();
  }

  teardown(): void {
    for (const group of this.#groups.splice(0)) group.teardown();
    this.containerEl.empty();
  }
}

/** Rows outside any group share an unnamed one with their neighbors. */
function groupsOf(
  definitions: obsidian.SettingDefinitionItem[],
): { key: string; definition: obsidian.SettingDefinitionGroup }[] {
  const groups: { key: string; definition: obsidian.SettingDefinitionGroup }[] = [];
  let loose: obsidian.SettingGroupItem[] | undefined;
  for (const definition of definitions) {
    if ('type' in definition && definition.type !== 'page') {
      if (definition.type === 'list') throw new Error('Lists are not imitated');
      loose = undefined;
      groups.push({ key: `${definition.type} ${definition.heading ?? groups.length}`, definition });
    } else if (loose) {
      loose.push(definition);
    } else {
      loose = [definition];
      groups.push({ key: `loose ${groups.length}`, definition: { type: 'group', items: loose } });
    }
  }
  return groups;
}
