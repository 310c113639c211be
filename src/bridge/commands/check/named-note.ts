import type { CommandLine } from '../../cli/command-line';
import type { ObsidianCli } from '../../cli/obsidian-cli';
import { BridgeError } from '../../errors';
import type { Command } from '../catalogue/command';
import { namesakes } from '../../path-list';

/** Candidates that an answer names at most. */
const SHOWN = 10;

/** Resolves a name as the app resolves a link, without a process; undefined for a name that it does not know. */
export type ResolveName = (
  name: string,
) => { readonly path: string; readonly isAmbiguous: boolean } | undefined;

/** What finding a named note depends on. */
interface NamingFacts {
  /** Absent for another vault than the one that the host runs in. */
  readonly resolve: ResolveName | undefined;
  /** Whether the caller may be told which files there are. */
  readonly mayList: boolean;
}

/** What is known of the note that a call names, before it runs. */
export interface NamedNote {
  readonly path?: string | undefined;
  /** For a reading command: that several files have the name. */
  readonly warnings: readonly string[];
}

/**
 * Finds out which note a call means, where that is known without a process, or has to be known: a change of a note that only its
 * name tells costs one list of all files.
 * @throws BridgeError for a change: `ambiguous_name`, and `cli_not_answering` where that is not known
 */
export async function findNamedNote(
  cli: ObsidianCli,
  command: Command,
  { parameters }: CommandLine,
  { resolve, mayList }: NamingFacts,
): Promise<NamedNote> {
  const path = parameters.get('path');
  if (path !== undefined) return { path, warnings: [] };
  const name = parameters.get('file')?.trim() ?? '';
  if (name === '' || !namesTarget(command, parameters)) return { warnings: [] };
  const resolved = resolve?.(name);
  if (command.kind === 'read' || (resolve && resolved?.isAmbiguous !== true)) {
    const warnings = resolved?.isAmbiguous === true ? [takenTwice(name, resolved.path)] : [];
    return { path: resolved?.path, warnings };
  }
  // Only a whole path names one note for certain; a part of one is left to the program.
  return name.includes('/')
    ? { warnings: [] }
    : { path: await onlyOne(cli, command, name, mayList), warnings: [] };
}

function namesTarget({ parameters, target }: Command, given: ReadonlyMap<string, string>): boolean {
  const taken = parameters.some(({ name, placeholder }) => name === 'file' && placeholder === '<name>');
  return taken && target.parameters.includes('file') && (given.get('ref') ?? '').trim() === '';
}

/** The one note of a name in the list of all files; undefined where none has it. */
async function onlyOne(
  cli: ObsidianCli,
  command: Command,
  name: string,
  mayList: boolean,
): Promise<string | undefined> {
  const files = await cli.list('files');
  if (files === undefined && cli.isUnanswered) {
    throw BridgeError.of('cli_not_answering', {
      command: command.name,
      unchecked: `several files are called "${name}"`,
      retryAfter: 5,
      hint: 'Name the file with "path": then there is nothing to check.',
    });
  }
  const extension = command.parameters.find((each) => each.name === 'file')?.extension ?? '.md';
  const paths = await namesakes(name, extension, files ?? '');
  if (paths.length < 2) return paths[0];
  if (!mayList) throw BridgeError.of('ambiguous_name', { name });
  throw BridgeError.of('ambiguous_name', {
    name,
    list: shown(paths),
    hint: `Name one of them with "path", for example "${paths[0]}".`,
  });
}

function takenTwice(name: string, path: string): string {
  return `Several files are called "${name}"; this is about "${path}". To be sure of the file, name it with path.`;
}

function shown(paths: readonly string[]): string {
  const list = paths
    .slice(0, SHOWN)
    .map((path) => `"${path}"`)
    .join(', ');
  return paths.length > SHOWN ? `${list} ...` : list;
}
