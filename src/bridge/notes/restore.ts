import type { Platform } from '../cli/platform';
import type { Command } from '../commands/catalogue/command';
import { isConfirmation, judgeWords } from '../commands/judge/judge-words';
import { BridgeError } from '../errors';
import { areFewPieces, roomIn } from './choose-carrier';
import { PieceChain } from './piece-chain';
import { piecesOf } from './pieces';
import { readNote, UNTOLD } from './read-note';
import type { ReadNote } from './read-note';
import type { Step, TurnRunner } from './turn-runner';

/** What undoing needs of the bridge. */
export interface UndoServices {
  readonly platform: Platform;
  /** A documented command. */
  readonly commandOf: (name: string) => Command;
}

/** A note that was written, and what the undoing of it makes it. */
interface Undoing {
  readonly path: string;
  /** The note before it was overwritten; undefined for one that was created. */
  readonly old: ReadNote | undefined;
  /** Whether the note has what was written, and nothing else. */
  readonly isAsWritten: (note: ReadNote) => boolean;
}

/** What undoing came to, as the note shows that is read again after it. */
export type Undone =
  /** The note is in the trash, or has its old text again. */
  | { readonly kind: 'done' }
  /** The note is still as it was written; `isLost` where that may change yet, late. */
  | { readonly kind: 'unchanged'; readonly isLost: boolean }
  /** The note has a part of its old text, from the beginning. */
  | { readonly kind: 'torn'; readonly bytes: number; readonly total: number }
  | { readonly kind: 'unknown' };

/** How a step of undoing ended: a lost one may have been done, or may be done late. */
type StepEnd = 'done' | 'refused' | 'lost';

/** Whether an overwritten note can be given this text again. */
export function canRestore(
  runner: TurnRunner,
  { path, text }: Pick<ReadNote, 'path' | 'text'>,
  { platform }: UndoServices,
): Promise<boolean> {
  return areFewPieces(text, 'end', roomIn(runner.lineOf(overwriting(path)), platform), platform);
}

/**
 * Moves a note to the trash that was created, or gives one its old text back that was overwritten. When the bridge stops, that
 * is waited for.
 */
export function undo(runner: TurnRunner, undoing: Undoing, services: UndoServices): Promise<Undone> {
  return runner.turn.finish(async () => {
    const { path, old, isAsWritten } = undoing;
    const end = await (old ? restoreText(runner, old, services) : trashNote(runner, path, services)).catch(
      (error: unknown): StepEnd => {
        if (error instanceof BridgeError) return 'refused';
        throw error;
      },
    );
    const now = await readNote(runner, { path }).catch(() => UNTOLD);
    if (!old && (now === undefined || (now === UNTOLD && end === 'done'))) return { kind: 'done' };
    if (typeof now !== 'object') return { kind: 'unknown' };
    if (old && now.isWhole && now.text === old.text) return { kind: 'done' };
    if (isAsWritten(now)) return { kind: 'unchanged', isLost: end === 'lost' };
    if (!old?.text.startsWith(now.text) || !now.isWhole) return { kind: 'unknown' };
    return { kind: 'torn', bytes: now.size, total: old.size };
  });
}

async function trashNote(runner: TurnRunner, path: string, services: UndoServices): Promise<StepEnd> {
  return endOf(runner, { command: 'delete', parameters: { path } }, services);
}

async function restoreText(
  runner: TurnRunner,
  { path, text }: ReadNote,
  services: UndoServices,
): Promise<StepEnd> {
  const { platform, commandOf } = services;
  const step = overwriting(path);
  const room = roomIn(runner.lineOf(step), platform);
  const [first] = piecesOf(text, 'end', () => room, platform);
  const beginning = text.slice(0, first?.end ?? 0);
  const parameters = beginning === '' ? { path } : { path, content: beginning };
  const end = await endOf(runner, { ...step, parameters }, services);
  if (end === 'refused') return end;
  if (end === 'lost') {
    const now = await readNote(runner, { path });
    if (typeof now !== 'object' || !now.isWhole || now.text !== beginning) return end;
  }
  const options = {
    content: text,
    place: 'end',
    path,
    platform,
    command: commandOf('append'),
    until: undefined,
  } as const;
  const chain = new PieceChain(runner, options, beginning.length, Buffer.byteLength(beginning));
  const ended = await chain.writeRest();
  return ended === undefined ? 'done' : ended.isLost ? 'lost' : 'refused';
}

async function endOf(runner: TurnRunner, step: Step, { commandOf }: UndoServices): Promise<StepEnd> {
  const command = commandOf(step.command);
  const answer = await runner.run(step);
  runner.turn.noteChange();
  if (isConfirmation(command, answer.stdout)) return 'done';
  if (answer.endedBy !== undefined || answer.exitCode !== 0) return 'lost';
  return judgeWords(command, runner.lineOf(step), answer).kind === 'failed' ? 'refused' : 'lost';
}

function overwriting(path: string): Step {
  return { command: 'create', parameters: { path }, flags: ['overwrite'] };
}
