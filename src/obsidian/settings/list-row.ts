import type { SettingDefinitionRender } from 'obsidian';
import { SETTING_LABELS } from '../../bridge/settings';
import type { SettingKey, Settings } from '../../bridge/settings';
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

/** A row for a setting that is a list, edited with one item per line. */
export function listRow({ bridge }: TabContext, row: ListRow): SettingDefinitionRender {
  const { key, desc, placeholder, aliases = [], visible } = row;
  const name = SETTING_LABELS[key];
  return {
    name,
    desc,
    aliases,
    visible: () => visible?.(bridge.settings) ?? true,
    render(setting) {
      addCommittedField(setting, {
        label: name,
        value: bridge.settings[key].join('\n'),
        placeholder,
        isList: true,
        check: (text) => bridge.check(key, linesOf(text)),
        save: (text) => bridge.change({ [key]: linesOf(text) }),
      });
      // A name that came with the settings file may be misspelled, or be that of a command that is gone.
      void bridge.check(key, bridge.settings[key]).then((problem) => {
        if (problem !== undefined) setting.setErrorMessage(problem);
      });
    },
  };
}
