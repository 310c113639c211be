import type { Caller } from '../../caller';
import type { CliClient } from '../../cli/client';
import { BridgeError } from '../../errors';
import type { LiveSettings } from '../../live-settings';
import type { RequestLog } from '../../request-log';
import { CLI_DECIDES } from '../../settings';
import type { CallInput } from '../check/call-input';
import type { Catalogue } from '../catalogue/catalogue';
import { SHORT_CHARS } from '../check/bounds';
import { checkVault } from '../check/check-input';
import type { Command } from '../catalogue/command';
import { NameIndex } from '../catalogue/name-index';
import { defaultVault, isAllowed } from '../check/vault-choice';
import type { HostVault, VaultRules } from '../check/vault-choice';
import { shorten } from '../shorten';

interface Places {
  readonly client: CliClient;
  readonly catalogue: Catalogue;
  readonly log: RequestLog;
  readonly settings: LiveSettings;
  readonly hostVault: HostVault | undefined;
}

interface Wanted {
  readonly name: string;
  /** Whether any spelling of the name will do. */
  readonly loosely: boolean;
  /** Looks the name up among the commands as they are known now. */
  readonly known: () => Command | undefined;
  /** Reads the call, for the vault that it names. */
  readonly read: () => Promise<CallInput>;
  /** Whether the caller may be told of the commands of this vault. Asked only for a key that is limited to some vaults. */
  readonly isOpen: (vault: string, caller: Caller) => Promise<boolean>;
  readonly caller: Caller;
}

/**
 * Finds a command that is not among the known ones: in the list as the app has it now, and in that of another vault.
 * @throws BridgeError `unknown_command`; `cli_not_found` and `cli_not_answering` while the command may exist
 */
export async function findElsewhere(
  { client, catalogue, log, settings, hostVault }: Places,
  { name, loosely, known, read, isOpen, caller }: Wanted,
): Promise<Command> {
  if (name.length > SHORT_CHARS) {
    log.refuse('unknown_command', caller);
    throw BridgeError.of('unknown_command', { command: shorten(name, SHORT_CHARS), suggestions: [] });
  }
  const command = loosely ? name.trim() : name;
  // Another look at the names: looking the command up may have read them anew.
  const found = (await catalogue.find(command)) ?? known();
  if (found) return found;
  await client.requireProgram();
  const given = await vaultOf(read);
  const other = otherVault(given, { settings: settings.current, host: hostVault, key: caller.key });
  const isLimited = other !== undefined && caller.key.scope?.vaults !== undefined;
  const vault = isLimited && !(await isOpen(other, caller)) ? undefined : other;
  const ofVault = vault === undefined ? undefined : await findIn(catalogue, vault, command, loosely);
  if (ofVault) return ofVault;
  const { state, problem, hint } = client.status();
  if (!catalogue.canTell(vault) || state !== 'available') {
    const why = problem === '' ? {} : { problem, hint };
    throw BridgeError.of('cli_not_answering', { command, retryAfter: 5, ...why });
  }
  log.refuse('unknown_command', caller);
  throw BridgeError.of('unknown_command', { command, suggestions: catalogue.suggest(command, vault) });
}

async function findIn(
  catalogue: Catalogue,
  vault: string,
  name: string,
  loosely: boolean,
): Promise<Command | undefined> {
  const exact = await catalogue.find(name, vault);
  return exact ?? (loosely ? new NameIndex(catalogue.list(vault)).find(name) : undefined);
}

/** The vault that the call names; undefined also for a call that cannot be read. */
async function vaultOf(read: () => Promise<CallInput>): Promise<string | undefined> {
  try {
    return checkVault((await read()).vault);
  } catch (error) {
    if (error instanceof BridgeError) return undefined;
    throw error;
  }
}

/** The vault, where it is not the default one and may be asked. */
function otherVault(vault: string | undefined, rules: VaultRules): string | undefined {
  const { settings, host } = rules;
  if (vault === undefined || vault === CLI_DECIDES || vault === defaultVault(settings, host))
    return undefined;
  return isAllowed(vault, rules) ? vault : undefined;
}
