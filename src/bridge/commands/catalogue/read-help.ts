import type { CliClient } from '../../cli/client';
import { VAULT_NOT_FOUND } from '../../cli/program-messages';
import { readVersion } from '../../cli/read-answer';
import type { ProgramAnswer } from '../../cli/read-answer';
import { ask, textOf } from '../ask-program';
import { parseHelp } from './help-parser';

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
      const first = await ask(turn, { command: 'help', vault });
      const isUnknown = elsewhere && vault !== undefined && (await textOf(first))?.trim() === VAULT_NOT_FOUND;
      return isUnknown ? ask(turn, { command: 'help' }) : first;
    });
    if (answer.endedBy !== undefined || isUnreachable(answer)) return undefined;
    const text =
      (await textOf(answer)) ?? (answer.stdout.trim() === '' && answer.stderr.trim() === '' ? '' : NO_LIST);
    const isList = parseHelp(text).length > 0;
    if (isList) client.noteHelp();
    const { recognised } = client.status();
    // The Obsidian CLI has a list: if it shows none now, it is not known which commands there are.
    if (!isList) return recognised && text.trim() !== VAULT_NOT_FOUND ? undefined : text;
    // What another program lists are not commands of the app.
    return recognised ? text : NO_LIST;
  } catch {
    // The program is missing or the queue is closed: the known commands stay.
    return undefined;
  }
}

/** The result for a program that has no such list. */
const NO_LIST = 'no list of commands';

function isUnreachable(answer: ProgramAnswer): boolean {
  return ['switched_off', 'app_unreachable'].includes(readVersion(answer).kind);
}
