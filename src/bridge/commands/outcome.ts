import type { CommandLine } from '../cli/arguments';
import { confirms } from './command';
import type { Command } from './command';
import { isNestedDeeperThan } from './json-depth';
import type { CommandResult } from './run-command';

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
  const warnings = [...callWarnings];
  if (result.damaged) warnings.push('Some bytes of the output are not UTF-8 and show as U+FFFD.');
  if (ok && confirms(command) && result.stdout.trim() === '') {
    warnings.push('The Obsidian CLI printed no confirmation: check that the change was made.');
  }
  if (result.isPartial) {
    warnings.push(
      'The end of the output is missing: it was printed after the program had ended, or while it was being ended.',
    );
  }
  const forkedName = ok && otherName(commandLine, result.stdout);
  if (forkedName) warnings.push(forkedName);
  const { data, problem } = ok && wantsJson(commandLine) ? parseJson(command, result.stdout) : {};
  if (problem !== undefined) {
    warnings.push(`JSON was asked for, but the output is ${problem}, so there is no data.`);
  }
  return { ...result, ok, command: command.name, warnings, ...(data !== undefined && { data }) };
}

/** The program gives a new note another name when the wanted one is taken; the next call must not go to the wrong note. */
function otherName({ command, parameters }: CommandLine, stdout: string): string | undefined {
  const asked = parameters.get('path') ?? parameters.get('name');
  const created = /^Created: (.*?)\r?$/m.exec(stdout)?.[1];
  if (command !== 'create' || asked === undefined || created === undefined) return undefined;
  const numbered = / \d+$/;
  const stem = withoutMd(created).replace(numbered, '');
  const wanted = withoutMd(asked);
  if (!numbered.test(withoutMd(created)) || (stem !== wanted && !stem.endsWith(`/${wanted}`)))
    return undefined;
  return `There is a note of this name, left as it was: the new one is "${created}".`;
}

function withoutMd(path: string): string {
  return path.replace(/\.md$/i, '');
}

function wantsJson({ parameters, flags }: CommandLine): boolean {
  return parameters.get('format') === 'json' || flags.includes('--json');
}

/** Maximum nesting of `data`: far more than any command prints. */
const MAX_DEPTH = 200;

/** The value behind the text, or why there is none. A sentence for "nothing found" stands for an empty value. */
function parseJson({ nothing }: Command, stdout: string): { data?: unknown; problem?: string } {
  if (nothing?.sentences.includes(stdout.trim())) return { data: nothing.json };
  if (isNestedDeeperThan(MAX_DEPTH, stdout)) return { problem: `nested more than ${MAX_DEPTH} levels deep` };
  try {
    return { data: JSON.parse(stdout) as unknown };
  } catch {
    return { problem: 'not JSON' };
  }
}
