import type {
  Setting,
  SettingDefinitionControl,
  SettingDefinitionPage,
  SettingDefinitionRender,
} from 'obsidian';
import { SETTING_LABELS } from '../../bridge/settings';
import type { ListKey, SettingKey, Settings } from '../../bridge/settings';
import type { SettingsControl } from '../bridge-controller';
import { nameControl } from '../ui/accessible-name';
import { addCommittedField, linesOf } from './committed-field';
import type { TabContext } from './context';

/** What a row has beside its name and description: a control that the app draws, or one that the row draws itself. */
export type Control = Pick<SettingDefinitionControl, 'control'> | Pick<SettingDefinitionRender, 'render'>;

/** What the page of a setting has beside its name and description. */
export type Page = Pick<SettingDefinitionPage, 'displayValue' | 'items'>;

/** The settings whose values are of a type. */
type KeyOf<Value> = { [Key in SettingKey]: Settings[Key] extends Value ? Key : never }[SettingKey];

/** A switch. */
export function toggle(_context: TabContext, key: KeyOf<boolean>): Control {
  return { control: { type: 'toggle', key } };
}

/** A field for a number within these limits. */
export function number(range: { readonly min: number; readonly max: number; readonly step?: number }) {
  return ({ bridge }: TabContext, key: KeyOf<number>): Control => ({
    control: { type: 'number', key, ...range, validate: (value) => bridge.check(key, value) },
  });
}

/** A list of fixed choices. @param choices what each value is called */
export function choice<Key extends KeyOf<string>>(choices: Readonly<Record<Settings[Key], string>>) {
  return ({ bridge: { settings } }: TabContext, key: Key): Control => ({
    render(setting) {
      setting.addDropdown((dropdown) => {
        nameControl(dropdown.selectEl, SETTING_LABELS[key]);
        for (const [value, name] of Object.entries<string>(choices)) dropdown.addOption(value, name);
        dropdown.setValue(settings.current[key]).onChange((chosen) => settings.change({ [key]: chosen }));
      });
    },
  });
}

/** A field for a text on one line. */
export function textField(placeholder: string) {
  return ({ bridge }: TabContext, key: KeyOf<string>): Control => ({
    render(setting) {
      const { settings } = bridge;
      addCommittedField(setting, {
        label: SETTING_LABELS[key],
        value: settings.current[key],
        placeholder,
        check: (text) => bridge.check(key, text),
        save: (text) => settings.change({ [key]: text }),
      });
    },
  });
}

/** A field for a list, with one item per line. */
export function list(placeholder: string) {
  return ({ bridge }: TabContext, key: ListKey): Control => ({
    render(setting) {
      const { settings } = bridge;
      if (key === 'allowedCommands' && refusesAll(settings)) {
        setting.setErrorMessage(UNTIL_CORRECTED);
        return;
      }
      addCommittedField(setting, {
        label: SETTING_LABELS[key],
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
  });
}

/** An item of a list, with a button that removes it. */
export function removableRow(
  { name, desc = '' }: { readonly name: string; readonly desc?: string },
  remove: (setting: Setting) => unknown,
): SettingDefinitionRender {
  return {
    name,
    desc,
    searchable: false,
    render(setting) {
      setting.addButton((button) => {
        nameControl(button.buttonEl, `Remove ${name}`);
        button.setButtonText('Remove').onClick(() => remove(setting));
      });
    },
  };
}

/** Why no command can run while a list that restricts clients can't be read. */
export const UNTIL_CORRECTED = "Off until you correct the list that can't be read.";

/** Whether no command can run, whatever the lists say. */
export function refusesAll({ unreadable }: SettingsControl): boolean {
  return unreadable.length > 0;
}
