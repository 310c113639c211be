import { BridgeError } from '../../errors';
import { extensionOf, isFileType, lastSegment } from '../../text/file-types';
import { withoutFinalSlashes } from '../../text/path-list';
import { shorten } from '../../text/shorten';
import { otherTypeWarnings, ownExtension } from './own-extension';
import { requirePlainName } from './plain-name';

/** Maximum characters of a path in a message. */
const SHOWN_CHARS = 200;

/**
 * Guards `move`. The program takes a `to` without a dot for a folder, and one with a dot anywhere for the new path, even with a
 * trailing slash: moving a note to "33.11 Notes/" would make it a file of that name. So this appends the file's name to a folder
 * with a dot.
 * @throws BridgeError `invalid_parameter` for a link, if the file's name is unknown, or if `to` could be either
 */
export function moveTarget(parameters: Map<string, string>): string[] {
  const to = parameters.get('to') ?? '';
  requirePlainName('to', to);
  if (!to.includes('.')) return [];
  const own = ownExtension(parameters);
  const folder = to.trimEnd();
  if (/[\\/]$/.test(folder)) return toFolder(parameters, folder, own);
  const extension = extensionOf(to);
  if (extension !== undefined && (isFileType(extension) || extension === own))
    return otherTypeWarnings(extension, own);
  const shown = shorten(to, SHOWN_CHARS);
  throw BridgeError.of('invalid_parameter', {
    detail: `"to" has a dot, so the Obsidian CLI would take "${shown}" for the new path of the file, without an extension; nothing was run.`,
    hint: `Write "${shown}/" for the folder, or "${shown}.${own ?? 'md'}" for the new path.`,
  });
}

function toFolder(parameters: Map<string, string>, folder: string, own = 'md'): string[] {
  const path = parameters.get('path');
  const inFolder = `${withoutFinalSlashes(folder, '\\/')}/`;
  if (path === undefined) {
    throw BridgeError.of('invalid_parameter', {
      detail:
        'The folder in "to" has a dot in its name, so the Obsidian CLI needs the full new path of the file; nothing was run.',
      hint: `Name the file with "path", or give the full new path: "${shorten(inFolder, SHOWN_CHARS)}<name>.${own}".`,
    });
  }
  const whole = inFolder + lastSegment(path);
  parameters.set('to', whole);
  return [
    `The Obsidian CLI takes a "to" with a dot for the full new path of the file, so the name was added: "${shorten(whole, SHOWN_CHARS)}".`,
  ];
}
