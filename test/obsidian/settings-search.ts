import type * as obsidian from '../../node_modules/obsidian/obsidian';
import { evaluate } from './rendered';

export interface SettingsSearchResult {
  name: string;
  /** The sub-pages on the way there, outermost first. */
  pagePath: string[];
}

/**
 * The declared rows and pages that the app's settings search would find by name, description or alias. Hidden ones and
 * those with `searchable: false` are left out (types' doc comments).
 */
export function searchDefinitions(
  items: obsidian.SettingDefinitionItem[],
  query: string,
  pagePath: string[] = [],
): SettingsSearchResult[] {
  return items.flatMap((item) => {
    if (!evaluate(item.visible, true)) return [];
    if (!('type' in item)) {
      const found = evaluate(item.searchable, true) && matches(item, query);
      return found ? [{ name: item.name, pagePath }] : [];
    }
    if (item.type !== 'page') return searchDefinitions(item.items ?? [], query, pagePath);
    const inside = searchDefinitions(item.items ?? [], query, [...pagePath, item.name]);
    return matches(item, query) ? [{ name: item.name, pagePath }, ...inside] : inside;
  });
}

function matches(
  item: Pick<obsidian.SettingDefinitionBase, 'name' | 'desc' | 'aliases'>,
  query: string,
): boolean {
  const desc = typeof item.desc === 'string' ? item.desc : (item.desc?.textContent ?? '');
  const texts = [item.name, desc, ...(item.aliases ?? [])].map((text) => text.toLowerCase());
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => texts.some((text) => text.includes(word)));
}
