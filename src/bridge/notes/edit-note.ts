import type { CommandLine } from '../cli/command-line';
import type { CliClient, CliTurn } from '../cli/client';
import type { Command } from '../commands/catalogue/command';
import type { CommandResult } from '../commands/outcome';
import {
  admitted,
  limitsOf,
  requireStillAdmitted,
  runJudged,
  toResult,
  withEnd,
} from '../commands/run-command';
import type { Limits, PlanRun, RunOptions } from '../commands/run-command';
import { shorten } from '../commands/shorten';
import { isHost } from '../commands/check/vault-choice';
import type { HostVault } from '../commands/check/vault-choice';
import { BridgeError, sentenceOf } from '../errors';
import { editFailure } from './edit-failure';
import { incompleteCopy, incompleteInPlace, leftBy } from './incomplete';
import type { EditResult } from './edit-result';
import { editText } from './edit-text';
import type { NoteChange } from './edit-text';
import { changeOf } from './note-change';
import type { NotePort } from './note-port';
import { inOneVault } from './in-one-vault';
import { fileFacts, readNote, UNTOLD } from './read-note';
import type { ReadNote } from './read-note';
import { undo } from './restore';
import type { UndoServices } from './restore';
import { revisionOfLong } from './revision';
import type { TurnRunner } from './turn-runner';
import { WORDS } from './words';

/** What editing needs of the bridge. */
export interface EditServices extends UndoServices {
  readonly client: CliClient;
  readonly hostVault: HostVault | undefined;
  /** The notes of that vault, if the host offers them. */
  readonly notes?: NotePort | undefined;
  /** Carries a call of the program that writes. */
  readonly write: PlanRun;
}

/** How often an edit is made anew because somebody else changed the note at the same moment. */
const MOST_TRIES = 5;
/** Bytes of a file that the app is asked to read: a longer one is left to the program, which ends at its own limit. */
const LONGEST_BYTES = 64 * 1024 * 1024;

/**
 * Makes what runs the bridge's own command for edits: in one step by the app, in the vault that the host offers the notes of;
 * elsewhere composed of documented commands of the program, in one turn.
 */
export function createEdit(services: EditServices): PlanRun {
  const { client } = services;
  return async (command, asked) => {
    const change = changeOf(command, asked);
    return async (options) => {
      if (!client.status().recognised) return failed('command_unavailable', WORDS.notTheCli);
      const limits = limitsOf(client, command, options);
      const { result, waited } = await client.inTurn(options, async (turn) => {
        turn.hold();
        const { waited } = turn;
        const allowed = await admitted(turn, asked, options);
        // The program may have turned out to be another one while the call was waiting.
        if (!turn.isRecognised()) return { result: failed('command_unavailable', WORDS.notTheCli), waited };
        const runner = await inOneVault(turn, allowed, limits);
        const line = { ...allowed, vault: runner.vault };
        const edit = new Edit(services, runner, { command, line, change, turn, limits, options });
        const run = (): Promise<CommandResult> => edit.run();
        return { result: await withEnd(options, run, (ended) => ended), waited };
      });
      return { ...result, waited: Math.round(waited) };
    };
  };
}

interface EditCall {
  readonly command: Command;
  readonly line: CommandLine;
  readonly change: NoteChange;
  readonly turn: CliTurn;
  readonly limits: Limits;
  readonly options: RunOptions;
}

/** What an edit knows of a note. */
interface Note {
  readonly path: string;
  readonly text: string;
}

/** One edit in its turn. */
class Edit {
  constructor(
    private readonly services: EditServices,
    private readonly runner: TurnRunner,
    private readonly call: EditCall,
  ) {}

  async run(): Promise<CommandResult> {
    const port = this.port();
    const inPlace = port && (await this.inPlace(port).catch((error: unknown) => this.refusedByApp(error)));
    const result = inPlace ?? (await this.composed());
    return { ...result, duration: result.duration + this.runner.duration };
  }

  /** Has the app make the change; undefined where it has no such note. */
  private async inPlace(port: NotePort): Promise<CommandResult | undefined> {
    const path = await this.pathForPort();
    if (path === undefined) return undefined;
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const text = await port.read(path, LONGEST_BYTES);
      if (text === undefined) return undefined;
      const edited = await this.edited({ path, text });
      if ('code' in edited) return edited;
      const isText = !edited.text.includes('\0') && (await port.isWhole(path, text));
      if (!isText) return failed('cli_failed', WORDS.notText);
      requireStillAdmitted(this.call.options);
      if (await replaced(port, path, text, edited.text)) {
        return this.done(path, edited, { carrier: 'in_place', processes: this.runner.processes });
      }
    }
    throw BridgeError.of('cli_not_answering', {
      command: this.call.command.name,
      unchecked: WORDS.keepsChanging,
      retryAfter: 5,
    });
  }

  /** The result where the app did not make the change. @throws BridgeError as it is */
  private refusedByApp(cause: unknown): CommandResult {
    if (cause instanceof BridgeError) throw cause;
    const { parameters } = this.call.line;
    const path = parameters.get('path') ?? parameters.get('file');
    const end = { path, ...leftBy(cause), cause };
    return incompleteInPlace({ ...NO_OUTPUT, exitCode: 1 }, end, bytesOf(this.call.change));
  }

  /** Reads the note and writes it again, both with commands of the program; anew where somebody else changes it in between. */
  private async composed(): Promise<CommandResult> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const result = await this.readAndWritten();
      if (result !== CHANGED) return result;
    }
    throw BridgeError.of('cli_not_answering', {
      command: this.call.command.name,
      unchecked: WORDS.keepsChanging,
      retryAfter: 5,
    });
  }

  private async readAndWritten(): Promise<CommandResult | typeof CHANGED> {
    const { command, line, turn, limits, options } = this.call;
    const note = await readNote(this.runner, targetOf(line));
    if (note === undefined) {
      // The program says it in its own words, and the hint names what was probably meant.
      const read = this.services.commandOf('read');
      const target = new Map(Object.entries(targetOf(line)));
      const asked = { ...line, command: read.name, parameters: target, flags: [] };
      const result = toResult(await runJudged(turn, read, asked, limits, options), 0);
      // It has come into being since.
      return result.code === undefined ? CHANGED : result;
    }
    if (note === UNTOLD) {
      throw BridgeError.of('cli_not_answering', {
        command: command.name,
        unchecked: 'the note has this text',
        retryAfter: 5,
      });
    }
    const { path, text } = note;
    // `create` would write to another note: it replaces what follows the last dot where that is not exactly this.
    if (!path.endsWith('.md'))
      throw invalid(`Only notes can be edited here, and "${path}" does not end in .md.`);
    const edited = await this.edited(note);
    if ('code' in edited) return edited;
    if (!note.isWhole || edited.text.includes('\0')) return failed('cli_failed', WORDS.notWhole);
    if (edited.text === text) return this.done(path, edited, { processes: this.runner.processes });
    return this.overwritten(note, edited);
  }

  private async overwritten(
    { path, text: textBefore }: Note,
    edited: EditResult,
  ): Promise<CommandResult | typeof CHANGED> {
    const { line, turn, options } = this.call;
    requireStillAdmitted(options);
    const create = this.services.commandOf('create');
    const parameters = new Map([
      ['path', path],
      ['content', edited.text],
    ]);
    const call = { vault: line.vault, command: create.name, words: [], parameters, flags: ['overwrite'] };
    const write = await this.services.write(create, call).catch(inWordsOfAnEdit);
    const { gone, requireAllowed } = options;
    const given = { turn, gone, textBefore, ...(requireAllowed && { requireAllowed }) };
    const written = await write(given).catch((error: unknown): typeof CHANGED => {
      if (error instanceof BridgeError && error.code === 'revision_conflict') return CHANGED;
      throw error;
    });
    if (written === CHANGED || written.code !== undefined) return written;
    const facts = { ...(written.data as { processes?: number; path?: string } | undefined) };
    const { processes = 1, ...data } = facts;
    if (data.path !== undefined && data.path.normalize() !== path.normalize()) {
      return { ...written, ...failed('unconfirmed', otherNote(data.path, path)), data: { path: data.path } };
    }
    this.runner.processes += processes;
    if (/^Created: /m.test(written.stdout)) return this.takenBack(path, edited.text, written);
    const known = { ...data, processes: this.runner.processes };
    const { duration, doubts = [] } = written;
    const done = await this.done(path, edited, known);
    return { ...done, duration, doubts: [...doubts, ...(done.doubts ?? [])] };
  }

  /** Nothing was overwritten, so that the note was moved or deleted since it was read: what was written is a copy. */
  private async takenBack(path: string, text: string, written: CommandResult): Promise<CommandResult> {
    const isAsWritten = (note: ReadNote): boolean => note.isWhole && note.text === text;
    const copy = await readNote(this.runner, { path }).catch(() => UNTOLD);
    const undoing = { path, old: undefined, isAsWritten };
    const isUndone =
      typeof copy === 'object' &&
      isAsWritten(copy) &&
      (await undo(this.runner, undoing, this.services)).kind === 'done';
    return incompleteCopy({ ...written, stdout: '' }, path, isUndone, bytesOf(this.call.change));
  }

  /** The new text of the note, or why there is none. @throws BridgeError `revision_conflict`, `content_too_large` */
  private async edited({ path, text }: Note): Promise<EditResult | (CommandResult & { code: string })> {
    const { options, change } = this.call;
    const wanted = options.ifRevision;
    if (wanted !== undefined) {
      const revision = await revisionOfLong(text);
      if (revision !== wanted) throw BridgeError.of('revision_conflict', { path, revision, wanted });
    }
    const edited = await editText(text, change);
    return 'code' in edited ? editFailure(path, change, edited) : edited;
  }

  private async done(
    path: string,
    { text, replacements, removedHeadings }: EditResult,
    known: { readonly processes: number; readonly carrier?: string },
  ): Promise<CommandResult> {
    const bytes = bytesOf(this.call.change);
    const revision = await revisionOfLong(text);
    const stdout = `Edited: ${path}\n`;
    return {
      ...NO_OUTPUT,
      exitCode: 0,
      stdout,
      outputBytes: Buffer.byteLength(stdout),
      ...(removedHeadings && { doubts: [withSubsections(removedHeadings)] }),
      data: { ...known, path, bytes, revision, replacements },
    };
  }

  private port(): NotePort | undefined {
    const { notes, hostVault } = this.services;
    const { vault } = this.call.line;
    return vault !== undefined && isHost(vault, hostVault) ? notes : undefined;
  }

  /** The path as the app has it: a name is looked up by the program. */
  private async pathForPort(): Promise<string | undefined> {
    const target = targetOf(this.call.line);
    if (target['path'] !== undefined) return target['path'];
    const facts = await fileFacts(this.runner, target);
    return typeof facts === 'object' ? facts.path : undefined;
  }
}

/** Replaces the text of a note if it is still this one. @returns whether it was */
async function replaced(port: NotePort, path: string, text: string, written: string): Promise<boolean> {
  let isSame = true;
  const isThere = await port.process(path, (now) => {
    isSame = now === text;
    return isSame ? written : now;
  });
  return isThere && isSame;
}

function bytesOf(change: NoteChange): number {
  return Buffer.byteLength('old' in change ? change.new : change.content);
}

function targetOf({ parameters }: CommandLine): Readonly<Record<string, string>> {
  const path = parameters.get('path') ?? '';
  return path.trim() === '' ? { file: parameters.get('file') ?? '' } : { path };
}

const NO_OUTPUT = {
  stdout: '',
  stderr: '',
  duration: 0,
  waited: 0,
  outputBytes: 0,
  discardedBytes: 0,
  isPartial: false,
  damaged: false,
} as const;

/** Somebody else has changed the note since it was read, and nothing was written. */
const CHANGED = 'changed';

function otherNote(written: string, meant: string): string {
  return `The Obsidian CLI says that it wrote "${written}", and not "${meant}".`;
}

function withSubsections(titles: readonly string[]): string {
  const named = titles.map((title) => `"${shorten(title)}"`).join(', ');
  return `Subsections are part of a section, and were replaced with it: ${named}.`;
}

function failed(code: 'command_unavailable' | 'cli_failed' | 'unconfirmed', stderr: string): CommandResult {
  const error =
    code === 'unconfirmed' ? sentenceOf(code, { what: 'named another note' }) : sentenceOf(code, {});
  return { ...NO_OUTPUT, exitCode: 1, code, stderr, error };
}

/** What helps a write, which may be made in several calls, does not help an edit. */
function inWordsOfAnEdit(error: unknown): never {
  if (!(error instanceof BridgeError) || error.code !== 'content_too_large') throw error;
  throw BridgeError.of('content_too_large', {
    detail: WORDS.longEdit,
    hint: WORDS.editInPlace,
  });
}

function invalid(detail: string): BridgeError {
  return BridgeError.of('invalid_parameter', { detail: `${detail} Nothing was changed.` });
}
