import type { SettingDefinitionGroup, SettingDefinitionRender } from 'obsidian';
import { isOfPlugin } from '../../bridge/commands/catalogue/catalogue';
import type { Command } from '../../bridge/commands/catalogue/command';
import { isTrusted } from '../../bridge/commands/policy/key-scope';
import { SETTING_LABELS } from '../../bridge/settings';
import type { Settings } from '../../bridge/settings';
import { nameControl } from '../ui/accessible-name';
import { drawLive } from '../ui/live-row';
import { commandState, withCommand } from './command-state';
import type { TabContext } from './context';
import type { Page } from './controls';

/** What the user can say that a plugin's command does. */
const DECLARATIONS = { off: 'Off', reads: 'Reads', changes: 'Changes' } as const;

type Declaration = keyof typeof DECLARATIONS;

/** The commands of other plugins, by plugin. What a plugin adds later is off until the user declares it. */
export function pluginCommands(context: TabContext): Page {
  const { program, settings } = context.bridge;
  const commands = program.commands.filter(isOfPlugin);
  const declared = (): number =>
    commands.filter((command) => declarationOf(command, settings.current) !== 'off').length;
  return {
    displayValue: () => (commands.length === 0 ? 'None' : `${declared()} of ${commands.length} on`),
    items: commands.length === 0 ? [{ type: 'group', items: [noneRow()] }] : groupsOf(context, commands),
  };
}

function noneRow(): SettingDefinitionRender {
  return {
    name: 'No plugin commands',
    desc: 'None of your plugins adds commands to the Obsidian CLI.',
    searchable: false,
    render: () => undefined,
  };
}

/** A group for each plugin. A plugin's commands begin with its id. */
function groupsOf(context: TabContext, commands: readonly Command[]): SettingDefinitionGroup[] {
  const plugins = new Map<string, Command[]>();
  for (const command of commands) {
    const [id = ''] = command.name.split(':');
    plugins.set(id, [...(plugins.get(id) ?? []), command]);
  }
  return [...plugins].map(([heading, own]) => ({
    type: 'group',
    heading,
    items: own.map((command) => declarationRow(context, command)),
  }));
}

function declarationRow({ bridge }: TabContext, { name, summary }: Command): SettingDefinitionRender {
  const { settings, program } = bridge;
  return {
    name,
    desc: summary,
    aliases: ['plugin', 'trust', 'read'],
    render(setting) {
      // The catalogue has a new object for the command after each declaration.
      const command = (): Command | undefined => program.commands.find((each) => each.name === name);
      let select: HTMLSelectElement | undefined;
      setting.addDropdown((dropdown) => {
        select = dropdown.selectEl;
        nameControl(dropdown.selectEl, name);
        for (const [value, text] of Object.entries(DECLARATIONS)) dropdown.addOption(value, text);
        dropdown.onChange((wanted) => {
          const current = command();
          if (current) void settings.change(declared(current, wanted as Declaration, settings.current));
        });
      });
      return drawLive(bridge, setting.settingEl, () => {
        const current = command();
        if (!current || !select) return;
        select.value = declarationOf(current, settings.current);
        const wildcard = settings.current.trustedCommands.find(
          (pattern) => pattern.trim() !== name && isTrusted(current, { trustedCommands: [pattern] }),
        );
        select.disabled = wildcard !== undefined;
        setting.setDesc([summary, reasonFor(current, settings.current, wildcard)].filter(Boolean).join(' '));
      });
    },
  };
}

/** What keeps the command from running, or lets it run, whatever is declared. */
function reasonFor(command: Command, settings: Settings, wildcard: string | undefined): string {
  if (wildcard !== undefined)
    return `Trusted by ${wildcard} in "${SETTING_LABELS.trustedCommands}" under Commands → Rules.`;
  const isDeclared = declarationOf(command, settings) !== 'off';
  if (isDeclared) return commandState(command, settings).reason;
  return settings.allowDangerousCommands
    ? `On because "${SETTING_LABELS.allowDangerousCommands}" is on.`
    : '';
}

function declarationOf({ name, kind }: Command, settings: Settings): Declaration {
  if (settings.readCommands.includes(name)) return 'reads';
  return kind !== 'read' && isTrusted({ name }, settings) ? 'changes' : 'off';
}

/** The settings after a declaration, which is by the exact name. What is declared is not blocked by its name. */
function declared(command: Command, declaration: Declaration, settings: Settings): Partial<Settings> {
  const { name } = command;
  const others = (list: readonly string[]): readonly string[] => list.filter((each) => each.trim() !== name);
  const { readCommands, trustedCommands } = settings;
  return {
    readCommands: [...others(readCommands), ...(declaration === 'reads' ? [name] : [])],
    trustedCommands: [...others(trustedCommands), ...(declaration === 'changes' ? [name] : [])],
    ...(declaration !== 'off' && withCommand(command, true, settings)),
  };
}
