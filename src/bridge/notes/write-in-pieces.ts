import { performance } from 'node:perf_hooks';
import type { CommandLine } from '../cli/command-line';
import type { Platform } from '../cli/platform';
import type { Command } from '../commands/command';
import type { CommandResult } from '../commands/outcome';
import { BridgeError } from '../errors';
import type { FailureCode } from '../errors';
import { roomIn, withContent } from './choose-carrier';
import { PieceChain, pathIn } from './piece-chain';
import type { ChainEnd } from './piece-chain';
import { piecesOf } from './pieces';
import { fileFacts, readNote, UNTOLD } from './read-note';
import type { ReadNote } from './read-note';
import { restoreText, trashNote } from './restore';
import type { TurnRunner } from './turn-runner';

/** A write that takes several processes. */
export interface PiecesWrite {
  readonly command: Command;
  readonly line: CommandLine;
  readonly platform: Platform;
  /** Any command of the program, by its name. */
  readonly commandOf: (name: string) => Command;
  /** Runs the call with its first piece. @throws BridgeError when nothing was run */
  readonly runFirst: (line: CommandLine) => Promise<FirstRun>;
  /** Called before anything is written. @throws BridgeError when nothing may be written any more */
  readonly requireStillAdmitted: () => void;
  /** Milliseconds that writing may take. */
  readonly atMostMs: number;
}

/** What the answer to the first piece says. */
type FirstRun = Pick<CommandResult, 'code' | 'stdout' | 'stderr'>;

/** What became of a text. */
export type PiecesResult =
  /** The call failed by its own words, and nothing was written. */
  | { readonly kind: 'failed' }
  | {
      readonly kind: 'written';
      readonly path: string;
      /** The text of the note, where it could be read back. */
      readonly text?: string | undefined;
      readonly warning?: string;
    }
  | ({ readonly kind: 'incomplete' } & Incomplete);

/** A text that is not written as it was sent. */
export interface Incomplete {
  readonly path?: string | undefined;
  /** Bytes of the text that are known to stand in the note. */
  readonly written: number;
  /** Whether these bytes, and no more of the text, stand there. */
  readonly isExact: boolean;
  /** Which end of the text they are. */
  readonly from: 'beginning' | 'end';
  readonly restored: 'trashed' | 'old_text' | undefined;
  readonly words: string;
}

/**
 * Writes a text in pieces: the first with the official command, the rest directly behind or before it, in the note that the
 * program names. Reads the note back at the end. If it fails in the middle, a note that was created is moved to the trash and
 * one that was overwritten gets its old text back, but only where nothing else can have been written or still be on its way.
 * @throws BridgeError when nothing was run
 */
export async function writeInPieces(runner: TurnRunner, write: PiecesWrite): Promise<PiecesResult> {
  runner.turn.hold();
  const { line } = write;
  const old = line.flags.includes('overwrite') ? await noteBefore(runner, line) : undefined;
  write.requireStillAdmitted();
  return new PiecesRun(runner, write, old).run();
}

/** Failures of the first piece after which it may be written all the same. */
export const MAY_BE_WRITTEN: ReadonlySet<FailureCode> = new Set([
  'timeout',
  'cancelled',
  'unconfirmed',
  'output_too_large',
]);

class PiecesRun {
  private readonly content: string;
  private readonly place: 'end' | 'start';
  private readonly until: number;

  constructor(
    private readonly runner: TurnRunner,
    private readonly write: PiecesWrite,
    private readonly old: ReadNote | undefined,
  ) {
    this.content = write.line.parameters.get('content') ?? '';
    this.place = write.command.writes === 'start' ? 'start' : 'end';
    this.until = performance.now() + write.atMostMs;
  }

  async run(): Promise<PiecesResult> {
    const { write, content, place } = this;
    const room = roomIn(write.line, write.platform);
    const [piece] = piecesOf(content, place, () => room, write.platform);
    const { start, end } = piece ?? { start: 0, end: 0 };
    const first = await write.runFirst(withContent(write.line, content.slice(start, end)));
    if (first.code !== undefined) {
      if (!MAY_BE_WRITTEN.has(first.code)) return { kind: 'failed' };
      const words =
        first.stderr.trim() || first.stdout.trim() || 'The Obsidian CLI did not say whether it worked.';
      return this.incomplete({ words, isExact: false });
    }
    const named = pathIn(write.command, first.stdout);
    const path = named ?? (await this.pathAfter());
    if (path === undefined) {
      return this.incomplete({ words: 'The Obsidian CLI did not say which note it wrote.', isExact: false });
    }
    if (named === undefined && !(await this.hasPiece(path, content.slice(start, end)))) {
      const words = 'The Obsidian CLI did not confirm the first piece, and it does not stand in the note.';
      return this.incomplete({ path, words, isExact: false });
    }
    const chain = new PieceChain(
      this.runner,
      {
        content,
        place,
        path,
        platform: write.platform,
        command: write.commandOf(place === 'start' ? 'prepend' : 'append'),
        until: this.until,
      },
      end - start,
      await this.sizeOf(path, content.slice(start, end)),
    );
    const ended = await chain.writeRest();
    const now = await readNote(this.runner, { path }).catch(() => UNTOLD);
    const note = typeof now === 'object' ? now : undefined;
    const isWhole = note !== undefined && this.stands(chain, note, content.length);
    if (isWhole) return { kind: 'written', path, text: note.text, ...(ended && { warning: DID_NOT_END }) };
    if (!ended && note === undefined && now === UNTOLD)
      return { kind: 'written', path, warning: NOT_READ_BACK };
    return this.failed(chain, path, note, ended, first.stdout);
  }

  /** The note that was written, where the confirmation does not name it. */
  private async pathAfter(): Promise<string | undefined> {
    const { line, command } = this.write;
    if (command.writes === 'new_note') return undefined;
    const names = ['path', 'file'].filter((name) => line.parameters.has(name));
    const target = names.map((name) => [name, line.parameters.get(name) ?? ''] as const);
    if (target.length === 0) return undefined;
    const facts = await fileFacts(this.runner, Object.fromEntries(target)).catch(() => UNTOLD);
    return typeof facts === 'object' ? facts.path : undefined;
  }

  /**
   * Whether a piece stands where it belongs. Asked where only the time of the file speaks for it, which anybody may have
   * changed: the others must not be written without it.
   */
  private async hasPiece(path: string, piece: string): Promise<boolean> {
    const note = await readNote(this.runner, { path }).catch(() => UNTOLD);
    if (typeof note !== 'object') return false;
    return this.place === 'end' ? note.text.endsWith(piece) : note.text.includes(piece);
  }

  /** Whether the call makes the whole text of the note. */
  private get isWholeNote(): boolean {
    const { command, line } = this.write;
    return command.writes === 'new_note' && !line.parameters.has('template');
  }

  /** The size of the file after the first piece, in bytes; undefined where it is not told. */
  private async sizeOf(path: string, piece: string): Promise<number | undefined> {
    if (this.isWholeNote) return Buffer.byteLength(piece);
    const facts = await fileFacts(this.runner, { path }).catch(() => UNTOLD);
    return typeof facts === 'object' ? facts.size : undefined;
  }

  /** Whether the note has exactly these units of the text, where they belong. */
  private stands(chain: PieceChain, note: ReadNote, units: number): boolean {
    const { content, place } = this;
    const size = chain.sizeAfter(units);
    const part = place === 'end' ? content.slice(0, units) : content.slice(content.length - units);
    if (size === undefined) return place === 'end' ? note.text.endsWith(part) : note.text.includes(part);
    // A byte order mark counts in the file, and may be left out of what is read.
    if (note.size !== size) return false;
    if (this.isWholeNote) return note.text === part || `\ufeff${note.text}` === part;
    return place === 'end' ? note.text.endsWith(part) : note.text.includes(part);
  }

  private async failed(
    chain: PieceChain,
    path: string,
    note: ReadNote | undefined,
    ended: ChainEnd | undefined,
    confirmation: string,
  ): Promise<PiecesResult> {
    const words = ended?.words ?? 'The note has another text now than the one that was written.';
    const isAsWritten = note !== undefined && this.stands(chain, note, chain.written);
    const hasPending =
      note !== undefined && chain.pending > 0 && this.stands(chain, note, chain.written + chain.pending);
    if (ended && !ended.isLost && isAsWritten && note.isWhole) {
      const restored = await this.restore(path, confirmation);
      if (restored) return this.incomplete({ path, words, isExact: true, restored });
    }
    const units = hasPending ? chain.written + chain.pending : chain.written;
    // A piece whose answer was lost may be written later.
    const isExact = hasPending || (isAsWritten && ended?.isLost !== true);
    return this.incomplete({ path, words, isExact, units });
  }

  /** Undoes what was written. Called only where the note has exactly what the bridge wrote, and no reply was lost. */
  private async restore(path: string, confirmation: string): Promise<Incomplete['restored']> {
    const { write, old, runner } = this;
    if (write.command.writes !== 'new_note') return undefined;
    try {
      if (!OVERWROTE.test(confirmation)) return (await trashNote(runner, path)) ? 'trashed' : undefined;
      if (old?.path !== path || !old.isWhole) return undefined;
      const { platform, commandOf } = write;
      return (await restoreText(runner, old, { platform, commandOf })) ? 'old_text' : undefined;
    } catch (error) {
      if (error instanceof BridgeError) return undefined;
      throw error;
    }
  }

  private incomplete({
    units = 0,
    restored,
    ...known
  }: Pick<Incomplete, 'words' | 'isExact'> & {
    readonly path?: string;
    readonly units?: number;
    readonly restored?: Incomplete['restored'];
  }): PiecesResult {
    const { content, place } = this;
    const part = place === 'end' ? content.slice(0, units) : content.slice(content.length - units);
    const from = place === 'end' ? 'beginning' : 'end';
    return { kind: 'incomplete', ...known, written: Buffer.byteLength(part), from, restored };
  }
}

/** How the program says that it replaced a note. */
const OVERWROTE = /^Overwrote: /m;

const DID_NOT_END =
  'The Obsidian CLI did not confirm the last piece of the text, but the whole text stands in the note.';
const NOT_READ_BACK =
  'The Obsidian CLI confirmed every piece of the text, but the note could not be read to compare it.';

/** The note that is about to be overwritten, if there is one and it can be read. */
async function noteBefore(runner: TurnRunner, { parameters }: CommandLine): Promise<ReadNote | undefined> {
  const path = parameters.get('path');
  const target = path === undefined ? { file: parameters.get('name') ?? '' } : { path: withMd(path) };
  const note = await readNote(runner, target);
  return typeof note === 'object' ? note : undefined;
}

/** The path of a new note as the program completes it. */
export function withMd(path: string): string {
  return path.endsWith('.md') ? path : `${path}.md`;
}
