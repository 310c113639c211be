import { BridgeError } from '../../errors';
import { joinedPath } from '../../notes/new-note-path';
import { shorten } from '../../text/printable';
import { endsAsCreated } from '../../text/file-types';
import { linkWarnings, requirePlainName } from './plain-name';

/** Maximum characters of a path in a message. */
const SHOWN_CHARS = 200;

/**
 * Guards `create`, which makes the note `path/name`. The program cuts that at the last dot, even one in a folder name, unless it
 * ends in an extension that the program can create. So this adds `.md` if necessary.
 * @throws BridgeError `invalid_parameter` for a link, a name with a slash, a folder alone, or a template with content;
 * `missing_parameter` to overwrite a note with nothing
 */
export function createTarget(
  parameters: Map<string, string>,
  _given: unknown,
  flags: readonly string[],
): string[] {
  const path = parameters.get('path');
  const name = parameters.get('name');
  requirePlainName('path', path ?? '');
  requirePlainName('name', name ?? '');
  if (name !== undefined && /[\\/]/.test(name)) throw slashInName(path, name);
  if (name === undefined && path !== undefined && /[\\/]\s*$/.test(path)) {
    throw BridgeError.of('invalid_parameter', {
      detail: '"path" ends in a slash, and a folder cannot be created on its own, so nothing was run.',
      hint: 'Add the name of the note, with .md. Missing folders are created with it.',
    });
  }
  if (
    flags.includes('overwrite') &&
    !parameters.has('content') &&
    (parameters.get('template') ?? '') === ''
  ) {
    throw BridgeError.of('missing_parameter', {
      detail:
        'With overwrite, "content" or "template" is needed, because the note would be emptied; nothing was run.',
      hint: 'Give the new text in content; to empty the note, an empty text.',
    });
  }
  if (parameters.has('template') && (parameters.get('content') ?? '') !== '') {
    throw BridgeError.of('invalid_parameter', {
      detail: 'The Obsidian CLI drops "content" if "template" is given, so nothing was run.',
      hint: 'Create the note from the template, then append the content, in one batch if you like.',
    });
  }
  const target = joinedPath(path, name);
  if (target === '') return [];
  const whole = !target.includes('.') || endsAsCreated(target) ? target : `${target}.md`;
  const last = name === undefined ? 'path' : 'name';
  if (whole !== target) parameters.set(last, `${parameters.get(last) ?? ''}.md`);
  return [...warningsOf(path, name, target, whole), ...linkWarnings(whole)];
}

function warningsOf(
  path: string | undefined,
  name: string | undefined,
  target: string,
  whole: string,
): string[] {
  const shown = shorten(whole, SHOWN_CHARS);
  if (whole !== target) {
    return [
      `The Obsidian CLI would cut "${shorten(target, SHOWN_CHARS)}" at its last dot, so .md was added: the note is "${shown}".`,
    ];
  }
  const isFileAsFolder = path !== undefined && name !== undefined && endsAsCreated(path);
  return isFileAsFolder ? [`With "name", "path" is taken as the folder: the note is "${shown}".`] : [];
}

function slashInName(path: string | undefined, name: string): BridgeError {
  const meant = joinedPath(path, name.replaceAll('\\', '/'));
  return BridgeError.of('invalid_parameter', {
    detail: '"name" has a slash, but must be the name of the note alone, so nothing was run.',
    hint: `Give the whole path in "path", without "name": "${shorten(endsAsCreated(meant) ? meant : `${meant}.md`, SHOWN_CHARS)}".`,
  });
}
