import type { Caller, ClientKey } from '../caller';
import type { CommandLine } from '../cli/command-line';
import type { CliClient, CliTurn } from '../cli/client';
import type { ObsidianCli } from '../cli/obsidian-cli';
import type { Platform } from '../cli/platform';
import type { LiveSettings } from '../live-settings';
import type { RequestLog } from '../request-log';
import type { Approval, PreviewChange } from './approval/approval-port';
import type { ApprovalQueue } from './approval/approval-queue';
import type { Catalogue } from '../commands/catalogue/catalogue';
import type { Command } from '../commands/catalogue/command';
import type { CallInput } from './call-schema';
import type { CheckOptions } from './input/check-input';
import type { PathKind } from '../notes/note-store';
import { withOffLimits } from './hints/off-limits';
import type { KnownVaults } from './vault/known-vaults';
import type { ResolveName } from './note/named-note';
import { displayName } from './vault/vault-choice';
import type { HostVault, VaultRules } from './vault/vault-choice';
import type { CallOutcome, Outcome } from './outcome';
import { mayRunUnasked } from '../commands/policy/policy';
import type { AuditEntry } from './audit';
import type { ProgramRun } from './program-run';

/** The parts of the bridge that calls use. */
export interface CallServices {
  readonly client: CliClient;
  readonly catalogue: Catalogue;
  readonly log: RequestLog;
  readonly settings: LiveSettings;
  readonly platform: Platform;
  readonly carriers: Carriers;
  readonly vaults: KnownVaults;
  /** Resolves names in a vault without starting a process; undefined for vaults other than the host's. */
  readonly resolveIn: (vault: string | undefined) => ResolveName | undefined;
  /** The paths of all files of a vault, one per line, without a process; undefined if the bridge cannot look by itself. */
  readonly filesIn: (
    vault: string | undefined,
    turn: CliTurn,
    cli: ObsidianCli,
  ) => Promise<string | undefined>;
  /** What a vault has at a path; undefined if the bridge cannot look by itself. */
  readonly kindOf: (
    path: string,
    vault: string | undefined,
    turn: CliTurn,
    cli: ObsidianCli,
  ) => Promise<PathKind | undefined>;
  /** Absent if the host cannot ask the user. */
  readonly approvals?: ApprovalQueue | undefined;
  readonly preview: PreviewChange;
  readonly takenBack: FindTakenBack;
  /** The vault that the host runs in, if any. */
  readonly hostVault: HostVault | undefined;
  /** Called after each call that may have changed something. */
  readonly audit?: ((entry: AuditEntry) => void) | undefined;
  /** Called with unexpected errors. */
  readonly reportError: (error: unknown) => void;
}

/** What carries reads, changes, and the bridge's own commands. */
type Carriers = Readonly<Record<'read' | 'write' | NonNullable<Command['byBridge']>, ChooseCarrier>>;

/** A change that an undo takes back. */
export interface TakenBack {
  /** The commands that the caller must be allowed to run for that. */
  readonly commands: readonly string[];
  readonly vaults: readonly (string | undefined)[];
  readonly path: string;
}

/** Finds what undos take back. */
export interface FindTakenBack {
  /** The changes that an undo of this client would take back now. */
  readonly of: (line: CommandLine, key: ClientKey) => readonly TakenBack[];
  /**
   * The same undo, which still takes back the same changes after others were made.
   * @throws BridgeError `change_not_found`
   */
  readonly fixed: (line: CommandLine, key: ClientKey) => CommandLine;
}

/** How many bytes of a file an interface carries. */
export interface FileLimits {
  /** In an answer; absent if it has no place for them. */
  readonly down?: { readonly most: number; readonly hint: string };
  /** In a call; absent if only the size of the request is limited. */
  readonly up?: number;
}

/**
 * Chooses the carrier of a call before it waits for its turn.
 * @throws BridgeError if nothing can carry it
 */
export type ChooseCarrier = (command: Command, line: CommandLine, files: FileLimits) => Carry;

/** Carries a call in its turn. @throws BridgeError if nothing was run */
export type Carry = (run: ProgramRun, conditions: Conditions) => Promise<Outcome>;

/** Who makes a call, and the conditions under which it may change something. */
export interface Conditions {
  readonly key: ClientKey;
  /** The id of the batch that the call is part of. */
  readonly group?: string | undefined;
  /** Whether the caller may see the text of notes. */
  readonly mayRead: () => boolean;
  /** The revision that the note must have. */
  readonly ifRevision?: string | undefined;
  /** The path of the new note that the call must make. */
  readonly newNote?: string | undefined;
  /** The path of the note that the call names, if already known. */
  readonly path?: string | undefined;
  /**
   * Must be called right before the first change if the program was asked anything before that.
   * @throws BridgeError if the call may no longer run
   */
  readonly requireStillAllowed: () => void;
}

/** Where a call comes from: the parts that differ between interfaces. */
export interface CallSource extends CheckOptions {
  /** Throws if the command cannot be called this way, whatever the policy says. */
  readonly accept?: (command: Command) => void;
  /**
   * Reads the call. Called once, and only after the command is allowed and the program is there, so a refused call is not read.
   * The exception is an unknown command, which another vault may have.
   */
  readonly read: () => CallInput | Promise<CallInput>;
  /** The outcome of an earlier run, if the call only asks for more of it. */
  readonly earlier?: (command: Command, line: CommandLine) => CallOutcome | undefined;
  readonly files?: FileLimits | undefined;
  /** Carries the call in place of what carries its command. */
  readonly carry?: Carry | undefined;
}

/** A call on its way through the steps. Each step adds what later steps need. */
export class Call {
  command!: Command;
  input!: CallInput;
  /** The vault that the call names, if any. */
  namedVault: string | undefined;
  /** The vault that the call runs in; undefined lets the program choose. */
  vault: string | undefined;
  line!: CommandLine;
  /** The revision that the note must have for the call to run. */
  ifRevision: string | undefined;
  readonly warnings: string[] = [];
  /** The outcome of an earlier run, which answers the call. Nothing is run. */
  earlier: CallOutcome | undefined;
  carry!: Carry;
  /** The user's approval, if they were asked. */
  approval: Approval | undefined;
  /** Set once the call's turn in the queue has come. */
  turn!: CliTurn;
  /** For questions to the program during the call's turn. */
  cli: ObsidianCli | undefined;
  /** The path of the note that the call names, if known. */
  path: string | undefined;

  /** The id of the batch that the call is part of. */
  group: string | undefined;

  private reading: Promise<CallInput> | undefined;

  /** @param name as the client gives it */
  constructor(
    readonly services: CallServices,
    readonly name: string,
    readonly source: CallSource,
    readonly caller: Caller,
  ) {}

  /** The vault's name for people. */
  get vaultName(): string | undefined {
    return displayName(this.vault, this.services.hostVault);
  }

  /** The current settings. */
  get settings() {
    return this.services.settings.current;
  }

  /** The current rules for which vaults the call may use. */
  get vaultRules(): VaultRules {
    return { settings: this.settings, host: this.services.hostVault, key: this.caller.key };
  }

  /** Whether the program is known to be the Obsidian CLI. */
  get isRecognized(): boolean {
    return this.services.client.status().recognized;
  }

  /** Whether the call can run without a vault: it names none, and neither the command nor the key needs one. */
  get isVaultOptional(): boolean {
    const isOfAnyVault = this.command.vault === 'not_needed' && this.caller.key.scope?.vaults === undefined;
    return this.namedVault === undefined && isOfAnyVault;
  }

  /** The changes that the call takes back; none unless it is an undo. */
  get takenBack(): readonly TakenBack[] {
    const { command, line, services, caller } = this;
    return command.byBridge === 'undo' ? services.takenBack.of(line, caller.key) : [];
  }

  /** Whether the caller could run this command without asking, so that hints may reveal what it lists. */
  mayRun(name: string): boolean {
    const command = this.services.catalogue.get(name);
    return command !== undefined && mayRunUnasked(command, this.settings, this.caller.key);
  }

  /** The hint as the caller gets it: with a word on commands that it may not run. */
  hint(hint: string | undefined): string | undefined {
    const isCommand = (name: string): boolean => this.services.catalogue.get(name) !== undefined;
    return withOffLimits(hint, { isCommand, mayRun: (name) => this.mayRun(name) });
  }

  /** Reads the client's input, once. @throws BridgeError if it cannot be read */
  read(): Promise<CallInput> {
    this.reading ??= Promise.resolve().then(() => this.source.read());
    return this.reading;
  }
}
