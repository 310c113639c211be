import type { SettingDefinitionGroup, SettingDefinitionRender } from 'obsidian';
import { SETTINGS } from '../../bridge/settings';
import { ACTION_TITLES } from '../actions';
import { CLIENT_KINDS } from '../connect/client-kinds';
import { serverObstacle } from '../connect/readiness';
import { drawLive } from '../ui/live-row';
import { clientPage } from './client-page';
import type { TabContext } from './context';

/** The clients that have a key, each with a page, and a button that connects another one. */
export function clientsGroup(context: TabContext): SettingDefinitionGroup {
  const { clients } = context.bridge.keys;
  return {
    type: 'group',
    heading: SETTINGS.keys.label,
    items: [...clients.map((client) => clientPage(context, client)), connectRow(context)],
  };
}

function connectRow({ bridge, connectClient }: TabContext): SettingDefinitionRender {
  const isFirst = (): boolean => bridge.keys.clients.length === 0;
  const describe = (): string =>
    isFirst()
      ? 'Connect Claude, Cursor or a script.'
      : 'Each client gets its own key, which you can revoke at any time.';
  return {
    name: ACTION_TITLES.connectClient,
    desc: describe(),
    aliases: ['configuration', 'skill', 'agent', ...CLIENT_KINDS.map(({ name }) => name)],
    render(setting) {
      // The button has the name.
      setting.setName('');
      let connect: HTMLElement | undefined;
      setting.addButton((button) => {
        connect = button.setButtonText(ACTION_TITLES.connectClient).onClick(connectClient).buttonEl;
      });
      return drawLive(bridge, setting.settingEl, () => {
        setting.setDesc(describe());
        connect?.toggleClass('mod-cta', isFirst() && serverObstacle(bridge) === undefined);
      });
    },
  };
}
