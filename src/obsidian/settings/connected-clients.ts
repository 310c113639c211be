import type { SettingDefinitionGroup, SettingDefinitionRender } from 'obsidian';
import { confirm } from '../confirm';
import { ACCESS_LEVELS } from '../connect/access-level';
import type { ConnectedClient } from '../connect/client';
import { describeLastRequest } from '../status-text';
import { nameControl } from './accessible-name';
import type { TabContext } from './context';
import { drawOverTime } from './live-row';

/** The clients with a key of their own; no group if there are none. */
export function connectedClientsGroups(context: TabContext): SettingDefinitionGroup[] {
  const { clients } = context.bridge;
  if (clients.length === 0) return [];
  return [
    {
      type: 'group',
      heading: 'Connected clients',
      items: clients.map((client) => connectedRow(context, client)),
    },
  ];
}

function connectedRow({ bridge, dialogs }: TabContext, client: ConnectedClient): SettingDefinitionRender {
  const { id, name, access, ask } = client;
  const revoke = async (): Promise<void> => {
    const isConfirmed = await confirm(dialogs, {
      title: `Revoke access for ${name}?`,
      text: `${name} will no longer be able to use your vault. You can connect it again later.`,
      confirmLabel: 'Revoke',
    });
    if (isConfirmed) await bridge.revokeClient(id);
  };
  return {
    name,
    searchable: false,
    render(setting) {
      setting.addButton((button) => {
        nameControl(button.buttonEl, `Revoke ${name}`);
        button.setButtonText('Revoke').onClick(revoke);
      });
      return drawOverTime(bridge, setting.settingEl, () => {
        const current = bridge.clients.find((each) => each.id === id) ?? client;
        const rights = ask
          ? `${ACCESS_LEVELS[access].name}, asks you first.`
          : `${ACCESS_LEVELS[access].name}.`;
        setting.setDesc(`${rights} ${describeLastRequest(current.lastSeenAt)}`);
      });
    },
  };
}
