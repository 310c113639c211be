import type { CommandLine } from '../../cli/command-line';
import type { CliTurn } from '../../cli/client';
import { ObsidianCli } from '../../cli/obsidian-cli';
import { MESSAGE_LIMIT } from '../../cli/program-messages';
import type { ProgramAnswer } from '../../cli/read-answer';
import type { Command } from '../catalogue/command';
import { folderNamed, linesWith, nearestFiles } from './file-names';

/** How many tags a hint names. */
const SHOWN_TAGS = 5;

type Missing = Pick<ProgramAnswer, 'stdout' | 'stdoutBytes'>;

/**
 * If the program did not find what the call names, asks in the same turn what was probably meant. Never rejects: the command
 * has run, and its answer stands without a hint.
 * @returns a hint; undefined for any other answer, and if nothing has a similar name
 */
export async function hintForMissing(
  turn: CliTurn,
  command: Pick<Command, 'missingHint'>,
  call: CommandLine,
  answer: Missing,
): Promise<string | undefined> {
  try {
    return await askForHint(turn, command, call, answer);
  } catch {
    return undefined;
  }
}

async function askForHint(
  turn: CliTurn,
  command: Pick<Command, 'missingHint'>,
  call: CommandLine,
  answer: Missing,
): Promise<string | undefined> {
  if (answer.stdoutBytes > MESSAGE_LIMIT) return undefined;
  const [, what, missing = ''] = /^Error: (File|Tag) "([^]*)" not found\.\s*$/.exec(answer.stdout) ?? [];
  const cli = new ObsidianCli(turn, call.vault);
  if (what === 'File' && [...call.parameters.values()].includes(missing))
    return filesLike(missing, (await cli.files()) ?? '');
  if (what === 'Tag' && command.missingHint === 'nested_tags')
    return tagsBelow(missing.replace(/^#?(?:tag:#?)?/, ''), (await cli.tags()) ?? '');
  return undefined;
}

async function filesLike(missing: string, list: string): Promise<string | undefined> {
  const nearest = await nearestFiles(missing, list);
  const folder = await folderNamed(missing, list);
  // A file of another name in its place may be deleted next.
  if (folder !== undefined && nearest[0]?.toLowerCase() !== `${folder}.md`.toLowerCase())
    return `"${folder}" is a folder, and this takes one file: files with folder="${folder}" lists what is in it.`;
  if (nearest.length === 0) return undefined;
  return `Did you mean ${nearest.map((path) => `"${path}"`).join(' or ')}?`;
}

async function tagsBelow(missing: string, tags: string): Promise<string | undefined> {
  const wanted = missing.toLowerCase();
  const lines = await linesWith(wanted, tags);
  const near = lines
    .map((line) => line.split('\t')[0]?.replace(/^#/, '') ?? '')
    .filter((name) => name.toLowerCase() === wanted || name.toLowerCase().startsWith(`${wanted}/`));
  if (wanted === '' || near.length === 0) return undefined;
  const shown = near.slice(0, SHOWN_TAGS).join(', ');
  const absent = near.includes(missing) ? '' : `No note has #${missing} itself. `;
  return `${absent}Did you mean ${shown}${near.length > SHOWN_TAGS ? ' ...' : ''}?`;
}
