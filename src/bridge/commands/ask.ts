import type { CommandLine } from '../cli/arguments';
import type { CliTurn } from '../cli/client';

/** A question that helps to answer a call; it must not take long. */
const TIMEOUT_MS = 5_000;
const OUTPUT_LIMIT = 8 * 1024 * 1024;

/** Asks the program something besides the call, in the call's turn. @returns what it printed; undefined when it failed */
export async function ask(
  turn: CliTurn,
  { command, vault, flags = [], parameters = new Map() }: Partial<CommandLine> & { readonly command: string },
): Promise<string | undefined> {
  const line = { command, vault, words: [], parameters, flags };
  const { exitCode, stdout, endedBy } = await turn.run(line, {
    timeoutMs: TIMEOUT_MS,
    outputLimit: OUTPUT_LIMIT,
  });
  return exitCode === 0 && endedBy === undefined ? stdout : undefined;
}
