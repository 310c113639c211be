import { BridgeError } from '../../errors';
import { shorten } from '../shorten';
import { extensionOf, isFileType } from './file-types';
import { otherTypeWarnings, ownExtension } from './own-extension';

/** Characters of a name that a sentence repeats. */
const SHOWN_CHARS = 200;

/**
 * The name that `rename` gives. The program takes one with any dot for the whole name of the file, so that "Release 1.2" would
 * lose its `.md`; so that it keeps it, such a name gets the file's own extension.
 * @throws BridgeError `invalid_parameter` for a name with a slash
 */
export function newName(parameters: Map<string, string>): string[] {
  const name = parameters.get('name') ?? '';
  if (/[\\/]/.test(name)) {
    throw BridgeError.of('invalid_parameter', {
      detail: '"name" has a slash, and rename leaves a file in its folder, so nothing was run.',
      hint: 'To put the file into another folder use move, with the whole new path in "to".',
    });
  }
  const extension = extensionOf(name);
  if (extension === undefined) return [];
  const own = ownExtension(parameters);
  if (extension === own || own === undefined) return [];
  if (isFileType(extension)) return otherTypeWarnings(extension, own);
  const whole = `${name}.${own}`;
  parameters.set('name', whole);
  return [
    `The Obsidian CLI takes a name with a dot for the whole name of the file, so its extension was added: "${shorten(whole, SHOWN_CHARS)}".`,
  ];
}
