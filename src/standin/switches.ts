import { delimiter, resolve } from 'node:path';

/**
 * What environment variables change about the program, mostly for tests.
 *
 * | variable | effect |
 * |---|---|
 * | `OBSIDIAN_STANDIN_VAULTS` | vault folders, separated like `PATH`; the first is the default vault |
 * | `OBSIDIAN_STANDIN_NOW` | the current time to assume, an ISO date and time |
 * | `OBSIDIAN_STANDIN_EXTRA_COMMANDS` | JSON object of name and description: commands as a community plugin adds them |
 * | `OBSIDIAN_STANDIN_DELAY_MS` | waits this long before doing anything |
 * | `OBSIDIAN_STANDIN_HANG` | `1`: never answers; a comma-separated list: these commands never answer |
 * | `OBSIDIAN_STANDIN_IGNORE_SIGNALS` | `1`: ignores SIGTERM, SIGINT and SIGHUP |
 * | `OBSIDIAN_STANDIN_NOISE` | `1`: prints the lines of an outdated installer first |
 * | `OBSIDIAN_STANDIN_STRICT` | `1`: failures go to stderr with exit code 1 |
 * | `OBSIDIAN_STANDIN_COLD` | `1`: the first call that names a vault answers "Command not found", once |
 * | `OBSIDIAN_STANDIN_DISABLED` | `1`: says that the command line interface is switched off |
 * | `OBSIDIAN_STANDIN_APP_CLOSED` | `1`: says that the app is not running, with exit code 1 |
 * | `OBSIDIAN_STANDIN_DISK_FULL` | `1`: every change fails as on a full disk |
 * | `OBSIDIAN_STANDIN_TRACE` | a file to which it appends a JSON line at the start and at the end |
 */
export interface Switches {
  readonly vaults: readonly string[];
  readonly now: Date;
  readonly extraCommands: ReadonlyMap<string, string>;
  readonly delay: number;
  readonly hang: ReadonlySet<string> | 'always';
  readonly ignoreSignals: boolean;
  readonly noise: boolean;
  readonly strict: boolean;
  readonly cold: boolean;
  readonly disabled: boolean;
  readonly appClosed: boolean;
  readonly diskFull: boolean;
  readonly trace: string | undefined;
}

const PREFIX = 'OBSIDIAN_STANDIN_';

/** Reads the switches from the environment. */
export function readSwitches(environment: Readonly<Record<string, string | undefined>>): Switches {
  const value = (name: string): string => environment[PREFIX + name] ?? '';
  const on = (name: string): boolean => value(name) === '1';
  const now = new Date(value('NOW'));
  return {
    vaults: list(value('VAULTS'), delimiter).map((folder) => resolve(folder)),
    now: Number.isNaN(now.getTime()) ? new Date() : now,
    extraCommands: readCommands(value('EXTRA_COMMANDS')),
    delay: Number(value('DELAY_MS')) || 0,
    hang: on('HANG') ? 'always' : new Set(list(value('HANG'), ',')),
    ignoreSignals: on('IGNORE_SIGNALS'),
    noise: on('NOISE'),
    strict: on('STRICT'),
    cold: on('COLD'),
    disabled: on('DISABLED'),
    appClosed: on('APP_CLOSED'),
    diskFull: on('DISK_FULL'),
    trace: value('TRACE') || undefined,
  };
}

function list(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function readCommands(json: string): Map<string, string> {
  if (json === '') return new Map();
  const parsed: unknown = JSON.parse(json);
  return new Map(Object.entries(parsed ?? {}).map(([name, description]) => [name, String(description)]));
}
