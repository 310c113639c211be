import type { SettingDefinitionGroup, SettingDefinitionRender } from 'obsidian';
import { confirm } from '../confirm';
import { isLoopback } from '../../bridge/loopback';
import { addCommittedField } from './committed-field';
import type { TabContext } from './context';

/** What is served, and where. */
export function interfacesGroup(context: TabContext): SettingDefinitionGroup {
  const { host } = context;
  return {
    type: 'group',
    heading: 'Interfaces',
    items: [
      {
        name: 'HTTP interface for scripts',
        desc: 'Offers every command under /api/v1 (REST). Turn it off if only AI agents use the bridge.',
        aliases: ['REST', 'API', 'curl'],
        control: { type: 'toggle', key: 'restEnabled' },
      },
      {
        name: 'Interface for AI agents',
        desc: 'Offers the commands under /mcp (Model Context Protocol). Turn it off if no agent uses the bridge.',
        aliases: ['MCP', 'Claude', 'agent'],
        control: { type: 'toggle', key: 'mcpEnabled' },
      },
      {
        name: 'Port',
        desc: 'Where clients reach the server. Change it if another program needs this port; clients need the new one then.',
        aliases: ['27124', 'URL', 'address'],
        control: {
          type: 'number',
          key: 'port',
          min: 1,
          max: 65_535,
          step: 1,
          validate: (value) => host.check('port', value),
        },
      },
      addressRow(context),
      {
        name: 'Start with the app',
        desc: 'Starts the server when this vault opens. Turn it off to start it by hand.',
        aliases: ['autostart', 'load'],
        control: { type: 'toggle', key: 'startOnLoad' },
      },
    ],
  };
}

const OPENED =
  'Other computers in your network can then reach the server. Whoever has the API key can read and change your notes, and the key travels unencrypted. Use this only in a network you trust.';

function addressRow({ app, host, refresh }: TabContext): SettingDefinitionRender {
  return {
    name: 'Bind address',
    desc: 'The address the server listens at. 127.0.0.1 lets in this computer only; leave it unless another one must connect.',
    aliases: ['0.0.0.0', 'network', 'localhost', 'interface'],
    render(setting) {
      const warning = setting.infoEl.createDiv({ cls: 'cli-bridge-warning', text: OPENED });
      const draw = (): void => warning.toggle(!isLoopback(host.settings.bindAddress));
      draw();
      addCommittedField(setting, {
        label: 'Bind address',
        value: host.settings.bindAddress,
        placeholder: '127.0.0.1',
        check: (text) => host.check('bindAddress', text),
        async store(bindAddress) {
          const agreed =
            isLoopback(bindAddress) ||
            (await confirm(app, {
              title: 'Open the server to the network?',
              text: OPENED,
              goAhead: 'Open it',
            }));
          if (!agreed) return false;
          await host.change({ bindAddress });
          draw();
          refresh();
          return true;
        },
      });
    },
  };
}
