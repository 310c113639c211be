import type { SettingDefinitionRender } from 'obsidian';
import { nameControl } from '../ui/accessible-name';
import { confirm } from '../ui/confirm';
import type { TabContext } from './context';

/** The row that forgets all changes. */
export function forgetRow({ bridge, dialogs }: TabContext): SettingDefinitionRender {
  const forget = async (): Promise<void> => {
    const isConfirmed = await confirm(dialogs, {
      title: 'Forget all changes?',
      text: 'Their texts are erased from this device, and they can no longer be undone. Your notes stay as they are.',
      confirmLabel: 'Forget',
    });
    if (isConfirmed) bridge.changes.forget();
  };
  return {
    name: 'Forget all changes',
    desc: 'Erase the change history on this device.',
    aliases: ['undo', 'erase', 'clear', 'history'],
    render(setting) {
      setting.addButton((button) => {
        nameControl(button.buttonEl, 'Forget all changes');
        button.setButtonText('Forget').onClick(forget);
      });
    },
  };
}
