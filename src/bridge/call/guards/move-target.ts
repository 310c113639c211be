import { BridgeError } from '../../errors';
import { extensionOf, isFileType, lastSegment } from '../../text/file-types';
import { withoutFinalSlashes } from '../../text/path-list';
import { shorten } from '../../text/printable';
import { otherTypeWarnings, ownExtension } from './own-extension';
import { requirePlainName } from './plain-name';

/** Maximum characters of a path in a message. */
const SHOWN_CHARS = 200;

/**
 * Guards `move`. The program takes a `to` without a dot for a folder, and one with a dot anywhere for the new path, even with a
 * trailing slash: moving a note to "33.11 Notes/" would make it a file of that name. So this appends the file's name to a folder
 * with a dot; for a file that is not named by its path, that waits until the path is known.
 * @throws BridgeError `invalid_parameter` for a link, or if `to` could be either
 */
export function moveTarget(parameters: Map<string, string>): string[] {
  const to = parameters.get('to') ?? '';
  requirePlainName('to', to);
  if (!to.includes('.')) return [];
  const own = ownExtension(parameters);
  if (isDottedFolder(to)) return toFolder(parameters, to);
  const extension = extensionOf(to);
  if (extension !== undefined && (isFileType(extension) || extension === own))
    return otherTypeWarnings(extension, own);
  const shown = shorten(to, SHOWN_CHARS);
  throw BridgeError.of('invalid_parameter', {
    detail: `"to" has a dot, so the Obsidian CLI would take "${shown}" for the new path of the file, without an extension; nothing was run.`,
    hint: `Write "${shown}/" for the folder, or "${shown}.${own ?? 'md'}" for the new path.`,
  });
}

/** Completes a folder with a dot, if the path of the file is known before the call has its turn. */
function toFolder(parameters: Map<string, string>, folder: string): string[] {
  const path = parameters.get('path');
  if (path === undefined) return [];
  const { to, warning } = inDottedFolder(folder, path);
  parameters.set('to', to);
  return [warning];
}

/** The full new path of a file that is moved to a folder with a dot. @param path the one that it has */
export function inDottedFolder(
  folder: string,
  path: string,
): { readonly to: string; readonly warning: string } {
  const to = `${withoutFinalSlashes(folder.trimEnd(), '\\/')}/${lastSegment(path)}`;
  const warning = `The Obsidian CLI takes a "to" with a dot for the full new path of the file, so the name was added: "${shorten(to, SHOWN_CHARS)}".`;
  return { to, warning };
}

/** Whether `to` is a folder that the program would take for the new path of the file. */
export function isDottedFolder(to: string): boolean {
  return to.includes('.') && /[\\/]$/.test(to.trimEnd());
}
