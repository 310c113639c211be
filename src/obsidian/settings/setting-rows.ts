import type { SettingDefinition, SettingDefinitionPage } from 'obsidian';
import {
  DEFAULT_SETTINGS,
  KEEP_DAYS_RANGE,
  PORT_RANGE,
  SETTING_LABELS,
  TIMEOUT_RANGE,
} from '../../bridge/settings';
import type { SettingKey, Settings } from '../../bridge/settings';
import { settingProblem } from '../../bridge/settings-parser';
import { checkAskFirst, checkCliPath, checkCommands, checkPort } from '../setting-checks';
import type { CheckedBridge } from '../setting-checks';
import {
  addressProblem,
  daysProblem,
  folderProblem,
  hostsProblem,
  originsProblem,
  placesProblem,
  timeoutProblem,
  vaultNameProblem,
  vaultNamesProblem,
} from '../setting-rules';
import { addressField } from './address-field';
import { askFirstCommands, dangerousChoice } from './ask-first';
import type { TabContext } from './context';
import { choice, list, number, textField, toggle } from './controls';
import type { Control, Page } from './controls';
import { pathField } from './path-field';
import { pluginCommands } from './plugin-commands';
import { privateFolders } from './private-folders';
import { promptsField } from './prompts-field';
import { VAULT_DESCRIPTION, vaultField } from './vault-field';

/** A group of rows in the settings tab, or on one of its pages. */
type Group = 'changes' | 'security' | 'plugin_commands' | 'rules' | 'interfaces' | 'web' | 'vaults' | 'cli';

/** What the app adds to a setting: its row in the settings tab, and the check before it is saved. */
interface SettingRow {
  readonly group: Group;
  readonly desc?: string;
  /** What is wrong with an entered value, as a sentence, before its schema is asked. */
  readonly check?: (
    value: unknown,
    bridge: CheckedBridge,
  ) => string | undefined | Promise<string | undefined>;
}

/** A row with a control. */
interface ControlRow<Key extends SettingKey> extends SettingRow {
  /** Other words that find it in the app's search. */
  readonly aliases: readonly string[];
  readonly visible?: (settings: Settings) => boolean;
  readonly control: (context: TabContext, key: Key) => Control;
}

/** An entry that opens a page. */
interface PageRow extends SettingRow {
  readonly page: (context: TabContext) => Page;
}

/** The rows of all settings. Those of one group are shown in this order. */
const SETTING_ROWS: { readonly [Key in SettingKey]: ControlRow<Key> | PageRow } = {
  changeNotices: {
    group: 'changes',
    desc: 'Show a notice after a note is changed through CLI Bridge.',
    aliases: ['notification'],
    control: choice({ off: 'Off', clients: 'For changes by clients', all: 'For all changes' }),
  },
  keepChangesDays: {
    group: 'changes',
    desc: 'How long changes can be undone after you close Obsidian. The texts stay on this device. With 0, they are erased now.',
    aliases: ['undo', 'history', 'restart', 'forget'],
    control: number({ ...KEEP_DAYS_RANGE, step: 1 }),
    check: daysProblem,
  },
  readOnly: {
    group: 'security',
    desc: 'Block every command that changes something.',
    aliases: ['write', 'protect'],
    control: toggle,
  },
  allowDangerousCommands: {
    group: 'security',
    desc: 'They run code, control the app, or publish notes. Commands of other plugins count too.',
    aliases: ['eval', 'developer', 'devtools', 'ask'],
    control: dangerousChoice,
  },
  askFirst: {
    group: 'security',
    desc: 'Commands that run only after you allow them, for every client.',
    page: askFirstCommands,
    check: checkAskFirst,
  },
  readCommands: {
    group: 'plugin_commands',
    desc: 'Say what the commands of other plugins do, so that clients can run them.',
    page: pluginCommands,
  },
  privateFolders: {
    group: 'security',
    desc: 'Folders and notes that no client sees.',
    page: privateFolders,
    check: placesProblem,
  },
  blockedCommands: {
    group: 'rules',
    desc: "Commands that clients can't run, one per line, such as delete or dev:*.",
    aliases: ['block', 'deny'],
    control: list('plugin:*'),
    check: checkCommands,
  },
  allowedCommands: {
    group: 'rules',
    desc: 'Clients can run only these commands. Leave it empty for all.',
    aliases: ['allow', 'whitelist'],
    control: list('daily:*'),
    check: checkCommands,
  },
  trustedCommands: {
    group: 'rules',
    desc: 'Dangerous commands that clients can run anyway.',
    aliases: ['dangerous', 'exception', 'plugin'],
    visible: (settings) => !settings.allowDangerousCommands,
    control: list('plugin:reload'),
    check: checkCommands,
  },
  restEnabled: {
    group: 'interfaces',
    desc: 'For scripts and other apps, at /api/v1.',
    aliases: ['HTTP', 'API', 'curl', 'script'],
    control: toggle,
  },
  mcpEnabled: {
    group: 'interfaces',
    desc: 'For AI agents, at /mcp.',
    aliases: ['AI', 'Claude', 'agent'],
    control: toggle,
  },
  promptsFolder: {
    group: 'interfaces',
    desc: 'Each note in this folder is a slash command in MCP clients that have them. Leave it empty for none.',
    aliases: ['slash command', 'prompt', 'template'],
    visible: (settings) => settings.mcpEnabled,
    control: promptsField,
    check: folderProblem,
  },
  guideNote: {
    group: 'interfaces',
    desc: 'The path of a note with your rules for this vault. AI agents are asked to read it before their first change.',
    aliases: ['agent', 'rules', 'instructions'],
    visible: (settings) => settings.mcpEnabled,
    control: textField('Agents.md'),
  },
  port: {
    group: 'interfaces',
    desc: 'If you change it, connect your clients again.',
    aliases: [String(DEFAULT_SETTINGS.port), 'URL', 'address'],
    control: number({ min: PORT_RANGE.min, max: PORT_RANGE.max, step: 1 }),
    check: checkPort,
  },
  bindAddress: {
    group: 'interfaces',
    desc: 'With 127.0.0.1, only this computer can connect.',
    aliases: ['0.0.0.0', 'network', 'localhost', 'interface'],
    control: addressField,
    check: addressProblem,
  },
  startOnLoad: {
    group: 'interfaces',
    desc: 'Start the server when you open this vault.',
    aliases: ['autostart', 'launch'],
    control: toggle,
  },
  corsEnabled: {
    group: 'web',
    desc: 'Let web pages call the server. They still need a key.',
    aliases: ['web page', 'browser', 'origin'],
    control: toggle,
  },
  corsOrigins: {
    group: 'web',
    desc: 'Web pages that can call the server, one per line. Leave it empty for all.',
    aliases: ['web page', 'browser'],
    visible: (settings) => settings.corsEnabled,
    control: list('https://example.com'),
    check: originsProblem,
  },
  allowedHosts: {
    group: 'web',
    desc: 'Host names other than localhost that clients use, one per line.',
    aliases: ['host', 'rebinding', 'proxy'],
    control: list('my-computer.local'),
    check: hostsProblem,
  },
  defaultVault: {
    group: 'vaults',
    desc: VAULT_DESCRIPTION,
    aliases: ['vault', 'target'],
    control: vaultField,
    check: vaultNameProblem,
  },
  allowedVaults: {
    group: 'vaults',
    desc: 'Vaults that clients can use, one name or ID per line. Leave it empty for all.',
    aliases: ['vault', 'protect'],
    control: (context, key) => list(context.bridge.vaultName)(context, key),
    check: vaultNamesProblem,
  },
  timeoutSeconds: {
    group: 'cli',
    desc: 'Seconds a command may wait, then run.',
    aliases: ['timeout', 'seconds', 'slow'],
    control: number(TIMEOUT_RANGE),
    check: timeoutProblem,
  },
  cliPath: {
    group: 'cli',
    aliases: ['binary', 'program', 'executable', 'version'],
    control: pathField,
    check: checkCliPath,
  },
};

/** The rows of a group. */
export function rowsOf(context: TabContext, group: Group): (SettingDefinition | SettingDefinitionPage)[] {
  const keys = Object.keys(SETTING_ROWS) as SettingKey[];
  return keys.filter((key) => SETTING_ROWS[key].group === group).map((key) => rowOf(context, key));
}

function rowOf<Key extends SettingKey>(
  context: TabContext,
  key: Key,
): SettingDefinition | SettingDefinitionPage {
  const row: ControlRow<Key> | PageRow = SETTING_ROWS[key];
  if ('page' in row) {
    const { desc = '', page } = row;
    return { type: 'page', name: SETTING_LABELS[key], desc, ...page(context) };
  }
  const { desc, aliases, visible, control } = row;
  const { settings } = context.bridge;
  return {
    name: SETTING_LABELS[key],
    ...(desc !== undefined && { desc }),
    aliases: [...aliases],
    ...(visible && { visible: () => visible(settings.current) }),
    ...control(context, key),
  };
}

/** Checks a value from the user before it is saved. @returns what is wrong with it, as a sentence, or undefined */
export async function checkSetting(
  bridge: CheckedBridge,
  key: SettingKey,
  value: unknown,
): Promise<string | undefined> {
  return (await SETTING_ROWS[key].check?.(value, bridge)) ?? settingProblem(key, value);
}
