import { AppClosed, AppSocket } from './app-socket';
import { parseArguments } from './arguments';
import type { Call, Command } from './command';
import { COMMANDS } from './commands';
import { installedPlugins } from './community-plugins';
import { isCoreEnabled } from './core-plugins';
import { Disk } from './disk';
import { resolveCommand, unknownCommand } from './dispatch';
import type { ResolvedCommand } from './dispatch';
import { Failure, failureText, NotKnown, Refusal } from './failure';
import type { Switches } from './switches';
import { chooseVault, openVaults } from './vault-choice';
import type { VaultFolder } from './vault-folder';

/** The lines that an outdated installer prints first, on stdout (observed with installers before 1.12.4). */
export const NOISE =
  '2026-09-15 12:05:01 Loading updated app package /opt/Obsidian/resources/obsidian.asar\n' +
  'Your Obsidian installer is out of date. Please download the latest installer from https://obsidian.md/download\n';

/** What the program prints and whether it failed, which the official program's exit code does not tell. */
export interface Answer {
  readonly text: string;
  readonly failed: boolean;
  /** The client found no running app. */
  readonly isAppClosed?: boolean;
  /** The real program's reply is unknown. */
  readonly isNotKnown?: boolean;
}

/** Runs one call. Never throws: every error becomes an answer. */
export async function run(argv: readonly string[], switches: Switches): Promise<Answer> {
  try {
    return { text: await answer(argv, switches), failed: false };
  } catch (error) {
    if (error instanceof AppClosed) return { text: '', failed: true, isAppClosed: true };
    const answered = { text: failureText(error), failed: true };
    return error instanceof NotKnown ? { ...answered, isNotKnown: true } : answered;
  }
}

async function answer(argv: readonly string[], switches: Switches): Promise<string> {
  const request = parseArguments(argv);
  if (switches.disabled) {
    throw new Refusal(
      'Command line interface is not enabled. Please turn it on in Settings > General > Advanced.',
    );
  }
  if (switches.vaultNotFound && request.vault !== undefined) throw new Refusal('Vault not found.');
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
  const resolved = resolveCommand(request, commands);
  try {
    return await resolved.command.run(callOf(resolved, vault, vaults, commands, switches.now));
  } finally {
    if (app && vault && vault.changes.length > 0) await app.notify(vault.changes);
  }
}

/** Commands of disabled core plugins do not exist. */
function availableCommands(
  vault: VaultFolder | undefined,
  extra: ReadonlyMap<string, string>,
): readonly Command[] {
  const plugins = vault ? installedPlugins(vault) : [];
  const added = Array.from(extra, ([name, description]): Command => {
    const [id = ''] = name.split(':');
    const plugin = plugins.find((manifest) => manifest.id === id)?.name ?? id;
    // The help shows the plugin's name first.
    return { name, summary: `[${plugin}]: ${description}`, options: [], run: () => `ran ${name}` };
  });
  const present = COMMANDS.filter(({ corePlugin }) => {
    return corePlugin === undefined || vault === undefined || isCoreEnabled(vault, corePlugin);
  });
  return [...present, ...added];
}

/** Whether this is the first call that names the vault. Remembers the call. */
function isFirstCall(vault: VaultFolder): boolean {
  const marker = 'standin-warm';
  if (vault.readConfig(marker) !== undefined) return false;
  vault.writeConfig(marker, '');
  return true;
}

function callOf(
  { command, request }: ResolvedCommand,
  vault: VaultFolder | undefined,
  vaults: readonly VaultFolder[],
  commands: readonly Command[],
  now: Date,
): Call {
  return {
    get vault() {
      if (!vault) throw new Failure('No vault is open. Name its folder in OBSIDIAN_STANDIN_VAULTS.');
      return vault;
    },
    command,
    vaults,
    commands,
    now,
    words: request.words,
    value: (name) => request.options.get(name) || undefined,
    given: (name) => request.options.get(name) ?? '',
    flag: (name) => Boolean(request.options.get(name)),
  };
}
