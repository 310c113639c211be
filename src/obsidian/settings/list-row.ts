import type { SettingDefinitionRender } from 'obsidian';
import { SETTING_LABELS } from '../../bridge/settings';
import type { SettingKey, Settings } from '../../bridge/settings';
import type { SettingsControl } from '../bridge-controller';
import { addCommittedField, linesOf } from './committed-field';
import type { TabContext } from './context';

type ListKey = Extract<
  SettingKey,
  'allowedCommands' | 'blockedCommands' | 'trustedCommands' | 'allowedVaults' | 'corsOrigins' | 'allowedHosts'
>;

interface ListRow {
  readonly key: ListKey;
  readonly desc: string;
  readonly placeholder: string;
  readonly aliases?: string[];
  readonly visible?: (settings: Settings) => boolean;
}

/** Why no command can run while a list that restricts clients can't be read. */
export const UNTIL_CORRECTED = "Off until you correct the list that can't be read.";

/** Whether no command can run, whatever the lists say. */
export function refusesAll({ unreadable }: SettingsControl): boolean {
  return unreadable.length > 0;
}

/** A row for a setting that is a list, with one item per line. */
export function listRow({ bridge }: TabContext, row: ListRow): SettingDefinitionRender {
  const { key, desc, placeholder, aliases = [], visible } = row;
  const { settings } = bridge;
  const name = SETTING_LABELS[key];
  return {
    name,
    desc,
    aliases,
    visible: () => visible?.(settings.current) ?? true,
    render(setting) {
      if (key === 'allowedCommands' && refusesAll(settings)) {
        setting.setErrorMessage(UNTIL_CORRECTED);
        return;
      }
      addCommittedField(setting, {
        label: name,
        value: settings.current[key].join('\n'),
        placeholder,
        isList: true,
        check: (text) => bridge.check(key, linesOf(text)),
        save: (text) => settings.change({ [key]: linesOf(text) }),
      });
      // A name from the settings file may be misspelled, or belong to a command that no longer exists.
      void bridge.check(key, settings.current[key]).then((problem) => {
        if (problem !== undefined) setting.setErrorMessage(problem);
      });
    },
  };
}
