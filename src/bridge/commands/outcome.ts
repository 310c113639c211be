import type { CommandLine } from '../cli/arguments';
import type { Command } from './command';
import { withoutMd } from './file-names';
import { isNestedDeeperThan } from './json-depth';
import type { CommandResult } from './run-command';
import { asksForJson } from './verdict';

/** The outcome of a call: the program's result, and what the bridge adds. */
export interface Outcome extends CommandResult {
  readonly ok: boolean;
  readonly command: string;
  readonly warnings: readonly string[];
  /** The parsed output, when JSON was asked for and printed. */
  readonly data?: unknown;
  /** What to do next about a failure. */
  readonly hint?: string;
}

/**
 * Judges the program's answer, and adds what the caller should know.
 * @param callWarnings warnings from the check of the call
 */
export function judge(
  command: Command,
  commandLine: CommandLine,
  result: CommandResult,
  callWarnings: readonly string[],
): Outcome {
  const ok = result.code === undefined;
  const warnings = [...callWarnings, ...(result.doubts ?? [])];
  if (result.damaged) warnings.push('Some bytes of the output are not UTF-8 and show as U+FFFD.');
  if (result.isPartial) {
    warnings.push(
      'The end of the output is missing: it was printed after the program had ended, or while it was being ended.',
    );
  }
  const forkedName = ok && otherName(command, commandLine, result.stdout);
  if (forkedName) warnings.push(forkedName);
  const { data, problem } =
    ok && asksForJson(commandLine) ? parseJson(command, commandLine, result.stdout) : {};
  if (problem !== undefined) {
    warnings.push(`JSON was asked for, but the output is ${problem}, so there is no data.`);
  }
  return { ...result, ok, command: command.name, warnings, ...(data !== undefined && { data }) };
}

/** The program gives a new note another name when the wanted one is taken; the next call must not go to the wrong note. */
function otherName(
  { parameters }: Command,
  { parameters: given }: CommandLine,
  stdout: string,
): string | undefined {
  // The path comes last, and the program takes no name beside it.
  const asked = parameters
    .flatMap(({ name, namesNewNote }) => (namesNewNote ? (given.get(name) ?? []) : []))
    .at(-1);
  if (asked === undefined) return undefined;
  const created = /^Created: (.*?)\r?$/m.exec(stdout)?.[1];
  if (created === undefined) return undefined;
  const numbered = / \d+$/;
  const stem = withoutMd(created).replace(numbered, '');
  const wanted = withoutMd(asked);
  if (!numbered.test(withoutMd(created)) || (stem !== wanted && !stem.endsWith(`/${wanted}`)))
    return undefined;
  return `There is a note of this name, left as it was: the new one is "${created}".`;
}

/** Characters of output beyond which it is not parsed as well. */
const DATA_LIMIT = 1024 * 1024;
/** Maximum nesting of `data`: far more than any command prints. */
const MAX_DEPTH = 200;

/** The value behind the text, or why there is none. A sentence for "nothing found" stands for an empty value. */
function parseJson(
  { nothing, target }: Command,
  { parameters, flags }: CommandLine,
  stdout: string,
): { data?: unknown; problem?: string } {
  if (stdout.length > DATA_LIMIT) return { problem: `larger than 1 MiB` };
  if (nothing?.sentences.includes(stdout.trim())) {
    const isOneNote = target.parameters.some((name) => parameters.has(name)) || flags.includes('active');
    return { data: isOneNote ? (nothing.jsonOfNote ?? nothing.json) : nothing.json };
  }
  if (isNestedDeeperThan(MAX_DEPTH, stdout)) return { problem: `nested more than ${MAX_DEPTH} levels deep` };
  try {
    return { data: JSON.parse(stdout) as unknown };
  } catch {
    return { problem: 'not JSON' };
  }
}
