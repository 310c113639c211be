import type { SettingDefinitionRender } from 'obsidian';
import { SETTING_LABELS } from '../../bridge/settings';
import type { SettingKey, Settings } from '../../bridge/settings';
import { allowsNothing } from '../allows-nothing';
import type { BridgeController } from '../bridge-controller';
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

const NOTHING_IN_COMMON =
  'This list and the one in the settings file have nothing in common, so this entry matches nothing. Replace it with what clients can use.';

/** Why no command can run while a setting that protects has no valid value. */
export const UNTIL_CORRECTED = "Off until you correct the setting that isn't valid.";

/** Whether no command may run, whatever the lists say: what they say then is not what the user chose. */
export function refusesAll({ heldBack }: Pick<BridgeController, 'heldBack'>): boolean {
  return heldBack.some(({ isInvalid }) => isInvalid);
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
      if (key === 'allowedCommands' && refusesAll(bridge)) {
        setting.setErrorMessage(UNTIL_CORRECTED);
        return;
      }
      addCommittedField(setting, {
        label: name,
        value: bridge.settings[key].join('\n'),
        placeholder,
        isList: true,
        check: (text) => bridge.check(key, linesOf(text)),
        save: (text) => bridge.change({ [key]: linesOf(text) }),
      });
      if (allowsNothing(bridge.settings[key])) {
        setting.setErrorMessage(NOTHING_IN_COMMON);
        return;
      }
      // A name that came with the settings file may be misspelled, or be that of a command that is gone.
      void bridge.check(key, bridge.settings[key]).then((problem) => {
        if (problem !== undefined) setting.setErrorMessage(problem);
      });
    },
  };
}
