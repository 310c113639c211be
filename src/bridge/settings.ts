/** Which changes of notes the user is shown a notice about. */
export const CHANGE_NOTICES = ['off', 'clients', 'all'] as const;

export type ChangeNotices = (typeof CHANGE_NOTICES)[number];

/** The settings of a bridge, in the order of the documentation. */
export interface Settings {
  /** 0 takes any free port. */
  readonly port: number;
  readonly bindAddress: string;
  readonly startOnLoad: boolean;
  readonly restEnabled: boolean;
  readonly mcpEnabled: boolean;
  /** Empty for the host's own vault; {@link CLI_DECIDES} leaves the choice to the program. */
  readonly defaultVault: string;
  /** Empty to search for the program. */
  readonly cliPath: string;
  /** Names or prefix wildcards; an empty list allows every command. */
  readonly allowedCommands: readonly string[];
  readonly blockedCommands: readonly string[];
  readonly readOnly: boolean;
  readonly allowDangerousCommands: boolean;
  /** Names or prefix wildcards of commands that may run although they are dangerous. */
  readonly trustedCommands: readonly string[];
  /** Names or prefix wildcards of commands that need the user's approval each time. */
  readonly askFirst: readonly string[];
  /** Names or ids; an empty list allows every vault. */
  readonly allowedVaults: readonly string[];
  readonly corsEnabled: boolean;
  /** An empty list allows every origin. */
  readonly corsOrigins: readonly string[];
  readonly allowedHosts: readonly string[];
  readonly timeoutSeconds: number;
  /** The folder in the default vault whose notes are MCP prompts; empty for no prompts. */
  readonly promptsFolder: string;
  readonly changeNotices: ChangeNotices;
}

export type SettingKey = keyof Settings;

/** `defaultVault` that leaves the choice to the program, which takes the vault that has the focus. */
export const CLI_DECIDES = '*';

export const DEFAULT_SETTINGS: Settings = Object.freeze({
  port: 27_124,
  bindAddress: '127.0.0.1',
  startOnLoad: true,
  restEnabled: true,
  mcpEnabled: true,
  defaultVault: '',
  cliPath: '',
  allowedCommands: [],
  blockedCommands: [],
  readOnly: false,
  allowDangerousCommands: false,
  trustedCommands: [],
  askFirst: [],
  allowedVaults: [],
  corsEnabled: false,
  corsOrigins: [],
  allowedHosts: [],
  timeoutSeconds: 30,
  promptsFolder: '',
  changeNotices: 'off',
});

/** Ports that people may choose; `any` lets the system choose one. */
export const PORT_RANGE = { any: 0, min: 1, max: 65_535 } as const;

/** The range of `timeoutSeconds`. */
export const TIMEOUT_RANGE = { min: 1, max: 600 } as const;

/** How long a text, or an entry of a list, may be. */
export const MAX_TEXT_CHARS = 4_096;

/** How many entries a list may have: far more than a person writes. Each call checks them all. */
export const MAX_ENTRIES = 500;

/** Where a person finds the settings. */
export const SETTINGS_PLACE = 'Obsidian → Settings → CLI Bridge';

export const SETTING_KEYS = Object.keys(DEFAULT_SETTINGS) as SettingKey[];

/** The label of each setting, in the settings tab and in every message. */
export const SETTING_LABELS: Readonly<Record<SettingKey, string>> = {
  port: 'Port',
  bindAddress: 'Bind address',
  startOnLoad: 'Start automatically',
  restEnabled: 'REST interface',
  mcpEnabled: 'MCP interface',
  defaultVault: 'Default vault',
  cliPath: 'CLI path',
  allowedCommands: 'Allowed commands',
  blockedCommands: 'Blocked commands',
  readOnly: 'Read-only mode',
  allowDangerousCommands: 'Allow dangerous commands',
  trustedCommands: 'Trusted commands',
  askFirst: 'Ask me first',
  allowedVaults: 'Allowed vaults',
  corsEnabled: 'Allow CORS requests',
  corsOrigins: 'CORS origins',
  allowedHosts: 'Allowed hosts',
  timeoutSeconds: 'Timeout',
  promptsFolder: 'Prompts folder',
  changeNotices: 'Change notices',
};
