import type { ClientKey } from '../../caller';
import { NOTHING_PRIVATE, PrivateFolders } from '../../notes/private-folders';
import type { Settings } from '../../settings';
import { isHost } from '../vault/vault-choice';
import type { HostVault } from '../vault/vault-choice';

/** What decides about what a client sees. */
interface PrivacyRules {
  readonly settings: Pick<Settings, 'privateFolders'>;
  readonly host: HostVault | undefined;
  readonly key: Pick<ClientKey, 'scope'>;
}

/** What a key must not see in any vault that the list may be about. */
export function privateTo(
  { scope }: Pick<ClientKey, 'scope'>,
  { privateFolders }: Pick<Settings, 'privateFolders'>,
): PrivateFolders {
  return scope ? PrivateFolders.of(privateFolders) : NOTHING_PRIVATE;
}

/**
 * What a key must not see in a vault. The list is about the vault of the host, or about every vault where the host has none.
 * @param vault undefined for the one that the program would choose
 */
export function privateIn(vault: string | undefined, { settings, host, key }: PrivacyRules): PrivateFolders {
  const isOther = vault !== undefined && host !== undefined && !isHost(vault, host);
  return isOther ? NOTHING_PRIVATE : privateTo(key, settings);
}
