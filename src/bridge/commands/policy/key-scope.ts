import type { ClientKey, Interface, KeyScope } from '../../caller';
import { BridgeError } from '../../errors';
import type { FailureContext } from '../../errors';
import { SETTING_LABELS, SETTINGS_PLACE } from '../../settings';
import type { Settings } from '../../settings';
import type { Command } from '../catalogue/command';
import { matchesPattern } from '../../text/command-pattern';
import { shorten } from '../../text/printable';

/** What a key does not allow, and what the client would need, as ends of sentences. */
export interface Lack {
  readonly lacks: string;
  readonly needs: string;
}

/** The settings that exempt dangerous commands. */
export type TrustSettings = Pick<Settings, 'trustedCommands'>;

/** A limited key. */
type ScopedKey = Pick<ClientKey, 'name'> & { readonly scope: KeyScope };

/** The error for a call that exceeds its key. */
export function beyondKey(
  { name }: Pick<ClientKey, 'name'>,
  { lacks, needs }: Lack,
  context: FailureContext = {},
): BridgeError {
  return BridgeError.of('key_scope', {
    ...context,
    client: name,
    lacks,
    hint: `Do not repeat the call: ask the user whether they want to give this client a key ${needs}.`,
  });
}

/** The error for a key that does not cover this interface. */
export function beyondInterfaces(key: ClientKey, through: Interface): BridgeError {
  const name = through.toUpperCase();
  const lack = { lacks: `it is not for the ${name} interface`, needs: `for the ${name} interface` };
  return beyondKey(key, lack, { key });
}

/** Whether the settings trust the command, so that it needs no switch for dangerous ones. */
export function isTrusted({ name }: Pick<Command, 'name'>, { trustedCommands }: TrustSettings): boolean {
  return trustedCommands.some((pattern) => matchesPattern(pattern, name));
}

/** Whether the key allows the command, judging by its name. */
export function isInScope(command: Command, { scope }: ClientKey, settings: TrustSettings): boolean {
  return !scope || lackOf(command, scope, settings) === undefined;
}

/** @throws BridgeError `key_scope` unless {@link isInScope} */
export function requireInScope(command: Command, key: ScopedKey, settings: TrustSettings): void {
  const lack = lackOf(command, key.scope, settings);
  if (lack) throw beyondKey(key, lack);
}

function lackOf(command: Command, scope: KeyScope, settings: TrustSettings): Lack | undefined {
  const { name, kind, byBridge, changes, dangerous, reachesOtherVaults } = command;
  const covers = (pattern: string): boolean => matchesPattern(pattern, name);
  // For an undo, what it undoes is checked instead.
  if (scope.commands && byBridge !== 'undo' && !scope.commands.some(covers))
    return { lacks: `${name} is not one of its commands`, needs: `with the command ${name}` };
  if (scope.vaults && reachesOtherVaults)
    return { lacks: `${name} reaches all vaults, and the key is only for some`, needs: 'for all vaults' };
  if (scope.access === 'read' && kind !== 'read') return lackOfWriting(name, 'changes something');
  if (scope.folders && kind !== 'read' && changes === undefined)
    return lackOfFolders(scope.folders, `${name} may change something else`, 'for all folders');
  if (scope.access !== 'full' && dangerous && !isTrusted(command, settings))
    return {
      lacks: `${name} is dangerous, and it does not have full access`,
      needs: `with full access, or to add ${name} to "${SETTING_LABELS.trustedCommands}" in ${SETTINGS_PLACE}`,
    };
  return undefined;
}

/** How many folders and notes a sentence names. */
const PLACES_SHOWN = 10;
const PATH_CHARS = 200;

/**
 * What a key that may change only some folders lacks.
 * @param but what is in none of them, as the end of a sentence
 */
export function lackOfFolders(folders: readonly string[], but: string, needs: string): Lack {
  const named = folders.slice(0, PLACES_SHOWN).map((path) => `"${shorten(path, PATH_CHARS)}"`);
  const more = folders.length > PLACES_SHOWN ? ` and ${folders.length - PLACES_SHOWN} more` : '';
  return { lacks: `it may change only what is in ${named.join(', ')}${more}, and ${but}`, needs };
}

/** What a read-only key lacks. @param how what the command does, such as "changes something" */
export function lackOfWriting(name: string, how: string): Lack {
  return { lacks: `${name} ${how}, and it has read access only`, needs: 'with write access' };
}
