import type { CommandLine } from '../../cli/command-line';
import type { CliTurn } from '../../cli/client';
import { ObsidianCli } from '../../cli/obsidian-cli';
import { BridgeError } from '../../errors';
import type { Command } from '../catalogue/command';
import { namesakes } from './file-names';

/** Candidates that an answer names at most. */
const SHOWN = 10;

/** The name that the call gives a file without saying in which folder; undefined where it names none in this way. */
function bareName(
  { parameters, target }: Command,
  call: CommandLine,
): { readonly name: string; readonly extension: string } | undefined {
  const taken = parameters.find(({ name, placeholder }) => name === 'file' && placeholder === '<name>');
  const name = call.parameters.get('file')?.trim() ?? '';
  const isExact = ['path', 'ref'].some((other) => (call.parameters.get(other) ?? '').trim() !== '');
  if (!taken || !target.parameters.includes('file') || isExact) return undefined;
  return name === '' || name.includes('/') ? undefined : { name, extension: taken.extension ?? '.md' };
}

/** What is known of the file that a call names. */
interface NamedFile {
  /** For a reading command: that several files have the name, and which of them it takes. */
  readonly warnings: readonly string[];
  /** Where it is known. */
  readonly path?: string | undefined;
}

/**
 * Asks which notes have the name that a call gives, where several may.
 * @throws BridgeError for a command that changes something: `ambiguous_name`, and `cli_not_answering` where that is not known
 */
export async function checkName(turn: CliTurn, command: Command, call: CommandLine): Promise<NamedFile> {
  const bare = bareName(command, call);
  if (bare === undefined) return { warnings: [] };
  const { name, extension } = bare;
  const cli = new ObsidianCli(turn, call.vault);
  const files = await cli.files();
  if (cli.isUnanswered && command.kind !== 'read') {
    throw BridgeError.of('cli_not_answering', {
      command: command.name,
      unchecked: `several files are called "${name}"`,
      retryAfter: 5,
      hint: 'Name the file with "path": then there is nothing to check.',
    });
  }
  const paths = await namesakes(name, extension, files ?? '');
  if (paths.length < 2) return { warnings: [], path: paths[0] };
  const list = shown(paths);
  if (command.kind !== 'read') {
    throw BridgeError.of('ambiguous_name', {
      name,
      list,
      hint: `Name one of them with "path", for example "${paths[0]}".`,
    });
  }
  const facts = await cli.file({ file: name });
  const used = typeof facts === 'object' ? facts.path : undefined;
  const about = used === undefined ? '' : `; this is about "${used}"`;
  const warning = `${paths.length} files are called "${name}" (${list})${about}. To be sure of the file, name it with path.`;
  return { warnings: [warning], path: used };
}

function shown(paths: readonly string[]): string {
  const list = paths
    .slice(0, SHOWN)
    .map((path) => `"${path}"`)
    .join(', ');
  return paths.length > SHOWN ? `${list} ...` : list;
}
