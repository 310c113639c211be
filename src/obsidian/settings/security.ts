import type { SettingDefinitionGroup, SettingDefinitionRender, ToggleComponent } from 'obsidian';
import { confirm } from '../confirm';
import { keyRow } from './key-row';
import type { TabContext } from './context';
import { listRow } from './list-row';
import { nameToggle } from './named';

/** Who gets in, and what they may do. */
export function securityGroup(context: TabContext): SettingDefinitionGroup {
  return {
    type: 'group',
    heading: 'Security',
    items: [
      keyRow(context),
      {
        name: 'Read-only mode',
        desc: 'Refuses every command that changes something. Turn it on for agents that should only look things up.',
        aliases: ['write', 'protect'],
        control: { type: 'toggle', key: 'readOnly' },
      },
      dangerousRow(context),
      {
        name: 'Requests from web pages',
        desc: 'Lets pages in a browser call the server (CORS). Turn it on only for a web app that you use; it still needs the API key.',
        aliases: ['CORS', 'browser', 'origin'],
        control: { type: 'toggle', key: 'corsEnabled' },
      },
      listRow(context, {
        key: 'corsOrigins',
        name: 'Allowed web origins',
        desc: 'Pages that may call, one origin per line. Empty lets in pages of every origin: name yours.',
        placeholder: 'https://example.com',
        aliases: ['CORS'],
        visible: (settings) => settings.corsEnabled,
      }),
      listRow(context, {
        key: 'allowedHosts',
        name: 'Allowed host names',
        desc: 'Names besides localhost under which clients reach this computer, one per line. Needed behind a proxy or in a network.',
        placeholder: 'my-computer.local',
        aliases: ['host', 'rebinding', 'proxy'],
      }),
    ],
  };
}

function dangerousRow({ app, host }: TabContext): SettingDefinitionRender {
  const name = 'Allow dangerous commands';
  return {
    name,
    desc: 'Commands that run code or control the app, such as eval. Leave this off unless you know that a client needs one.',
    aliases: ['eval', 'developer', 'devtools'],
    render(setting) {
      const ask = async (toggle: ToggleComponent, wanted: boolean): Promise<void> => {
        if (wanted === host.settings.allowDangerousCommands) return;
        if (!wanted || (await confirm(app, dangers(host.commands)))) {
          await host.change({ allowDangerousCommands: wanted });
        }
        toggle.setValue(host.settings.allowDangerousCommands);
      };
      setting.addToggle((toggle) => {
        nameToggle(toggle, name);
        toggle.setValue(host.settings.allowDangerousCommands).onChange((wanted) => void ask(toggle, wanted));
      });
    },
  };
}

/** The question that names what is opened. */
function dangers(commands: TabContext['host']['commands']) {
  const names = commands.filter((command) => command.dangerous).map((command) => command.name);
  return {
    title: 'Allow dangerous commands?',
    text: `Whoever has the API key can then run any code in the app, and with it everything you may do on this computer. This opens: ${names.join(', ')}.`,
    goAhead: 'Allow',
  };
}
