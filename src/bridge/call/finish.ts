import type { CommandLine } from '../cli/command-line';
import type { BridgeError } from '../errors';
import type { Command } from '../commands/catalogue/command';
import { failureHint } from './hints/failure-hint';
import { DATA_LIMIT, emptyData, jsonData } from './judge/json-data';
import { asksForJson } from './judge/verdict';
import { otherNote, otherNoteWarning } from './judge/other-note';
import type { CallOutcome, Outcome } from './outcome';
import type { Call } from './call';

/** The header above an old version of a note: a line about the version, then a rule. */
const HEADER = /^[^\n]*\n---[ \t]*(?:\r?\n|$)/;

/** Names the command, and adds warnings and, if JSON was requested, the parsed output. */
export function finish(call: Call, outcome: Outcome): CallOutcome {
  const { command, line, note, source } = call;
  const warnings = [...call.warnings, ...outcome.warnings];
  const named = { ...outcome, command: command.name, warnings };
  const other = otherNote(command, line, outcome.stdout);
  if (other) warnings.push(otherNoteWarning(other));
  const { data, problem } = dataOf(command, line, outcome, source.forgiving !== undefined);
  if (problem !== undefined) warnings.push(problem);
  if (data !== undefined) return { ...named, data, isParsed: !command.printsVersion };
  const { target, path } = note;
  const isNamed = target.kind === 'path' || target.kind === 'name';
  const isNamedNote = command.printsNote === true && call.isRecognized && isNamed && path !== undefined;
  return isNamedNote ? { ...named, data: { path } } : named;
}

/** Names the command, and adds warnings and the next step. @param failure of a command that ran */
export function finishFailure(call: Call, failure: BridgeError): BridgeError {
  const { command } = call;
  const warnings = [...call.warnings, ...(failure.ran?.warnings ?? [])];
  const { hint: known } = failure.context;
  const hint = call.isOfHost ? known : call.hint(known ?? failureHint(call, failure));
  return failure.asRun({ warnings }).with({ command: command.name, ...(hint !== undefined && { hint }) });
}

/**
 * The parsed output, or why there is none.
 * @param isForModel whether a model reads the answer: it gets JSON that is the default parsed, too, and needs no reason for plain
 * output
 */
function dataOf(
  command: Command,
  line: CommandLine,
  outcome: Outcome,
  isForModel: boolean,
): { readonly data?: unknown; readonly problem?: string } {
  if (command.printsVersion) return versionText(outcome);
  const empty = emptyData(command, line, outcome);
  if (empty !== undefined) return { data: empty };
  if (!asksForJson(line) && !(isForModel && printsJsonByDefault(command, line))) return {};
  const { data, problem } = jsonData(command, outcome);
  if (problem === undefined || isForModel) return { data };
  return { problem: `JSON was asked for, but the output is ${problem}, so there is no data.` };
}

function printsJsonByDefault({ parameters }: Command, line: CommandLine): boolean {
  const format = parameters.find(({ name }) => name === 'format');
  return format?.defaultValue === 'json' && !line.parameters.has('format');
}

/** The text of an old version, without its header. */
function versionText({ stdout }: Pick<Outcome, 'stdout'>): {
  readonly data?: { readonly text: string };
  readonly problem?: string;
} {
  if (Buffer.byteLength(stdout) > DATA_LIMIT)
    return { problem: 'The text is larger than 1 MiB, so there is no data.' };
  const header = HEADER.exec(stdout)?.[0];
  if (header === undefined)
    return { problem: 'The output has no header before the text, so there is no data.' };
  return { data: { text: stdout.slice(header.length) } };
}
