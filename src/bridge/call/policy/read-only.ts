import type { CommandLine } from '../../cli/command-line';
import type { CliTurn } from '../../cli/turn';
import { ObsidianCli } from '../../cli/obsidian-cli';
import type { CliStatus } from '../../cli/program-status';
import type { ClientKey } from '../../caller';
import { BridgeError } from '../../errors';
import type { Command } from '../../commands/catalogue/command';
import { beyondKey, lackOfWriting } from '../../commands/policy/key-scope';
import { isHarmless } from '../../commands/policy/policy';
import type { PolicySettings } from '../../commands/policy/policy';

/** Options of the program itself that only change the form of the output. */
const FORMATS: ReadonlySet<string> = new Set(['json', 'md', 'tsv', 'csv']);
/** The option that fills the clipboard. The program accepts it anywhere, with or without dashes. */
const COPY = 'copy';

/** Makes the error for a call that would change something. @param how such as "would create the note" */
export type RefuseChange = (how: string) => BridgeError;

/** If the key or the settings allow only reading, returns a function that makes the error for a change. */
export function refusalOfChanges(
  { name }: Command,
  { readOnly }: PolicySettings,
  key: ClientKey,
): RefuseChange | undefined {
  if (key.scope?.access === 'read') return (how) => beyondKey(key, lackOfWriting(name, how));
  return readOnly ? (how) => BridgeError.of('read_only', { command: name, how }) : undefined;
}

/**
 * Checks that the arguments of a reading command change nothing.
 * @throws BridgeError made by `refuse`
 */
export function requireReading(command: Command, call: CommandLine, refuse: RefuseChange): void {
  if (couldChange(command, call)) throw refuse('could change something with these flags');
}

/**
 * Checks that a command that would create a missing note finds it there. Also refuses if the program may be the Obsidian CLI but
 * cannot be asked. Other programs pass.
 * @throws BridgeError made by `refuse`
 */
export async function requireExisting(
  command: Command,
  { vault }: CommandLine,
  turn: CliTurn,
  { recognized, mayBeRecognized }: CliStatus,
  refuse: RefuseChange,
): Promise<void> {
  if (command.creates === undefined) return;
  if (recognized ? await isDailyThere(new ObsidianCli(turn, vault)) : !mayBeRecognized) return;
  throw refuse(recognized ? 'would create the note' : 'could create the note');
}

/**
 * Whether a reading command could change something with these arguments: through a flag that clears what it shows, or through an
 * undocumented name.
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
    // The program takes "name=true" for a flag. With an undocumented flag, any value might do the same.
    const flag = command.flags.find((known) => known.name === name);
    return flag !== undefined && isHarmless(flag) && value === 'true';
  };
  return words.includes(COPY) || !flags.every(isHarmlessFlag) || ![...parameters].every(isHarmlessParameter);
}

/** Whether this call may change something. */
export function mayChange(command: Command, call: CommandLine): boolean {
  if (command.onlyShowsWith !== undefined && call.flags.includes(command.onlyShowsWith)) return false;
  return command.kind !== 'read' || command.creates !== undefined || couldChange(command, call);
}

/** The same, but a call that only makes today's note on the way to read it is a read. */
export function isChange({ creates: _, ...command }: Command, call: CommandLine): boolean {
  return mayChange(command, call);
}

/** Whether today's note exists, so that the command only reads. */
async function isDailyThere(cli: ObsidianCli): Promise<boolean> {
  const path = await cli.dailyPath();
  return path !== undefined && typeof (await cli.file({ path })) === 'object';
}
