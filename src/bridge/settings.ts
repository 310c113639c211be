import * as z from 'zod/v4';
import { keyRecords } from './key-records';
import type { KeyRecord } from './key-records';
import { commandNames, commandPatterns, flag, text, textList, vaultPaths } from './text/setting-values';

/** Ports that people may choose; `any` lets the system choose one. */
export const PORT_RANGE = { any: 0, min: 1, max: 65_535 } as const;

/** The range of `timeoutSeconds`. */
export const TIMEOUT_RANGE = { min: 1, max: 600 } as const;

/** The range of `keepChangesDays`. */
export const KEEP_DAYS_RANGE = { min: 0, max: 365 } as const;

/** `defaultVault` that leaves the choice to the program, which takes the vault that has the focus. */
export const CLI_DECIDES = '*';

/** Where a person changes the settings: the settings tab, or the settings file of the standalone host. */
export const SETTINGS_PLACE = 'the CLI Bridge settings';

/**
 * Where the plugin keeps a setting. The standalone host reads all of them from its settings file.
 * - `data_file`: in its settings file, which may be synced. For settings that protect nothing.
 * - `device`: on this device, where neither sync nor an editor can change it. For settings that protect.
 * - `secrets`: in the secret storage of this device.
 * - `standalone`: nowhere. Only the standalone host has it.
 */
type SettingStorage = 'data_file' | 'device' | 'secrets' | 'standalone';

/** Everything known about a setting except its row in the settings tab. */
interface Setting<Value, Kept extends SettingStorage> {
  /** The values it may have, from a file or a person. */
  readonly schema: z.ZodType<Value>;
  readonly default: NoInfer<Value>;
  /** Its name in the settings tab and in every message. */
  readonly label: string;
  readonly kept: Kept;
  /** Kept on the device, and taken from the file if the device has none yet: it can only restrict clients. */
  readonly isAdopted?: true;
  /** Also taken from the file where the list of the device is empty. */
  readonly fillsEmpty?: true;
  /** While it can't be read, no command can run: its default would allow more. */
  readonly failsClosed?: true;
}

/** Lets the compiler infer the type of the value. */
function setting<Value, Kept extends SettingStorage>(entry: Setting<Value, Kept>): Setting<Value, Kept> {
  return entry;
}

/** All settings, in the order of the documentation. */
export const SETTINGS = {
  port: setting({
    schema: z.int().min(PORT_RANGE.any).max(PORT_RANGE.max),
    default: 27_124,
    label: 'Port',
    kept: 'data_file',
  }),
  bindAddress: setting({
    schema: text.trim().min(1).max(255),
    default: '127.0.0.1',
    label: 'Bind address',
    kept: 'device',
  }),
  startOnLoad: setting({ schema: flag, default: true, label: 'Start automatically', kept: 'data_file' }),
  restEnabled: setting({
    schema: flag,
    default: true,
    label: 'REST interface',
    kept: 'device',
    isAdopted: true,
  }),
  mcpEnabled: setting({
    schema: flag,
    default: true,
    label: 'MCP interface',
    kept: 'device',
    isAdopted: true,
  }),
  /** Empty for the host's own vault; {@link CLI_DECIDES} leaves the choice to the program. */
  defaultVault: setting({ schema: text, default: '', label: 'Default vault', kept: 'data_file' }),
  /** Empty to search for the program. */
  cliPath: setting({ schema: text, default: '', label: 'CLI path', kept: 'device' }),
  /** Names or prefix wildcards; an empty list allows every command. */
  allowedCommands: setting({
    schema: commandPatterns,
    default: [],
    label: 'Allowed commands',
    kept: 'device',
    isAdopted: true,
    failsClosed: true,
  }),
  blockedCommands: setting({
    schema: commandPatterns,
    default: [],
    label: 'Blocked commands',
    kept: 'device',
    isAdopted: true,
    failsClosed: true,
  }),
  readOnly: setting({
    schema: flag,
    default: false,
    label: 'Read-only mode',
    kept: 'device',
    isAdopted: true,
  }),
  allowDangerousCommands: setting({
    schema: flag,
    default: false,
    label: 'Allow dangerous commands',
    kept: 'device',
  }),
  /** Names or prefix wildcards of commands that may run although they are dangerous. */
  trustedCommands: setting({
    schema: commandPatterns,
    default: [],
    label: 'Trusted commands',
    kept: 'device',
  }),
  /** Names of other plugins' commands that the user has declared to only read. */
  readCommands: setting({
    schema: commandNames,
    default: [],
    label: 'Plugin commands',
    kept: 'device',
  }),
  /** Names or prefix wildcards of commands that need the user's approval each time. */
  askFirst: setting({
    schema: commandPatterns,
    default: [],
    label: 'Ask me first',
    kept: 'device',
    isAdopted: true,
    failsClosed: true,
  }),
  /** Names or ids; an empty list allows every vault. */
  allowedVaults: setting({
    schema: textList,
    default: [],
    label: 'Allowed vaults',
    kept: 'device',
    isAdopted: true,
    failsClosed: true,
  }),
  /** Paths of folders and notes that no client sees, with any key but the owner's. */
  privateFolders: setting({
    schema: vaultPaths,
    default: [],
    label: 'Private folders',
    kept: 'device',
    isAdopted: true,
    fillsEmpty: true,
    failsClosed: true,
  }),
  corsEnabled: setting({ schema: flag, default: false, label: 'Allow CORS requests', kept: 'device' }),
  /** An empty list allows every origin. */
  corsOrigins: setting({
    schema: textList,
    default: [],
    label: 'CORS origins',
    kept: 'device',
    failsClosed: true,
  }),
  allowedHosts: setting({ schema: textList, default: [], label: 'Allowed hosts', kept: 'device' }),
  timeoutSeconds: setting({
    schema: z.number().min(TIMEOUT_RANGE.min).max(TIMEOUT_RANGE.max),
    default: 30,
    label: 'Timeout',
    kept: 'data_file',
  }),
  /** The folder in the default vault whose notes are MCP prompts; empty for no prompts. */
  promptsFolder: setting({ schema: text.trim(), default: '', label: 'Prompts folder', kept: 'data_file' }),
  /** The path of the note in the default vault with the user's rules for agents; empty for none. */
  guideNote: setting({ schema: text.trim(), default: '', label: 'Guide for agents', kept: 'data_file' }),
  /** Which changes of notes the user is shown a notice about. */
  changeNotices: setting({
    schema: z.enum(['off', 'clients', 'all']),
    default: 'clients',
    label: 'Change notices',
    kept: 'data_file',
  }),
  /** For how many days changes can be undone after the app was closed; 0 only until it is. Standalone keeps none. */
  keepChangesDays: setting({
    schema: z.int().min(KEEP_DAYS_RANGE.min).max(KEEP_DAYS_RANGE.max),
    default: 30,
    label: 'Days to keep changes',
    kept: 'device',
  }),
  /** The clients' own keys. */
  keys: setting({
    schema: keyRecords,
    default: [] as readonly KeyRecord[],
    label: 'Clients',
    kept: 'secrets',
  }),
  /** The file to which each change is added; empty for none. */
  auditFile: setting({
    schema: z
      .string({ error: 'must be the path of a file' })
      .refine((path) => !path.includes('\0'), 'it must be the path of a file'),
    default: '',
    label: 'Audit file',
    kept: 'standalone',
  }),
};

type Table = typeof SETTINGS;

export type HostSettingKey = keyof Table;

/** All settings, with those that only a host uses. */
export type HostSettings = { readonly [Key in HostSettingKey]: z.output<Table[Key]['schema']> };

export type SettingKey = {
  [Key in HostSettingKey]: Table[Key]['kept'] extends 'data_file' | 'device' ? Key : never;
}[HostSettingKey];

export type Settings = Pick<HostSettings, SettingKey>;

/** The settings that are lists of texts. */
export type ListKey = {
  [Key in SettingKey]: Settings[Key] extends readonly string[] ? Key : never;
}[SettingKey];

export type ChangeNotices = Settings['changeNotices'];

export const HOST_SETTING_KEYS = Object.keys(SETTINGS) as HostSettingKey[];

export const SETTING_KEYS = HOST_SETTING_KEYS.filter((key): key is SettingKey => {
  const { kept } = SETTINGS[key];
  return kept === 'data_file' || kept === 'device';
});

/** The settings that are lists of commands: names or prefix wildcards. */
export const COMMAND_LIST_KEYS = SETTING_KEYS.filter(
  (key): key is ListKey => SETTINGS[key].schema === commandPatterns,
);

export const HOST_DEFAULTS = Object.freeze(
  valuesOf(HOST_SETTING_KEYS, (key) => SETTINGS[key].default),
) as unknown as HostSettings;

export const DEFAULT_SETTINGS = Object.freeze(
  valuesOf(SETTING_KEYS, (key) => SETTINGS[key].default),
) as unknown as Settings;

export const SETTING_LABELS: Readonly<Record<SettingKey, string>> = valuesOf(
  SETTING_KEYS,
  (key) => SETTINGS[key].label,
);

/** A setting as the user finds it. */
export function settingInWords(key: SettingKey): string {
  return `"${SETTING_LABELS[key]}" in ${SETTINGS_PLACE}`;
}

function valuesOf<Key extends string, Value>(
  keys: readonly Key[],
  valueOf: (key: Key) => Value,
): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<Key, Value>;
}

/**
 * The current settings. All parts of a bridge share this object and read it at each use, so changes take effect immediately.
 * Only the bridge writes to it.
 */
export interface LiveSettings {
  readonly current: Settings;
}
