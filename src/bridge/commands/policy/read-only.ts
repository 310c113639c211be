import type { CommandLine } from '../../cli/command-line';
import type { CliTurn } from '../../cli/client';
import { ObsidianCli } from '../../cli/obsidian-cli';
import type { CliStatus } from '../../cli/program-status';
import type { BridgeError } from '../../errors';
import type { Command, CommandFlag, CommandParameter } from '../catalogue/command';

/** Options of the program itself that only change the form of the output; `--copy`, which fills the clipboard, is not one. */
const FORMATS: ReadonlySet<string> = new Set(['json', 'md', 'tsv', 'csv']);
/** The option that fills the clipboard; the program takes it for that with and without dashes, wherever it stands. */
const COPY = 'copy';

/** Makes the error for a call that may only read. @param how what it does, for example "would create the note" */
export type RefuseChange = (how: string) => BridgeError;

/**
 * Where calls may only read, a command is let through by its name; its arguments, too, must change nothing.
 * @throws BridgeError made by `refuse`
 */
export function requireReading(command: Command, call: CommandLine, refuse: RefuseChange): void {
  if (couldChange(command, call)) throw refuse('could change something with these flags');
}

/**
 * Where calls may only read, a command that creates the note it prints runs only if that note exists. A program that may be
 * the Obsidian CLI, but cannot be asked, is refused; any other is asked nothing.
 * @throws BridgeError made by `refuse`
 */
export async function requireExisting(
  command: Command,
  { vault }: CommandLine,
  turn: CliTurn,
  { recognised, mayBeRecognised }: CliStatus,
  refuse: RefuseChange,
): Promise<void> {
  if (command.creates === undefined) return;
  if (recognised ? await isDailyThere(new ObsidianCli(turn, vault)) : !mayBeRecognised) return;
  throw refuse(recognised ? 'would create the note' : 'could create the note');
}

/**
 * Whether a reading command could change something with these arguments: with a flag that empties what it shows, or with a
 * name that is not documented for it. A command known only from the running app's `help` may do anything.
 */
function couldChange(command: Command, { words, parameters, flags }: CommandLine): boolean {
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
  return words.includes(COPY) || !flags.every(isHarmlessFlag) || ![...parameters].every(isHarmlessParameter);
}

/** Whether this call may change something. */
export function mayChange(command: Command, call: CommandLine): boolean {
  return command.kind !== 'read' || command.creates !== undefined || couldChange(command, call);
}

/** Whether the command changes nothing, whichever of its documented parameters and flags it is given. */
export function isReadingCommand(command: Command): boolean {
  const { kind, creates, parameters, flags } = command;
  return kind === 'read' && creates === undefined && [...parameters, ...flags].every(isHarmless);
}

function isHarmless({ isLive, ...part }: CommandParameter | CommandFlag): boolean {
  return isLive !== true && !('repeatable' in part && part.repeatable === false);
}

/** Whether today's note is there already, asked in the same turn, so that the command only reads. */
async function isDailyThere(cli: ObsidianCli): Promise<boolean> {
  const path = await cli.dailyPath();
  return path !== undefined && typeof (await cli.file({ path })) === 'object';
}
