import type { Caller } from '../../caller';
import type { CommandLine } from '../../cli/command-line';
import type { CliClient, CliTurn } from '../../cli/client';
import type { ObsidianCli } from '../../cli/obsidian-cli';
import type { Platform } from '../../cli/platform';
import type { LiveSettings } from '../../live-settings';
import type { RequestLog } from '../../request-log';
import type { Approval, ConfirmInClient, PreviewChange } from '../approval/approval-port';
import type { ApprovalQueue } from '../approval/approval-queue';
import type { Catalogue } from '../catalogue/catalogue';
import type { Command } from '../catalogue/command';
import type { CallInput } from '../call-schema';
import type { CheckOptions } from '../check/check-input';
import type { KnownVaults } from '../check/known-vaults';
import type { ResolveName } from '../check/named-note';
import { displayName } from '../check/vault-choice';
import type { HostVault, VaultRules } from '../check/vault-choice';
import type { Outcome } from '../outcome';
import { needsApproval } from '../policy/ask-first';
import { isInScope } from '../policy/key-scope';
import { policyRefusal } from '../policy/policy';
import type { AuditEntry } from './audit';
import type { ProgramRun } from './program-run';

/** What the path of all calls needs of the bridge. */
export interface CallServices {
  readonly client: CliClient;
  readonly catalogue: Catalogue;
  readonly log: RequestLog;
  readonly settings: LiveSettings;
  readonly platform: Platform;
  readonly carriers: Carriers;
  readonly vaults: KnownVaults;
  /** What resolves names in a vault without a process; undefined for a vault in which the host does not run. */
  readonly resolveIn: (vault: string | undefined) => ResolveName | undefined;
  /** The questions to the user; absent where the host cannot ask. */
  readonly approvals?: ApprovalQueue | undefined;
  /** Shows what a call would make of a note. */
  readonly preview: PreviewChange;
  /** The vault that the host runs in, if it runs in one. */
  readonly hostVault: HostVault | undefined;
  /** Called with each call that ran and may have changed something. */
  readonly audit?: ((entry: AuditEntry) => void) | undefined;
  /** Called with an error that nobody expects. */
  readonly reportError: (error: unknown) => void;
}

/** How calls are carried: those that read, the edits of the bridge itself, and all others. */
interface Carriers {
  readonly read: ChooseCarrier;
  readonly edit: ChooseCarrier;
  readonly write: ChooseCarrier;
}

/**
 * Decides, before a call waits for its turn, how it is carried.
 * @throws BridgeError where nothing carries it
 */
export type ChooseCarrier = (command: Command, line: CommandLine) => Carry;

/** Carries a call in its turn. @throws BridgeError when nothing was run */
export type Carry = (run: ProgramRun, conditions: Conditions) => Promise<Outcome>;

/** What must hold for a call to change something. */
export interface Conditions {
  /** The revision that the note must have, or nothing is run. */
  readonly ifRevision?: string | undefined;
  /** The path of the new note that the call must make, or nothing is run. */
  readonly newNote?: string | undefined;
  /** The path of the note that the call names, where that is known already. */
  readonly path?: string | undefined;
  /**
   * To be called right before the first change, where the program was asked for something before it.
   * @throws BridgeError when the call may not run any more; asks nothing
   */
  readonly requireStillAllowed: () => void;
}

/** How a call comes in: what the interfaces do differently, at the step where it matters. */
export interface CallSource extends CheckOptions {
  /** Throws when the command cannot be called in this way, whatever the policy says. */
  readonly accept?: (command: Command) => void;
  /**
   * Reads the call, asked once: when the command may run and the program is there, so that a refused call is not read; or
   * when only another vault may have a command of this name.
   */
  readonly read: () => CallInput | Promise<CallInput>;
  /** The outcome of an earlier run of this call, where it only asks for more of it. */
  readonly earlier?: (command: Command, line: CommandLine) => Outcome | undefined;
  /** Whether the answer has the parsed output, where the call asks for JSON; it has unless this is false. */
  readonly wantsData?: boolean;
  /** Has the client itself ask its user about what is grave, where the client can. */
  readonly confirm?: ConfirmInClient | undefined;
}

/** One call on its way through the steps: each adds what it has found out for those after it. */
export class Call {
  command!: Command;
  input!: CallInput;
  /** The vault that the call names, if it does. */
  namedVault: string | undefined;
  /** The vault that it runs in; undefined leaves the choice to the program. */
  vault: string | undefined;
  /** The command line, in that vault. */
  line!: CommandLine;
  /** The revision that the note must have, or nothing is run. */
  ifRevision: string | undefined;
  readonly warnings: string[] = [];
  /** The outcome of an earlier run that the call asks for more of: nothing is run. */
  earlier: Outcome | undefined;
  carry!: Carry;
  /** The user's approval, where it was asked for. */
  approval: Approval | undefined;
  /** Its turn of the queue, when that has come. */
  turn!: CliTurn;
  /** Asks the program about the note that the call names, in its turn. */
  cli: ObsidianCli | undefined;
  /** The path of that note, where it is known. */
  path: string | undefined;

  private reading: Promise<CallInput> | undefined;

  /** @param name as the client gives it */
  constructor(
    readonly services: CallServices,
    readonly name: string,
    readonly source: CallSource,
    readonly caller: Caller,
  ) {}

  /** The vault as people know it. */
  get vaultName(): string | undefined {
    return displayName(this.vault, this.services.hostVault);
  }

  /** The settings as they are now. */
  get settings() {
    return this.services.settings.current;
  }

  /** What decides now which vaults the call may use. */
  get vaultRules(): VaultRules {
    return { settings: this.settings, host: this.services.hostVault, key: this.caller.key };
  }

  /** Whether the program is known to be the Obsidian CLI, with its oddities. */
  get isRecognised(): boolean {
    return this.services.client.status().recognised;
  }

  /** Whether the call can do without its vault: it names none, and neither command nor key needs one. */
  get isVaultOptional(): boolean {
    const isOfAnyVault = this.command.vault === 'not_needed' && this.caller.key.scope?.vaults === undefined;
    return this.namedVault === undefined && isOfAnyVault;
  }

  /** Whether the caller may run another command, too, as far as its name tells, so that it may be told what that lists. */
  mayRun(name: string): boolean {
    const { settings, services, caller } = this;
    const command = services.catalogue.get(name);
    if (command === undefined || !isInScope(command, caller.key, settings)) return false;
    return policyRefusal(command, settings) === undefined && !needsApproval(command, caller.key, settings);
  }

  /** What the client sent, read once. @throws BridgeError when it cannot be read */
  read(): Promise<CallInput> {
    this.reading ??= Promise.resolve().then(() => this.source.read());
    return this.reading;
  }
}
