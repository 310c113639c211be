import type { CommandLine } from '../cli/command-line';
import type { CliTurn } from '../cli/client';
import { ask, textOf } from './ask-program';
import type { Command } from './catalogue/command';

/** Whether the command prints the note that a call names, so that the answer should say which one that was. */
export function readsNamedNote({ printsNote, target }: Command): boolean {
  return printsNote === true && target.without === 'open_note';
}

/** The path of the note that a call is about to read; undefined where the program does not tell. */
export async function pathToRead(turn: CliTurn, line: CommandLine): Promise<string | undefined> {
  const given = line.parameters.get('path');
  return given !== undefined && !line.parameters.has('file') ? given : pathOfTarget(turn, line);
}

/**
 * Asks for the path of the file that the program takes for what a call names, or for the one open in the app where it names
 * none; undefined where it does not tell.
 */
export async function pathOfTarget(
  turn: CliTurn,
  { vault, parameters }: CommandLine,
): Promise<string | undefined> {
  const target = new Map([...parameters].filter(([name]) => name === 'file' || name === 'path'));
  const details = await ask(turn, { command: 'file', vault, parameters: target });
  return /^path\t(.*?)\r?$/m.exec((await textOf(details)) ?? '')?.[1];
}
