import type { SettingDefinitionPage } from 'obsidian';
import type { TabContext } from './context';
import { rowsOf } from './setting-rows';

/** Settings that few users need. */
export function advancedPage(context: TabContext): SettingDefinitionPage {
  return {
    type: 'page',
    name: 'Advanced',
    desc: 'Vaults, timeout, and the Obsidian CLI.',
    items: [
      { type: 'group', heading: 'Vaults', items: rowsOf(context, 'vaults') },
      { type: 'group', heading: 'Obsidian CLI', items: rowsOf(context, 'cli') },
    ],
  };
}
