import type { CommandLine } from '../cli/command-line';
import type { CliClient, CliTurn } from '../cli/client';
import { ObsidianCli } from '../cli/obsidian-cli';
import type { FileTarget } from '../cli/obsidian-cli';
import type { Command } from '../commands/catalogue/command';
import type { Witness } from '../commands/judge/witness';
import type { CommandResult } from '../commands/outcome';
import {
  admitted,
  limitsOf,
  requireStillAdmitted,
  runJudged,
  toResult,
  withEnd,
} from '../commands/run-command';
import type { Admission, Limits, RunOptions } from '../commands/run-command';
import { BridgeError, sentenceOf } from '../errors';
import type { FailureCode } from '../errors';
import { NotText, StoreFailure } from './note-store';
import type { NoteStore } from './note-store';
import type { NoteStores } from './note-stores';
import { noStore } from './carrier';
import { notDone } from './result';
import { revisionOf, revisionOfLong } from './revision';

/** What changing notes needs of the bridge. */
export interface NoteServices {
  readonly client: CliClient;
  readonly stores: NoteStores;
  /** A documented command. */
  readonly commandOf: (name: string) => Command;
}

/** What a call has done to a note. */
export interface Changed {
  readonly result: CommandResult;
  /** The text of the note now, where it is known. */
  readonly text?: string | undefined;
}

/** One call in its turn that changes a note: what it asks and runs there, and what that takes. */
export class NoteCall {
  readonly cli: ObsidianCli;
  /** How many processes it took, besides the questions of {@link cli}. */
  private runs = 0;
  private runDuration = 0;
  private readonly limits: Limits;
  /** The path of the note that the call names, where that is known without another question. */
  readonly knownPath: string | undefined;
  private readonly files: string | undefined;

  private constructor(
    readonly services: NoteServices,
    readonly command: Command,
    readonly line: CommandLine,
    readonly turn: CliTurn,
    readonly options: RunOptions,
    { cli, path, files }: Admission,
  ) {
    this.limits = limitsOf(services.client, command, options);
    this.cli = cli ?? new ObsidianCli(turn, line.vault, this.limits.endSignal);
    this.knownPath = path;
    this.files = files;
  }

  /**
   * Runs a call in its turn, and adds the revision of its note, the time and the number of processes to its answer.
   * @param act changes the note
   * @throws BridgeError when nothing was changed
   */
  static async inTurn(
    services: NoteServices,
    command: Command,
    asked: CommandLine,
    options: RunOptions,
    act: (call: NoteCall) => Promise<Changed>,
  ): Promise<CommandResult> {
    const { changed, call } = await services.client.inTurn(options, async (turn) => {
      const { line, ...admission } = await admitted(turn, asked, options);
      const call = new NoteCall(services, command, line, turn, options, admission);
      const changed = await withEnd(
        options,
        () => act(call),
        ({ result }) => result,
      );
      return { changed, call };
    });
    // Computed after the turn has passed on, so that the next process starts first.
    const { result, text } = changed;
    const revision = text === undefined ? undefined : await revisionOfLong(text);
    const facts = { processes: call.processes, ...(revision !== undefined && { revision }) };
    const data = result.code === undefined && result.data ? { ...result.data, ...facts } : result.data;
    const waited = Math.round(call.turn.waited);
    return { ...result, ...(data && { data }), duration: call.duration, waited };
  }

  get processes(): number {
    return this.runs + this.cli.processes;
  }

  /** Milliseconds of all of them. */
  get duration(): number {
    return Math.round(this.runDuration + this.cli.duration);
  }

  parameter(name: string): string | undefined {
    return this.line.parameters.get(name);
  }

  /** Runs a command of the program in the vault of the call, and judges its answer. */
  async run(
    name: string,
    parameters: Readonly<Record<string, string | undefined>> = {},
    flags: readonly string[] = [],
  ): Promise<CommandResult> {
    const given = Object.entries(parameters).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    const { vault } = this.line;
    const line = { vault, command: name, words: [], parameters: new Map(given), flags };
    return this.runLine(this.services.commandOf(name), line);
  }

  /** Runs a call of the program, and judges its answer. @param witness tells of a change that was not confirmed */
  async runLine(command: Command, line: CommandLine, witness?: Witness): Promise<CommandResult> {
    const judged = await runJudged(this.turn, command, line, this.limits, {
      ...this.options,
      witness,
      files: this.files,
    });
    this.runs += judged.processes;
    this.runDuration += judged.answer.duration + judged.otherDuration;
    return toResult(judged, 0);
  }

  /** Why nothing can be changed now: the program does not work, as its answer to `version` says; undefined where it does. */
  private async trouble(): Promise<(CommandResult & { readonly code: FailureCode }) | undefined> {
    const { client, commandOf } = this.services;
    if (client.isSeenWorking()) return undefined;
    const line = { command: 'version', words: [], parameters: new Map<string, string>(), flags: [] };
    const asked = await runJudged(this.turn, commandOf('version'), line, this.limits);
    const result = toResult(asked, 0);
    return result.code === undefined ? undefined : { ...result, code: result.code };
  }

  /** The store of the vault, or the answer where nothing can be changed now. @throws BridgeError `no_store` */
  async store(): Promise<NoteStore | (CommandResult & { readonly code: FailureCode })> {
    const trouble = await this.trouble();
    if (trouble) return trouble;
    const store = await this.services.stores.reach(this.line.vault, this.turn, this.cli);
    if (store) return store;
    // The program may have refused to tell where the vault is.
    const refused = await this.trouble();
    if (refused) return refused;
    throw noStore('This change cannot be made by a call of the Obsidian CLI');
  }

  /**
   * The path of the note that the call names, or of the open one; undefined where there is none.
   * @throws BridgeError `cli_not_answering`
   */
  async path(): Promise<string | undefined> {
    const target = targetOf(this.line);
    if (target && 'path' in target) return target.path;
    if (this.knownPath !== undefined) return this.knownPath;
    const facts = await this.cli.file(target);
    if (facts !== undefined) return facts === 'missing' ? undefined : facts.path;
    throw BridgeError.of('cli_not_answering', {
      command: this.command.name,
      unchecked: 'there is such a note',
      retryAfter: 5,
    });
  }

  /**
   * The answer where there is no such note, in the program's own words.
   * @throws BridgeError `cli_not_answering` where the program has it all the same
   */
  async missing(): Promise<Changed> {
    const { parameters } = this.line;
    const result = await this.run('read', { path: parameters.get('path'), file: parameters.get('file') });
    if (result.code !== undefined) return { result };
    throw BridgeError.of('cli_not_answering', {
      command: this.command.name,
      unchecked: 'the note can be reached: its file is not where the Obsidian CLI has it',
      retryAfter: 5,
    });
  }

  /**
   * Changes a note in its store, in one step, if the call may still run and the note has the revision that it names.
   * @param change gets the text of now
   * @returns the new text; undefined where there is no such note; the answer where it could not be changed
   */
  async change(
    store: NoteStore,
    path: string,
    change: (text: string) => string,
    overBytes = false,
  ): Promise<string | CommandResult | undefined> {
    requireStillAdmitted(this.options);
    let changed = '';
    try {
      const isThere = await store.change(
        path,
        (text) => {
          this.requireRevision(path, text);
          changed = change(text);
          return changed;
        },
        { overBytes: overBytes && this.options.ifRevision === undefined },
      );
      return isThere ? changed : undefined;
    } catch (error) {
      return failureOf(error, path);
    }
  }

  /** @throws BridgeError `revision_conflict` where the text of a note is not the one that the call names */
  requireRevision(path: string, text: string | undefined): void {
    const wanted = this.options.ifRevision;
    if (wanted === undefined) return;
    const revision = text === undefined ? undefined : revisionOf(text);
    if (revision !== wanted) throw BridgeError.of('revision_conflict', { path, revision, wanted });
  }
}

/** The note that a call names: by its path, by a name, or by the path in a reference to a line. */
export function targetOf({ parameters }: CommandLine): FileTarget | undefined {
  const path = parameters.get('path') ?? parameters.get('ref')?.replace(/:\d+$/, '');
  const file = parameters.get('file');
  if (path !== undefined) return { path };
  return file === undefined ? undefined : { file };
}

/** How many bytes a call was to write. */
export function contentFacts({ parameters }: CommandLine): { readonly bytes: number } {
  return { bytes: Buffer.byteLength(parameters.get('content') ?? '') };
}

/** The answer where a store did not change a note. @throws any other error as it is */
export function failureOf(error: unknown, path: string): CommandResult {
  if (error instanceof NotText) return notDone('not_text', sentenceOf('not_text', { file: path }));
  if (!(error instanceof StoreFailure)) throw error;
  const { isUnchanged, message } = error;
  if (isUnchanged) return notDone('write_failed', sentenceOf('write_failed', { path, reason: message }));
  return notDone('unconfirmed', sentenceOf('unconfirmed', { what: `failed while it wrote "${path}"` }));
}
