import { BridgeError } from '../errors';
import type { Command, CommandParameter } from './command';

/** Names of parameters that hold a path from the vault root, for parameters that are not documented. */
const PATH_NAMES: ReadonlySet<string> = new Set(['path', 'to', 'folder', 'file', 'ref']);

/**
 * Refuses a path or name that the program could resolve to a place the caller does not mean: outside the vault, hidden in it,
 * or, on Windows, another drive or a stream of a file. The program itself does not refuse this reliably: on 1.12.7 a `create`
 * with `../` made a folder outside the vault.
 * @param colonsAreSpecial whether a colon ends the name of a drive or of a file
 * @throws BridgeError `invalid_parameter`
 */
export function checkPath(
  command: Command,
  parameter: CommandParameter | undefined,
  name: string,
  value: string,
  colonsAreSpecial: boolean,
): void {
  const isResource = parameter?.namesResource === true;
  if (!isResource && !(parameter?.staysInVault ?? PATH_NAMES.has(name))) return;
  const segments = value.split(/[\\/]/);
  // "/" alone is the vault's root, and a reading command finds nothing at any other absolute path.
  const mustBeExact = isResource || command.kind !== 'read';
  const isAbsolute = /^[A-Za-z]:[\\/]/.test(value) || (mustBeExact && /^[\\/]./.test(value));
  if (segments.includes('..') || isAbsolute) {
    throw BridgeError.of('invalid_parameter', {
      detail: isResource
        ? `"${name}" must be a name, without ".." and without a "/" in front.`
        : `"${name}" must be a path inside the vault, from its root, with "/" between the folders and without "..".`,
      ...hintFor(segments),
    });
  }
  if (!mustBeExact) return;
  if (segments.some((segment) => segment.startsWith('.'))) {
    throw BridgeError.of('invalid_parameter', {
      detail: `"${name}" has a part that begins with a dot, which makes it hidden: the app has no such notes, folders or names.`,
      hint: 'Leave the dot out.',
    });
  }
  if (colonsAreSpecial && withoutLine(parameter, value).includes(':')) {
    throw BridgeError.of('invalid_parameter', {
      detail: `"${name}" has a colon, which on Windows means a drive or a stream and cannot be part of a name.`,
      hint: 'Write another character for the colon.',
    });
  }
}

/** A path that only has a slash too many at the start still names a note. */
function hintFor(segments: readonly string[]): { readonly hint?: string } {
  const kept = segments.filter((segment, index) => segment !== '' && !(index === 0 && segment.endsWith(':')));
  if (kept.length === 0 || kept.includes('..') || segments[0] !== '') return {};
  return { hint: `Did you mean "${kept.join('/')}"?` };
}

/** The path in a reference to a line, which is `path:line`. */
function withoutLine(parameter: CommandParameter | undefined, value: string): string {
  return parameter?.placeholder === '<path:line>' ? value.replace(/:\d+$/, '') : value;
}

/**
 * Refuses a path for a new note that the real program would cut: if a path does not end in `.md`, the program replaces
 * everything from the last dot on, even in the name of a folder.
 * @throws BridgeError `invalid_parameter`
 */
export function checkNewPath({ parameters: known }: Command, parameters: ReadonlyMap<string, string>): void {
  for (const { name } of known.filter(({ cutsAtLastDot }) => cutsAtLastDot)) {
    const path = parameters.get(name);
    if (!path?.includes('.') || /\.md$/i.test(path)) continue;
    const meant = path.replace(/[\s.]+$/, '').replace(/(?:\.md)?$/i, '.md');
    const cut = `${path.slice(0, path.lastIndexOf('.'))}.md`;
    throw BridgeError.of('invalid_parameter', {
      detail: `"${name}" must end in .md: the Obsidian CLI would drop what follows the last dot and create "${cut}".`,
      hint: path.trimEnd().endsWith('/') ? 'Add the name of the note, with .md.' : `Did you mean "${meant}"?`,
    });
  }
}
