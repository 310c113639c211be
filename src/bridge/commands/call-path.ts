import type { CommandLine } from '../cli/arguments';
import type { CliClient, CliTurn } from '../cli/client';
import type { Platform } from '../cli/platform';
import type { Caller } from '../caller';
import { BridgeError } from '../errors';
import type { LiveSettings } from '../live-settings';
import { memoizeLast } from '../memoize';
import type { RequestLog } from '../request-log';
import { CLI_DECIDES } from '../settings';
import type { Catalogue } from './catalogue';
import { checkInput, checkVault } from './check-input';
import type { CallInput } from './call-input';
import type { CheckedCall, CheckOptions } from './check-input';
import type { Command } from './command';
import { failureHint } from './failure-hint';
import { hintFor } from './hints';
import { checkName } from './find-note';
import { hintForMissing } from './hints-after-run';
import { KnownVaults } from './known-vaults';
import { NameIndex } from './name-index';
import { judge } from './outcome';
import type { Outcome } from './outcome';
import { harmsBridge, policyRefusal } from './policy';
import { couldChange, isThere } from './read-only';
import { runCommand } from './run-command';
import {
  chooseVault,
  defaultVault,
  displayName,
  isAllowed,
  refuseAmbiguous,
  requireAllowed,
} from './vault-choice';
import type { HostVault } from './vault-choice';

/** What the one path of all calls needs of the bridge. */
export interface CallServices {
  readonly client: CliClient;
  readonly catalogue: Catalogue;
  readonly log: RequestLog;
  readonly settings: LiveSettings;
  readonly platform: Platform;
  /** The vault that the host runs in, if it runs in one. */
  readonly hostVault: HostVault | undefined;
}

/** How a call comes in: what the interfaces do differently, at the point of the one path where it matters. */
interface CallSource extends CheckOptions {
  /** Throws when the command cannot be called in this way, whatever the policy says. */
  readonly accept?: (command: Command) => void;
  /**
   * Reads the call, asked once: when the command may run and the program is there, so that a refused call is not read; or
   * when only another vault may have a command of this name.
   */
  readonly read: () => CallInput | Promise<CallInput>;
  /** The outcome of an earlier run, where this call only asks for more of it. */
  readonly earlier?: (command: Command, checked: CheckedCall) => Outcome | undefined;
  /** Whether the answer has the parsed output, too, where the call asks for JSON; it has unless this is false. */
  readonly wantsData?: boolean;
  /** Makes room for the answer: gives it back, or as much of it as there is room for, or throws. */
  readonly admitAnswer?: (command: Command, outcome: Outcome) => Outcome;
}

/**
 * Runs one command. A failure that the program reports is an outcome.
 * @param name exact, or in any spelling for a forgiving source
 * @throws BridgeError when nothing was run: unknown, refused, malformed, no program, queue full, stopping ...
 */
export type Call = (name: string, source: CallSource, caller: Caller) => Promise<Outcome>;

/** Makes the one path that every call takes, of every interface: the order of the checks is written here and nowhere else. */
export function createCall(services: CallServices): Call {
  const { client, catalogue, log, settings, hostVault } = services;
  const vaults = new KnownVaults();
  const namesOf = memoizeLast((_revision: number) => new NameIndex(catalogue.list()));

  return async (name, source, caller) => {
    const read = once(async () => {
      const input = await source.read();
      caller.requireAccess();
      return input;
    });
    const command = await find(name, source.forgiving !== undefined, read).catch((error: unknown) => {
      if (error instanceof BridgeError && error.code === 'unknown_command')
        log.refuse(error.code, caller.userAgent);
      throw error;
    });
    try {
      source.accept?.(command);
      authorize(command);
      await client.requireProgram();
      const { mayBeRecognised, version } = client.status();
      if (mayBeRecognised && version !== '') await catalogue.recover();
      const input = await read();
      authorize(command);
      requireVault(input.vault);
      const checked = checkInput(command, input, source, {
        isRecognised: client.status().recognised,
        colonsAreSpecial: services.platform.id === 'win32',
      });
      const { commandLine } = checked;
      if (harmsBridge(command, commandLine))
        throw BridgeError.of('bridge_protected', { command: command.name });
      requireReading(command, commandLine);
      const earlier = source.earlier?.(command, checked);
      return earlier ?? (await run(command, checked, source, caller));
    } catch (error) {
      if (!(error instanceof BridgeError)) throw error;
      log.record(command.name, caller, { code: error.code });
      throw error.about(
        command.name,
        hintFor(error.code, { command: command.name, settings: settings.current }),
      );
    }
  };

  async function find(name: string, loosely: boolean, read: () => Promise<CallInput>): Promise<Command> {
    const spelled = (): Command | undefined =>
      loosely ? namesOf(catalogue.revision).find(name) : catalogue.get(name);
    const wanted = loosely ? name.trim() : name;
    // Another look at the names: looking the command up may have read them anew.
    const command = spelled() ?? (await catalogue.find(wanted)) ?? spelled();
    if (command) return command;
    // While it is not known which commands there are, this one may be among them.
    await client.requireProgram();
    const vault = await otherVault(read);
    const ofVault = vault === undefined ? undefined : await findIn(vault, wanted, loosely);
    if (ofVault) return ofVault;
    if (!catalogue.canTell(vault) || client.status().state !== 'available')
      throw BridgeError.of('cli_not_answering', { command: wanted, retryAfter: 5 });
    throw BridgeError.of('unknown_command', {
      command: wanted,
      suggestions: catalogue.suggest(wanted, vault),
    });
  }

  async function findIn(vault: string, name: string, loosely: boolean): Promise<Command | undefined> {
    const exact = await catalogue.find(name, vault);
    return exact ?? (loosely ? new NameIndex(catalogue.list(vault)).find(name) : undefined);
  }

  /** The vault that the call names, where that is not the default one; undefined also for a call that cannot be read. */
  async function otherVault(read: () => Promise<CallInput>): Promise<string | undefined> {
    let vault: string | undefined;
    try {
      vault = checkVault((await read()).vault);
    } catch (error) {
      if (error instanceof BridgeError) return undefined;
      throw error;
    }
    if (vault === undefined || vault === CLI_DECIDES) return undefined;
    const isOther = vault !== defaultVault(settings.current, hostVault);
    return isOther && isAllowed(vault, settings.current, hostVault) ? vault : undefined;
  }

  /** @throws BridgeError `vault_not_allowed`; a vault of another type than text is left to the check of the call */
  function requireVault(given: unknown): void {
    const vault = typeof given === 'string' && given !== '' ? given : undefined;
    requireAllowed(chooseVault(vault, settings.current, hostVault), settings.current, hostVault);
  }

  function authorize(command: Command): void {
    const code = policyRefusal(command, settings.current);
    if (code) throw BridgeError.of(code, { command: command.name });
  }

  /** Read-only mode lets a command through by its name; its arguments, too, must change nothing. */
  function requireReading(command: Command, commandLine: CommandLine): void {
    if (settings.current.readOnly && couldChange(command, commandLine))
      throw BridgeError.of('read_only', {
        command: command.name,
        how: 'could change something with these flags',
      });
  }

  /** Asked when the call's turn has come: the settings may have changed while it waited. */
  async function admit(command: Command, commandLine: CommandLine, turn: CliTurn): Promise<void> {
    authorize(command);
    requireReading(command, commandLine);
    requireAllowed(commandLine.vault, settings.current, hostVault);
    if (!settings.current.readOnly || command.creates === undefined) return;
    const { recognised, mayBeRecognised } = client.status();
    // A program that may be the Obsidian CLI, but cannot be asked, is not trusted.
    if (recognised ? await isThere(command.creates, commandLine.vault, turn) : !mayBeRecognised) return;
    const how = recognised ? 'would create the note' : 'could create the note';
    throw BridgeError.of('read_only', { command: command.name, how });
  }

  /**
   * Whether it is clear which vault is meant. What can do without one is never refused for that.
   * @throws BridgeError `ambiguous_vault`, `vault_not_allowed`, `cli_not_answering`
   */
  async function isVaultClear(
    command: Command,
    { vault }: CommandLine,
    turn: CliTurn,
    isOptional: boolean,
  ): Promise<boolean> {
    try {
      const list = (name: string) => vaults.list(name, turn);
      const isKnown = await refuseAmbiguous(vault, list, settings.current, hostVault);
      const mustBeKnown = command.kind !== 'read' || settings.current.allowedVaults.length > 0;
      if (isKnown || !mustBeKnown) return true;
      throw BridgeError.of('cli_not_answering', {
        command: command.name,
        unchecked: `several vaults are called "${displayName(vault, hostVault) ?? ''}"`,
        retryAfter: 5,
      });
    } catch (error) {
      if (isOptional && error instanceof BridgeError && error.code !== 'vault_not_allowed') return false;
      throw error;
    }
  }

  async function run(
    command: Command,
    { commandLine, warnings }: CheckedCall,
    { wantsData = true, admitAnswer = (_command, outcome) => outcome }: CallSource,
    caller: Caller,
  ): Promise<Outcome> {
    const vault = chooseVault(commandLine.vault, settings.current, hostVault);
    const line = { ...commandLine, vault };
    const isVaultOptional = commandLine.vault === undefined && command.vault === 'not_needed';
    const found: { warnings: string[]; hint?: string | undefined } = { warnings: [...warnings] };
    const result = await runCommand(client, command, line, {
      gone: caller.gone,
      isVaultOptional,
      admit: async (turn) => {
        caller.requireAccess();
        await admit(command, line, turn);
        if (!client.status().recognised) return undefined;
        if (!(await isVaultClear(command, line, turn, isVaultOptional))) return 'without_vault';
        const warning = await checkName(turn, command, line);
        if (warning !== undefined) found.warnings.push(warning);
        return undefined;
      },
      afterwards: async (turn, answer) => {
        if (client.status().recognised) found.hint = await hintForMissing(turn, command, line, answer);
      },
    });
    const judged = await judge(command, commandLine, result, {
      callWarnings: found.warnings,
      wantsData,
    });
    const { code, stderr } = judged;
    const hint =
      code && (found.hint ?? judged.hint ?? failureHint(command, { code, stderr }, settings.current));
    const outcome = admitAnswer(command, hint === undefined ? judged : { ...judged, hint });
    log.record(command.name, caller, { vault: displayName(vault, hostVault), ...outcome });
    return outcome;
  }
}

function once<T>(act: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= act());
}
