import { BridgeError } from '../errors';
import { CLI_DECIDES, SETTING_LABELS } from '../settings';
import type { Settings } from '../settings';
import type { Command } from './command';
import { SETTINGS_PLACE } from './refusing-setting';

/** The vault that the host runs in. Its id distinguishes it from another vault of the same name. */
export interface HostVault {
  readonly name: string;
  readonly id?: string | undefined;
}

/** The vault of a call that names none; undefined leaves the choice to the program. */
export function defaultVault(
  { defaultVault: configured }: Settings,
  host: HostVault | undefined,
): string | undefined {
  if (configured === CLI_DECIDES) return undefined;
  return configured === '' ? (host?.id ?? host?.name) : configured;
}

/** The vault that a call runs in, given what it names. */
export function chooseVault(
  given: string | undefined,
  settings: Settings,
  host: HostVault | undefined,
): string | undefined {
  if (given === CLI_DECIDES) return undefined;
  return given ?? defaultVault(settings, host);
}

/** Whether the settings allow the vault; undefined stands for the one that the program would choose. */
export function isAllowed(
  vault: string | undefined,
  { allowedVaults }: Settings,
  host: HostVault | undefined,
): boolean {
  if (allowedVaults.length === 0) return true;
  const names = vault === undefined ? [] : [vault, ...(isHost(vault, host) ? [host?.name, host?.id] : [])];
  return names.some((name) => name !== undefined && allowedVaults.some((entry) => isSameName(entry, name)));
}

/** @throws BridgeError `vault_not_allowed` where {@link isAllowed} is false */
export function requireAllowed(
  vault: string | undefined,
  settings: Settings,
  host: HostVault | undefined,
): void {
  if (!isAllowed(vault, settings, host)) throw notAllowed(vault, host);
}

/** Requires that the vault of a call may be used. @throws BridgeError `vault_not_allowed` */
export function requireVault(
  vault: string | undefined,
  settings: Settings,
  host: HostVault | undefined,
): void {
  const chosen = chooseVault(vault, settings, host);
  if (isAllowed(chosen, settings, host)) return;
  const isNamed = chosen !== undefined && vault !== undefined;
  const helps = isNamed || (vault !== undefined && isAllowed(defaultVault(settings, host), settings, host));
  throw notAllowed(chosen, host, helps ? undefined : NAME_ONE);
}

const NAME_ONE = `Name a vault that is allowed, or ask the user to add the default one to "${SETTING_LABELS.allowedVaults}" in ${SETTINGS_PLACE}.`;

/** A call, as far as the choice of its vault goes. */
interface VaultCall {
  readonly command: Pick<Command, 'name' | 'kind'>;
  readonly vault: string | undefined;
  /** Whether it can do without its vault. */
  readonly isVaultOptional: boolean;
}

/**
 * Whether it is clear which vault is meant. A call that can do without one is never refused for that.
 * @throws BridgeError see {@link refuseAmbiguous}; `cli_not_answering` where the name may be ambiguous, and that matters
 */
export async function isVaultClear(
  { command, vault, isVaultOptional }: VaultCall,
  list: ListVaults,
  settings: Settings,
  host: HostVault | undefined,
): Promise<boolean> {
  try {
    const isKnown = await refuseAmbiguous(vault, list, settings, host);
    const mustBeKnown = command.kind !== 'read' || settings.allowedVaults.length > 0;
    if (isKnown || !mustBeKnown) return true;
    throw BridgeError.of('cli_not_answering', {
      command: command.name,
      unchecked: `several vaults are called "${displayName(vault, host) ?? ''}"`,
      retryAfter: 5,
    });
  } catch (error) {
    if (isVaultOptional && error instanceof BridgeError && error.code !== 'vault_not_allowed') return false;
    throw error;
  }
}

/** Gives the vaults that the app knows, to look for a name; undefined where the program does not answer. */
type ListVaults = (name: string) => Promise<readonly KnownVault[] | undefined>;

/**
 * Refuses a name that more than one vault has: the program would silently take the first.
 * @returns whether the program answered, so that there is no doubt
 * @throws BridgeError `ambiguous_vault`; `vault_not_allowed` where only such a name allows the vault
 */
export async function refuseAmbiguous(
  vault: string | undefined,
  list: ListVaults,
  { allowedVaults }: Settings,
  host: HostVault | undefined,
): Promise<boolean> {
  if (vault === undefined) return true;
  const isById = isId(vault, host);
  const isNamed = allowedVaults.length === 0 || allowedVaults.some((entry) => isSameName(entry, vault));
  if (isById && isNamed) return true;
  const name = isById ? (host?.name ?? '') : vault;
  const known = await list(name);
  const paths = known?.filter((other) => isSameName(other.name, name)).map(({ path }) => path) ?? [];
  if (paths.length > 1) throw isById ? notAllowed(vault, host) : ambiguous(vault, paths);
  return known !== undefined;
}

/** A vault that the app knows. */
export interface KnownVault {
  readonly name: string;
  readonly path: string;
}

/** Reads what `vaults verbose` prints: name and path, separated by a tab. */
export function parseVaults(text: string): KnownVault[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [name, path, ...rest] = line.split('\t');
    return name && path && rest.length === 0 ? [{ name, path }] : [];
  });
}

/** What people call the vault: the host's own has an id that nobody would recognise. */
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
    hint: 'Name the vault by its id, which the app keeps in its file obsidian.json, or rename the folder of one of them.',
  });
}

function isHost(vault: string, host: HostVault | undefined): boolean {
  return host !== undefined && (isId(vault, host) || isSameName(vault, host.name));
}

function isId(vault: string, host: HostVault | undefined): boolean {
  return host?.id !== undefined && isSameName(vault, host.id);
}

/** The program ignores case in names of vaults. */
export function isSameName(left: string, right: string): boolean {
  return plainVaultName(left) === plainVaultName(right);
}

/** A vault's name as it is compared. */
export function plainVaultName(name: string): string {
  return name.trim().toLowerCase();
}
