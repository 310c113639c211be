import { delimiter, resolve } from 'node:path';
import { readRequestLimit } from './request-limit';
import type { RequestLimit } from './request-limit';

/**
 * Environment variables that change the program, mostly for tests. "Some commands" means `1` for every command,
 * or a list of command names, separated by commas.
 *
 * | variable | effect |
 * |---|---|
 * | `OBSIDIAN_STANDIN_VAULTS` | vault folders, separated like `PATH`; the first is the default vault |
 * | `OBSIDIAN_STANDIN_VAULT_IDS` | their ids in the same order, separated by commas; else made from their paths |
 * | `OBSIDIAN_STANDIN_NOW` | the current time to assume, an ISO date and time |
 * | `OBSIDIAN_STANDIN_EXTRA_COMMANDS` | JSON object of name and description: commands as a community plugin adds them |
 * | `OBSIDIAN_STANDIN_APP_SOCKET` | socket of an app that has the vaults open and runs their plugins' commands |
 * | `OBSIDIAN_STANDIN_DELAY_MS` | waits this long before doing anything |
 * | `OBSIDIAN_STANDIN_HANG` | some commands never do anything |
 * | `OBSIDIAN_STANDIN_LOST_REPLY` | some commands do their work and print the confirmation, but never exit |
 * | `OBSIDIAN_STANDIN_SILENT` | some commands do their work, but print nothing |
 * | `OBSIDIAN_STANDIN_FOREIGN_WORDS` | some commands do their work, but answer in unexpected words |
 * | `OBSIDIAN_STANDIN_IGNORE_SIGNALS` | `1`: ignores SIGTERM, SIGINT and SIGHUP |
 * | `OBSIDIAN_STANDIN_REQUEST_LIMIT` | the largest request and what happens beyond it; see `readRequestLimit` |
 * | `OBSIDIAN_STANDIN_NOISE` | `1`: prints the lines of an outdated installer first |
 * | `OBSIDIAN_STANDIN_STRICT` | `1`: failures go to stderr with exit code 1 |
 * | `OBSIDIAN_STANDIN_COLD` | `1`: the first call that names a vault answers "Command not found", once |
 * | `OBSIDIAN_STANDIN_VAULT_NOT_FOUND` | `1`: no vault has the name that a call gives |
 * | `OBSIDIAN_STANDIN_DISABLED` | `1`: says that the command line interface is switched off |
 * | `OBSIDIAN_STANDIN_APP_CLOSED` | `1`: says that the app is not running, with exit code 1 |
 * | `OBSIDIAN_STANDIN_DISK_FULL` | `1`: every change fails as on a full disk |
 * | `OBSIDIAN_STANDIN_TRACE` | file that gets a JSON line at the start and at the end of each run |
 */
export interface Switches {
  readonly vaults: readonly string[];
  readonly vaultIds: readonly string[];
  readonly now: Date;
  readonly extraCommands: ReadonlyMap<string, string>;
  readonly appSocket: string | undefined;
  readonly delay: number;
  readonly hang: Selection;
  readonly lostReply: Selection;
  readonly silent: Selection;
  readonly foreignWords: Selection;
  readonly ignoreSignals: boolean;
  readonly requestLimit: RequestLimit | undefined;
  readonly noise: boolean;
  readonly strict: boolean;
  readonly cold: boolean;
  readonly vaultNotFound: boolean;
  readonly disabled: boolean;
  readonly appClosed: boolean;
  readonly diskFull: boolean;
  readonly trace: string | undefined;
}

/** Some commands by name, or all of them. */
export type Selection = ReadonlySet<string> | 'all';

const PREFIX = 'OBSIDIAN_STANDIN_';

/** Whether a switch is on for a command. */
export function selects(selection: Selection, command: string): boolean {
  return selection === 'all' || selection.has(command);
}

/**
 * Reads the switches from the environment.
 * @throws Error for an invalid value: a switch that silently did nothing could let a test pass
 */
export function readSwitches(environment: Readonly<Record<string, string | undefined>>): Switches {
  const value = (name: string): string => environment[PREFIX + name] ?? '';
  const on = (name: string): boolean => value(name) === '1';
  const some = (name: string): Selection => (on(name) ? 'all' : new Set(list(value(name), ',')));
  const now = new Date(value('NOW'));
  return {
    vaults: list(value('VAULTS'), delimiter).map((folder) => resolve(folder)),
    vaultIds: list(value('VAULT_IDS'), ','),
    now: Number.isNaN(now.getTime()) ? new Date() : now,
    extraCommands: readCommands(value('EXTRA_COMMANDS')),
    appSocket: value('APP_SOCKET') || undefined,
    delay: Number(value('DELAY_MS')) || 0,
    hang: some('HANG'),
    lostReply: some('LOST_REPLY'),
    silent: some('SILENT'),
    foreignWords: some('FOREIGN_WORDS'),
    ignoreSignals: on('IGNORE_SIGNALS'),
    requestLimit: readRequestLimit(value('REQUEST_LIMIT')),
    noise: on('NOISE'),
    strict: on('STRICT'),
    cold: on('COLD'),
    vaultNotFound: on('VAULT_NOT_FOUND'),
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
