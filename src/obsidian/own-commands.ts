import type { CliData, CliFlags } from 'obsidian';
import { NOTE_TEXTS } from '../bridge/call/approval/approval-port';
import type { Command } from '../bridge/commands/catalogue/command';
import { BridgeError } from '../bridge/errors';
import type { ProgramControl } from './bridge-controller';

/** The parameters and flags of a command, in the form in which the app registers them. */
export function cliFlagsOf({ parameters, flags }: Command): CliFlags {
  return Object.fromEntries([
    ...parameters.map(({ name, placeholder, description }) => [name, { value: placeholder, description }]),
    ...flags.map(({ name, description }) => [name, { description }]),
  ]) as CliFlags;
}

/**
 * Runs one of the bridge's own commands for a user at a terminal, and answers in the words of the CLI.
 * @returns what to print
 */
export async function runFromTerminal(
  program: Pick<ProgramControl, 'runOwn'>,
  command: Command,
  data: CliData,
): Promise<string> {
  const known = cliFlagsOf(command);
  const unknown = Object.keys(data).find((key) => !Object.hasOwn(known, key));
  if (unknown !== undefined) return `Error: Unknown parameter: ${unknown}`;
  const flags = Object.keys(data).filter((key) => known[key]?.value === undefined);
  const parameters = Object.entries(data)
    .filter(([key]) => !flags.includes(key))
    .map(([key, value]) => [key, isText(command, key) ? decoded(value) : value] as const);
  try {
    return (await program.runOwn(command.name, new Map(parameters), flags)).stdout;
  } catch (error) {
    if (!(error instanceof BridgeError))
      return asError(error instanceof Error ? error.message : String(error));
    const said = error.ran?.stderr.trim() ?? '';
    // What is in the note now matters more than the reason.
    if (['write_incomplete', 'unconfirmed'].includes(error.code))
      return asError(`${error.message} ${said}`.trim());
    // The CLI's own words if it was the CLI that failed.
    return asError(said || error.message);
  }
}

/** Whether a parameter is text of notes. Elsewhere, `to` is a path. */
function isText({ byBridge }: Command, parameter: string): boolean {
  return NOTE_TEXTS.includes(parameter) || (byBridge === 'replace' && parameter === 'to');
}

/** In a terminal, `\n` and `\t` mean a line break and a tab, as in the CLI's own commands. */
function decoded(text: string): string {
  return text.replaceAll('\\n', '\n').replaceAll('\\t', '\t');
}

function asError(reason: string): string {
  return reason.startsWith('Error:') ? reason : `Error: ${reason}`;
}
