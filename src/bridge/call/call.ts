import { OWNER } from '../key-records';
import type { Caller } from '../caller';
import type { CommandLine } from '../cli/command-line';
import type { CliTurn } from '../cli/turn';
import { ObsidianCli } from '../cli/obsidian-cli';
import { mayRunUnasked } from '../commands/policy/policy';
import type { Command } from '../commands/catalogue/command';
import type { KeptChange } from '../notes/changes/change';
import type { MadeChange } from '../notes/made-change';
import type { PrivateFolders } from '../notes/private-folders';
import type { NoteStore } from '../notes/note-store';
import type { RemoteStore } from '../notes/remote-store';
import { VisibleStore } from '../notes/visible-store';
import type { Approval } from './approval/approval-port';
import type { CallInput } from './call-schema';
import type { CallContext } from './context';
import { withOffLimits } from './hints/off-limits';
import type { Forgiveness } from './input/normalize-input';
import type { Located } from './note/target';
import type { NoteStores } from './note/note-stores';
import type { CallOutcome, Outcome } from './outcome';
import { privateIn, privateTo } from './private/privacy';
import type { RefuseChange } from './policy/read-only';
import { displayName } from './vault/vault-choice';
import type { VaultRules } from './vault/vault-choice';

/** What reads or makes the change of a call. */
export interface Carrier {
  /**
   * Checks the call before it waits for its turn.
   * @throws BridgeError if this cannot carry it
   */
  readonly check?: (call: Call) => void;
  /**
   * Carries the call in its turn.
   * @throws BridgeError that has what ran if it failed, or without if nothing was run
   */
  readonly carry: (call: Call) => Promise<Outcome>;
}

/** How many bytes of a file an interface carries. */
export interface FileLimits {
  /** In an answer; absent if it has no place for them. */
  readonly down?: {
    readonly most: number;
    readonly hint: string;
    /** The longest side of an image, in pixels; absent if any will do. */
    readonly longestSide?: number;
    /** The side to which a host that can scales a longer one; absent if images stay as they are stored. */
    readonly scaledTo?: number;
  };
  /** In a call; absent if only the size of the request is limited. */
  readonly up?: number;
}

/** Where a call comes from: the parts that differ between interfaces. */
export interface CallSource {
  /** Corrects spellings of names and values, and refuses unknown ones. */
  readonly forgiving?: Forgiveness | undefined;
  /** Throws if the command cannot be called this way, whatever the policy says. */
  readonly accept?: (command: Command) => void;
  /**
   * Reads the call. Called once, and only after the command is allowed and the program is there, so a refused call is not read.
   * The exception is an unknown command, which another vault may have.
   */
  readonly read: () => CallInput | Promise<CallInput>;
  /** Makes the error for a call that may change something; absent if the interface takes those. */
  readonly refusalOf?: (command: Command) => RefuseChange;
  /** Throws if the checked call does not fit what else the interface was asked for. */
  readonly check?: (call: Call) => void;
  /** The part of a successful outcome that was asked for. Throws a failure of the run if there is no such part. */
  readonly cut?: (call: Call, outcome: CallOutcome) => CallOutcome;
  /** The outcome of an earlier run, if the call only asks for more of it. */
  readonly earlier?: (call: Call) => CallOutcome | undefined;
  readonly files?: FileLimits | undefined;
  /** Identifies the part of the output that was asked for; absent for all of it. */
  readonly part?: string | undefined;
  /** Carries the call in place of what carries its command. */
  readonly carrier?: Carrier | undefined;
}

/**
 * A call, from its source to its result. Each step adds what later steps need; everything that is done to a call is a function
 * over it.
 */
export class Call {
  command!: Command;
  input!: CallInput;
  /** The vault that the call names, if any. */
  namedVault: string | undefined;
  /** The vault that the call runs in; undefined lets the program choose. */
  vault: string | undefined;
  line!: CommandLine;
  /** The names of the parameters that the bridge added to those of the caller. */
  addedParameters: ReadonlySet<string> = new Set();
  /** The revision that the note must have for the call to run. */
  ifRevision: string | undefined;
  /** The file that the call is about, as far as it was found. */
  note!: Located;
  /** The path that is sent in place of what else names the note, so that the program takes the note that was checked. */
  sentPath: string | undefined;
  readonly warnings: string[] = [];
  /** The outcome of an earlier run, which answers the call. Nothing is run. */
  earlier: CallOutcome | undefined;
  carrier!: Carrier;
  /** The user's approval, if they were asked. */
  approval: Approval | undefined;
  /** The id of the batch that the call is part of. */
  group: string | undefined;
  /** Set once the call's turn in the queue has come. */
  turn!: CliTurn;
  /** The processes that were run for the call, and the milliseconds that they took. */
  readonly spent = { processes: 0, duration: 0 };
  /** The stores of other vaults that the call has opened. */
  readonly opened: RemoteStore[] = [];
  /** What the call changed; undefined if nothing, or if that is unknown. */
  made: MadeChange | undefined;

  private reading: Promise<CallInput> | undefined;
  private seen: { readonly hides: PrivateFolders['hides']; readonly stores: NoteStores } | undefined;
  private asking: ObsidianCli | undefined;

  /**
   * @param name as the client gives it
   * @param caller changes once, if the client is answered before the user is done with the call
   */
  constructor(
    readonly context: CallContext,
    readonly name: string,
    readonly source: CallSource,
    public caller: Caller,
  ) {}

  /** Whether the host itself makes the call, so that nothing is asked, checked again or logged. */
  get isOfHost(): boolean {
    return this.caller.interface === 'host';
  }

  /** The vault's name for people. */
  get vaultName(): string | undefined {
    return displayName(this.vault, this.context.hostVault);
  }

  get settings() {
    return this.context.settings.current;
  }

  /** The current rules for which vaults the call may use. */
  get vaultRules(): VaultRules {
    return { settings: this.settings, host: this.context.hostVault, key: this.caller.key };
  }

  /** The folders and notes of the call's vault that its caller must not see. */
  get privateFolders(): PrivateFolders {
    return privateIn(this.vault, this.vaultRules);
  }

  /** Whether there are such, whatever is in them. */
  get hasPrivate(): boolean {
    return !this.privateFolders.isEmpty;
  }

  /** Whether what the call names has to be found among what is not private. */
  get isAmongPrivate(): boolean {
    const { hasPrivate, command, source, isRecognized } = this;
    // What carries the call in place of its command sees only what is not private.
    return hasPrivate && command.reveals !== 'nothing' && !source.carrier && isRecognized;
  }

  /** Whether there are such, although perhaps in another vault. */
  get isBesidePrivate(): boolean {
    return !privateTo(this.caller.key, this.settings).isEmpty;
  }

  /** Whether a path in the vault is private, which the caller must not see; whether or not something is there. */
  get hides(): PrivateFolders['hides'] {
    return this.privateFolders.hides;
  }

  /** The note stores, as the caller may see them. */
  get stores(): NoteStores {
    const { hides, hasPrivate, context } = this;
    if (!hasPrivate) return context.stores;
    if (this.seen?.hides !== hides) this.seen = { hides, stores: context.stores.seenThrough(hides) };
    return this.seen.stores;
  }

  /** A store of the call's vault as its caller may see it. */
  seenOf(store: NoteStore): NoteStore {
    return this.hasPrivate ? new VisibleStore(store, this.hides) : store;
  }

  /** The command line as it is sent to the program. */
  get sentLine(): CommandLine {
    const { line, sentPath, command } = this;
    if (sentPath === undefined) return line;
    const names = command.target.parameters;
    const others = [...line.parameters].filter(([name]) => !names.includes(name));
    const named = names.includes('path') ? 'path' : (names.at(-1) ?? 'path');
    return { ...line, parameters: new Map([...others, [named, sentPath]]) };
  }

  /** Whether the program is known to be the Obsidian CLI. */
  get isRecognized(): boolean {
    return this.context.client.status().recognized;
  }

  /** Whether the call can run without a vault: it names none, and neither the command nor the key needs one. */
  get isVaultOptional(): boolean {
    const isOfAnyVault = this.command.vault === 'not_needed' && this.caller.key.scope?.vaults === undefined;
    return this.namedVault === undefined && isOfAnyVault;
  }

  /** The revision that the note must have: the one that the call names, or that of the text that the user was shown. */
  get wantedRevision(): string | undefined {
    const { shown } = this.approval ?? {};
    return this.ifRevision ?? (shown && 'revision' in shown ? shown.revision : undefined);
  }

  /** The path of the new note that the user was shown, and no other. */
  get wantedNewNote(): string | undefined {
    const { shown } = this.approval ?? {};
    return shown && 'newNote' in shown ? shown.newNote : undefined;
  }

  /** The changes that the call undoes, the newest first; none unless it is an undo. */
  get changesToUndo() {
    const { command, context, caller, group } = this;
    return command.byBridge === 'undo'
      ? context.changes.find(this.parameter('id') ?? '', caller.key, group, (change) => this.maySee(change))
      : [];
  }

  /** Whether nothing of a change is private to the caller. */
  maySee({ notes }: KeptChange): boolean {
    return !notes.some(({ vault, path, from, isFolder }) => {
      const hidden = privateIn(vault, this.vaultRules);
      return [path, from].some(
        (each) => each !== undefined && (isFolder ? hidden.holds(each) : hidden.hides(each)),
      );
    });
  }

  /** For questions to the program during the call's turn, in its vault. What they take is counted. */
  get cli(): ObsidianCli {
    return (this.asking ??= this.cliIn(this.line.vault));
  }

  /** The same in another vault. */
  cliIn(vault: string | undefined): ObsidianCli {
    const hidden = privateIn(vault, this.vaultRules);
    return this.askedIn(vault, hidden.isEmpty ? undefined : hidden.hides);
  }

  /** For questions about the file of the call itself, which decide whether its caller may see it. */
  get cliUnseen(): ObsidianCli {
    return this.askedIn(this.line.vault);
  }

  private askedIn(vault: string | undefined, hides?: PrivateFolders['hides']): ObsidianCli {
    const endSignal = this.command.kind === 'read' ? this.caller.gone : undefined;
    const run = async (...process: Parameters<CliTurn['run']>): ReturnType<CliTurn['run']> => {
      const answer = await this.turn.run(...process);
      this.spent.processes += answer.processes;
      this.spent.duration += answer.duration;
      return answer;
    };
    return new ObsidianCli({ run }, vault, { endSignal, hides });
  }

  parameter(name: string): string | undefined {
    return this.line.parameters.get(name);
  }

  has(flag: string): boolean {
    return this.line.flags.includes(flag);
  }

  /** A command by its exact name, one that the bridge itself needs. */
  commandOf(name: string): Command {
    return this.context.catalogue.known(name);
  }

  /** Whether the caller could run this command without asking, so that answers may reveal what it lists. */
  mayRun(name: string): boolean {
    const command = this.context.catalogue.get(name);
    return command !== undefined && (this.isOfHost || mayRunUnasked(command, this.settings, this.caller.key));
  }

  /** Whether the caller may see the texts of notes. Asked wherever an answer other than that of a reading command quotes one. */
  get mayRead(): boolean {
    return this.mayRun('read');
  }

  /** The hint as the caller gets it: with a word on commands that it may not run. */
  hint(hint: string | undefined): string | undefined {
    const isCommand = (name: string): boolean => this.context.catalogue.get(name) !== undefined;
    return withOffLimits(hint, { isCommand, mayRun: (name) => this.mayRun(name) });
  }

  /** Reads the client's input, once. @throws BridgeError if it cannot be read */
  read(): Promise<CallInput> {
    this.reading ??= Promise.resolve().then(() => this.source.read());
    return this.reading;
  }
}

/** The person at this computer, through the app itself: the palette, the terminal, the settings. */
export function hostCaller(gone: AbortSignal = new AbortController().signal): Caller {
  return { interface: 'host', key: OWNER, requireAccess: () => undefined, userAgent: undefined, gone };
}
