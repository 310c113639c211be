import type { CommandLine } from '../../cli/command-line';
import type { Command } from '../../commands/catalogue/command';
import { createdPath } from '../../notes/new-note-path';

/** The confirmation is searched for in this many characters of output. */
const HEAD = 16 * 1024;
/** What the app adds to a name that is taken, before the extension. */
const NUMBER = / \d+(?=\.[^./\s]+$|$)/;

/** The program reports a different note than the call names; `numbered` if only a number was added to a taken name. */
export interface OtherNote {
  readonly kind: 'numbered' | 'other';
  readonly path: string;
}

/** The note that the program reports, if it is not the one that the call names; never for the bridge's own commands. */
export function otherNote(
  command: Command,
  { parameters }: CommandLine,
  stdout: string,
): OtherNote | undefined {
  const { success, byBridge } = command;
  if (byBridge || success.shape !== 'confirmation') return undefined;
  const { path: first, name = first, to } = success.line.exec(stdout.slice(0, HEAD))?.groups ?? {};
  const possible = name === undefined ? [] : pathsOf(name, to);
  const [reported] = possible;
  const newNames = command.parameters.filter(({ namesNewNote }) => namesNewNote).map((each) => each.name);
  const isNew = newNames.length > 0;
  const names = isNew ? newNames : command.target.parameters;
  const filled = names.filter((each) => (parameters.get(each) ?? '').trim() !== '');
  const by = filled.includes('path') ? 'path' : filled[0];
  if (reported === undefined || by === undefined) return undefined;
  const given = isNew && by === 'path' ? createdPath(parameters) : parameters.get(by);
  const wanted = normalized(given ?? '');
  const isWanted = (path: string): boolean =>
    path === wanted || (by !== 'path' && path.endsWith(`/${wanted}`));
  const isThis = (path: string): boolean =>
    isWanted(path) || (by !== 'path' && isWanted(path.replace(/\.[^./]+$/, '')));
  if (possible.some((path) => isThis(normalized(path)))) return undefined;
  const path = normalized(reported);
  const isNumbered = isNew && NUMBER.test(path) && isWanted(path.replace(NUMBER, ''));
  return { kind: isNumbered ? 'numbered' : 'other', path: reported };
}

/** A warning about the other note, so that the next call does not go to the wrong one. */
export function otherNoteWarning({ kind, path }: OtherNote): string {
  return kind === 'numbered'
    ? `"${path.replace(NUMBER, '')}" is taken, whatever its case, and was left as it was; the new note is "${path}".`
    : `The Obsidian CLI reports a different note than the one that was asked for: "${path}".`;
}

/** Candidates for the path before the arrow. Either path may itself contain an arrow, so prefer those with an extension. */
function pathsOf(path: string, to: string | undefined): readonly string[] {
  if (to === undefined) return [path];
  const line = `${path} ${to}`;
  const paths = [...line.matchAll(/ (?:->|→) /g)].map(({ index }) => line.slice(0, index));
  const whole = paths.filter((before) => /\.[^./]+$/.test(before));
  return whole.length > 0 ? whole : paths;
}

/** One spelling for all paths to the same note, such as "Note.md" and "Note". */
function normalized(path: string): string {
  return path
    .trim()
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\\/]+/g, '/')
    .replace(/^(?:\.?\/)+|\/$/g, '')
    .replace(/\.md$/, '');
}
