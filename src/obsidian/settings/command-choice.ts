import type {
  SettingDefinitionGroup,
  SettingDefinitionPage,
  SettingDefinitionRender,
  ToggleComponent,
} from 'obsidian';
import type { Command } from '../../bridge/commands/catalogue/command';
import { CATEGORY_TITLES, isOfPlugin } from '../../bridge/commands/catalogue/catalogue';
import type { Settings } from '../../bridge/settings';
import { nameControl, nameToggle } from '../ui/accessible-name';
import { drawLive } from '../ui/live-row';
import type { CommandState } from './command-state';
import type { SearchState, TabContext } from './context';
import { refusesAll, UNTIL_CORRECTED } from './controls';

const KINDS: Record<Command['kind'], string> = { read: 'Reads', write: 'Changes', remove: 'Removes' };

/** What a list of all commands, with a toggle for each, decides. */
export interface CommandChoice {
  readonly search: SearchState;
  /** Whether the app's own search finds the commands here. */
  readonly isSearched: boolean;
  /** Whether a command is on the page of its category. */
  readonly isPaged: (command: Command) => boolean;
  /** What the search takes. */
  readonly hint: string;
  /** The word in the search that finds the commands whose toggle is not as usual. */
  readonly word: string;
  readonly isUsual: (state: CommandState) => boolean;
  readonly state: (command: Command, settings: Settings) => CommandState;
  /** The settings that change when a toggle does. */
  readonly change: (command: Command, wanted: boolean, settings: Settings) => Partial<Settings>;
  /** In words, how many are not as usual. */
  readonly count: (unusual: number) => string;
}

/** Every command with a toggle: a page for each category, and a search in all of them. */
export function commandChoice(context: TabContext, choice: CommandChoice): SettingDefinitionGroup[] {
  const { commands } = context.bridge.program;
  const isSearching = (): boolean => choice.search.query.trim() !== '';
  const found: SettingDefinitionGroup = {
    type: 'group',
    visible: isSearching,
    // The app's own search finds each command on the page of its category.
    items: commands.map((command) => ({
      ...commandRow(context, choice, command, () => isSearching() && matches(context, choice, command)),
      searchable: false,
    })),
  };
  const byCategory: SettingDefinitionGroup = {
    type: 'group',
    visible: () => !isSearching(),
    items: categories(commands.filter(choice.isPaged)).map((category) =>
      categoryPage(context, choice, category),
    ),
  };
  return [
    { type: 'group', items: [searchRow(context, choice), unavailableRow(context, choice)] },
    found,
    byCategory,
  ];
}

const FIND = 'Find a command';

function searchRow(context: TabContext, choice: CommandChoice): SettingDefinitionRender {
  const { bridge, refresh } = context;
  const { search, hint } = choice;
  return {
    name: FIND,
    desc: hint,
    searchable: false,
    render(setting) {
      const state = setting.infoEl.createDiv({ cls: 'cli-bridge-state', attr: { role: 'status' } });
      const draw = (): void => {
        const listed =
          search.query.trim() === ''
            ? offered(context)
            : bridge.program.commands.filter((command) => matches(context, choice, command));
        const { length } = listed;
        const many = `${length} ${length === 1 ? 'command' : 'commands'}`;
        const count = countIn(context, choice, listed).toLowerCase();
        state.setText(length === 0 ? 'No commands found' : `${many}, ${count}`);
      };
      setting.addSearch((field) => {
        nameControl(field.inputEl, FIND);
        field
          .setPlaceholder('Search…')
          .setValue(search.query)
          .onChange((text) => {
            search.query = text;
            refresh();
            draw();
          });
      });
      return drawLive(bridge, setting.settingEl, draw);
    },
  };
}

/** Whether the app lacks the command. If no command is available, as without the Obsidian CLI, none counts as lacking. */
function isLacking({ available }: Command, { bridge }: TabContext): boolean {
  return !available && bridge.program.commands.some((other) => other.available);
}

/** The commands that the app has. */
function offered(context: TabContext): readonly Command[] {
  return context.bridge.program.commands.filter((command) => !isLacking(command, context));
}

/** How many of all commands are not as usual, in words. */
export function countOffered(context: TabContext, choice: CommandChoice): string {
  return countIn(context, choice, offered(context));
}

function countIn({ bridge }: TabContext, choice: CommandChoice, commands: readonly Command[]): string {
  const { current } = bridge.settings;
  return choice.count(commands.filter((command) => !choice.isUsual(choice.state(command, current))).length);
}

const UNAVAILABLE = 'Show unavailable commands';

/** The pages list only the commands that the app has, unless the user asks for the others. */
function unavailableRow(context: TabContext, { search }: CommandChoice): SettingDefinitionRender {
  const { bridge, redraw } = context;
  return {
    name: UNAVAILABLE,
    desc: "Their core plugin is off, or your version of Obsidian doesn't have them.",
    searchable: false,
    visible: () => bridge.program.commands.some((command) => isLacking(command, context)),
    render(setting) {
      setting.addToggle((toggle) => {
        nameToggle(toggle, UNAVAILABLE);
        toggle.setValue(search.showUnavailable).onChange((wanted) => {
          search.showUnavailable = wanted;
          redraw();
        });
      });
    },
  };
}

function categories(commands: readonly Command[]): (readonly [string, Command[]])[] {
  const groups = new Map<string, Command[]>();
  for (const command of commands) {
    const title = titleOf(command);
    groups.set(title, [...(groups.get(title) ?? []), command]);
  }
  return [...groups];
}

function categoryPage(
  context: TabContext,
  choice: CommandChoice,
  [name, commands]: readonly [string, Command[]],
): SettingDefinitionPage {
  const isListed = (command: Command): boolean =>
    choice.search.showUnavailable || !isLacking(command, context);
  return {
    type: 'page',
    name,
    visible: () => commands.some(isListed),
    displayValue: () => countIn(context, choice, commands.filter(isListed)),
    items: [
      {
        type: 'group',
        items: commands.map((command) => commandRow(context, choice, command, () => isListed(command))),
      },
    ],
  };
}

/** The title of the page that has the command. */
function titleOf(command: Command): string {
  return (!isOfPlugin(command) && CATEGORY_TITLES.get(command.category)) || 'Plugin commands';
}

function commandRow(
  context: TabContext,
  choice: CommandChoice,
  command: Command,
  visible: () => boolean,
): SettingDefinitionRender {
  const { bridge } = context;
  const { settings } = bridge;
  return {
    name: command.name,
    desc: describe(command),
    aliases: ['command'],
    searchable: choice.isSearched,
    visible,
    render(setting) {
      let control: ToggleComponent | undefined;
      setting.addToggle((toggle) => {
        nameToggle(toggle, command.name);
        control = toggle.onChange((wanted) => {
          // Drawing the state counts as a change, too.
          if (wanted === choice.state(command, settings.current).isOn) return;
          void settings.change(choice.change(command, wanted, settings.current));
        });
      });
      return drawLive(bridge, setting.settingEl, () => {
        const { isOn, isLocked, reason } = choice.state(command, settings.current);
        const isRefusing = refusesAll(settings);
        const why = isRefusing ? UNTIL_CORRECTED : reason;
        const absence = isLacking(command, context) ? 'Not available right now.' : '';
        setting.setDesc([describe(command), absence, why].filter(Boolean).join(' '));
        control?.setValue(isOn).setDisabled(isLocked || isRefusing);
      });
    },
  };
}

function describe({ kind, dangerous, summary }: Command): string {
  const end = /[.!?]$/.test(summary) ? summary : `${summary}.`;
  return `${KINDS[kind]}${dangerous ? ', dangerous' : ''}. ${summary === '' ? '' : end}`.trim();
}

function matches({ bridge }: TabContext, choice: CommandChoice, command: Command): boolean {
  const state = choice.isUsual(choice.state(command, bridge.settings.current)) ? '' : choice.word;
  const text = `${command.name} ${describe(command)} ${titleOf(command)} ${state}`.toLowerCase();
  return choice.search.query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
