import type { SettingDefinitionPage } from 'obsidian';
import { isOfPlugin } from '../../bridge/commands/catalogue/catalogue';
import { commandChoice, countOffered } from './command-choice';
import type { CommandChoice } from './command-choice';
import { commandState, withCommand } from './command-state';
import type { TabContext } from './context';
import { rowsOf } from './setting-rows';

/** Every command with a toggle, those of other plugins with what the user has declared them to do, and the lists of patterns. */
export function commandsPage(context: TabContext): SettingDefinitionPage {
  const choice: CommandChoice = {
    search: context.search,
    isSearched: true,
    // Those of other plugins have a page of their own.
    isPaged: (command) => !isOfPlugin(command),
    hint: 'Search by name or purpose, or type "off".',
    word: 'off',
    isUsual: ({ isOn }) => isOn,
    state: commandState,
    change: withCommand,
    count: (off) => (off === 0 ? 'All on' : `${off} off`),
  };
  return {
    type: 'page',
    name: 'Commands',
    desc: 'Turn individual commands on or off.',
    displayValue: () => countOffered(context, choice),
    items: [
      ...commandChoice(context, choice),
      { type: 'group', items: rowsOf(context, 'plugin_commands') },
      { type: 'group', heading: 'Rules', items: rowsOf(context, 'rules') },
    ],
  };
}
