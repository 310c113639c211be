import type { ClientKey } from '../../caller';
import { SETTING_LABELS, SETTINGS_PLACE } from '../../settings';
import type { Settings } from '../../settings';
import type { Command } from '../catalogue/command';
import { commandNeedsApproval, isAskedFirst } from './ask-first';
import { remedyFor } from '../catalogue/unavailable';
import { isInScope } from './key-scope';
import { policyRefusal, refusingSetting } from './policy';

/** The facts that decide which commands a client can use. */
export interface ClientContext {
  readonly settings: Settings;
  readonly key: ClientKey;
  /** Whether the user can be asked for approval. */
  readonly canAsk: boolean;
}

/**
 * What to do about a command that a client cannot use, because the key or a setting does not allow it or the app lacks it; worded
 * to follow "off: ". Undefined if the client can use it.
 */
export function whyOff(command: Command, { settings, key, canAsk }: ClientContext): string | undefined {
  // In this case, no key or setting would help.
  if (!command.available && command.instead !== undefined) return remedyFor(command);
  if (!isInScope(command, key, settings)) return 'ask the user for a key that allows it';
  const refusal = policyRefusal(command, settings);
  if (refusal === 'bridge_protected') return 'ask the user to do it in the app';
  if (refusal) return `ask the user to ${remedy(refusingSetting(refusal, command.name, settings) ?? '')}`;
  if (key.scope && settings.privateFolders.length > 0 && command.reveals === 'more')
    return `it would reveal private folders; ${command.insteadOfAll?.replace(/\.$/, '') ?? 'ask the user'}`;
  if (!canAsk && isAskedFirst(command, settings)) {
    return `ask the user to ${remedy(SETTING_LABELS.askFirst)}`;
  }
  if (!canAsk && commandNeedsApproval(command, key, settings)) {
    return 'ask the user for a key that does not ask first';
  }
  return command.available ? undefined : remedyFor(command);
}

function remedy(setting: string): string {
  const remedies: Readonly<Record<string, string>> = {
    [SETTING_LABELS.readOnly]: 'turn off',
    [SETTING_LABELS.allowDangerousCommands]: 'turn on',
    [SETTING_LABELS.allowedCommands]: 'add it to',
  };
  return `${remedies[setting] ?? 'take it off'} "${setting}" in ${SETTINGS_PLACE}`;
}
