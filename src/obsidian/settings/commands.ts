import type {
  SettingDefinitionGroup,
  SettingDefinitionPage,
  SettingDefinitionRender,
  ToggleComponent,
} from 'obsidian';
import type { Command } from '../../bridge/commands/command';
import { BRIDGE_ID, matchesPattern, policyRefusal } from '../../bridge/commands/policy';
import type { Settings } from '../../bridge/settings';
import { countBlocked, switchOf, turned } from '../command-switch';
import type { TabContext } from './context';
import { listRow } from './list-row';
import { drawLive } from './live-row';
import { nameControl, nameToggle } from './named';

const KINDS: Record<Command['kind'], string> = { read: 'Reads', write: 'Changes', remove: 'Removes' };

/** Every command with its switch, by category, and the patterns that stand above the switches. */
export function commandsPage(context: TabContext): SettingDefinitionPage {
  const { host, search } = context;
  const isSought = (command: Command): boolean => matches(command, search.query, host.categoryTitles);

  const searchRow: SettingDefinitionRender = {
    name: 'Find a command',
    desc: 'By its name, what it does, its category, or a word such as removes or dangerous.',
    searchable: false,
    render(setting) {
      setting.addSearch((field) => {
        nameControl(field.inputEl, 'Find a command');
        field
          .setPlaceholder('Find a command')
          .setValue(search.query)
          .onChange((text) => {
            search.query = text;
            context.refresh();
          });
      });
    },
  };

  const rules: SettingDefinitionGroup = {
    type: 'group',
    items: [
      countRow(context),
      listRow(context, {
        key: 'blockedCommands',
        name: 'Block by pattern',
        desc: 'Commands that are refused, one per line: a name, or a beginning such as dev:* for a whole family.',
        placeholder: 'plugin:*',
        aliases: ['block', 'deny'],
      }),
      listRow(context, {
        key: 'allowedCommands',
        name: 'Allow only these',
        desc: 'If anything stands here, all other commands are refused. Empty allows all that are not blocked.',
        placeholder: 'daily:*',
        aliases: ['allow', 'whitelist'],
      }),
      searchRow,
    ],
  };

  return {
    type: 'page',
    name: 'Commands',
    desc: 'Everything a client can call, each with a switch. Turn off what no client should do.',
    displayValue: () => blockedText(context),
    items: [rules, ...categories(host.commands).map((group) => categoryGroup(context, group, isSought))],
  };
}

function blockedText({ host }: TabContext): string {
  const blocked = countBlocked(host.commands, host.settings);
  return blocked === 0 ? 'None blocked' : `${blocked} blocked`;
}

function countRow(context: TabContext): SettingDefinitionRender {
  const { host } = context;
  return {
    name: 'All commands',
    desc: 'The commands the app has now, with those of its plugins.',
    searchable: false,
    render(setting) {
      const draw = (): void => {
        setting.setDesc(`${host.commands.length} commands, ${blockedText(context).toLowerCase()}`);
      };
      draw();
      return host.onChange(draw);
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

function categoryGroup(
  context: TabContext,
  [category, commands]: readonly [string, Command[]],
  isSought: (command: Command) => boolean,
): SettingDefinitionGroup {
  return {
    type: 'group',
    heading: context.host.categoryTitles.get(category) ?? 'Commands of plugins',
    visible: () => commands.some(isSought),
    items: commands.map((command) => ({ ...commandRow(context, command), visible: () => isSought(command) })),
  };
}

function commandRow({ host }: TabContext, command: Command): SettingDefinitionRender {
  return {
    name: command.name,
    desc: describe(command),
    aliases: ['command'],
    render(setting) {
      let control: ToggleComponent | undefined;
      setting.addToggle((toggle) => {
        nameToggle(toggle, command.name);
        control = toggle
          .setValue(switchOf(command, host.settings).on && !isOwn(command))
          .onChange((wanted) => void host.change(turned(command, wanted, host.settings)));
      });
      return drawLive(host, () => {
        const { lockedBy } = switchOf(command, host.settings);
        const reason = whyRefused(command, host.settings, lockedBy);
        setting.setDesc([describe(command), reason].filter(Boolean).join(' '));
        control?.setDisabled(lockedBy !== undefined || isOwn(command));
      });
    },
  };
}

/** Why a command is refused although its switch may be on. */
function whyRefused(command: Command, settings: Settings, lockedBy: string | undefined): string | undefined {
  switch (policyRefusal(command, settings)) {
    case 'bridge_protected':
      return "Runs from a terminal only: the bridge's own commands never run through it.";
    case 'read_only':
      return 'Refused in read-only mode.';
    case 'command_dangerous':
      return 'Refused until dangerous commands are allowed.';
    case 'command_blocked':
      return lockedBy === undefined ? 'Blocked.' : `Blocked by the pattern ${lockedBy}.`;
    case undefined:
      return undefined;
  }
}

function isOwn({ name }: Command): boolean {
  return matchesPattern(BRIDGE_ID, name) || matchesPattern(`${BRIDGE_ID}:*`, name);
}

function describe({ kind, dangerous, summary }: Command): string {
  const end = /[.!?]$/.test(summary) ? summary : `${summary}.`;
  return `${KINDS[kind]}${dangerous ? ', dangerous' : ''}. ${summary === '' ? '' : end}`.trim();
}

function matches(command: Command, query: string, titles: ReadonlyMap<string, string>): boolean {
  const text =
    `${command.name} ${describe(command)} ${titles.get(command.category) ?? 'plugins'}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
