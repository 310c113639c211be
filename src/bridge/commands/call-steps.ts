import type { CommandLine } from '../cli/command-line';
import type { CliClient, CliTurn } from '../cli/client';
import { ObsidianCli } from '../cli/obsidian-cli';
import type { Platform } from '../cli/platform';
import type { CliStatus } from '../cli/program-status';
import type { Caller } from '../caller';
import { BridgeError } from '../errors';
import type { LiveSettings } from '../live-settings';
import { memoizeLast } from '../memoize';
import type { RequestLog } from '../request-log';
import { CLI_DECIDES } from '../settings';
import { auditEntry } from './audit';
import type { AuditEntry } from './audit';
import type { CallInput } from './check/call-input';
import type { Catalogue } from './catalogue/catalogue';
import { checkInput, checkVault } from './check/check-input';
import type { CheckedCall, CheckOptions } from './check/check-input';
import { requireNamedNote } from './check/check-target';
import type { Command } from './catalogue/command';
import { callNeedsConsent, needsConsent } from './consent/consent';
import type { ConfirmInClient, Consent, ConsentCall, RequireConsent } from './consent/consent-step';
import { failureHint } from './hints/failure-hint';
import { findElsewhere } from './hints/find-elsewhere';
import { hintFor } from './hints/hints';
import { explainNames } from './hints/names-meant';
import type { KnownVaults } from './check/known-vaults';
import { findNamedNote } from './check/named-note';
import type { ResolveName } from './check/named-note';
import { NameIndex } from './catalogue/name-index';
import type { CommandResult, Outcome } from './outcome';
import { isInScope } from './policy/key-scope';
import { authorize, policyRefusal, refusalOfChanges, requireHarmless } from './policy/policy';
import { requireExisting, requireReading } from './policy/read-only';
import type { RefuseChange } from './policy/read-only';
import type { PlanRun, RunOptions } from './run-command';
import { toOutcome } from './to-outcome';
import { chooseVault, displayName, isVaultClear, refuseAmbiguous, requireVault } from './check/vault-choice';
import type { HostVault, VaultRules } from './check/vault-choice';

/** What the one path of all calls needs of the bridge. */
export interface CallServices {
  readonly client: CliClient;
  readonly catalogue: Catalogue;
  readonly log: RequestLog;
  readonly settings: LiveSettings;
  readonly platform: Platform;
  readonly plans: Plans;
  readonly vaults: KnownVaults;
  /** What resolves names in a vault without a process; undefined for a vault in which the host does not run. */
  readonly resolveIn: (vault: string | undefined) => ResolveName | undefined;
  /** Whether the host can ask the user. */
  readonly canAsk: boolean;
  /** The vault that the host runs in, if it runs in one. */
  readonly hostVault: HostVault | undefined;
  /** Called with each call that ran and may have changed something. */
  readonly audit?: ((entry: AuditEntry) => void) | undefined;
}

/** How calls are carried: those that read, the edits of the bridge itself, and all others. */
interface Plans {
  readonly read: PlanRun;
  readonly edit: PlanRun;
  readonly write: PlanRun;
}

/** How a call comes in: what the interfaces do differently, at the point of the one path where it matters. */
export interface CallSource extends CheckOptions {
  /** Throws when the command cannot be called in this way, whatever the policy says. */
  readonly accept?: (command: Command) => void;
  /**
   * Reads the call, asked once: when the command may run and the program is there, so that a refused call is not read; or
   * when only another vault may have a command of this name.
   */
  readonly read: () => CallInput | Promise<CallInput>;
  /** The outcome of an earlier run of this call in this vault, where it only asks for more of it. */
  readonly earlier?: (command: Command, checked: CheckedCall) => Outcome | undefined;
  /** Whether the answer has the parsed output, too, where the call asks for JSON; it has unless this is false. */
  readonly wantsData?: boolean;
  /** Has the client itself ask its user about what is grave, where the client can. */
  readonly confirm?: ConfirmInClient | undefined;
}

/**
 * Runs one command. A failure that the program reports is an outcome.
 * @param name exact, or in any spelling for a forgiving source
 * @throws BridgeError when nothing was run: unknown, refused, malformed, no program, denied, queue full, stopping ...
 */
export type Call = (name: string, source: CallSource, caller: Caller) => Promise<Outcome>;

/** A call of which it is known how it will be carried. */
interface PlannedCall {
  readonly command: Command;
  /** In the vault that it runs in. */
  readonly line: CommandLine;
  readonly checked: CheckedCall;
  readonly carry: (options: RunOptions) => Promise<CommandResult>;
}

/** A call that has passed all checks that can be made before its turn. */
export interface PreparedCall {
  readonly command: Command;
  /** What the user would decide on; absent where it only asks for more of an earlier run. */
  readonly consent?: ConsentCall;
  /**
   * Runs it in a turn of its own, or in this one.
   * @throws BridgeError when nothing was run
   */
  readonly run: (options: RunCall) => Promise<Outcome>;
  /** Logs why it is not run. @returns the error to answer with */
  readonly refused: (error: unknown) => unknown;
}

/** How a prepared call is run. */
interface RunCall {
  readonly turn?: CliTurn;
  /** The user's consent, where it needs that. */
  readonly consented?: Consent | undefined;
}

/** Characters of a command's name: nothing looks at a longer one. */
const LONGEST_NAME = 200;

/** Checks one call, and runs nothing. @throws BridgeError as {@link Call} */
export type PrepareCall = (name: string, source: CallSource, caller: Caller) => Promise<PreparedCall>;

/** Makes the path of calls that run by themselves. */
export function createCall(prepare: PrepareCall, requireConsent: RequireConsent): Call {
  return async (name, source, caller) => {
    const { consent, run, refused } = await prepare(name, source, caller);
    // Neither the app nor the client would ask about it.
    if (!consent || !(consent.isAsked || source.confirm)) return run({});
    const given = requireConsent([consent], caller, source.confirm);
    const [consented] = await given.catch((error: unknown) => {
      throw refused(error);
    });
    return run({ consented });
  };
}

/** Makes the one path that every call takes, of every interface: the order of the checks is written here and nowhere else. */
export function createPrepare(services: CallServices): PrepareCall {
  const { client, catalogue, log, settings, hostVault, vaults } = services;
  const namesOf = memoizeLast((_revision: number) => new NameIndex(catalogue.list()));

  return async (name, source, caller) => {
    if (name.length > LONGEST_NAME) {
      log.refuse('unknown_command', caller);
      throw BridgeError.of('unknown_command', { command: name.slice(0, LONGEST_NAME), suggestions: [] });
    }
    const loosely = source.forgiving !== undefined;
    const read = once(async () => {
      const input = await source.read();
      caller.requireAccess();
      return input;
    });
    const known = () => catalogue.get(name) ?? (loosely ? namesOf(catalogue.revision).find(name) : undefined);
    const command =
      known() ?? (await findElsewhere(services, { name, loosely, known, read, isOpen, caller }));
    const named = (error: unknown): unknown => {
      if (!(error instanceof BridgeError)) return error;
      log.record(command.name, caller, { code: error.code });
      const facts = { command: command.name, settings: settings.current };
      return error.about(command.name, hintFor(error.code, facts));
    };
    try {
      source.accept?.(command);
      authorize(command, settings.current, caller.key);
      await client.requireProgram();
      if (isHelpUnread(client.status())) await catalogue.recover();
      const input = await read();
      authorize(command, settings.current, caller.key);
      requireVault(checkVault(input.vault), vaultRules(caller));
      const checked = checkInput(command, input, source, {
        isRecognised: client.status().recognised,
        isOnWindows: services.platform.id === 'win32',
        requireSize: (line) => client.requireSize(line),
      });
      requireHarmless(command, checked.commandLine);
      requirePermitted(command, checked.commandLine, caller);
      const needsConsent = isAsked(command, checked.commandLine, caller);
      if (needsConsent) {
        if (!services.canAsk) throw BridgeError.of('approval_unavailable', { command: command.name });
        requireNamedNote(command, checked.commandLine);
      }
      const vault = chooseVault(checked.commandLine.vault, settings.current, hostVault);
      const line = { ...checked.commandLine, vault };
      const earlier = source.earlier?.(command, { ...checked, commandLine: line });
      if (earlier) return { command, run: () => Promise.resolve(earlier), refused: named };
      const planned = { command, line, checked, carry: await planOf(command)(command, line) };
      return {
        command,
        consent: {
          command,
          line,
          vault: displayName(vault, hostVault) ?? '',
          ifRevision: checked.ifRevision,
          isAsked: needsConsent,
          recheck: () => void requireAdmitted(planned, caller),
        },
        run: async (options) => {
          try {
            return await run(planned, source, caller, options);
          } catch (error) {
            throw named(error);
          }
        },
        refused: named,
      };
    } catch (error) {
      throw named(error);
    }
  };

  function planOf({ byBridge, kind }: Command): PlanRun {
    const { read, edit, write } = services.plans;
    if (byBridge) return edit;
    return kind === 'read' ? read : write;
  }

  function vaultRules({ key }: Caller): VaultRules {
    return { settings: settings.current, host: hostVault, key };
  }

  /** Whether the key is for this vault, and not only for a name that another vault has as well. */
  function isOpen(vault: string, caller: Caller): Promise<boolean> {
    return client.inTurn({ gone: caller.gone, client: caller.key.id }, async (turn) => {
      try {
        return await refuseAmbiguous(vault, (wanted) => vaults.list(wanted, turn), vaultRules(caller));
      } catch (error) {
        if (error instanceof BridgeError) return false;
        throw error;
      }
    });
  }

  /**
   * @returns how to refuse what would change something, where only reading is allowed
   * @throws BridgeError when the command may run, but not with these arguments
   */
  function requirePermitted(command: Command, line: CommandLine, { key }: Caller): RefuseChange | undefined {
    const refuse = refusalOfChanges(command, settings.current, key);
    if (refuse) requireReading(command, line, refuse);
    return refuse;
  }

  /**
   * Repeats the checks whose settings may have changed.
   * @returns as {@link requirePermitted}
   * @throws BridgeError when the call may not run any more
   */
  function requireAdmitted({ command, line }: PlannedCall, caller: Caller): RefuseChange | undefined {
    caller.requireAccess();
    authorize(command, settings.current, caller.key);
    requireVault(line.vault ?? CLI_DECIDES, vaultRules(caller));
    return requirePermitted(command, line, caller);
  }

  /** Whether the caller may run another command, too, as far as its name tells. */
  function mayRun(name: string, { key }: Caller): boolean {
    const command = catalogue.get(name);
    if (command === undefined || !isInScope(command, key, settings.current)) return false;
    const isAllowed = policyRefusal(command, settings.current) === undefined;
    return isAllowed && !needsConsent(command, key, settings.current);
  }

  /** Whether the user has to be asked about the call. */
  function isAsked(command: Command, line: CommandLine, { key }: Caller): boolean {
    // Nothing else asks for consent.
    const mayBeAsked = settings.current.askFirst.length > 0 || key.scope?.ask === true;
    return mayBeAsked && callNeedsConsent(command, line, key, settings.current);
  }

  /** @throws BridgeError when the user would have to be asked about the call, and has not been */
  function requireConsented({ command, line }: PlannedCall, caller: Caller, consented?: Consent): void {
    const isConsented = consented !== undefined && consented.by !== 'client' && consented.holds();
    if (isConsented || !isAsked(command, line, caller)) return;
    throw BridgeError.of('approval_unavailable', {
      command: command.name,
      ...(services.canAsk && {
        why: 'the call had to wait since the user was last asked',
        hint: 'Call again: the user will be asked.',
      }),
    });
  }

  /** Runs a call that has passed all checks, when its turn has come and it passes those that may have changed, too. */
  async function run(
    planned: PlannedCall,
    { forgiving, wantsData = true }: CallSource,
    caller: Caller,
    { turn, consented }: RunCall,
  ): Promise<Outcome> {
    const {
      command,
      line,
      checked: { commandLine, warnings, ifRevision: givenRevision },
      carry,
    } = planned;
    const shown = consented?.shown;
    const ifRevision = givenRevision ?? (shown && 'revision' in shown ? shown.revision : undefined);
    const { vault } = line;
    const vaultName = displayName(vault, hostVault);
    const decidedBy = consented?.by;
    const isOfAnyVault = command.vault === 'not_needed' && caller.key.scope?.vaults === undefined;
    const isVaultOptional = commandLine.vault === undefined && isOfAnyVault;
    const callWarnings = [...warnings];
    let readPath: string | undefined;
    const requireAllowed = (): RefuseChange | undefined => {
      const refuse = requireAdmitted(planned, caller);
      requireConsented(planned, caller, consented);
      return refuse;
    };
    const result = await carry({
      gone: caller.gone,
      client: caller.key.id,
      turn,
      isVaultOptional,
      ifRevision,
      newNote: shown && 'newNote' in shown ? shown.newNote : undefined,
      requireAllowed,
      admit: async (turn) => {
        const refuse = requireAllowed();
        if (refuse) await requireExisting(command, line, turn, client.status(), refuse);
        if (!client.status().recognised) return {};
        const list = (wanted: string) => vaults.list(wanted, turn);
        const call = { command, vault, isVaultOptional };
        if (!(await isVaultClear(call, list, vaultRules(caller)))) return { isWithoutVault: true };
        const cli = new ObsidianCli(turn, vault);
        const named = await findNamedNote(cli, command, line, services.resolveIn(vault));
        callWarnings.push(...named.warnings);
        if (command.printsNote) readPath = named.path;
        return { path: named.path, files: named.files, cli };
      },
      afterAnswer: (told) =>
        explainNames(command, told, {
          mayRun: (name) => mayRun(name, caller),
          failsForFolder: forgiving !== undefined,
        }),
      ended: (end) => {
        if (!services.audit) return;
        const entry = auditEntry(command, commandLine, caller, { end, vault: vaultName, decidedBy });
        if (entry) services.audit(entry);
      },
    });
    const told = toOutcome(command, commandLine, result, { callWarnings, wantsData });
    const judged = told.ok && readPath !== undefined ? { ...told, data: { path: readPath } } : told;
    const { code, stderr, exitCode } = judged;
    const failed = code && { code, stderr, exitCode };
    const hint = failed && (judged.hint ?? failureHint(command, failed, settings.current));
    const outcome = hint === undefined ? judged : { ...judged, hint };
    log.record(command.name, caller, { vault: vaultName, decidedBy, ...outcome });
    return outcome;
  }
}

/** Whether the version is that of the Obsidian CLI, so that its help can be asked for. */
function isHelpUnread({ mayBeRecognised, version }: CliStatus): boolean {
  return mayBeRecognised && version !== '';
}

function once<T>(act: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= act());
}
