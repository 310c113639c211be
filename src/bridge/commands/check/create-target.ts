import { BridgeError } from '../../errors';
import { joinedPath } from '../new-note-path';
import { shorten } from '../shorten';
import { endsAsCreated } from './file-types';

/** Characters of a path that a sentence repeats. */
const SHOWN_CHARS = 200;

/**
 * The note that `create` makes: `path/name`. The program cuts it at its last dot, even at one in the name of a folder, unless it
 * ends as a file that it can create; so that it does, the last of the two gets `.md`.
 * @throws BridgeError `invalid_parameter` for a name with a slash, a folder alone, and a template with content
 */
export function createTarget(parameters: Map<string, string>): string[] {
  const path = parameters.get('path');
  const name = parameters.get('name');
  if (name !== undefined && /[\\/]/.test(name)) throw slashInName(path, name);
  if (name === undefined && path !== undefined && /[\\/]\s*$/.test(path)) {
    throw BridgeError.of('invalid_parameter', {
      detail: '"path" ends in a slash, and a folder alone cannot be made, so nothing was run.',
      hint: 'Add the name of the note, with .md: its folders are made with it.',
    });
  }
  if (parameters.has('template') && (parameters.get('content') ?? '') !== '') {
    throw BridgeError.of('invalid_parameter', {
      detail: 'The Obsidian CLI drops "content" where "template" is given, so nothing was run.',
      hint: 'Create the note from the template, and then append the content: in one batch, if you like.',
    });
  }
  const target = joinedPath(path, name);
  if (target === '') return [];
  const whole = !target.includes('.') || endsAsCreated(target) ? target : `${target}.md`;
  const last = name === undefined ? 'path' : 'name';
  if (whole !== target) parameters.set(last, `${parameters.get(last) ?? ''}.md`);
  return warningsOf(path, name, target, whole);
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
  return isFileAsFolder ? [`"path" is the folder where "name" is given, too: the note is "${shown}".`] : [];
}

function slashInName(path: string | undefined, name: string): BridgeError {
  const meant = joinedPath(path, name.replaceAll('\\', '/'));
  return BridgeError.of('invalid_parameter', {
    detail: '"name" has a slash, and a name is that of the note alone, so nothing was run.',
    hint: `Give the whole path in "path", and no name: "${shorten(endsAsCreated(meant) ? meant : `${meant}.md`, SHOWN_CHARS)}".`,
  });
}
