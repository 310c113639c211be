import type { SettingDefinitionGroup } from 'obsidian';
import { SETTING_LABELS } from '../../bridge/settings';
import { askFirstRow, dangerousRow } from './ask-first';
import { keyRow } from './key-row';
import type { TabContext } from './context';
import { listRow } from './list-row';

/** Who may connect, and what clients may do. */
export function securityGroup(context: TabContext): SettingDefinitionGroup {
  return {
    type: 'group',
    heading: 'Security',
    items: [
      keyRow(context),
      {
        name: SETTING_LABELS.readOnly,
        desc: 'Blocks every command that changes something. Turn it on for agents that should only look things up.',
        aliases: ['write', 'protect'],
        control: { type: 'toggle', key: 'readOnly' },
      },
      dangerousRow(context),
      listRow(context, {
        key: 'trustedCommands',
        desc: 'Dangerous commands that may run anyway, one per line: a name, or a prefix wildcard such as dev:*. Use it to allow what a client needs without allowing the rest.',
        placeholder: 'plugin:reload',
        aliases: ['dangerous', 'exception', 'plugin'],
        visible: (settings) => !settings.allowDangerousCommands,
      }),
      askFirstRow(context),
      {
        name: SETTING_LABELS.corsEnabled,
        desc: 'Lets web pages in a browser call the server. Turn it on only for a web app you use; it still needs the API key.',
        aliases: ['web page', 'browser', 'origin'],
        control: { type: 'toggle', key: 'corsEnabled' },
      },
      listRow(context, {
        key: 'corsOrigins',
        desc: 'Web pages that may call the server, one origin per line. An empty list allows every web page, so add yours.',
        placeholder: 'https://example.com',
        aliases: ['web page', 'browser'],
        visible: (settings) => settings.corsEnabled,
      }),
      listRow(context, {
        key: 'allowedHosts',
        desc: 'Host names other than localhost that clients may use for this computer, one per line. Needed behind a proxy or on a network.',
        placeholder: 'my-computer.local',
        aliases: ['host', 'rebinding', 'proxy'],
      }),
    ],
  };
}
