import type { CommandLine } from '../../cli/command-line';
import type { ObsidianCli } from '../../cli/obsidian-cli';
import { BridgeError } from '../../errors';
import type { Command } from '../../commands/catalogue/command';
import { namesakes } from '../../text/path-list';

/** Maximum candidates in an answer. */
const SHOWN = 10;

/** Resolves a name as the app resolves a link, without starting a process; undefined for an unknown name. */
export type ResolveName = (
  name: string,
) => { readonly path: string; readonly isAmbiguous: boolean } | undefined;

interface NamingFacts {
  /** Absent for vaults other than the host's. */
  readonly resolve: ResolveName | undefined;
  /** The paths of all files, one per line, without a process; undefined if that is not possible. */
  readonly listFiles: () => Promise<string | undefined>;
  /** Whether the caller may learn which files exist. */
  readonly mayList: () => boolean;
}

export interface NamedNote {
  readonly path?: string | undefined;
  /** For a reading command with an ambiguous name. */
  readonly warnings: readonly string[];
}

/**
 * Finds the note that a call names. Starts a process only for a change to a note given by name, which costs one list of all
 * files.
 * @throws BridgeError for a change: `ambiguous_name`, or `cli_not_answering` if the name cannot be checked
 */
export async function findNamedNote(
  cli: ObsidianCli,
  command: Command,
  { parameters }: CommandLine,
  { resolve, listFiles, mayList }: NamingFacts,
): Promise<NamedNote> {
  const path = parameters.get('path');
  if (path !== undefined) return { path, warnings: [] };
  const name = parameters.get('file')?.trim() ?? '';
  if (name === '' || !namesTarget(command, parameters)) return { warnings: [] };
  const resolved = resolve?.(name);
  if (resolve && (command.kind === 'read' || resolved?.isAmbiguous !== true)) {
    const warnings = resolved?.isAmbiguous === true ? [takenTwice(name, resolved.path)] : [];
    return { path: resolved?.path, warnings };
  }
  // Partial paths are left to the program.
  if (name.includes('/')) return { warnings: [] };
  if (command.kind !== 'read') return { path: await onlyOne(cli, command, name, mayList), warnings: [] };
  const paths = await namesakes(name, extensionOf(command), (await listFiles()) ?? '');
  return {
    path: paths.length === 1 ? paths[0] : undefined,
    warnings: namesakeWarnings(name, paths, mayList),
  };
}

function namesTarget({ parameters, target }: Command, given: ReadonlyMap<string, string>): boolean {
  const taken = parameters.some(({ name, placeholder }) => name === 'file' && placeholder === '<name>');
  return taken && target.parameters.includes('file') && (given.get('ref') ?? '').trim() === '';
}

/** The only file of this name; undefined if there is none. */
async function onlyOne(
  cli: ObsidianCli,
  command: Command,
  name: string,
  mayList: () => boolean,
): Promise<string | undefined> {
  const files = await cli.list('files');
  if (files === undefined && cli.isUnanswered) {
    throw BridgeError.of('cli_not_answering', {
      command: command.name,
      unchecked: `several files are called "${name}"`,
      retryAfter: 5,
      hint: 'Name the file with "path", which needs no check.',
    });
  }
  const paths = await namesakes(name, extensionOf(command), files ?? '');
  if (paths.length < 2) return paths[0];
  if (!mayList()) throw BridgeError.of('ambiguous_name', { name });
  throw BridgeError.of('ambiguous_name', {
    name,
    list: shown(paths),
    hint: `Name one of them with "path", for example "${paths[0]}".`,
  });
}

/** The extension that the name may lack. */
function extensionOf({ parameters }: Command): string {
  return parameters.find((each) => each.name === 'file')?.extension ?? '.md';
}

/** A warning if the name does not say which of several files is meant. */
function namesakeWarnings(name: string, paths: readonly string[], mayList: () => boolean): string[] {
  if (paths.length < 2) return [];
  const list = mayList() ? `: ${shown(paths)}` : '';
  return [`Several files are called "${name}"${list}. To be sure of the file, name it with path.`];
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
