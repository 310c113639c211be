import type { SettingDefinitionGroup, SettingDefinitionRender, ToggleComponent } from 'obsidian';
import { SETTING_LABELS } from '../../bridge/settings';
import { confirm } from '../confirm';
import { keyRow } from './key-row';
import type { TabContext } from './context';
import { listRow } from './list-row';
import { nameToggle } from './accessible-name';

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

function dangerousRow({ bridge, dialogs }: TabContext): SettingDefinitionRender {
  const name = SETTING_LABELS.allowDangerousCommands;
  return {
    name,
    desc: 'Commands that run code, control the app or publish notes, such as eval, and all commands of other plugins. Leave this off unless clients need many of them.',
    aliases: ['eval', 'developer', 'devtools'],
    render(setting) {
      const ask = async (toggle: ToggleComponent, wanted: boolean): Promise<void> => {
        if (wanted === bridge.settings.allowDangerousCommands) return;
        if (!wanted || (await confirm(dialogs, dangerConfirmation(bridge.commands)))) {
          await bridge.change({ allowDangerousCommands: wanted });
        }
        toggle.setValue(bridge.settings.allowDangerousCommands);
      };
      setting.addToggle((toggle) => {
        nameToggle(toggle, name);
        toggle
          .setValue(bridge.settings.allowDangerousCommands)
          .onChange((wanted) => void ask(toggle, wanted));
      });
    },
  };
}

/** The confirmation, which names every command it allows. */
function dangerConfirmation(commands: TabContext['bridge']['commands']) {
  const names = commands.filter((command) => command.dangerous).map((command) => command.name);
  return {
    title: 'Allow dangerous commands?',
    text: `Anyone with the API key can then run any code in the app, and with it do anything you can do on this computer. This allows: ${names.join(', ')}.`,
    confirmLabel: 'Allow',
  };
}
