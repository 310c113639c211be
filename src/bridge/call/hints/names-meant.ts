import type { CommandLine } from '../../cli/command-line';
import { MESSAGE_LIMIT } from '../../cli/program-messages';
import type { ObsidianCli } from '../../cli/obsidian-cli';
import type { ProgramAnswer } from '../../cli/read-answer';
import type { Command } from '../../commands/catalogue/command';
import type { Outcome } from '../outcome';
import { sentenceOf } from '../../errors';
import { linesWith } from '../../text/path-list';
import { filesMeant } from './files-meant';
import { folderMeant } from './folder-meant';
import type { PathKind } from '../../notes/note-store';
import { templateMeant } from './templates-meant';

/** Maximum tags in a hint. */
const SHOWN_TAGS = 5;

/** An answer of the program, and its outcome so far. */
export interface ToldAnswer {
  readonly call: CommandLine;
  readonly answer: ProgramAnswer;
  readonly outcome: Outcome;
  readonly cli: ObsidianCli;
}

/** Which other names a hint may reveal. */
export interface NamingRules {
  /** Whether the caller may run this command, and so may be told what it lists. */
  readonly mayRun: (command: string) => boolean;
  /** Whether the vault has a folder, if that is known without asking the program. */
  readonly kindOf: (path: string) => Promise<PathKind | undefined>;
  /** Whether an empty answer for a missing folder is a failure rather than a warning. */
  readonly failsForFolder: boolean;
}

type Facts = Pick<Command, 'kind' | 'missingHint' | 'parameters' | 'nothing'>;

/**
 * Explains an answer that found nothing: if the call names a missing file, folder or tag, suggests the one that was probably
 * meant. Costs at most one list of the vault.
 */
export async function explainNames(command: Facts, told: ToldAnswer, rules: NamingRules): Promise<Outcome> {
  const { outcome } = told;
  if (outcome.code === undefined)
    return isEmpty(command, told) ? explainNothing(command, told, rules) : outcome;
  if (outcome.hint !== undefined) return outcome;
  const hint = await hintForMissing(command, told, rules);
  return hint === undefined ? outcome : { ...outcome, hint };
}

async function hintForMissing(
  command: Facts,
  told: ToldAnswer,
  rules: NamingRules,
): Promise<string | undefined> {
  const { call, answer, cli } = told;
  const { mayRun } = rules;
  if (answer.stdoutBytes > MESSAGE_LIMIT) return undefined;
  const said = answer.stdout.trim();
  const [, what, quoted, base] = NOT_FOUND.exec(said) ?? [];
  const missing = quoted ?? base ?? '';
  if (what === 'File' || base !== undefined) {
    if (![...call.parameters.values()].includes(missing) || !mayRun('files')) return undefined;
    const isPath = call.parameters.get('path') === missing;
    return filesMeant(missing, await cli.list('files'), { isPath, extension: extensionOf(command) });
  }
  if (what === 'Template')
    return mayRun('templates') ? templateMeant(missing, await cli.list('templates')) : undefined;
  const folder =
    what === 'Folder' ? missing : said === 'No markdown files found.' ? folderIn(command, call) : undefined;
  if (folder !== undefined) return hintForFolder(folder, told, rules);
  if (what !== 'Tag' || command.missingHint !== 'nested_tags' || !mayRun('tags')) return undefined;
  return tagsLike(plainTag(missing), await cli.list('tags'), 'not_found');
}

const NOT_FOUND =
  /^Error: (?:(File|Folder|Tag|Template) "([^]*)" not found\.|Base file not found: ([^\n]+))$/;

/** Whether a reading command found nothing. */
function isEmpty({ kind, nothing, missingHint }: Facts, { call, answer }: ToldAnswer): boolean {
  if (kind !== 'read' || answer.stdoutBytes > MESSAGE_LIMIT) return false;
  const said = answer.stdout.trim();
  return (
    said === '' ||
    (call.flags.includes('total') && ['0', '{"total":0}'].includes(said)) ||
    nothing?.sentences.includes(said) === true ||
    // The number of uses, and no note.
    (missingHint === 'nested_tags' && call.flags.includes('verbose') && /^#[^\t\n]+\t\d+$/.test(said))
  );
}

async function explainNothing(command: Facts, told: ToldAnswer, rules: NamingRules): Promise<Outcome> {
  const { call, outcome, cli } = told;
  const { mayRun, failsForFolder } = rules;
  if (command.missingHint === 'nested_tags' && mayRun('tags')) {
    const tag = plainTag(call.parameters.get('name') ?? '');
    return withWarning(outcome, await tagsLike(tag, await cli.list('tags'), 'empty'));
  }
  const folder = folderIn(command, call);
  const hint = folder === undefined ? undefined : await hintForFolder(folder, told, rules);
  if (folder === undefined || hint === undefined) return outcome;
  const error = sentenceOf('folder_not_found', { folder });
  if (!failsForFolder) return withWarning(outcome, `${error} ${hint}`);
  return { ...outcome, exitCode: 1, stdout: '', code: 'folder_not_found', error, hint };
}

/** A hint for a folder that the call names and the vault lacks. */
async function hintForFolder(
  folder: string,
  { call: { parameters }, cli }: ToldAnswer,
  { mayRun, kindOf }: NamingRules,
): Promise<string | undefined> {
  const listFolders = mayRun('folders') ? () => cli.list('folders') : undefined;
  return folderMeant(folder, { isSearch: parameters.has('query'), kindOf, listFolders });
}

function withWarning(outcome: Outcome, warning: string | undefined): Outcome {
  return warning === undefined ? outcome : { ...outcome, warnings: [...outcome.warnings, warning] };
}

/** The extension that the name of a file may lack. */
function extensionOf({ parameters }: Facts): string {
  return parameters.find(({ name }) => name === 'file')?.extension ?? '.md';
}

/** The folder that the call searches. */
function folderIn({ parameters }: Facts, call: CommandLine): string | undefined {
  const name = parameters.find(({ namesFolder }) => namesFolder)?.name ?? '';
  return call.parameters.get(name);
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
