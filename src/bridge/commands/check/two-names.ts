import { lowercase } from '../../path-list';
import type { Command } from '../catalogue/command';
import { shorten } from '../shorten';

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

/** Whether a link with this name may lead to the note at this path. */
export function mayName(name: string, path: string): boolean {
  const [wanted, whole] = [name.trim(), path].map((text) => `/${lowercase(text)}`) as [string, string];
  return whole.endsWith(wanted) || whole.endsWith(`${wanted}.md`);
}
