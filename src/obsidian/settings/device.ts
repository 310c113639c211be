import type { SettingDefinitionGroup, SettingDefinitionRender } from 'obsidian';
import { DEFAULT_SETTINGS, SETTING_LABELS } from '../../bridge/settings';
import type { SettingKey } from '../../bridge/settings';
import type { TabContext } from './context';

/** What the user must know about the settings that belong to this device. No group if there is nothing. */
export function deviceGroups(context: TabContext): SettingDefinitionGroup[] {
  const { leftOut, unreadable } = context.bridge.settings;
  const items = [
    ...(unreadable.length > 0 ? [unreadableRow(context, unreadable)] : []),
    ...(leftOut.length > 0 ? [leftOutRow(leftOut)] : []),
  ];
  return items.length > 0 ? [{ type: 'group', heading: 'On this device', items }] : [];
}

function unreadableRow({ bridge }: TabContext, unreadable: readonly SettingKey[]): SettingDefinitionRender {
  return {
    name: 'No commands can run',
    desc: `${labels(unreadable)} can't be read. Enter what these lists should have, or clear them.`,
    searchable: false,
    render(setting) {
      const cleared = Object.fromEntries(unreadable.map((key) => [key, DEFAULT_SETTINGS[key]]));
      setting.addButton((button) =>
        button.setButtonText('Clear lists').onClick(() => void bridge.settings.change(cleared)),
      );
    },
  };
}

/** Shown until the tab is closed. */
function leftOutRow(leftOut: readonly SettingKey[]): SettingDefinitionRender {
  return {
    name: 'Some settings start at their default',
    desc: `The settings file has other values for ${labels(leftOut)}. These settings aren't taken from other devices. Set them here if you need them.`,
    searchable: false,
    render: () => undefined,
  };
}

function labels(keys: readonly SettingKey[]): string {
  return keys.map((key) => `"${SETTING_LABELS[key]}"`).join(', ');
}
