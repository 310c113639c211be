import type { CommandLine } from '../../cli/command-line';
import type { FileTarget } from '../../cli/obsidian-cli';
import type { Command } from '../../commands/catalogue/command';
import { createdPath } from '../../notes/new-note-path';

/** The parameters that name one file, in the order in which the program takes them. */
const NAMES = ['path', 'ref', 'file'] as const;

/** The file that a call is about, as far as its command and parameters tell. */
export type Target =
  /** A path from the vault root, in `path` or in the `ref` of a task. */
  | { readonly kind: 'path'; readonly path: string }
  /** A name that the app resolves like a link. */
  | { readonly kind: 'name'; readonly name: string }
  /** Today's daily note. */
  | { readonly kind: 'today' }
  /** A new file; without a path, "Untitled". */
  | { readonly kind: 'new'; readonly path: string | undefined }
  /** A new file that the program names. */
  | { readonly kind: 'named_by_program' }
  /** The file that is open in the app. */
  | { readonly kind: 'open' }
  | { readonly kind: 'none' };

/** The file that a call is about, as far as it was found. */
export interface Located {
  readonly target: Target;
  /** From the vault root; undefined if unknown. */
  readonly path: string | undefined;
}

/**
 * The file that a call is about. Behind the checks of input, nothing else reads `path`, `file`, `ref` and `name`. Starts no
 * process.
 */
export function targetOf(
  {
    target,
    isDaily,
    writes,
    parameters: known,
  }: Pick<Command, 'target' | 'isDaily' | 'writes' | 'parameters'>,
  { parameters, flags }: Pick<CommandLine, 'parameters' | 'flags'>,
): Target {
  if (isDaily || target.flags?.some((flag) => flags.includes(flag))) return { kind: 'today' };
  if (writes?.note === 'new') return { kind: 'new', path: createdPath(parameters) };
  if (writes?.note === 'named_by_program') return { kind: 'named_by_program' };
  for (const name of NAMES) {
    const given = parameters.get(name) ?? '';
    if (given.trim() === '' || !target.parameters.includes(name)) continue;
    if (name === 'ref') return { kind: 'path', path: given.replace(/:\d+$/, '') };
    const isName = known.some((each) => each.name === name && each.placeholder === '<name>');
    return isName ? { kind: 'name', name: given } : { kind: 'path', path: given };
  }
  const isNamed = target.parameters.some((name) => parameters.has(name));
  return { kind: target.without === 'open_note' && !isNamed ? 'open' : 'none' };
}

/** The target in a question to the program; undefined for a file that only the app knows. */
export function fileTarget(target: Target): FileTarget | undefined {
  if (target.kind === 'path') return { path: target.path };
  return target.kind === 'name' ? { file: target.name } : undefined;
}

/** The extension that the name of a file may lack. */
export function usualExtension({ parameters }: Pick<Command, 'parameters'>): string {
  return parameters.find(({ name }) => name === 'file')?.extension ?? '.md';
}
