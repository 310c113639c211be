import type { Platform } from '../cli/platform';
import type { Command } from '../commands/command';
import { isConfirmation } from '../commands/first-verdict';
import { areFewPieces, roomIn } from './choose-carrier';
import { PieceChain } from './piece-chain';
import { piecesOf } from './pieces';
import { readNote } from './read-note';
import type { ReadNote } from './read-note';
import type { TurnRunner } from './turn-runner';

/** Moves a note to the trash. @returns whether the program said so */
export async function trashNote(runner: TurnRunner, path: string): Promise<boolean> {
  const answer = await runner.run({ command: 'delete', parameters: { path } });
  runner.turn.noteChange();
  return /^Moved to trash: /m.test(answer.stdout);
}

/** Gives an overwritten note its old text back, unless that takes too many processes. @returns whether it has it again, as reading it back shows */
export async function restoreText(
  runner: TurnRunner,
  { path, text }: ReadNote,
  {
    platform,
    commandOf,
  }: {
    readonly platform: Platform;
    readonly commandOf: (name: string) => Command;
  },
): Promise<boolean> {
  const create = commandOf('create');
  const step = { command: create.name, parameters: { path }, flags: ['overwrite'] };
  const room = roomIn(runner.lineOf(step), platform);
  if (!(await areFewPieces(text, 'end', room, platform))) return false;
  const [first] = piecesOf(text, 'end', () => room, platform);
  const beginning = text.slice(0, first?.end ?? 0);
  const parameters = beginning === '' ? { path } : { path, content: beginning };
  const answer = await runner.run({ ...step, parameters });
  runner.turn.noteChange();
  if (!isConfirmation(create, answer.stdout)) return false;
  const command = commandOf('append');
  const options = { content: text, place: 'end', path, platform, command, until: undefined } as const;
  const chain = new PieceChain(runner, options, beginning.length, Buffer.byteLength(beginning));
  await chain.writeRest();
  const now = await readNote(runner, { path });
  return typeof now === 'object' && now.isWhole && now.text === text;
}
