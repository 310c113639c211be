import { Notice } from 'obsidian';
import type { SettingDefinitionPage, SettingDefinitionRender } from 'obsidian';
import { copyWithKey, NO_KEY } from '../clipboard';
import { CLIENTS } from '../connect/clients';
import type { Access, Client } from '../connect/clients';
import { serverUrl } from '../server/address';
import type { TabContext } from './context';
import { nameToggle } from './named';

const HIDDEN_KEY = '••••••••';

/**
 * Ready-made configurations. The key is in what is copied, and in what is shown only after it was asked for. Made once:
 * rows that are left alone when the tab is drawn again go on working with the others.
 */
export function connectPage(context: TabContext): SettingDefinitionPage {
  const { host } = context;
  let isShown = false;
  const drawings = new Set<() => void>();
  const access = (): Access => ({ url: serverUrl(host.server, host.settings), key: host.apiKey });
  const shownAccess = (): Access => ({ ...access(), key: isShown ? host.apiKey : HIDDEN_KEY });

  const revealRow: SettingDefinitionRender = {
    name: 'Show the API key below',
    desc: 'Copying always includes the key. Show it only when nobody else sees the screen.',
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
    desc: client.advice,
    aliases: ['connect', 'snippet', client.id],
    render(setting) {
      setting.setClass('cli-bridge-client');
      const code = setting.infoEl.createEl('pre', { cls: 'cli-bridge-snippet' }).createEl('code');
      const draw = (): void => code.setText(client.snippet(shownAccess()));
      const { link } = client;
      if (link) {
        setting.addButton((button) =>
          button.setButtonText(link.label).onClick(() => {
            if (host.apiKey === '') new Notice(NO_KEY);
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
              host.apiKey,
              client.snippet(access()),
              `Copied for ${client.name}, with the API key.`,
            ),
          ),
      );
      draw();
      drawings.add(draw);
      const stop = host.onChange(draw);
      return () => {
        stop();
        drawings.delete(draw);
      };
    },
  });

  return {
    type: 'page',
    name: 'Connect a client',
    desc: 'Ready-made configurations for scripts and AI agents, to be copied and pasted. Start here when something is to use your notes.',
    items: [{ type: 'group', items: [revealRow, ...CLIENTS.map(clientRow)] }],
  };
}
