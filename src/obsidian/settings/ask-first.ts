import { ALL_DANGEROUS, isAllDangerous } from '../../bridge/commands/policy/ask-first';
import { SETTING_LABELS } from '../../bridge/settings';
import type { Settings } from '../../bridge/settings';
import { nameControl } from '../ui/accessible-name';
import { addCommittedField, linesOf } from './committed-field';
import type { TabContext } from './context';
import type { Control } from './controls';
import { confirmDangerous } from './danger-dialog';

const CHOICES = { off: 'Off', ask: 'Ask every time', on: 'On' } as const;

type Choice = keyof typeof CHOICES;

/** Whether dangerous commands run: never, after the user allows it each time, or always. */
export function dangerousChoice({ bridge, dialogs }: TabContext): Control {
  const { settings } = bridge;
  return {
    render(setting) {
      setting.addDropdown((dropdown) => {
        nameControl(dropdown.selectEl, SETTING_LABELS.allowDangerousCommands);
        const choose = async (wanted: Choice): Promise<void> => {
          const isSure = wanted !== 'on' || (await confirmDangerous(dialogs, bridge));
          if (isSure) await settings.change(settingsFor(wanted, settings.current));
          dropdown.setValue(choiceIn(settings.current));
        };
        for (const [value, text] of Object.entries(CHOICES)) dropdown.addOption(value, text);
        dropdown.setValue(choiceIn(settings.current)).onChange((wanted) => void choose(wanted as Choice));
      });
    },
  };
}

/** The commands that the user is asked about each time, except "all dangerous ones", which has a choice of its own. */
export function askFirstList({ bridge }: TabContext): Control {
  const { settings } = bridge;
  const shown = ({ askFirst }: Settings): readonly string[] =>
    askFirst.filter((pattern) => !isAllDangerous(pattern));
  const hidden = ({ askFirst }: Settings): readonly string[] => askFirst.filter(isAllDangerous);
  return {
    render(setting) {
      addCommittedField(setting, {
        label: SETTING_LABELS.askFirst,
        value: shown(settings.current).join('\n'),
        placeholder: 'delete',
        isList: true,
        check: (text) => bridge.check('askFirst', linesOf(text)),
        save: (text) => settings.change({ askFirst: [...hidden(settings.current), ...linesOf(text)] }),
      });
      // A name from the settings file may be misspelled, or belong to a command that no longer exists.
      void bridge.check('askFirst', settings.current.askFirst).then((problem) => {
        if (problem !== undefined) setting.setErrorMessage(problem);
      });
    },
  };
}

function choiceIn({ allowDangerousCommands, askFirst }: Settings): Choice {
  if (askFirst.some(isAllDangerous)) return 'ask';
  return allowDangerousCommands ? 'on' : 'off';
}

function settingsFor(choice: Choice, { askFirst }: Settings): Partial<Settings> {
  const others = askFirst.filter((pattern) => !isAllDangerous(pattern));
  return {
    allowDangerousCommands: choice === 'on',
    askFirst: choice === 'ask' ? [ALL_DANGEROUS, ...others] : others,
  };
}
