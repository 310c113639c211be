import type { ClientKey } from '../../caller';
import type { KnownVault } from '../../cli/obsidian-cli';
import { BridgeError } from '../../errors';
import { CLI_DECIDES, SETTING_LABELS, SETTINGS_PLACE } from '../../settings';
import type { Settings } from '../../settings';
import type { Command } from '../../commands/catalogue/command';
import { beyondKey } from '../../commands/policy/key-scope';
import type { Lack } from '../../commands/policy/key-scope';

/** The vault that the host runs in. Its id distinguishes it from another vault of the same name. */
export interface HostVault {
  readonly name: string;
  readonly id?: string | undefined;
}

/** The vault for calls that name none; undefined lets the program choose. */
export function defaultVault(
  { defaultVault: configured }: Settings,
  host: HostVault | undefined,
): string | undefined {
  if (configured === CLI_DECIDES) return undefined;
  return configured === '' ? (host?.id ?? host?.name) : configured;
}

/** The vault that a call runs in. */
export function chooseVault(
  given: string | undefined,
  settings: Settings,
  host: HostVault | undefined,
): string | undefined {
  if (given === CLI_DECIDES) return undefined;
  return given ?? defaultVault(settings, host);
}

/** The rules for which vaults a call may use. */
export interface VaultRules {
  readonly settings: Settings;
  /** The vault that the host runs in, if any. */
  readonly host: HostVault | undefined;
  readonly key: ClientKey;
}

/** Whether the settings and the key allow the vault; undefined means the one that the program would choose. */
export function isAllowed(vault: string | undefined, rules: VaultRules): boolean {
  return isInScope(vault, rules) && isInSettings(vault, rules);
}

function isInScope(vault: string | undefined, { key, host }: VaultRules): boolean {
  return !key.scope?.vaults || isAmong(vault, key.scope.vaults, host);
}

function isInSettings(vault: string | undefined, { settings: { allowedVaults }, host }: VaultRules): boolean {
  return allowedVaults.length === 0 || isAmong(vault, allowedVaults, host);
}

/** Whether the list has the vault. The host's vault may be listed by name or id. */
function isAmong(vault: string | undefined, list: readonly string[], host: HostVault | undefined): boolean {
  if (vault === undefined) return false;
  return namesIt(list, vault) || (isHost(vault, host) && [host?.name, host?.id].some(isIn));

  function isIn(name: string | undefined): boolean {
    return name !== undefined && namesIt(list, name);
  }
}

function namesIt(list: readonly string[], vault: string): boolean {
  return list.some((entry) => isSameName(entry, vault));
}

/**
 * Checks that a call may use its vault.
 * @param named the vault that the call names, if any
 * @param chosen the vault that it runs in
 * @throws BridgeError `key_scope`, `vault_not_allowed`
 */
export function requireVault(named: string | undefined, chosen: string | undefined, rules: VaultRules): void {
  const { settings, host, key } = rules;
  if (!isInScope(chosen, rules)) {
    if (named !== undefined || chosen !== undefined) throw beyondKey(key, vaultLack(named));
    throw BridgeError.of('key_scope', { client: key.name, ...NO_DEFAULT });
  }
  if (isInSettings(chosen, rules)) return;
  const isDefaultAllowed = named !== undefined && isAllowed(defaultVault(settings, host), rules);
  throw notAllowed(chosen, host, isDefaultAllowed ? undefined : NAME_ONE);
}

const NO_DEFAULT = {
  lacks: 'the call names no vault, and there is no default one',
  hint: 'Name one of the vaults of this key with vault.',
};
const NAME_ONE = `Name a vault that is allowed, or ask the user to add the default one to "${SETTING_LABELS.allowedVaults}" in ${SETTINGS_PLACE}.`;

/** What a key lacks for this vault. Mentions no other vaults, because the client may not know of them. */
function vaultLack(named: string | undefined): Lack {
  if (named === CLI_DECIDES)
    return { lacks: 'a call must not let the app choose the vault', needs: 'for all vaults' };
  const what = named === undefined ? 'the default vault' : `the vault "${named}"`;
  return { lacks: `${what} is not one of its vaults`, needs: 'for that vault' };
}

/** The parts of a call that decide its vault. */
interface VaultCall {
  readonly command: Pick<Command, 'name' | 'kind'>;
  readonly vault: string | undefined;
  /** Whether the call can run without a vault. */
  readonly isVaultOptional: boolean;
}

/**
 * Whether it is clear which vault is meant. Never refuses a call that can run without one for this.
 * @throws BridgeError see {@link refuseAmbiguous}; `cli_not_answering` if it matters whether the name is ambiguous, and that
 * cannot be checked
 */
export async function isVaultClear(
  { command, vault, isVaultOptional }: VaultCall,
  list: ListVaults,
  rules: VaultRules,
): Promise<boolean> {
  try {
    const isKnown = await refuseAmbiguous(vault, list, rules);
    const isLimited = rules.settings.allowedVaults.length > 0 || rules.key.scope?.vaults !== undefined;
    if (isKnown || (command.kind === 'read' && !isLimited)) return true;
    throw BridgeError.of('cli_not_answering', {
      command: command.name,
      unchecked: `several vaults are called "${displayName(vault, rules.host) ?? ''}"`,
      retryAfter: 5,
    });
  } catch (error) {
    const mayDoWithout = isVaultOptional && rules.key.scope?.vaults === undefined;
    if (mayDoWithout && error instanceof BridgeError && error.code !== 'vault_not_allowed') return false;
    throw error;
  }
}

/** Lists the vaults that the app knows; undefined if the program does not answer. */
type ListVaults = (name: string) => Promise<readonly KnownVault[] | undefined>;

/**
 * Refuses a name that several vaults share, because the program would silently take the first.
 * @returns whether the name is known to be unambiguous; false if the program did not answer
 * @throws BridgeError `ambiguous_vault`; `vault_not_allowed` or `key_scope` if the vault is only allowed by such a name
 */
export async function refuseAmbiguous(
  vault: string | undefined,
  list: ListVaults,
  { settings: { allowedVaults }, host, key }: VaultRules,
): Promise<boolean> {
  if (vault === undefined) return true;
  const { vaults } = key.scope ?? {};
  const isById = isId(vault, host);
  const isSurelyInScope = !vaults || (isById && namesIt(vaults, vault));
  const isSurelyAllowed = allowedVaults.length === 0 || namesIt(allowedVaults, vault);
  if (isById && isSurelyInScope && isSurelyAllowed) return true;
  const name = isById ? (host?.name ?? '') : vault;
  const known = await list(name);
  const paths = known?.filter((other) => isSameName(other.name, name)).map(({ path }) => path) ?? [];
  if (paths.length > 1) {
    // Do not reveal the paths of vaults that the key does not cover.
    if (!isSurelyInScope) throw beyondKey(key, TWINS);
    throw isById ? notAllowed(vault, host) : ambiguous(vault, paths);
  }
  return known !== undefined;
}

const TWINS: Lack = {
  lacks: 'several vaults have this name, and it does not say which one it allows',
  needs: 'that names the vault by its id',
};

/** The vault's name for people; the host's own vault may be given by an id. */
export function displayName(vault: string | undefined, host: HostVault | undefined): string | undefined {
  return vault !== undefined && isId(vault, host) ? host?.name : vault;
}

function notAllowed(vault: string | undefined, host: HostVault | undefined, hint?: string): BridgeError {
  return BridgeError.of('vault_not_allowed', {
    vault: displayName(vault, host),
    ...(hint !== undefined && { hint }),
  });
}

function ambiguous(vault: string, paths: readonly string[]): BridgeError {
  return BridgeError.of('ambiguous_vault', {
    vault,
    paths: paths.join(', '),
    hint: "Name the vault by its id, which is in the app's file obsidian.json, or rename the folder of one of them.",
  });
}

/** Whether this is the name or id of the host's vault. */
export function isHost(vault: string, host: HostVault | undefined): boolean {
  return host !== undefined && (isId(vault, host) || isSameName(vault, host.name));
}

function isId(vault: string, host: HostVault | undefined): boolean {
  return host?.id !== undefined && isSameName(vault, host.id);
}

/** Compares vault names as the program does, ignoring case. */
export function isSameName(left: string, right: string): boolean {
  return plainVaultName(left) === plainVaultName(right);
}

function plainVaultName(name: string): string {
  return name.trim().toLowerCase();
}
