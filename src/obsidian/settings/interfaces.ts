import type { SettingDefinitionGroup, SettingDefinitionPage, SettingDefinitionRender } from 'obsidian';
import { isLoopback } from '../../bridge/text/loopback';
import { DEFAULT_SETTINGS, PORT_RANGE, SETTING_LABELS } from '../../bridge/settings';
import type { Settings } from '../../bridge/settings';
import { confirm } from '../ui/confirm';
import { addCommittedField } from './committed-field';
import type { TabContext } from './context';
import { listRow } from './list-row';
import { addNetworkWarning } from './server';

/** The interfaces, the folder of prompts, the address of the server, and access from web pages and through proxies. */
export function interfacesPage(context: TabContext): SettingDefinitionPage {
  const { settings } = context.bridge;
  return {
    type: 'page',
    name: 'Interfaces',
    desc: 'Port, address, prompts, and access from web pages.',
    displayValue: () => interfacesOn(settings.current),
    items: [addressGroup(context), elsewhereGroup(context)],
  };
}

function interfacesOn({ restEnabled, mcpEnabled }: Settings): string {
  if (restEnabled && mcpEnabled) return 'REST and MCP';
  if (restEnabled) return 'REST only';
  return mcpEnabled ? 'MCP only' : 'Off';
}

function addressGroup(context: TabContext): SettingDefinitionGroup {
  const { bridge } = context;
  return {
    type: 'group',
    items: [
      {
        name: SETTING_LABELS.restEnabled,
        desc: 'For scripts and other apps, at /api/v1.',
        aliases: ['HTTP', 'API', 'curl', 'script'],
        control: { type: 'toggle', key: 'restEnabled' },
      },
      {
        name: SETTING_LABELS.mcpEnabled,
        desc: 'For AI agents, at /mcp.',
        aliases: ['AI', 'Claude', 'agent'],
        control: { type: 'toggle', key: 'mcpEnabled' },
      },
      promptsRow(context),
      {
        name: SETTING_LABELS.port,
        desc: 'If you change it, connect your clients again.',
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

function addressRow({ bridge, dialogs, refresh }: TabContext): SettingDefinitionRender {
  const { settings } = bridge;
  return {
    name: SETTING_LABELS.bindAddress,
    desc: 'With 127.0.0.1, only this computer can connect.',
    aliases: ['0.0.0.0', 'network', 'localhost', 'interface'],
    render(setting) {
      const showWarning = addNetworkWarning(setting);
      const draw = (): void => showWarning(!isLoopback(settings.current.bindAddress));
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
              text: 'Anyone on your network with a key can read and change your notes, and keys are sent unencrypted. Use this only on a network you trust.',
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

/** The folder whose notes are slash commands, which needs MCP. */
function promptsRow({ bridge, hasFolder }: TabContext): SettingDefinitionRender {
  const { settings } = bridge;
  const name = SETTING_LABELS.promptsFolder;
  return {
    name,
    desc: 'Each note in this folder is a slash command in MCP clients that have them. Leave it empty for none.',
    aliases: ['slash command', 'prompt', 'template'],
    visible: () => settings.current.mcpEnabled,
    render(setting) {
      const warn = (): void => {
        const { promptsFolder: folder, defaultVault } = settings.current;
        // Only this vault's folders are known.
        const isMissing = folder !== '' && defaultVault === '' && !hasFolder(folder);
        setting.setErrorMessage(isMissing ? 'This vault has no such folder.' : null);
      };
      addCommittedField(setting, {
        label: name,
        value: settings.current.promptsFolder,
        placeholder: 'Prompts',
        check: (text) => bridge.check('promptsFolder', text),
        async save(promptsFolder) {
          await settings.change({ promptsFolder });
          warn();
        },
      });
      warn();
    },
  };
}

function elsewhereGroup(context: TabContext): SettingDefinitionGroup {
  return {
    type: 'group',
    heading: 'Web pages and proxies',
    items: [
      {
        name: SETTING_LABELS.corsEnabled,
        desc: 'Let web pages call the server. They still need a key.',
        aliases: ['web page', 'browser', 'origin'],
        control: { type: 'toggle', key: 'corsEnabled' },
      },
      listRow(context, {
        key: 'corsOrigins',
        desc: 'Web pages that can call the server, one per line. Leave it empty for all.',
        placeholder: 'https://example.com',
        aliases: ['web page', 'browser'],
        visible: (settings) => settings.corsEnabled,
      }),
      listRow(context, {
        key: 'allowedHosts',
        desc: 'Host names other than localhost that clients use, one per line.',
        placeholder: 'my-computer.local',
        aliases: ['host', 'rebinding', 'proxy'],
      }),
    ],
  };
}
