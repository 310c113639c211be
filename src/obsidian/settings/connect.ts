import { Notice } from 'obsidian';
import type { SettingDefinitionPage, SettingDefinitionRender } from 'obsidian';
import { copyWithKey, NO_KEY } from '../clipboard';
import { CLIENTS } from '../connect/clients';
import type { Access, Client } from '../connect/clients';
import { serverUrl } from '../server/address';
import type { TabContext } from './context';
import { drawLive } from './live-row';
import { nameToggle } from './named';

const HIDDEN_KEY = '••••••••';

/**
 * Ready-made configurations. Copies always contain the key; it is shown only on request. Built once, because rows that
 * survive a redraw of the tab must keep working with the others.
 */
export function connectPage(context: TabContext): SettingDefinitionPage {
  const { bridge } = context;
  let isShown = false;
  const drawings = new Set<() => void>();
  const access = (): Access => ({ url: serverUrl(bridge.server, bridge.settings), key: bridge.apiKey });
  const shownAccess = (): Access => ({ ...access(), key: isShown ? bridge.apiKey : HIDDEN_KEY });

  const revealRow: SettingDefinitionRender = {
    name: 'Show the API key below',
    desc: 'Copies always include the key. Show it only when nobody else can see your screen.',
    render(setting) {
      setting.addToggle((toggle) => {
        nameToggle(toggle, 'Show the API key below');
        toggle.setValue(isShown).onChange((value) => {
          isShown = value;
          for (const draw of drawings) draw();
        });
      });
      return () => {
        isShown = false;
      };
    },
  };

  const clientRow = (client: Client): SettingDefinitionRender => ({
    name: client.name,
    desc: client.instructions,
    aliases: ['connect', 'snippet', client.id],
    render(setting) {
      setting.setClass('cli-bridge-client');
      const code = setting.infoEl.createEl('pre', { cls: 'cli-bridge-snippet' }).createEl('code');
      const draw = (): void => code.setText(client.snippet(shownAccess()));
      const { link } = client;
      if (link) {
        setting.addButton((button) =>
          button.setButtonText(link.label).onClick(() => {
            if (bridge.apiKey === '') new Notice(NO_KEY);
            else window.open(link.url(access()));
          }),
        );
      }
      setting.addButton((button) =>
        button
          .setButtonText('Copy')
          .setTooltip(`Copy for ${client.name}`)
          .onClick(() =>
            copyWithKey(
              bridge.apiKey,
              client.snippet(access()),
              `Copied for ${client.name}, including the API key.`,
            ),
          ),
      );
      drawings.add(draw);
      const stop = drawLive(bridge, draw);
      return () => {
        stop();
        drawings.delete(draw);
      };
    },
  });

  return {
    type: 'page',
    name: 'Connect a client',
    desc: 'Ready-made configurations for scripts and AI agents. Start here to give a script or an agent access to your notes.',
    items: [{ type: 'group', items: [revealRow, ...CLIENTS.map(clientRow)] }],
  };
}
