import type { ButtonComponent, SettingDefinitionRender } from 'obsidian';
import { copyWithKey } from '../clipboard';
import { confirmNewKey } from '../confirm';
import type { TabContext } from './context';

const HIDDEN = '••••••••••••••••';

/** The API key: hidden until it is asked for. */
export function keyRow({ app, host }: TabContext): SettingDefinitionRender {
  return {
    name: 'API key',
    desc: 'What clients must show to get in. It stays on this device. Regenerate it when somebody may have seen it.',
    aliases: ['token', 'secret', 'password', 'bearer'],
    render(setting) {
      let isShown = false;
      let reveal: ButtonComponent | undefined;
      const value = setting.infoEl.createEl('code', { cls: 'cli-bridge-key' });
      const draw = (): void => {
        const known = host.apiKey !== '';
        value.setText(
          known ? (isShown ? host.apiKey : HIDDEN) : 'There is none until the server has run once.',
        );
        reveal?.setIcon(isShown ? 'eye-off' : 'eye').setTooltip(isShown ? 'Hide API key' : 'Show API key');
      };
      // Real buttons: only they are sure to be reached by keyboard.
      setting.addButton((button) => {
        reveal = button.onClick(() => {
          isShown = !isShown;
          draw();
        });
      });
      setting.addButton((button) =>
        button
          .setIcon('copy')
          .setTooltip('Copy API key')
          .onClick(() => copyWithKey(host.apiKey, host.apiKey, 'The API key was copied.')),
      );
      setting.addButton((button) =>
        button.setButtonText('Regenerate').onClick(() => confirmNewKey(app, host)),
      );
      draw();
      return host.onChange(draw);
    },
  };
}
