import type { CommandLine } from '../cli/command-line';
import type { CliTurn } from '../cli/client';
import type { ProgramAnswer } from '../cli/read-answer';

/** A question that helps to answer a call; it must not take long. */
const MAX_MS = 5_000;
const ANSWER_LIMIT = 8 * 1024 * 1024;

/**
 * Asks the program something besides the call, in its turn; once more where the vault was closed.
 * @returns its answer, which {@link textOf} reads
 */
export async function ask(
  turn: CliTurn,
  { command, vault, flags = [], parameters = new Map() }: Partial<CommandLine> & { readonly command: string },
): Promise<ProgramAnswer> {
  const line = { command, vault, words: [], parameters, flags };
  return turn.run(line, { atMostMs: MAX_MS, outputLimit: ANSWER_LIMIT });
}

/** All that the program printed, however long; undefined when it failed or did not answer. */
export function textOf({ exitCode, endedBy, stdout }: ProgramAnswer): Promise<string | undefined> {
  return Promise.resolve(exitCode === 0 && endedBy === undefined ? stdout : undefined);
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
