import { mayName } from '../../text/path-list';
import type { Command } from '../../commands/catalogue/command';
import { shorten } from '../../text/shorten';

/** Maximum characters of a path or name in a message. */
const SHOWN_CHARS = 200;

/** A warning if a call names two notes. The program takes `path` and ignores `file`. */
export function twoNamesWarnings({ target }: Command, parameters: ReadonlyMap<string, string>): string[] {
  if (!['path', 'file'].every((name) => target.parameters.includes(name))) return [];
  const [path, file] = [parameters.get('path') ?? '', parameters.get('file') ?? ''];
  if (path === '' || file === '' || mayName(file, path)) return [];
  const [note, other] = [path, file].map((text) => shorten(text, SHOWN_CHARS));
  return [`"file" was ignored, because "path" is given, too: this is about "${note}", not "${other}".`];
}
