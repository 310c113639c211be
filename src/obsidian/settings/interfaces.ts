import type { SettingDefinitionGroup, SettingDefinitionRender } from 'obsidian';
import { isLoopback } from '../../bridge/loopback';
import { DEFAULT_SETTINGS, PORT_RANGE, SETTING_LABELS } from '../../bridge/settings';
import { confirm } from '../ui/confirm';
import { addCommittedField } from './committed-field';
import type { TabContext } from './context';

/** The interfaces and the address of the server. */
export function interfacesGroup(context: TabContext): SettingDefinitionGroup {
  const { bridge } = context;
  return {
    type: 'group',
    heading: 'Interfaces',
    items: [
      {
        name: SETTING_LABELS.restEnabled,
        desc: 'For scripts and other apps, over HTTP at /api/v1. Turn this off if only AI agents connect.',
        aliases: ['HTTP', 'API', 'curl', 'script'],
        control: { type: 'toggle', key: 'restEnabled' },
      },
      {
        name: SETTING_LABELS.mcpEnabled,
        desc: 'For AI agents, over the Model Context Protocol at /mcp. Turn this off if no agents connect.',
        aliases: ['AI', 'Claude', 'agent'],
        control: { type: 'toggle', key: 'mcpEnabled' },
      },
      {
        name: SETTING_LABELS.port,
        desc: 'The port the server listens on. If you change it, update your clients too.',
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
        desc: 'Start the server when you open this vault.',
        aliases: ['autostart', 'launch'],
        control: { type: 'toggle', key: 'startOnLoad' },
      },
    ],
  };
}

const NETWORK_WARNING =
  'Other computers on your network can reach the server. Anyone with the API key can read and change your notes, and the key is sent unencrypted. Use this only on a network you trust.';

function addressRow({ bridge, dialogs, refresh }: TabContext): SettingDefinitionRender {
  const { settings } = bridge;
  return {
    name: SETTING_LABELS.bindAddress,
    desc: 'The address the server listens on. With 127.0.0.1, only this computer can connect.',
    aliases: ['0.0.0.0', 'network', 'localhost', 'interface'],
    render(setting) {
      const warning = setting.infoEl.createDiv({ cls: 'cli-bridge-warning', text: NETWORK_WARNING });
      const draw = (): void => warning.toggle(!isLoopback(settings.current.bindAddress));
      draw();
      addCommittedField(setting, {
        label: SETTING_LABELS.bindAddress,
        value: settings.current.bindAddress,
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
          await settings.change({ bindAddress });
          draw();
          refresh();
          return true;
        },
      });
    },
  };
}
