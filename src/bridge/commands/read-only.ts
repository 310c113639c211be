import type { CommandLine } from '../cli/arguments';
import type { CliTurn } from '../cli/client';
import { ask, textOf } from './ask';
import type { Command, CommandFlag, CommandParameter } from './command';

/** Options of the program itself that only change the form of the output; `--copy`, which fills the clipboard, is not one. */
const FORMATS: ReadonlySet<string> = new Set(['json', 'md', 'tsv', 'csv']);

/**
 * Whether a reading command could change something with these arguments: with a flag that empties what it shows, or with a
 * name that is not documented for it. What only the running app's `help` tells of may do anything.
 */
export function couldChange(command: Command, { parameters, flags }: CommandLine): boolean {
  const isHarmlessFlag = (given: string): boolean => {
    const name = given.replace(/^--/, '');
    const flag = command.flags.find((known) => known.name === name);
    return flag ? isHarmless(flag) : FORMATS.has(name);
  };
  const isHarmlessParameter = ([name, value]: readonly [string, string]): boolean => {
    const parameter = command.parameters.find((known) => known.name === name);
    if (parameter) return isHarmless(parameter);
    // The program takes "name=true" for the flag of this name, and may take any value for a flag that is not documented.
    const flag = command.flags.find((known) => known.name === name);
    return flag !== undefined && isHarmless(flag) && value === 'true';
  };
  return !flags.every(isHarmlessFlag) || ![...parameters].every(isHarmlessParameter);
}

/** Whether the command changes nothing, whatever it is given of what it declares. */
export function isReadingCommand(command: Command): boolean {
  const { kind, creates, parameters, flags } = command;
  return kind === 'read' && creates === undefined && [...parameters, ...flags].every(isHarmless);
}

function isHarmless({ isLive, ...part }: CommandParameter | CommandFlag): boolean {
  return isLive !== true && !('repeatable' in part && part.repeatable === false);
}

/** Whether the note that the command would create is there already, asked in the same turn, so that it only reads. */
export async function isThere(
  pathCommand: string,
  vault: string | undefined,
  turn: CliTurn,
): Promise<boolean> {
  const path = (await textOf(await ask(turn, { command: pathCommand, vault })))?.trim() ?? '';
  if (path === '' || path.includes('\n')) return false;
  const file = await ask(turn, { command: 'file', vault, parameters: new Map([['path', path]]) });
  return /^path\t/m.test((await textOf(file)) ?? '');
}
