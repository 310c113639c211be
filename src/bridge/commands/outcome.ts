import type { CommandLine } from '../cli/arguments';
import type { Command } from './command';
import { TextBytes } from '../text-bytes';
import { jsonExcess } from '../json-scan';
import type { JsonExcess } from '../json-scan';
import { nextTurn } from '../loop-turn';
import { otherNote } from './other-note';
import type { CommandResult } from './run-command';
import { asksForJson } from './verdict';
import { amount } from '../errors';

/** The outcome of a call: the program's result, and what the bridge adds. */
export interface Outcome extends Omit<CommandResult, 'data'> {
  readonly ok: boolean;
  readonly command: string;
  readonly warnings: readonly string[];
  /**
   * What is known of the text that was written; or the parsed output, when JSON was asked for and printed; for a long one, its
   * text, which is JSON.
   */
  readonly data?: unknown;
}

/**
 * Judges the program's answer, and adds what the caller should know.
 * @param callWarnings warnings from the check of the call
 * @param wantsData whether the caller gets the parsed output as well
 */
export async function judge(
  command: Command,
  commandLine: CommandLine,
  result: CommandResult,
  { callWarnings, wantsData }: { readonly callWarnings: readonly string[]; readonly wantsData: boolean },
): Promise<Outcome> {
  const ok = result.code === undefined;
  const warnings = [...callWarnings, ...(result.doubts ?? [])];
  if (result.damaged) warnings.push('Some bytes of the output are not UTF-8 and show as U+FFFD.');
  if (result.isPartial) {
    warnings.push(
      'The end of the output is missing: it was printed after the program had ended, or while it was being ended.',
    );
  }
  const other =
    ok && command.success.shape === 'confirmation'
      ? otherNote(command, commandLine, result.stdout)
      : undefined;
  if (other !== undefined) warnings.push(other);
  const isJson = ok && wantsData && printsJson(command) && asksForJson(commandLine);
  const { data, problem } = isJson ? await dataOf(command, commandLine, result) : {};
  if (problem !== undefined) {
    warnings.push(`JSON was asked for, but the output is ${problem}, so there is no data.`);
  }
  return { ...result, ok, command: command.name, warnings, ...(data !== undefined && { data }) };
}

/** Bytes of output beyond which it is not parsed as well. */
const DATA_LIMIT = 1024 * 1024;
/** Far more than any command prints, and little enough to be parsed in one go. */
const DATA_LIMITS = { depth: 200, parts: 100_000 };

const EXCESSES: Readonly<Record<JsonExcess, string>> = {
  depth: `nested more than ${DATA_LIMITS.depth} levels deep`,
  parts: `of more than ${amount(DATA_LIMITS.parts)} values`,
};

/** Whether the command is known to print JSON when it is asked for. */
function printsJson({ parameters, nothing }: Command): boolean {
  return (
    nothing !== undefined ||
    parameters.some(({ name, values }) => name === 'format' && values?.includes('json') === true)
  );
}

/** The value behind the output, or why there is none. A sentence for "nothing found" stands for an empty value. */
async function dataOf(
  { nothing, target }: Command,
  { parameters, flags }: CommandLine,
  { stdout, long }: CommandResult,
): Promise<{ data?: unknown; problem?: string }> {
  const text = long?.stdout ?? new TextBytes(Buffer.from(stdout));
  if (text.size > DATA_LIMIT) return { problem: 'larger than 1 MiB' };
  if (nothing?.sentences.includes(stdout.trim())) {
    const isOneNote = target.parameters.some((name) => parameters.has(name)) || flags.includes('active');
    return { data: isOneNote ? (nothing.jsonOfNote ?? nothing.json) : nothing.json };
  }
  const excess = await jsonExcess(text.slices(), DATA_LIMITS);
  if (excess) return { problem: EXCESSES[excess] };
  await nextTurn();
  try {
    const value = JSON.parse(text.whole) as unknown;
    // The values of a long text take twenty times its memory, and are sent as the text that they were.
    return { data: text.isLong ? text : value };
  } catch {
    return { problem: 'not JSON' };
  }
}
