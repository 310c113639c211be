import type { ButtonComponent, SettingDefinitionRender } from 'obsidian';
import { OWNER_NAME } from '../../bridge/key-records';
import { copyApiKey } from '../ui/clipboard';
import { confirmNewKey } from '../ui/confirm';
import { drawLive } from '../ui/live-row';
import { addPauseState } from './pause-state';
import type { TabContext } from './context';

const HIDDEN = '••••••••••••••••';

/** The API key, hidden until the user shows it. */
export function keyRow({ bridge, dialogs }: TabContext): SettingDefinitionRender {
  const { keys } = bridge;
  return {
    name: 'API key',
    desc: 'Your own key. It can do everything your settings allow.',
    aliases: ['token', 'secret', 'password', 'bearer'],
    render(setting) {
      let isShown = false;
      let reveal: ButtonComponent | undefined;
      const value = setting.infoEl.createEl('code', { cls: 'cli-bridge-key' });
      const draw = (): void => {
        const known = keys.apiKey !== '';
        value.setText(
          known ? (isShown ? keys.apiKey : HIDDEN) : 'No key yet. Start the server to create it.',
        );
        reveal?.setIcon(isShown ? 'eye-off' : 'eye').setTooltip(isShown ? 'Hide API key' : 'Show API key');
      };
      const windowOf = (): Window | null => value.ownerDocument.defaultView;
      // The settings can have their own window, and closing it may not tear down this row.
      const hide = (): void => {
        isShown = false;
        draw();
      };
      // Not extra buttons: the keyboard doesn't reach those everywhere.
      setting.addButton((button) => {
        reveal = button.onClick(() => {
          isShown = !isShown;
          draw();
          windowOf()?.addEventListener('pagehide', hide, { once: true });
        });
      });
      setting.addButton((button) =>
        button
          .setIcon('copy')
          .setTooltip('Copy API key')
          .onClick(() => copyApiKey(keys.apiKey)),
      );
      setting.addButton((button) =>
        button.setButtonText('Regenerate').onClick(() => confirmNewKey(dialogs, keys)),
      );
      const drawPaused = addPauseState(setting, bridge.paused, { id: OWNER_NAME, name: 'API key' });
      const stop = drawLive(bridge, setting.settingEl, () => {
        draw();
        drawPaused();
      });
      return () => {
        stop();
        windowOf()?.removeEventListener('pagehide', hide);
      };
    },
  };
}
