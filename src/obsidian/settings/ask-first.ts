import type { SettingDefinitionGroup } from 'obsidian';
import type { Command } from '../../bridge/commands/catalogue/command';
import { ALL_DANGEROUS, isAllDangerous, isAskedFirst } from '../../bridge/commands/policy/ask-first';
import { SETTING_LABELS } from '../../bridge/settings';
import type { Settings } from '../../bridge/settings';
import { matchesPattern } from '../../bridge/text/command-pattern';
import { nameControl } from '../ui/accessible-name';
import { commandChoice } from './command-choice';
import type { CommandChoice } from './command-choice';
import { isName } from './command-state';
import type { CommandState } from './command-state';
import type { TabContext } from './context';
import { removableRow } from './controls';
import type { Control, Page } from './controls';
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

/** The commands that the user is asked about each time. All dangerous ones have a choice of their own. */
export function askFirstCommands(context: TabContext): Page {
  const { program, settings } = context.bridge;
  const choice: CommandChoice = {
    search: context.askSearch,
    isSearched: false,
    isPaged: () => true,
    hint: 'Search by name or purpose, or type "asks".',
    word: 'asks',
    isUsual: ({ isOn }) => !isOn,
    state: askState,
    change: withAsked,
    count: (asked) => (asked === 0 ? 'None ask' : asked === 1 ? '1 asks' : `${asked} ask`),
  };
  return {
    displayValue: () => {
      const asked = program.commands.filter((command) => isAskedFirst(command, settings.current)).length;
      return asked === 0 ? 'None' : choice.count(asked);
    },
    items: [...wildcards(context), ...commandChoice(context, choice)],
  };
}

/** Whether a command asks the user first, and whether its toggle decides that. */
function askState(command: Command, settings: Settings): CommandState {
  const { name, dangerous } = command;
  const isOn = isAskedFirst(command, settings);
  const isNamed = settings.askFirst.some((pattern) => isName(pattern, name));
  if (!isOn || isNamed) return { isOn, isLocked: false, reason: '' };
  if (dangerous && settings.askFirst.some(isAllDangerous))
    return { isOn, isLocked: true, reason: `Asks because "${SETTING_LABELS.allowDangerousCommands}" does.` };
  const wildcard = settings.askFirst.find((pattern) => matchesPattern(pattern, name));
  const reason =
    wildcard === undefined
      ? `Asks together with ${command.asBlockedAs?.join(' or ')}.`
      : `Asks because of the wildcard ${wildcard}.`;
  return { isOn, isLocked: true, reason };
}

function withAsked({ name }: Command, wanted: boolean, { askFirst }: Settings): Partial<Settings> {
  const others = askFirst.filter((pattern) => !isName(pattern, name));
  return { askFirst: wanted ? [...others, name] : others };
}

/** The wildcards in the list, from the settings file or an earlier list, each with a button that removes it. */
function wildcards({ bridge: { settings } }: TabContext): SettingDefinitionGroup[] {
  const { askFirst } = settings.current;
  const items = askFirst
    .filter((pattern) => pattern.trim().endsWith('*'))
    .map((name) =>
      removableRow({ name, desc: 'All commands that begin like this ask first.' }, () =>
        settings.change({ askFirst: settings.current.askFirst.filter((each) => each !== name) }),
      ),
    );
  return items.length === 0 ? [] : [{ type: 'group', heading: 'Wildcards', items }];
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
