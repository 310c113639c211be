import type { CliTurn } from '../cli/client';
import type { CommandLine } from '../cli/command-line';
import type { Limits } from '../commands/run-command';
import { isSameName, parseVaults } from '../commands/check/vault-choice';
import { BridgeError } from '../errors';
import { TurnRunner } from './turn-runner';
import type { Step } from './turn-runner';
import { WORDS } from './words';

/**
 * Makes what runs the processes of a call in one vault. Where the call names none, the program takes the one in front, which may
 * be another one for the next process: it is asked for once, and named from then on.
 * @throws BridgeError `ambiguous_vault` where several vaults have its name; `cli_not_answering` where the program does not tell
 */
export async function inOneVault(turn: CliTurn, line: CommandLine, limits: Limits): Promise<TurnRunner> {
  const asking = new TurnRunner(turn, line.vault, limits);
  if (line.vault !== undefined) return asking;
  turn.hold();
  const known = parseVaults((await printed(asking, LIST)) ?? '');
  const name = (await printed(asking, NAME))?.trim() ?? '';
  const found = known.filter((vault) => isSameName(vault.name, name));
  const [vault] = found;
  const hint = 'Name the vault with "vault", by its name or its id.';
  if (!vault) {
    const unchecked = 'all of this happens in one vault';
    throw BridgeError.of('cli_not_answering', { command: line.command, unchecked, retryAfter: 5, hint });
  }
  if (found.length > 1) {
    const paths = found.map(({ path }) => path).join(', ');
    throw BridgeError.of('ambiguous_vault', { vault: vault.name, paths, hint: WORDS.vaultById });
  }
  const runner = new TurnRunner(turn, vault.name, limits);
  runner.processes = asking.processes;
  runner.duration = asking.duration;
  return runner;
}

const LIST: Step = { command: 'vaults', flags: ['verbose'] };
const NAME: Step = { command: 'vault', parameters: { info: 'name' } };

async function printed(runner: TurnRunner, step: Step): Promise<string | undefined> {
  const { exitCode, endedBy, stdout } = await runner.run(step);
  return exitCode === 0 && endedBy === undefined ? stdout : undefined;
}
