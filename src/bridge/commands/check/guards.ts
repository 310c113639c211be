import type { GuardName } from '../records/command-record';
import { createTarget } from './create-target';
import { moveTarget } from './move-target';
import { newName } from './new-name';
import { propertyValue } from './property-value';
import { textTarget } from './text-target';

/**
 * Keeps a call from what the program does by surprise: changes what is sent where that says what the caller means, and refuses
 * the call where nothing does.
 * @param parameters what is sent, changed in place
 * @param given the parameters as the caller gave them: a number, a boolean and a list are still such
 * @returns what the caller should know
 * @throws BridgeError before anything was run
 */
type Guard = (parameters: Map<string, string>, given: Readonly<Record<string, unknown>>) => readonly string[];

/** By the names that a command's record has for them; only for a program that is known to be the Obsidian CLI. */
export const GUARDS: Readonly<Record<GuardName, Guard>> = {
  create_target: createTarget,
  move_target: moveTarget,
  new_name: newName,
  property_value: propertyValue,
  text_target: textTarget,
};
