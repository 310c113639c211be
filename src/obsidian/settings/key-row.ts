import type { ButtonComponent, SettingDefinitionRender } from 'obsidian';
import { copyApiKey } from '../clipboard';
import { confirmNewKey } from '../confirm';
import type { TabContext } from './context';
import { drawLive } from './live-row';

const HIDDEN = '••••••••••••••••';

/** The API key, hidden until the user shows it. */
export function keyRow({ bridge, dialogs }: TabContext): SettingDefinitionRender {
  return {
    name: 'API key',
    desc: 'Your own key, for scripts. It can do everything your settings allow and stays on this device. Regenerate it if someone else may have seen it.',
    aliases: ['token', 'secret', 'password', 'bearer'],
    render(setting) {
      let isShown = false;
      let reveal: ButtonComponent | undefined;
      const value = setting.infoEl.createEl('code', { cls: 'cli-bridge-key' });
      const draw = (): void => {
        const known = bridge.apiKey !== '';
        value.setText(
          known ? (isShown ? bridge.apiKey : HIDDEN) : 'No key yet. Start the server to create it.',
        );
        reveal?.setIcon(isShown ? 'eye-off' : 'eye').setTooltip(isShown ? 'Hide API key' : 'Show API key');
      };
      const windowOf = (): Window | null => value.ownerDocument.defaultView;
      // The settings have a window of their own, which can be closed without this row being torn down.
      const hide = (): void => {
        isShown = false;
        draw();
      };
      // Buttons rather than extra buttons, which cannot be reached from the keyboard everywhere.
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
          .onClick(() => copyApiKey(bridge.apiKey)),
      );
      setting.addButton((button) =>
        button.setButtonText('Regenerate').onClick(() => confirmNewKey(dialogs, bridge)),
      );
      const stop = drawLive(bridge, setting.settingEl, draw);
      return () => {
        stop();
        windowOf()?.removeEventListener('pagehide', hide);
      };
    },
  };
}
