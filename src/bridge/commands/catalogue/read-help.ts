import type { CliClient } from '../../cli/client';
import { ObsidianCli } from '../../cli/obsidian-cli';
import { VAULT_NOT_FOUND } from '../../cli/program-messages';
import { isUnavailable } from '../../cli/read-answer';
import type { ProgramAnswer } from '../../cli/read-answer';
import { parseHelp } from './help-parser';

/** The result for a program that has no such list. */
const NO_LIST = 'no list of commands';

/**
 * Reads `help` in its own turn, and notifies the client if it is that of the Obsidian CLI. Never fails.
 * @param elsewhere whether to read it without the vault if the program does not know that vault
 * @returns its text; a text without commands if the program answers with something else, an empty one if it prints nothing,
 * undefined if it does not answer, or is the Obsidian CLI and shows no commands
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
    // The program is missing or the queue is closed: the known commands stay.
    return undefined;
  }
}

function textOf(answer: ProgramAnswer, client: CliClient): string | undefined {
  const { exitCode, stdout: text, stdoutBytes, stderrBytes } = answer;
  if (exitCode !== 0) return stdoutBytes + stderrBytes === 0 ? '' : NO_LIST;
  const isList = parseHelp(text).length > 0;
  if (isList) client.noteHelp();
  const { recognised } = client.status();
  // What another program lists are not commands of the app.
  if (isList) return recognised ? text : NO_LIST;
  // The Obsidian CLI has a list: if it shows none now, it is not known which commands there are.
  return recognised && text.trim() !== VAULT_NOT_FOUND ? undefined : text;
}
