import type { SettingDefinitionGroup, SettingDefinitionRender } from 'obsidian';
import { SETTINGS } from '../../bridge/settings';
import { ACTION_TITLES } from '../actions';
import type { ConnectedClient } from '../bridge-controller';
import { CLIENT_KINDS } from '../connect/client-kinds';
import { ACCESS_LEVELS } from '../connect/new-client';
import { serverObstacle } from '../connect/readiness';
import { describeLastRequest } from '../status-text';
import { nameControl } from '../ui/accessible-name';
import { confirm } from '../ui/confirm';
import { drawLive, drawOverTime } from '../ui/live-row';
import type { TabContext } from './context';
import { addPauseState } from './pause-state';

/** The clients that have a key, and a button that connects another one. */
export function clientsGroup(context: TabContext): SettingDefinitionGroup {
  const { clients } = context.bridge.keys;
  return {
    type: 'group',
    heading: SETTINGS.keys.label,
    items: [...clients.map((client) => connectedRow(context, client)), connectRow(context)],
  };
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
      const drawPaused = addPauseState(setting, bridge.paused, client);
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
        drawPaused();
      });
    },
  };
}

function connectRow({ bridge, connectClient }: TabContext): SettingDefinitionRender {
  return {
    name: ACTION_TITLES.connectClient,
    desc: 'Each client gets its own key, which you can revoke at any time.',
    aliases: ['configuration', 'skill', 'agent', ...CLIENT_KINDS.map(({ name }) => name)],
    render(setting) {
      // The button has the name.
      setting.setName('');
      let connect: HTMLElement | undefined;
      setting.addButton((button) => {
        connect = button.setButtonText(ACTION_TITLES.connectClient).onClick(connectClient).buttonEl;
      });
      return drawLive(bridge, setting.settingEl, () => {
        const isNext = serverObstacle(bridge) === undefined && bridge.keys.clients.length === 0;
        connect?.toggleClass('mod-cta', isNext);
      });
    },
  };
}
