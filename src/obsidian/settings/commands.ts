import type {
  SettingDefinitionGroup,
  SettingDefinitionPage,
  SettingDefinitionRender,
  ToggleComponent,
} from 'obsidian';
import type { Command } from '../../bridge/commands/catalogue/command';
import { CATEGORY_TITLES } from '../../bridge/commands/catalogue/catalogue';
import { nameControl, nameToggle } from '../ui/accessible-name';
import { drawLive } from '../ui/live-row';
import { commandState, withCommand } from './command-state';
import type { TabContext } from './context';
import { refusesAll, UNTIL_CORRECTED } from './controls';
import { rowsOf } from './setting-rows';

const KINDS: Record<Command['kind'], string> = { read: 'Reads', write: 'Changes', remove: 'Removes' };

/** Every command with a toggle: a page for each category, a search in all of them, and the lists of patterns. */
export function commandsPage(context: TabContext): SettingDefinitionPage {
  const { commands } = context.bridge.program;
  const isFound = (command: Command): boolean => isSearching(context) && matches(command, context);
  const found: SettingDefinitionGroup = {
    type: 'group',
    visible: () => isSearching(context),
    // The app's own search finds each command on the page of its category.
    items: commands.map((command) => ({
      ...commandRow(context, command, () => isFound(command)),
      searchable: false,
    })),
  };
  const byCategory: SettingDefinitionGroup = {
    type: 'group',
    visible: () => !isSearching(context),
    items: categories(commands).map((category) => categoryPage(context, category)),
  };
  const rules: SettingDefinitionGroup = {
    type: 'group',
    heading: 'Rules',
    items: rowsOf(context, 'rules'),
  };
  return {
    type: 'page',
    name: 'Commands',
    desc: 'Turn single commands on or off.',
    displayValue: () => countOff(offered(context), context),
    items: [
      { type: 'group', items: [searchRow(context), unavailableRow(context)] },
      found,
      byCategory,
      rules,
    ],
  };
}

function isSearching({ search }: TabContext): boolean {
  return search.query.trim() !== '';
}

const FIND = 'Find a command';

function searchRow(context: TabContext): SettingDefinitionRender {
  const { bridge, search, refresh } = context;
  return {
    name: FIND,
    desc: 'Search by name or purpose, or type "off".',
    searchable: false,
    render(setting) {
      const state = setting.infoEl.createDiv({ cls: 'cli-bridge-state', attr: { role: 'status' } });
      const draw = (): void => {
        const listed = isSearching(context)
          ? bridge.program.commands.filter((command) => matches(command, context))
          : offered(context);
        const { length } = listed;
        const many = `${length} ${length === 1 ? 'command' : 'commands'}`;
        state.setText(
          length === 0 ? 'No commands found' : `${many}, ${countOff(listed, context).toLowerCase()}`,
        );
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

/** How many of these commands clients can't run. */
function countOff(commands: readonly Command[], { bridge }: TabContext): string {
  const off = commands.filter((command) => !commandState(command, bridge.settings.current).isOn);
  return off.length === 0 ? 'All on' : `${off.length} off`;
}

const UNAVAILABLE = 'Show unavailable commands';

/** The pages list only the commands that the app has, unless the user asks for the others. */
function unavailableRow(context: TabContext): SettingDefinitionRender {
  const { bridge, search, redraw } = context;
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
    groups.set(command.category, [...(groups.get(command.category) ?? []), command]);
  }
  return [...groups];
}

function categoryPage(
  context: TabContext,
  [category, commands]: readonly [string, Command[]],
): SettingDefinitionPage {
  const isListed = (command: Command): boolean =>
    context.search.showUnavailable || !isLacking(command, context);
  return {
    type: 'page',
    name: titleOf(category),
    visible: () => commands.some(isListed),
    displayValue: () => countOff(commands.filter(isListed), context),
    items: [
      {
        type: 'group',
        items: commands.map((command) => commandRow(context, command, () => isListed(command))),
      },
    ],
  };
}

function titleOf(category: string): string {
  return CATEGORY_TITLES.get(category) ?? 'Plugin commands';
}

function commandRow(context: TabContext, command: Command, visible: () => boolean): SettingDefinitionRender {
  const { bridge } = context;
  const { settings } = bridge;
  return {
    name: command.name,
    desc: describe(command),
    aliases: ['command'],
    visible,
    render(setting) {
      let control: ToggleComponent | undefined;
      setting.addToggle((toggle) => {
        nameToggle(toggle, command.name);
        control = toggle.onChange((wanted) => {
          // Drawing the state counts as a change, too.
          if (wanted === commandState(command, settings.current).isOn) return;
          void settings.change(withCommand(command, wanted, settings.current));
        });
      });
      return drawLive(bridge, setting.settingEl, () => {
        const { isOn, isLocked, reason } = commandState(command, settings.current);
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

function matches(command: Command, context: TabContext): boolean {
  const state = commandState(command, context.bridge.settings.current).isOn ? '' : 'off';
  const text = `${command.name} ${describe(command)} ${titleOf(command.category)} ${state}`.toLowerCase();
  return context.search.query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
