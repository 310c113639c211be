import type { SettingDefinitionGroup } from 'obsidian';
import { SETTING_LABELS } from '../../bridge/settings';
import { askFirstRow, dangerousRow } from './ask-first';
import { keyRow } from './key-row';
import type { TabContext } from './context';
import { listRow } from './list-row';

/** Who can connect, and what clients can do. */
export function securityGroup(context: TabContext): SettingDefinitionGroup {
  return {
    type: 'group',
    heading: 'Security',
    items: [
      keyRow(context),
      {
        name: SETTING_LABELS.readOnly,
        desc: 'Block every command that changes something. Turn this on if agents should only look things up.',
        aliases: ['write', 'protect'],
        control: { type: 'toggle', key: 'readOnly' },
      },
      dangerousRow(context),
      listRow(context, {
        key: 'trustedCommands',
        desc: 'Dangerous commands that clients can run anyway, one per line: a name, or a prefix wildcard such as dev:*.',
        placeholder: 'plugin:reload',
        aliases: ['dangerous', 'exception', 'plugin'],
        visible: (settings) => !settings.allowDangerousCommands,
      }),
      askFirstRow(context),
      {
        name: SETTING_LABELS.corsEnabled,
        desc: 'Let web pages call the server. Turn this on only for a web app you use. It still needs a key.',
        aliases: ['web page', 'browser', 'origin'],
        control: { type: 'toggle', key: 'corsEnabled' },
      },
      listRow(context, {
        key: 'corsOrigins',
        desc: 'Web pages that can call the server, one origin per line. If this list is empty, every web page can.',
        placeholder: 'https://example.com',
        aliases: ['web page', 'browser'],
        visible: (settings) => settings.corsEnabled,
      }),
      listRow(context, {
        key: 'allowedHosts',
        desc: 'Host names other than localhost that clients use, one per line, for example with a proxy.',
        placeholder: 'my-computer.local',
        aliases: ['host', 'rebinding', 'proxy'],
      }),
    ],
  };
}
