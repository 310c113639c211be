import type { SettingDefinitionGroup } from 'obsidian';
import { SETTING_LABELS } from '../../bridge/settings';
import { askFirstRow, dangerousRow } from './ask-first';
import { commandsPage } from './commands';
import type { TabContext } from './context';
import { keyRow } from './key-row';

/** The user's own key, and what clients can do. */
export function securityGroup(context: TabContext): SettingDefinitionGroup {
  return {
    type: 'group',
    heading: 'Security',
    items: [
      keyRow(context),
      {
        name: SETTING_LABELS.readOnly,
        desc: 'Block every command that changes something.',
        aliases: ['write', 'protect'],
        control: { type: 'toggle', key: 'readOnly' },
      },
      dangerousRow(context),
      askFirstRow(context),
      commandsPage(context),
    ],
  };
}
