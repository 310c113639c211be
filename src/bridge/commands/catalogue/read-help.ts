import type { CliClient } from '../../cli/client';
import { ObsidianCli } from '../../cli/obsidian-cli';
import { VAULT_NOT_FOUND } from '../../cli/program-messages';
import { isUnavailable } from '../../cli/read-answer';
import type { ProgramAnswer } from '../../cli/read-answer';
import { parseHelp } from './help-parser';

/** The result for a program that lists no commands. */
const NO_LIST = 'no list of commands';

/**
 * Reads `help` in a turn of its own, and notes whether it is that of the Obsidian CLI. Never rejects.
 * @param elsewhere whether to read it without the vault if the program does not know the vault
 * @returns the help text; a text without commands if the program is not the Obsidian CLI or lacks `help`; undefined if it does
 * not answer, or is the Obsidian CLI and shows no commands
 */
export async function readHelp(
  client: CliClient,
  vault: string | undefined,
  elsewhere: boolean,
): Promise<string | undefined> {
  try {
    await client.requireProgram();
    const answer = await client.inTurn({}, async (turn) => {
      const first = await new ObsidianCli(turn, vault).help();
      const isUnknown = elsewhere && vault !== undefined && first.stdout.trim() === VAULT_NOT_FOUND;
      return isUnknown ? new ObsidianCli(turn, undefined).help() : first;
    });
    if (answer.endedBy !== undefined || isUnavailable(answer)) return undefined;
    return textOf(answer, client);
  } catch {
    // The program is missing or the queue is closed. Keep the known commands.
    return undefined;
  }
}

function textOf(answer: ProgramAnswer, client: CliClient): string | undefined {
  const { exitCode, stdout: text, stdoutBytes, stderrBytes } = answer;
  if (stdoutBytes + stderrBytes === 0) client.noteHelp('help_empty');
  if (exitCode !== 0) return stdoutBytes + stderrBytes === 0 ? '' : NO_LIST;
  const isList = parseHelp(text).length > 0;
  if (isList) client.noteHelp('help_read');
  const { recognized } = client.status();
  // A list from another program has no commands of the app.
  if (isList) return recognized ? text : NO_LIST;
  // The Obsidian CLI always has a list. If it shows none now, the commands are unknown.
  return recognized && text.trim() !== VAULT_NOT_FOUND ? undefined : text;
}
