import type { CommandLine } from '../../cli/command-line';
import { MESSAGE_LIMIT } from '../../cli/program-messages';
import type { ProgramAnswer } from '../../cli/read-answer';
import type { Command } from '../../commands/catalogue/command';
import { BridgeError, sentenceOf } from '../../errors';
import { orUnknown } from '../../notes/note-store';
import { linesWith } from '../../text/path-list';
import type { Call } from '../call';
import { targetOf, usualExtension } from '../note/target';
import type { Outcome } from '../outcome';
import { filesMeant } from './files-meant';
import { folderMeant } from './folder-meant';
import { templateMeant } from './templates-meant';

/** Maximum tags in a hint. */
const SHOWN_TAGS = 5;

/**
 * Explains a failure: if the call names a missing file, folder, tag or template, suggests the one that was probably meant. Costs
 * at most one list of the vault.
 * @param line what was run
 */
export async function explainFailure(
  call: Call,
  line: CommandLine,
  answer: ProgramAnswer,
  failure: BridgeError,
): Promise<BridgeError> {
  if (failure.context.hint !== undefined) return failure;
  const hint = await hintForMissing(call, line, answer);
  return hint === undefined ? failure : failure.with({ hint });
}

/**
 * Explains a success that found nothing, like {@link explainFailure}, in a warning.
 * @throws BridgeError `folder_not_found` for a folder that the vault lacks, for sources that forgive
 */
export async function explainNothing(
  call: Call,
  line: CommandLine,
  answer: Pick<ProgramAnswer, 'stdout' | 'stdoutBytes'>,
  outcome: Outcome,
): Promise<Outcome> {
  const { command, cli } = call;
  if (!isEmpty(command, line, answer)) return outcome;
  if (command.missingHint === 'nested_tags' && call.mayRun('tags')) {
    const tag = plainTag(line.parameters.get('name') ?? '');
    return withWarning(outcome, await tagsLike(tag, await cli.list('tags'), 'empty'));
  }
  const folder = folderIn(command, line);
  const hint = folder === undefined ? undefined : await hintForFolder(call, line, folder);
  if (folder === undefined || hint === undefined) return outcome;
  const error = sentenceOf('folder_not_found', { folder });
  if (!call.source.forgiving) return withWarning(outcome, `${error} ${hint}`);
  const { duration, outputBytes, warnings } = outcome;
  throw BridgeError.afterRun('folder_not_found', error, { duration, outputBytes, warnings }, { hint });
}

async function hintForMissing(
  call: Call,
  line: CommandLine,
  answer: ProgramAnswer,
): Promise<string | undefined> {
  const { command, cli } = call;
  if (answer.stdoutBytes > MESSAGE_LIMIT) return undefined;
  const said = answer.stdout.trim();
  const [, what, quoted, base] = NOT_FOUND.exec(said) ?? [];
  const missing = quoted ?? base ?? '';
  if (what === 'File' || base !== undefined) {
    const target = targetOf(command, line);
    const isPath = target.kind === 'path' && target.path === missing;
    const isGiven = isPath || [...line.parameters.values()].includes(missing);
    if (!isGiven || !call.mayRun('files')) return undefined;
    const isWriting = call.command.writes?.note === 'named' || call.command.byBridge === 'edit';
    const aliased = call.mayRead ? (alias: string) => aliasedNotes(call, line.vault, alias) : undefined;
    const given = { isPath, extension: usualExtension(command), isWriting, aliased };
    return filesMeant(missing, await cli.list('files'), given);
  }
  if (what === 'Template')
    return call.mayRun('templates') ? templateMeant(missing, await cli.list('templates')) : undefined;
  const folder =
    what === 'Folder' ? missing : said === 'No markdown files found.' ? folderIn(command, line) : undefined;
  if (folder !== undefined) return hintForFolder(call, line, folder);
  if (what !== 'Tag' || command.missingHint !== 'nested_tags' || !call.mayRun('tags')) return undefined;
  return tagsLike(plainTag(missing), await cli.list('tags'), 'not_found');
}

/** The notes with an alias; none where no note store can tell. */
export async function aliasedNotes(
  { stores, turn, cli }: Call,
  vault: string | undefined,
  alias: string,
): Promise<readonly string[]> {
  const ask = async () => (await stores.reachKnown(vault, turn, cli))?.aliased?.(alias);
  return (await orUnknown(ask)) ?? [];
}

const NOT_FOUND =
  /^Error: (?:(File|Folder|Tag|Template) "([^]*)" not found\.|Base file not found: ([^\n]+))$/;

/** Whether a reading command found nothing. */
function isEmpty(
  { kind, nothing, missingHint }: Command,
  { flags }: CommandLine,
  { stdout, stdoutBytes }: Pick<ProgramAnswer, 'stdout' | 'stdoutBytes'>,
): boolean {
  if (kind !== 'read' || stdoutBytes > MESSAGE_LIMIT) return false;
  const said = stdout.trim();
  return (
    said === '' ||
    (flags.includes('total') && ['0', '{"total":0}'].includes(said)) ||
    nothing?.sentences.includes(said) === true ||
    // The number of uses, and no note.
    (missingHint === 'nested_tags' && flags.includes('verbose') && /^#[^\t\n]+\t\d+$/.test(said))
  );
}

/** A hint for a folder that a command names and the vault lacks. */
async function hintForFolder(
  call: Call,
  { vault, parameters }: CommandLine,
  folder: string,
): Promise<string | undefined> {
  const { stores, turn, cli } = call;
  const listFolders = call.mayRun('folders') ? () => cli.list('folders') : undefined;
  const kindOf = (path: string) => stores.kindOf(path, vault, turn, cli);
  return folderMeant(folder, { isSearch: parameters.has('query'), kindOf, listFolders });
}

function withWarning(outcome: Outcome, warning: string | undefined): Outcome {
  return warning === undefined ? outcome : { ...outcome, warnings: [...outcome.warnings, warning] };
}

/** The folder that the call searches. */
function folderIn({ parameters }: Command, line: CommandLine): string | undefined {
  const name = parameters.find(({ namesFolder }) => namesFolder)?.name ?? '';
  return line.parameters.get(name);
}

function plainTag(given: string): string {
  return given.replace(/^#?(?:tag:#?)?/, '');
}

/** @param how `empty` if the program found the tag only as the parent of nested tags */
async function tagsLike(
  missing: string,
  tags: string | undefined,
  how: 'not_found' | 'empty',
): Promise<string | undefined> {
  const wanted = missing.toLowerCase();
  const near = (await linesWith(wanted, tags ?? ''))
    .map((line) => line.split('\t')[0]?.replace(/^#/, '') ?? '')
    .filter((name) => name.toLowerCase() === wanted || name.toLowerCase().startsWith(`${wanted}/`))
    .filter((name) => how === 'not_found' || name !== missing);
  if (wanted === '' || near.length === 0) return undefined;
  const shown = near.slice(0, SHOWN_TAGS).join(', ');
  const absent = near.includes(missing)
    ? ''
    : `No note has #${missing} itself; search query=tag:#${missing} finds its nested tags. `;
  return `${absent}Did you mean ${shown}${near.length > SHOWN_TAGS ? ' ...' : ''}?`;
}
