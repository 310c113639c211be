import type { SettingDefinitionGroup, SettingDefinitionRender } from 'obsidian';
import type { ConnectedClient } from '../bridge-controller';
import { ACCESS_LEVELS } from '../connect/new-client';
import { describeLastRequest } from '../status-text';
import { nameControl } from '../ui/accessible-name';
import { confirm } from '../ui/confirm';
import { drawOverTime } from '../ui/live-row';
import type { TabContext } from './context';

/** The clients that have a key. No group if there are none. */
export function connectedClientsGroups(context: TabContext): SettingDefinitionGroup[] {
  const { clients } = context.bridge.keys;
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
    if (isConfirmed) bridge.keys.revoke(id);
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
        const current = bridge.keys.clients.find((each) => each.id === id) ?? client;
        const rights = ask
          ? `${ACCESS_LEVELS[access].name}, asks you first.`
          : `${ACCESS_LEVELS[access].name}.`;
        setting.setDesc(`${rights} ${describeLastRequest(current.lastSeenAt)}`);
      });
    },
  };
}
