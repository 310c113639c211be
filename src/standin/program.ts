import { AppClosed, AppSocket } from './app-socket';
import { parseArguments } from './arguments';
import type { Request } from './arguments';
import type { Call, Command } from './command';
import { COMMANDS } from './commands';
import { installedPlugins } from './community-plugins';
import { isCoreEnabled } from './core-plugins';
import { Disk } from './disk';
import { Failure, failureText } from './failure';
import { usage } from './help';
import { suggestion } from './nearest';
import type { Switches } from './switches';
import { chooseVault, openVaults } from './vault-choice';
import type { VaultFolder } from './vault-folder';

/** What the program prints, and whether it failed: the exit code of the official program does not tell. */
export interface Answer {
  readonly text: string;
  readonly failed: boolean;
  /** The client found no app to ask. */
  readonly isAppClosed?: boolean;
}

/** Runs one call. Never throws: every error becomes an answer. */
export async function run(argv: readonly string[], switches: Switches): Promise<Answer> {
  try {
    return { text: await answer(argv, switches), failed: false };
  } catch (error) {
    if (error instanceof AppClosed) return { text: '', failed: true, isAppClosed: true };
    return { text: failureText(error), failed: true };
  }
}

async function answer(argv: readonly string[], switches: Switches): Promise<string> {
  const request = parseArguments(argv);
  if (switches.disabled) {
    throw new Failure(
      'Command line interface is not enabled. Please turn it on in Settings > General > Advanced.',
    );
  }
  if (switches.vaultNotFound && request.vault !== undefined) throw new Failure('Vault not found.');
  const vaults = openVaults(switches.vaults, switches.vaultIds, new Disk(switches.diskFull));
  const vault = chooseVault(vaults, request.vault);
  if (switches.cold && request.vault !== undefined && vault && isFirstCall(vault)) {
    throw unknownCommand(request.command, []);
  }
  const app =
    switches.appSocket === undefined || !vault ? undefined : new AppSocket(switches.appSocket, vault.id);
  const present = availableCommands(vault, switches.extraCommands);
  const isOfPlugin = request.command === 'help' || !present.some(({ name }) => name === request.command);
  const given = request.vault === undefined ? argv : argv.slice(1);
  const commands = app && isOfPlugin ? [...present, ...(await app.commands(given))] : present;
  const exact = commands.find(({ name }) => name === request.command);
  const meant = exact ? { command: exact, request } : commandWithFlag(commands, request);
  if (!meant) throw unknownCommand(request.command, commands);
  requireParameters(meant.command, meant.request);
  try {
    return await meant.command.run(callOf(meant.request, vault, vaults, commands, switches.now));
  } finally {
    if (app && vault && vault.changes.length > 0) await app.notify(vault.changes);
  }
}

/**
 * An unknown name `a:b` means the command `a` with its flag `b`, if it has one: `delete:permanent` is
 * `delete permanent` (read from the code of 1.13.4).
 */
function commandWithFlag(
  commands: readonly Command[],
  request: Request,
): { command: Command; request: Request } | undefined {
  const [, name, flag] = /^(.+):([^:]+)$/.exec(request.command) ?? [];
  const command = commands.find((candidate) => candidate.name === name);
  if (flag === undefined || !command?.options.some(({ token }) => token === flag)) return undefined;
  return { command, request: { ...request, options: new Map([...request.options, [flag, 'true']]) } };
}

/** Commands of disabled core plugins do not exist (observed on 1.13.7). */
function availableCommands(
  vault: VaultFolder | undefined,
  extra: ReadonlyMap<string, string>,
): readonly Command[] {
  const plugins = vault ? installedPlugins(vault) : [];
  const added = Array.from(extra, ([name, description]): Command => {
    const [id = ''] = name.split(':');
    const plugin = plugins.find((manifest) => manifest.id === id)?.name ?? id;
    // The name of the plugin comes first in the help (read from the code of 1.13.4).
    return { name, summary: `[${plugin}]: ${description}`, options: [], run: () => `ran ${name}` };
  });
  const present = COMMANDS.filter(({ corePlugin }) => {
    return corePlugin === undefined || vault === undefined || isCoreEnabled(vault, corePlugin);
  });
  return [...present, ...added];
}

function unknownCommand(name: string, commands: readonly Command[]): Failure {
  const hint = suggestion(name, commands) || ' It may require a plugin to be enabled.';
  return new Failure(`Error: Command "${name}" not found.${hint}`);
}

/** An empty value is reported differently from a missing one (observed on 1.12.7). */
function requireParameters(command: Command, request: Request): void {
  for (const option of command.options) {
    const value = request.options.get(option.name);
    if (!option.required || value || (option.mayBeEmpty && value !== undefined)) continue;
    if (value === '') throw new Failure(`Missing required parameter: ${option.name}`);
    throw new Failure(`Error: Missing required parameter: ${option.token}\n${usage(command)}`);
  }
}

/** Whether no call has named the vault before; remembers this one. */
function isFirstCall(vault: VaultFolder): boolean {
  const marker = 'standin-warm';
  if (vault.readConfig(marker) !== undefined) return false;
  vault.writeConfig(marker, '');
  return true;
}

function callOf(
  request: Request,
  vault: VaultFolder | undefined,
  vaults: readonly VaultFolder[],
  commands: readonly Command[],
  now: Date,
): Call {
  return {
    get vault() {
      if (!vault) throw new Failure('Error: No vault is open. Name its folder in OBSIDIAN_STANDIN_VAULTS.');
      return vault;
    },
    vaults,
    commands,
    now,
    words: request.words,
    value: (name) => request.options.get(name) || undefined,
    rawValue: (name) => request.options.get(name),
    flag: (name) => request.options.has(name),
  };
}
