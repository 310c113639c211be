import type { ClientKey } from '../../caller';
import { BridgeError } from '../../errors';
import type { FailureCode } from '../../error-codes/error-codes';
import { SETTING_LABELS } from '../../settings';
import type { Settings } from '../../settings';
import type { Catalogue } from '../catalogue/catalogue';
import type { Command, CommandFlag, CommandParameter } from '../catalogue/command';
import { matchesPattern, plainPattern } from '../../text/command-pattern';
import { commandNeedsApproval, isAskedFirst } from './ask-first';
import { isInScope, isTrusted, requireInScope } from './key-scope';

/** The settings that decide which commands may run. */
export type PolicySettings = Pick<
  Settings,
  | 'allowedCommands'
  | 'blockedCommands'
  | 'readOnly'
  | 'allowDangerousCommands'
  | 'trustedCommands'
  | 'askFirst'
>;

export type PolicyRefusal = Extract<
  FailureCode,
  'read_only' | 'command_blocked' | 'command_dangerous' | 'bridge_protected'
>;

/** The plugin's id in the app, and the prefix of its CLI commands. */
export const BRIDGE_ID = 'cli-bridge';

/** Why the command may not run under these settings; undefined if it may. This is decided only here. */
export function policyRefusal(command: Command, settings: PolicySettings): PolicyRefusal | undefined {
  const isOwn = command.name === BRIDGE_ID || command.name.startsWith(`${BRIDGE_ID}:`);
  if (isOwn && command.byBridge === undefined) return 'bridge_protected';
  if (isBlocked(command, settings)) return 'command_blocked';
  if (settings.readOnly && command.kind !== 'read') return 'read_only';
  if (!command.dangerous || settings.allowDangerousCommands) return undefined;
  // If the user is asked about each call, that decides.
  const mayRun = isTrusted(command, settings) || isAskedFirst(command, settings);
  return mayRun ? undefined : 'command_dangerous';
}

/** Whether the allowlist or the blocklist refuses the command. */
function isBlocked(
  { name, byBridge, asBlockedAs = [] }: Pick<Command, 'name' | 'byBridge' | 'asBlockedAs'>,
  { allowedCommands, blockedCommands }: Pick<PolicySettings, 'allowedCommands' | 'blockedCommands'>,
): boolean {
  const isListed = (list: readonly string[], wanted: string): boolean =>
    list.some((pattern) => matchesPattern(pattern, wanted));
  if (isListed(blockedCommands, name)) return true;
  // What it undoes is checked instead.
  if (byBridge === 'undo') return false;
  if (isListed(allowedCommands, name)) return false;
  return allowedCommands.length > 0 || asBlockedAs.some((each) => isListed(blockedCommands, each));
}

/** @throws BridgeError `key_scope` if the key does not allow the command, or the code of {@link policyRefusal} */
export function authorize(command: Command, settings: PolicySettings, { name, scope }: ClientKey): void {
  if (scope) requireInScope(command, { name, scope }, settings);
  const code = policyRefusal(command, settings);
  if (code) throw BridgeError.of(code, { command: command.name });
}

/** Whether the key and the settings allow the command without asking the user. */
export function mayRunUnasked(command: Command, settings: PolicySettings, key: ClientKey): boolean {
  if (!isInScope(command, key, settings) || policyRefusal(command, settings) !== undefined) return false;
  return !commandNeedsApproval(command, key, settings);
}

/**
 * Whether the settings or the key allow only commands that read: through read-only access, or through a list of allowed commands
 * that never change anything. Blocked commands and prefix wildcards are no proof, because plugins can add commands at any time.
 */
export function isReadOnly(settings: Settings, catalogue: Catalogue, key: ClientKey): boolean {
  if (settings.readOnly || key.scope?.access === 'read') return true;
  return [settings.allowedCommands, key.scope?.commands ?? []].some(
    (list) => list.length > 0 && [...new Set(list.map(plainPattern))].every(neverChanges),
  );

  function neverChanges(name: string): boolean {
    const command = catalogue.get(name);
    if (command === undefined) return false;
    const mayRun = isInScope(command, key, settings) && policyRefusal(command, settings) === undefined;
    return !mayRun || isReadingCommand(command);
  }
}

/** Whether the command never changes anything, whatever its parameters and flags. */
function isReadingCommand(command: Command): boolean {
  const { kind, creates, parameters, flags } = command;
  return kind === 'read' && creates === undefined && [...parameters, ...flags].every(isHarmless);
}

export function isHarmless({ isLive, ...part }: CommandParameter | CommandFlag): boolean {
  return isLive !== true && !('repeatable' in part && part.repeatable === false);
}

/** The label of the setting that refuses the command; undefined if no setting does. */
export function refusingSetting(
  refusal: FailureCode,
  command: string,
  { allowedCommands, blockedCommands }: Settings,
): string | undefined {
  if (refusal === 'read_only') return SETTING_LABELS.readOnly;
  if (refusal === 'command_dangerous') return SETTING_LABELS.allowDangerousCommands;
  if (refusal !== 'command_blocked') return undefined;
  // Without an allowlist, it is the blocklist, even if it lists only a command that this one could be used instead of.
  const isListed = blockedCommands.some((pattern) => matchesPattern(pattern, command));
  return allowedCommands.length === 0 || isListed
    ? SETTING_LABELS.blockedCommands
    : SETTING_LABELS.allowedCommands;
}
