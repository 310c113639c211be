import type {
  SettingDefinitionGroup,
  SettingDefinitionPage,
  SettingDefinitionRender,
  ToggleComponent,
} from 'obsidian';
import type { Command } from '../../bridge/commands/command';
import { isAskedFirst } from '../../bridge/commands/consent';
import { policyRefusal } from '../../bridge/commands/policy';
import { SETTING_LABELS } from '../../bridge/settings';
import type { Settings } from '../../bridge/settings';
import { countBlocked, switchOf, withCommand } from '../command-switch';
import type { TabContext } from './context';
import { listRow } from './list-row';
import { drawLive } from './live-row';
import { nameControl, nameToggle } from './accessible-name';

const KINDS: Record<Command['kind'], string> = { read: 'Reads', write: 'Changes', remove: 'Removes' };

/** Every command with a toggle, by category, and the lists that take precedence over the toggles. */
export function commandsPage(context: TabContext): SettingDefinitionPage {
  const { bridge, search } = context;
  const isMatch = (command: Command): boolean =>
    (!isLacking(command, bridge) || search.showUnavailable || search.query.trim() !== '') &&
    matches(command, search.query, bridge.categoryTitles);

  const searchRow: SettingDefinitionRender = {
    name: 'Find a command',
    desc: 'Search by name, purpose, category, or a word such as removes or dangerous.',
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
        desc: 'Commands that clients may not run, one per line: a name, or a prefix wildcard such as dev:*.',
        placeholder: 'plugin:*',
        aliases: ['block', 'deny'],
      }),
      listRow(context, {
        key: 'allowedCommands',
        desc: 'If this list is not empty, clients may run no other commands. Leave it empty to allow everything that is not blocked.',
        placeholder: 'daily:*',
        aliases: ['allow', 'whitelist'],
      }),
      unavailableRow(context),
      searchRow,
    ],
  };

  return {
    type: 'page',
    name: 'Commands',
    desc: 'Everything clients can run. Turn off the commands that no client should use.',
    displayValue: () => blockedText(context),
    items: [rules, ...categories(bridge.commands).map((group) => categoryGroup(context, group, isMatch))],
  };
}

function blockedText({ bridge }: TabContext): string {
  const blocked = countBlocked(bridge.commands, bridge.settings);
  return blocked === 0 ? 'None blocked' : `${blocked} blocked`;
}

function countRow(context: TabContext): SettingDefinitionRender {
  const { bridge } = context;
  return {
    name: 'All commands',
    desc: 'The commands that the app and its plugins offer at the moment.',
    searchable: false,
    render(setting) {
      return drawLive(bridge, () => {
        setting.setDesc(`${bridge.commands.length} commands, ${blockedText(context).toLowerCase()}`);
      });
    },
  };
}

/** Whether the app lacks the command. While no command is available, as without the Obsidian CLI, none is told from the others. */
function isLacking({ available }: Command, bridge: TabContext['bridge']): boolean {
  return !available && bridge.commands.some((other) => other.available);
}

const UNAVAILABLE = 'Show unavailable commands';

/** The list shows only what the app offers, unless the user searches it or asks for the rest. */
function unavailableRow({ bridge, search, refresh }: TabContext): SettingDefinitionRender {
  return {
    name: UNAVAILABLE,
    desc: 'Commands that the app does not offer now, because their core plugin is off or this version of Obsidian does not have them. A search finds them too.',
    searchable: false,
    visible: () => bridge.commands.some((command) => isLacking(command, bridge)),
    render(setting) {
      setting.addToggle((toggle) => {
        nameToggle(toggle, UNAVAILABLE);
        toggle.setValue(search.showUnavailable).onChange((wanted) => {
          search.showUnavailable = wanted;
          refresh();
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

function categoryGroup(
  context: TabContext,
  [category, commands]: readonly [string, Command[]],
  isMatch: (command: Command) => boolean,
): SettingDefinitionGroup {
  return {
    type: 'group',
    heading: context.bridge.categoryTitles.get(category) ?? 'Plugin commands',
    visible: () => commands.some(isMatch),
    items: commands.map((command) => ({ ...commandRow(context, command), visible: () => isMatch(command) })),
  };
}

function commandRow({ bridge }: TabContext, command: Command): SettingDefinitionRender {
  return {
    name: command.name,
    desc: describe(command),
    aliases: ['command'],
    render(setting) {
      let control: ToggleComponent | undefined;
      setting.addToggle((toggle) => {
        nameToggle(toggle, command.name);
        control = toggle
          .setValue(switchOf(command, bridge.settings).on && !isOwn(command, bridge.settings))
          .onChange((wanted) => void bridge.change(withCommand(command, wanted, bridge.settings)));
      });
      return drawLive(bridge, () => {
        const { lockedBy } = switchOf(command, bridge.settings);
        const reason = refusalReason(command, bridge.settings, lockedBy);
        const absence = isLacking(command, bridge) ? 'Not offered by the app now.' : undefined;
        setting.setDesc([describe(command), absence, reason].filter(Boolean).join(' '));
        control?.setDisabled(lockedBy !== undefined || isOwn(command, bridge.settings));
      });
    },
  };
}

/** Why a command may not run, or not at once, although its toggle may be on. */
function refusalReason(
  command: Command,
  settings: Settings,
  lockedBy: string | undefined,
): string | undefined {
  switch (policyRefusal(command, settings)) {
    case 'bridge_protected':
      return 'Can only be run from a terminal, not through the bridge itself.';
    case 'read_only':
      return `Blocked while "${SETTING_LABELS.readOnly}" is on.`;
    case 'command_dangerous':
      return `Blocked until "${SETTING_LABELS.allowDangerousCommands}" is on.`;
    case 'command_blocked':
      return lockedBy === undefined ? 'Blocked.' : `Blocked by the wildcard ${lockedBy}.`;
    case undefined:
      return isAskedFirst(command, settings) ? 'Asks you first.' : undefined;
  }
}

/** Whether the command is the bridge's own, which no setting lets it run. */
function isOwn(command: Command, settings: Settings): boolean {
  return policyRefusal(command, settings) === 'bridge_protected';
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
