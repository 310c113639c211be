import type { CommandLine } from '../../cli/command-line';
import type { CliClient, CliTurn } from '../../cli/client';
import type { FileTarget, ObsidianCli } from '../../cli/obsidian-cli';
import type { Carry, Conditions } from '../call';
import { ProgramRun } from '../program-run';
import type { Command } from '../../commands/catalogue/command';
import { hasFailed } from '../outcome';
import type { Failure, Outcome } from '../outcome';
import { BridgeError, sentenceOf } from '../../errors';
import { noStore } from './carrier';
import type { ChangeList } from '../../notes/changes/change-list';
import type { MadeChange, NoteStep } from '../../notes/made-change';
import { NotText, StoreFailure } from '../../notes/note-store';
import type { NoteStore } from '../../notes/note-store';
import type { NoteStores } from '../note/note-stores';
import type { Handovers } from './other-vaults/handovers';
import { notDone, notTheCli } from './result';
import { revisionOf } from '../../notes/revision';

/** The parts of the bridge that changing notes needs. */
export interface NoteServices {
  readonly client: CliClient;
  readonly stores: NoteStores;
  readonly changes: ChangeList;
  readonly handovers: Handovers;
  /** Returns a documented command. */
  readonly commandOf: (name: string) => Command;
}

/** A call in its turn that changes a note, through the program or in the note store. */
export class NoteCall {
  readonly command: Command;
  readonly line: CommandLine;
  readonly turn: CliTurn;
  readonly cli: ObsidianCli;
  /** What the call changed; undefined if nothing, or if nobody knows what. */
  made: MadeChange | undefined;

  /** A call whose change is left in {@link made}. To list it as well, see {@link carry}. */
  constructor(
    readonly services: NoteServices,
    readonly run: ProgramRun,
    readonly conditions: Conditions,
  ) {
    this.command = run.command;
    this.line = run.line;
    this.turn = run.turn;
    this.cli = run.cli;
  }

  /**
   * Makes a carrier, which lists what was changed.
   * @param act changes the note, or throws a BridgeError if it changes nothing
   */
  static carry(services: NoteServices, act: (call: NoteCall) => Promise<Outcome>): Carry {
    return async (run, conditions) => {
      const call = new NoteCall(services, run, conditions);
      const outcome = await act(call);
      const { made } = call;
      const { key, group } = conditions;
      const change = made && services.changes.add(made, { key, group, command: run.command.name });
      const { code, data } = outcome;
      const counted = code === undefined && data ? { processes: run.processes } : {};
      return { ...outcome, data: data || change ? { ...(data ?? {}), ...counted, change } : data };
    };
  }

  /** Like {@link carry}, for the bridge's own commands, which need the Obsidian CLI. */
  static carryOwn(services: NoteServices, act: (call: NoteCall) => Promise<Outcome>): Carry {
    const carry = NoteCall.carry(services, act);
    return (run, conditions) =>
      services.client.status().recognized ? carry(run, conditions) : Promise.resolve(notTheCli());
  }

  parameter(name: string): string | undefined {
    return this.line.parameters.get(name);
  }

  /** Whether only the bridge that runs in the vault of the call can reach its notes. */
  get isElsewhere(): boolean {
    const { stores, handovers } = this.services;
    return !stores.mayReach(this.line.vault) && handovers.mayReach(this.line.vault, this.command);
  }

  /** Runs another command, in the vault of the call unless another is given, and judges its answer. */
  async ask(
    name: string,
    parameters: Readonly<Record<string, string | undefined>> = {},
    flags: readonly string[] = [],
    vault = this.line.vault,
  ): Promise<Outcome> {
    const given = Object.entries(parameters).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    const line = { vault, command: name, words: [], parameters: new Map(given), flags };
    return this.run.run(this.services.commandOf(name), line);
  }

  /** The failure of `version`, if the program does not work; undefined if it does. */
  async trouble(): Promise<Failure | undefined> {
    const { client, commandOf } = this.services;
    if (client.isSeenWorking()) return undefined;
    const command = commandOf('version');
    const line = { command: 'version', words: [], parameters: new Map<string, string>(), flags: [] };
    const version = await new ProgramRun({ client, turn: this.turn, command, line }).own();
    return hasFailed(version) ? version : undefined;
  }

  /**
   * The note store of the vault, or the failure if the program does not work.
   * @param why the program cannot do it, as the beginning of a sentence
   * @throws BridgeError `no_store`
   */
  async store(
    why = 'This change cannot be made by a call of the Obsidian CLI',
  ): Promise<NoteStore | Failure> {
    const trouble = await this.trouble();
    if (trouble) return trouble;
    const store = await this.services.stores.reach(this.line.vault, this.turn, this.cli);
    if (store) return store;
    // The program may have stopped working when asked where the vault is.
    const refused = await this.trouble();
    if (refused) return refused;
    throw noStore(why);
  }

  /**
   * The path of the note that the call names, or of the open note; undefined if there is none.
   * @throws BridgeError `cli_not_answering`
   */
  async path(): Promise<string | undefined> {
    const target = targetOf(this.line);
    if (target && 'path' in target) return target.path;
    if (this.conditions.path !== undefined) return this.conditions.path;
    const facts = await this.cli.file(target);
    if (facts !== undefined) return facts === 'missing' ? undefined : facts.path;
    throw BridgeError.of('cli_not_answering', {
      command: this.command.name,
      unchecked: 'there is such a note',
      retryAfter: 5,
    });
  }

  /** Changes the note that the call names. @param change resolves to undefined if there is no such note */
  async inNote(change: (path: string) => Promise<Outcome | undefined>): Promise<Outcome> {
    const path = await this.path();
    return (path === undefined ? undefined : await change(path)) ?? this.missing();
  }

  /**
   * The failure for a missing note, in the program's own words.
   * @throws BridgeError `cli_not_answering` if the program finds the note after all
   */
  missing(): Promise<Failure> {
    const { parameters } = this.line;
    return this.askWhy('the note can be reached: its file is not where the Obsidian CLI has it', 'read', {
      path: parameters.get('path'),
      file: parameters.get('file'),
    });
  }

  /**
   * Runs a command that is expected to fail, for the program's own words.
   * @param unchecked what is not known if it succeeds
   * @throws BridgeError `cli_not_answering` if it succeeds
   */
  async askWhy(unchecked: string, ...asked: Parameters<NoteCall['ask']>): Promise<Failure> {
    const outcome = await this.ask(...asked);
    if (hasFailed(outcome)) return outcome;
    throw BridgeError.of('cli_not_answering', { command: this.command.name, unchecked, retryAfter: 5 });
  }

  /**
   * Changes a note in the note store, in one step, if the call may still run and the note has the required revision.
   * @param change returns the new text for the current one
   * @returns the new text; undefined if there is no such note; the failure if it could not be changed
   */
  async change(
    store: NoteStore,
    path: string,
    change: (text: string) => string,
    overBytes = false,
  ): Promise<string | Failure | undefined> {
    const { ifRevision, requireStillAllowed } = this.conditions;
    requireStillAllowed();
    let before = '';
    let after = '';
    try {
      const isThere = await store.change(
        path,
        (text) => {
          this.requireRevision(path, text);
          before = text;
          after = change(text);
          return after;
        },
        { overBytes: overBytes && ifRevision === undefined },
      );
      if (!isThere) return undefined;
      const isLossy = overBytes && before.includes('\ufffd');
      this.noteChange(store, { path, before, after }, isLossy ? NOT_UTF8 : undefined);
      return after;
    } catch (error) {
      return failureOf(error, path);
    }
  }

  /**
   * Keeps what the call has made of a note, unless the note is as before.
   * @param why why that cannot be undone, as the end of a sentence
   */
  noteChange(
    store: NoteStore,
    note: Pick<NoteStep, 'path' | 'from' | 'isFile' | 'before' | 'after'>,
    why?: string,
  ): void {
    if (note.before === note.after && note.from === undefined && why === undefined) return;
    const vault = this.services.stores.nameOf(this.line.vault);
    this.made = { steps: [{ store, vault, ...note }], why };
  }

  /** @throws BridgeError `revision_conflict` if the text does not have the required revision */
  requireRevision(path: string, text: string | undefined): void {
    const wanted = this.conditions.ifRevision;
    if (wanted === undefined) return;
    const revision = text === undefined ? undefined : revisionOf(text);
    if (revision !== wanted) throw BridgeError.of('revision_conflict', { path, revision, wanted });
  }
}

/** Why a note whose old text would not come back as it was cannot be restored. */
export const NOT_UTF8 = 'the note was not text in UTF-8 before';

/** The note that a call names: by path, by name, or in a `path:line` reference. */
export function targetOf({ parameters }: CommandLine): FileTarget | undefined {
  const path = parameters.get('path') ?? parameters.get('ref')?.replace(/:\d+$/, '');
  const file = parameters.get('file');
  if (path !== undefined) return { path };
  return file === undefined ? undefined : { file };
}

/** The number of bytes that a call writes. */
export function contentFacts({ parameters }: CommandLine): { readonly bytes: number } {
  return { bytes: Buffer.byteLength(parameters.get('content') ?? '') };
}

/** Turns an error of the note store into a failure. @throws any other error unchanged */
export function failureOf(error: unknown, path: string): Failure {
  if (error instanceof NotText) return notDone('not_text', sentenceOf('not_text', { file: path }));
  if (!(error instanceof StoreFailure)) throw error;
  const { isUnchanged, message } = error;
  if (isUnchanged) return notDone('write_failed', sentenceOf('write_failed', { path, reason: message }));
  return notDone('unconfirmed', sentenceOf('unconfirmed', { what: `failed while it wrote "${path}"` }));
}
