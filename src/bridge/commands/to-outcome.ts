import type { CommandLine } from '../cli/command-line';
import type { Command } from './catalogue/command';
import { jsonData } from './judge/json-data';
import { asksForJson } from './judge/judge-words';
import { otherNote, otherNoteWarning } from './judge/other-note';
import { versionText } from './judge/version-text';
import type { CommandResult, Outcome } from './outcome';

/**
 * Adds to a result what the caller should know: warnings, and the parsed output where JSON was asked for.
 * @param callWarnings warnings from the check of the call
 * @param wantsData whether the caller gets the parsed output as well
 */
export function toOutcome(
  command: Command,
  commandLine: CommandLine,
  result: CommandResult,
  { callWarnings, wantsData }: { readonly callWarnings: readonly string[]; readonly wantsData: boolean },
): Outcome {
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
  if (other) warnings.push(otherNoteWarning(other));
  // Without the header that is printed before it, a text can be written back.
  const hasData = ok && (wantsData || command.printsVersion === true);
  const { data, problem } = hasData ? dataOf(command, commandLine, result) : {};
  if (problem !== undefined) warnings.push(problem);
  return { ok, command: command.name, warnings, ...result, ...(data !== undefined && { data }) };
}

/** The parsed output, where there is one to parse, or why there is none. */
function dataOf(
  command: Command,
  commandLine: CommandLine,
  result: CommandResult,
): { readonly data?: unknown; readonly problem?: string } {
  if (command.printsVersion) return versionText(result);
  if (!asksForJson(commandLine)) return {};
  const { data, problem } = jsonData(command, commandLine, result);
  if (problem === undefined) return { data };
  return { problem: `JSON was asked for, but the output is ${problem}, so there is no data.` };
}
