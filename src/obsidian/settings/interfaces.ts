import type { SettingDefinitionGroup, SettingDefinitionRender } from 'obsidian';
import { confirm } from '../confirm';
import { isLoopback } from '../../bridge/loopback';
import { DEFAULT_SETTINGS, PORT_RANGE, SETTING_LABELS } from '../../bridge/settings';
import { addCommittedField } from './committed-field';
import type { TabContext } from './context';

/** What is served, and where. */
export function interfacesGroup(context: TabContext): SettingDefinitionGroup {
  const { bridge } = context;
  return {
    type: 'group',
    heading: 'Interfaces',
    items: [
      {
        name: SETTING_LABELS.restEnabled,
        desc: 'Serves every command over HTTP under /api/v1, for scripts. Turn it off if only AI agents use the bridge.',
        aliases: ['HTTP', 'API', 'curl', 'script'],
        control: { type: 'toggle', key: 'restEnabled' },
      },
      {
        name: SETTING_LABELS.mcpEnabled,
        desc: 'Serves the commands to AI agents over the Model Context Protocol under /mcp. Turn it off if no agent uses the bridge.',
        aliases: ['AI', 'Claude', 'agent'],
        control: { type: 'toggle', key: 'mcpEnabled' },
      },
      {
        name: SETTING_LABELS.port,
        desc: 'Where clients reach the server. Change it if another program needs this port, then update your clients.',
        aliases: [String(DEFAULT_SETTINGS.port), 'URL', 'address'],
        control: {
          type: 'number',
          key: 'port',
          min: PORT_RANGE.min,
          max: PORT_RANGE.max,
          step: 1,
          validate: (value) => bridge.check('port', value),
        },
      },
      addressRow(context),
      {
        name: SETTING_LABELS.startOnLoad,
        desc: 'Starts the server when this vault opens. Turn it off to start it manually.',
        aliases: ['autostart', 'launch'],
        control: { type: 'toggle', key: 'startOnLoad' },
      },
    ],
  };
}

const NETWORK_WARNING =
  'Other computers on your network can reach the server. Anyone with the API key can read and change your notes, and the key is sent unencrypted. Use this only on a network you trust.';

function addressRow({ bridge, dialogs, refresh }: TabContext): SettingDefinitionRender {
  return {
    name: SETTING_LABELS.bindAddress,
    desc: 'The address the server listens on. 127.0.0.1 accepts connections from this computer only; change it only if another computer must connect.',
    aliases: ['0.0.0.0', 'network', 'localhost', 'interface'],
    render(setting) {
      const warning = setting.infoEl.createDiv({ cls: 'cli-bridge-warning', text: NETWORK_WARNING });
      const draw = (): void => warning.toggle(!isLoopback(bridge.settings.bindAddress));
      draw();
      addCommittedField(setting, {
        label: SETTING_LABELS.bindAddress,
        value: bridge.settings.bindAddress,
        placeholder: DEFAULT_SETTINGS.bindAddress,
        check: (text) => bridge.check('bindAddress', text),
        async save(bindAddress) {
          const isConfirmed =
            isLoopback(bindAddress) ||
            (await confirm(dialogs, {
              title: 'Open the server to the network?',
              text: NETWORK_WARNING,
              confirmLabel: 'Open',
            }));
          if (!isConfirmed) return false;
          await bridge.change({ bindAddress });
          draw();
          refresh();
          return true;
        },
      });
    },
  };
}
