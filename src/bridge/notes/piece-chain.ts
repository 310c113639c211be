import { performance } from 'node:perf_hooks';
import type { CommandLine } from '../cli/command-line';
import type { Platform } from '../cli/platform';
import type { ProgramAnswer } from '../cli/read-answer';
import type { Command } from '../commands/catalogue/command';
import { isConfirmation, judgeWords, openAfterExit } from '../commands/judge/judge-words';
import { BridgeError, sentenceOf } from '../errors';
import type { FailureCode } from '../errors';
import { roomIn } from './choose-carrier';
import { piecesOf } from './pieces';
import { fileFacts, UNTOLD } from './read-note';
import type { Step, TurnRunner } from './turn-runner';

/** What is said where the time of a call was over before its text was written. */
export const TOO_SLOW = 'The text took longer than one call may.';

/** Why a chain of pieces ended before its end. */
export interface ChainEnd {
  /** Whether the last piece may still be written, or may have been: its answer was lost. */
  readonly isLost: boolean;
  readonly code: FailureCode;
  /** What the program said, or the bridge of it. */
  readonly words: string;
}

/** What a chain needs. */
export interface ChainOptions {
  readonly content: string;
  readonly place: 'end' | 'start';
  readonly path: string;
  readonly platform: Platform;
  /** The command that writes a piece. */
  readonly command: Command;
  /** When the chain must end, on the clock of `performance`; undefined for one that undoes a change, which is never left half done. */
  readonly until: number | undefined;
}

/** A text that is being written into a note piece by piece, each directly behind, or before, the one before it. */
export class PieceChain {
  /** How many units of the text are known to be written: its first, or, at the start of a note, its last. */
  written: number;
  /** How many more are written if the piece arrived whose answer was lost. */
  pending = 0;
  private readonly command: Command;

  /**
   * @param first how many units of the text the official command has written
   * @param sizeAfterFirst of the file, in bytes; undefined where that is not known
   */
  constructor(
    private readonly runner: TurnRunner,
    private readonly options: ChainOptions,
    first: number,
    private readonly sizeAfterFirst: number | undefined,
  ) {
    this.written = first;
    this.first = first;
    this.command = options.command;
  }

  private readonly first: number;

  /** Writes the rest. @returns why it ended before it was done; undefined when it is done */
  async writeRest(): Promise<ChainEnd | undefined> {
    const { content, place, platform, until } = this.options;
    const room = roomIn(this.lineOf(''), platform);
    const rest =
      place === 'end' ? content.slice(this.written) : content.slice(0, content.length - this.written);
    for (const { start, end } of piecesOf(rest, place, () => room, platform)) {
      const ended = until === undefined ? undefined : this.endBefore(until);
      if (ended) return ended;
      const lost = await this.writePiece(rest.slice(start, end));
      if (lost) return lost;
    }
    return undefined;
  }

  /** Why no other piece may be written. */
  private endBefore(until: number): ChainEnd | undefined {
    if (this.runner.turn.isStopping()) return failed('stopping', 'CLI Bridge was stopped.');
    return performance.now() > until ? failed('timeout', TOO_SLOW) : undefined;
  }

  /** The size that the file should have after these units of the text, in bytes; undefined where that is not known. */
  sizeAfter(units: number): number | undefined {
    if (this.sizeAfterFirst === undefined) return undefined;
    const { content, place } = this.options;
    const { length } = content;
    const text =
      place === 'end' ? content.slice(this.first, units) : content.slice(length - units, length - this.first);
    return this.sizeAfterFirst + Buffer.byteLength(text);
  }

  private async writePiece(piece: string): Promise<ChainEnd | undefined> {
    this.pending = piece.length;
    const ended = await this.ran(piece);
    if (ended?.isLost === true && isLostReply(ended.code) && (await this.hasArrived())) return this.arrived();
    if (ended) {
      if (!ended.isLost) this.pending = 0;
      return ended;
    }
    return this.arrived();
  }

  private arrived(): undefined {
    this.written += this.pending;
    this.pending = 0;
    return undefined;
  }

  private async ran(piece: string): Promise<ChainEnd | undefined> {
    const line = this.lineOf(piece);
    const isDone = (stdout: string): boolean => stdout.endsWith('\n') && isConfirmation(this.command, stdout);
    try {
      const answer = await this.runner.run(this.stepOf(piece), isDone);
      this.runner.turn.noteChange();
      return this.endOf(line, answer);
    } catch (error) {
      if (!(error instanceof BridgeError)) throw error;
      return failed(error.code, error.message);
    }
  }

  /** Why the chain cannot go on after this answer. */
  private endOf(line: CommandLine, answer: ProgramAnswer): ChainEnd | undefined {
    const { endedBy, exitCode, stdout, stderr } = answer;
    if (endedBy === 'confirmed') return this.isSameNote(stdout) ? undefined : lost('unconfirmed', stdout);
    if (endedBy !== undefined) return lost(endedBy, sentenceOf('unconfirmed', { what: 'did not end' }));
    const words = stdout.trim() || stderr.trim();
    if (exitCode !== 0) {
      const isOpen = openAfterExit(this.command, line, answer) !== undefined;
      const said = stderr.trim() || stdout.trim() || `The Obsidian CLI ended with exit code ${exitCode}.`;
      return isOpen ? lost('unconfirmed', said) : failed('cli_failed', said);
    }
    const verdict = judgeWords(this.command, line, answer);
    if (verdict.kind === 'failed') return failed(verdict.code, words);
    if (verdict.kind === 'confirmed' && this.isSameNote(stdout)) return undefined;
    return lost('unconfirmed', words || 'The Obsidian CLI printed nothing.');
  }

  private isSameNote(stdout: string): boolean {
    return pathIn(this.command, stdout) === this.options.path;
  }

  /** Whether the last piece stands in the note although its answer did not say so. */
  private async hasArrived(): Promise<boolean> {
    const expected = this.sizeAfter(this.written + this.pending);
    if (expected === undefined) return false;
    const facts = await fileFacts(this.runner, { path: this.options.path }).catch(() => UNTOLD);
    return typeof facts === 'object' && facts.size === expected;
  }

  private stepOf(piece: string): Step {
    const { path } = this.options;
    return { command: this.command.name, parameters: { path, content: piece }, flags: ['inline'] };
  }

  private lineOf(piece: string): CommandLine {
    return this.runner.lineOf(this.stepOf(piece));
  }
}

/** Whether this is what a lost reply looks like: what was asked for may have been done, and then it can be seen. */
export function isLostReply(code: FailureCode): boolean {
  return code === 'unconfirmed' || code === 'timeout';
}

/** The path in the confirmation of a command that writes a note. */
export function pathIn({ success }: Pick<Command, 'success'>, stdout: string): string | undefined {
  const found = success.shape === 'confirmation' ? success.line.exec(stdout) : undefined;
  if (!found) return undefined;
  // Patterns take U+2028 and U+2029, which a name may have, for the end of a line.
  const isWhole = /^\r?(?:\n|$)/.test(
    stdout.slice(found.index + found[0].length, found.index + found[0].length + 2),
  );
  return isWhole ? found.groups?.['path'] : undefined;
}

function failed(code: FailureCode, words: string): ChainEnd {
  return { isLost: false, code, words };
}

function lost(code: FailureCode, words: string): ChainEnd {
  return { isLost: true, code, words };
}
