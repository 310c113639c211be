import { BridgeError } from '../../errors';
import type { GuardName } from '../../commands/records/command-record';
import { shorten } from '../../text/printable';
import { createTarget } from './create-target';
import { extensionOf, isFileType, kindWithoutText } from '../../text/file-types';
import { moveTarget } from './move-target';
import { oneTask } from './one-task';
import { otherTypeWarnings, ownExtension } from './own-extension';
import { linkWarnings, requirePlainName } from './plain-name';
import { propertyValue } from './property-value';

/** Characters of a name or path that a sentence repeats. */
const SHOWN_CHARS = 200;

/**
 * Keeps a call from what the program does by surprise: changes what is sent where that says what the caller means, and refuses
 * the call where nothing does.
 * @param parameters what is sent, changed in place
 * @param given the parameters as the caller gave them: a number, a boolean and a list are still such
 * @param flags the flags that are sent
 * @returns what the caller should know
 * @throws BridgeError before anything was run
 */
type Guard = (
  parameters: Map<string, string>,
  given: Readonly<Record<string, unknown>>,
  flags: readonly string[],
) => readonly string[];

/** By the names that a command's record has for them; only for a program that is known to be the Obsidian CLI. */
export const GUARDS: Readonly<Record<GuardName, Guard>> = {
  added_text: addedText,
  create_target: createTarget,
  move_target: moveTarget,
  new_name: newName,
  one_state: oneState,
  one_task: oneTask,
  property_value: propertyValue,
  text_target: textTarget,
};

/**
 * The name that `rename` gives. The program takes one with any dot for the whole name of the file, so that "Release 1.2" would
 * lose its `.md`; so that it keeps it, such a name gets the file's own extension.
 * @throws BridgeError `invalid_parameter` for a link or a name with a slash
 */
function newName(parameters: Map<string, string>): string[] {
  const name = parameters.get('name') ?? '';
  const extension = extensionOf(name);
  const own = ownExtension(parameters);
  requirePlainName('name', name);
  if (/[\\/]/.test(name)) {
    const to = name.replaceAll('\\', '/') + (extension === undefined && own !== undefined ? `.${own}` : '');
    throw BridgeError.of('invalid_parameter', {
      detail: '"name" has a slash, and rename leaves a file in its folder, so nothing was run.',
      hint: `To put the file into another folder, use move with to="${shorten(to, SHOWN_CHARS)}".`,
    });
  }
  const warnings = linkWarnings(name);
  if (extension === undefined || extension === own || own === undefined) return warnings;
  if (isFileType(extension)) return [...warnings, ...otherTypeWarnings(extension, own)];
  const whole = `${name}.${own}`;
  parameters.set('name', whole);
  return [
    ...warnings,
    `The Obsidian CLI takes a name with a dot for the whole name of the file, so its extension was added: "${shorten(whole, SHOWN_CHARS)}".`,
  ];
}

/**
 * Refuses to list the tasks that are both done and not done, because the program would say that there are none.
 * @throws BridgeError `invalid_parameter`
 */
function oneState(_parameters: unknown, _given: unknown, flags: readonly string[]): string[] {
  if (!flags.includes('done') || !flags.includes('todo')) return [];
  throw BridgeError.of('invalid_parameter', {
    detail: 'No task is both done and todo, so nothing was run.',
    hint: 'Give one of the flags, or neither for all tasks.',
  });
}

/**
 * Refuses a target that holds no text: the program decodes any file as text, and writes it back like that.
 * @throws BridgeError `not_text`
 */
function textTarget(parameters: ReadonlyMap<string, string>): string[] {
  const target = parameters.get('path') ?? parameters.get('file') ?? '';
  const kind = kindWithoutText(extensionOf(target) ?? '');
  if (kind === undefined) return [];
  throw BridgeError.of('not_text', { file: shorten(target, SHOWN_CHARS), kind });
}

/**
 * Refuses to add text to a file whose format a line more would break.
 * @throws BridgeError `not_text`
 */
function addedText(parameters: ReadonlyMap<string, string>): string[] {
  const target = parameters.get('path') ?? parameters.get('file') ?? '';
  const kind = FORMATS.get(extensionOf(target)?.toLowerCase() ?? '');
  if (kind === undefined) return [];
  throw BridgeError.of('not_text', {
    file: shorten(target, SHOWN_CHARS),
    kind,
    hint: 'Change it with cli-bridge:edit, or write all of it with create and overwrite.',
  });
}

const FORMATS: ReadonlyMap<string, string> = new Map([
  ['canvas', 'a canvas'],
  ['base', 'a base'],
]);
