import type { SettingDefinitionGroup, SettingDefinitionRender } from 'obsidian';
import { SETTING_LABELS } from '../../bridge/settings';
import type { HeldBack } from '../settings-from-outside';
import type { TabContext } from './context';
import { nameControl } from './accessible-name';

/** Changes in the settings file that take effect only once the user confirms them; no group if there are none. */
export function heldBackGroups(context: TabContext): SettingDefinitionGroup[] {
  const { heldBack } = context.bridge;
  if (heldBack.length === 0) return [];
  return [
    {
      type: 'group',
      heading: 'Changed outside this app',
      items: heldBack.map((change) => changeRow(context, change)),
    },
  ];
}

function changeRow({ bridge }: TabContext, change: HeldBack): SettingDefinitionRender {
  const { id, key, sentence, isInvalid } = change;
  const name = SETTING_LABELS[key];
  return {
    name,
    desc: sentence,
    searchable: false,
    render(setting) {
      setting.addButton((button) => {
        const label = isInvalid ? 'Use default' : 'Apply';
        nameControl(button.buttonEl, `${label}: ${name}`);
        button.setButtonText(label).onClick(() => void bridge.confirmHeldBack(id));
      });
      if (isInvalid) return;
      setting.addButton((button) => {
        nameControl(button.buttonEl, `Keep current: ${name}`);
        button.setButtonText('Keep current').onClick(() => void bridge.rejectHeldBack(id));
      });
    },
  };
}
