import { performance } from 'node:perf_hooks';
import type { CommandLine } from '../cli/command-line';
import type { Platform } from '../cli/platform';
import type { Command } from '../commands/catalogue/command';
import { otherNote } from '../commands/judge/other-note';
import type { CommandResult } from '../commands/outcome';
import { BridgeError } from '../errors';
import type { FailureCode } from '../errors';
import { MOST_PIECES, roomIn, withContent, withMd } from './choose-carrier';
import { isLostReply, pathIn, PieceChain } from './piece-chain';
import type { ChainEnd } from './piece-chain';
import { piecesOf } from './pieces';
import { dailyPath, fileFacts, readNote, UNTOLD } from './read-note';
import type { ReadNote } from './read-note';
import { canRestore, undo } from './restore';
import type { Undone } from './restore';
import type { TurnRunner } from './turn-runner';
import { filled } from './filled';
import { WORDS } from './words';

/** A write that takes several processes. */
export interface PiecesWrite {
  readonly command: Command;
  readonly line: CommandLine;
  readonly platform: Platform;
  /** Any command of the program, by its name. */
  readonly commandOf: (name: string) => Command;
  /** Runs the call with its first piece. @throws BridgeError when nothing was run */
  readonly runFirst: (line: CommandLine) => Promise<FirstRun>;
  /** Called with a note that is about to be overwritten. @throws BridgeError when it is not as it was when it was read before */
  readonly requireUnchanged: (note: ReadNote | undefined | typeof UNTOLD) => Promise<void>;
  /** Called before anything is written. @throws BridgeError when nothing may be written any more */
  readonly requireStillAdmitted: () => void;
  /** Milliseconds that writing may take. */
  readonly atMostMs: number;
}

/** What the answer to the first piece says. */
type FirstRun = Pick<CommandResult, 'code' | 'stdout' | 'stderr' | 'outputBytes'>;

/** A note as it is named to the program. */
type Target = Readonly<Record<string, string>>;

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
  /** Bytes of the text that are known to be in the note. */
  readonly written: number;
  /** Whether these bytes, and no more of the text, stand there. */
  readonly isExact: boolean;
  /** Which end of the text they are. */
  readonly from: 'beginning' | 'end';
  readonly restored: 'trashed' | 'old_text' | undefined;
  /** Whether the text takes the place of an older one. */
  readonly isOverwriting: boolean;
  /** Where nothing of the text stands: that the note is gone, or what undoing has left of its old text. */
  readonly instead?: { readonly kind: 'gone' } | Exclude<Undone, { kind: 'done' | 'unchanged' }> | undefined;
  readonly words: string;
}

/**
 * Writes a text in pieces: the first with the official command, the rest directly behind or before it, in the note that the
 * program names. Reads the note back at the end. If it fails in the middle, a note that was created is moved to the trash and
 * one that was overwritten gets its old text back, but only where nothing else can have been written or still be on its way.
 * @throws BridgeError when nothing was changed: `cli_not_answering` where the old text could not be read, `content_too_large`
 * where it could not be put back, `stopping`
 */
export async function writeInPieces(runner: TurnRunner, write: PiecesWrite): Promise<PiecesResult> {
  runner.turn.hold();
  const { line } = write;
  const isOverwrite = line.flags.includes('overwrite');
  const before = isOverwrite ? await noteBefore(runner, line) : undefined;
  if (isOverwrite) await write.requireUnchanged(before);
  if (before === UNTOLD) throw oldTextUnread(line);
  const old = before;
  if (old && !(await canRestore(runner, old, write))) throw notRestorable(old.path);
  // What is not begun need not be undone.
  if (runner.turn.isStopping()) throw BridgeError.of('stopping', { retryAfter: 5 });
  write.requireStillAdmitted();
  return new PiecesRun(runner, write, old).run();
}

function oldTextUnread({ command }: CommandLine): BridgeError {
  const unchecked = WORDS.oldTextKept;
  return BridgeError.of('cli_not_answering', { command, unchecked, retryAfter: 5 });
}

function notRestorable(path: string): BridgeError {
  return BridgeError.of('content_too_large', {
    detail: filled(WORDS.notRestorable, { path, most: MOST_PIECES }),
    hint: WORDS.moveAway,
  });
}

/** A person's typing is in the file two seconds later, so that what is written sooner is what the program has made. */
const TYPING_MS = 2_000;

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
  /** Whether the note had nothing but what the program had made of the first piece when its size was asked for. */
  private isUntouched = false;

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
    // Where there is no note, none is to be replaced: one that the program finds all the same has a text that nobody has read.
    const flags = this.old ? write.line.flags : write.line.flags.filter((flag) => flag !== 'overwrite');
    const line = { ...write.line, flags };
    const room = roomIn(line, write.platform);
    const [piece] = piecesOf(content, place, () => room, write.platform);
    const { start, end } = piece ?? { start: 0, end: 0 };
    const soon = new Date().valueOf() + TYPING_MS;
    const first = await write.runFirst(withContent(line, content.slice(start, end)));
    const writtenUntil = Math.min(soon, new Date().valueOf() + 1);
    // What was silent may be late, and then a part of the text stands alone.
    const mayBeWritten =
      first.outputBytes === 0 || (first.code !== undefined && MAY_BE_WRITTEN.has(first.code));
    if (first.code !== undefined && !mayBeWritten) return { kind: 'failed' };
    const other = otherNote(write.command, write.line, first.stdout);
    const isNamed = first.code === undefined && (other?.kind !== 'other' || !this.isOfOldNote);
    const named = isNamed ? pathIn(write.command, first.stdout) : undefined;
    const target = named === undefined ? await this.target() : undefined;
    const path = named ?? (await this.pathAfter(first, content.slice(start, end), target));
    if (path === undefined) {
      const words = first.stderr.trim() || first.stdout.trim() || WORDS.firstNotConfirmed;
      return this.incomplete({ path: target?.['path'], words, isExact: false });
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
      await this.sizeOf(path, content.slice(start, end), writtenUntil),
    );
    const isTaken = other?.kind === 'numbered' && write.line.flags.includes('overwrite');
    const ended = isTaken ? TAKEN : await chain.writeRest();
    const now = await readNote(this.runner, { path }).catch(() => UNTOLD);
    const note = typeof now === 'object' ? now : undefined;
    const isWhole = note !== undefined && this.stands(chain, note, content.length);
    if (isWhole)
      return { kind: 'written', path, text: note.text, ...(ended && { warning: WORDS.lastNotConfirmed }) };
    if (!ended && now === UNTOLD) return { kind: 'written', path, warning: WORDS.notReadBack };
    const words = ended?.words ?? WORDS.otherText;
    if (now === undefined) return this.incomplete({ path, words, isExact: true, instead: { kind: 'gone' } });
    return this.failed(chain, path, note, ended, { words, isNew: this.isNew(first.stdout) });
  }

  /**
   * The note that was written, where the confirmation does not name it, and the piece is seen to stand in it: the time of the
   * file may speak for it, but anybody may have changed that, and the other pieces must not be written without the first.
   */
  private async pathAfter(
    { code }: FirstRun,
    piece: string,
    target: Target | undefined,
  ): Promise<string | undefined> {
    const { command } = this.write;
    const isReplaced = command.writes === 'new_note';
    if (!target || (code !== undefined && !(isReplaced && isLostReply(code)))) return undefined;
    // The note would look the same if nothing had been written.
    if (isReplaced && (!this.isWholeNote || this.old?.text === piece)) return undefined;
    const note = await readNote(this.runner, target).catch(() => UNTOLD);
    if (typeof note !== 'object') return undefined;
    const { path, text, size } = note;
    if (isReplaced) return text === piece && size === Buffer.byteLength(piece) ? path : undefined;
    const isThere = this.place === 'end' ? text.endsWith(piece) : text.includes(piece);
    return isThere ? path : undefined;
  }

  /** The note that the call is sure to write; a new one may get another name. */
  private async target(): Promise<Target | undefined> {
    const { command, line } = this.write;
    if (command.isDaily) {
      const path = await dailyPath(this.runner).catch(() => undefined);
      return path === undefined ? undefined : { path };
    }
    const [path, file] = [line.parameters.get('path'), line.parameters.get('file')];
    if (command.writes !== 'new_note') {
      if (path !== undefined) return { path };
      return file === undefined ? undefined : { file };
    }
    return path !== undefined && line.flags.includes('overwrite') ? { path: withMd(path) } : undefined;
  }

  /** Whether the call means a note that is there already, so that no other one may be written to. */
  private get isOfOldNote(): boolean {
    return this.old !== undefined || this.write.command.writes !== 'new_note';
  }

  /** Whether the note was created by the call; undefined where that is not known. */
  private isNew(confirmation: string): boolean | undefined {
    if (OVERWROTE.test(confirmation)) return false;
    if (pathIn(this.write.command, confirmation) !== undefined) return true;
    return this.old ? false : undefined;
  }

  /** Whether the call makes the whole text of the note. */
  private get isWholeNote(): boolean {
    const { command, line } = this.write;
    return command.writes === 'new_note' && !line.parameters.has('template');
  }

  /**
   * The size of the file after the first piece, in bytes; undefined where it is not told.
   * @param writtenUntil when the program had written it, at the latest: what was written later is somebody else's
   */
  private async sizeOf(path: string, piece: string, writtenUntil: number): Promise<number | undefined> {
    this.isUntouched = this.isWholeNote;
    if (this.isWholeNote) return Buffer.byteLength(piece);
    const facts = await fileFacts(this.runner, { path }).catch(() => UNTOLD);
    if (typeof facts !== 'object') return undefined;
    this.isUntouched = facts.modified <= writtenUntil;
    return facts.size;
  }

  /** Whether the note has exactly these units of the text, where they belong. */
  private stands(chain: PieceChain, note: ReadNote, units: number): boolean {
    const { place } = this;
    const size = chain.sizeAfter(units);
    const part = this.partOf(units);
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
    { words, isNew }: { readonly words: string; readonly isNew: boolean | undefined },
  ): Promise<PiecesResult> {
    const { written, pending } = chain;
    const isAsWritten = note !== undefined && this.stands(chain, note, written);
    const hasPending = note !== undefined && pending > 0 && this.stands(chain, note, written + pending);
    let isLost = ended?.isLost === true;
    if (ended && !isLost && isAsWritten && note.isWhole) {
      const undone = await this.undo(chain, path, isNew);
      if (undone?.kind === 'done') {
        const restored = isNew === true ? 'trashed' : 'old_text';
        return this.incomplete({ path, words, isExact: true, restored });
      }
      if (undone && undone.kind !== 'unchanged')
        return this.incomplete({ path, words, isExact: true, instead: undone });
      isLost = undone?.isLost === true;
    }
    if (hasPending) return this.incomplete({ path, words, isExact: true, units: written + pending });
    const units = note === undefined || isAsWritten ? written : this.foundIn(note, written);
    // What has lost its answer may be done later.
    return this.incomplete({ path, words, isExact: isAsWritten && !isLost, units });
  }

  /** Undoes what was written. Called only where the note has exactly what the bridge wrote, and no reply was lost. */
  private undo(chain: PieceChain, path: string, isNew: boolean | undefined): Promise<Undone> | undefined {
    const { write, old, runner } = this;
    if (write.command.writes !== 'new_note' || isNew === undefined || !this.isUntouched) return undefined;
    if (!isNew && (old?.path !== path || !old.isWhole)) return undefined;
    const isAsWritten = (note: ReadNote): boolean => this.stands(chain, note, chain.written);
    return undo(runner, { path, old: isNew ? undefined : old, isAsWritten }, write);
  }

  /** How many of these units stand in a note that has something else, too. */
  private foundIn({ text }: ReadNote, units: number): number {
    if (text.includes(this.partOf(units))) return units;
    if (!this.isWholeNote) return 0;
    let same = 0;
    while (same < units && text[same] === this.content[same]) same++;
    return same;
  }

  /** These units of the text, from the end that was written first. */
  private partOf(units: number): string {
    const { content, place } = this;
    return place === 'end' ? content.slice(0, units) : content.slice(content.length - units);
  }

  private incomplete({
    units = 0,
    restored,
    ...known
  }: Pick<Incomplete, 'words' | 'isExact' | 'instead'> & {
    readonly path?: string | undefined;
    readonly units?: number;
    readonly restored?: Incomplete['restored'];
  }): PiecesResult {
    const from = this.place === 'end' ? 'beginning' : 'end';
    return {
      kind: 'incomplete',
      ...known,
      written: Buffer.byteLength(this.partOf(units)),
      from,
      restored,
      isOverwriting: this.old !== undefined,
    };
  }
}

/** The program knows the path in another spelling. */
const TAKEN: ChainEnd = {
  isLost: false,
  code: 'cli_failed',
  words: WORDS.taken,
};
/** How the program says that it replaced a note. */
const OVERWROTE = /^Overwrote: /m;

/** The note that is about to be overwritten, if there is one and it can be read. */
function noteBefore(
  runner: TurnRunner,
  { parameters }: CommandLine,
): Promise<ReadNote | undefined | typeof UNTOLD> {
  return readNote(runner, { path: withMd(parameters.get('path') ?? '') });
}
