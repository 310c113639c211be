import type { SettingDefinitionGroup, SettingDefinitionRender } from 'obsidian';
import { SETTING_LABELS } from '../../bridge/settings';
import type { ChangeNotices } from '../../bridge/settings';
import { nameControl } from '../ui/accessible-name';
import { changesPage } from './changes-page';
import type { TabContext } from './context';

const CHOICES: Readonly<Record<ChangeNotices, string>> = {
  off: 'Off',
  clients: 'For changes by clients',
  all: 'For all changes',
};

/** What was changed in notes, and whether a notice says so. */
export function changesGroup(context: TabContext): SettingDefinitionGroup {
  return { type: 'group', heading: 'Changes', items: [changesPage(context), noticesRow(context)] };
}

function noticesRow({ bridge: { settings } }: TabContext): SettingDefinitionRender {
  const name = SETTING_LABELS.changeNotices;
  return {
    name,
    desc: 'Show a notice after a note is changed through CLI Bridge.',
    aliases: ['notification'],
    render(setting) {
      setting.addDropdown((dropdown) => {
        nameControl(dropdown.selectEl, name);
        for (const [value, text] of Object.entries(CHOICES)) dropdown.addOption(value, text);
        dropdown
          .setValue(settings.current.changeNotices)
          .onChange((chosen) => settings.change({ changeNotices: chosen as ChangeNotices }));
      });
    },
  };
}
