import type { CommandLine } from '../cli/arguments';
import type { CliClient, CliTurn } from '../cli/client';
import type { Platform } from '../cli/platform';
import type { Caller } from '../caller';
import { BridgeError } from '../errors';
import type { LiveSettings } from '../live-settings';
import { memoizeLast } from '../memoize';
import type { RequestLog } from '../request-log';
import { CLI_DECIDES } from '../settings';
import type { Settings } from '../settings';
import type { Catalogue } from './catalogue';
import { checkInput } from './check-input';
import type { CallInput } from './call-input';
import type { CheckOptions } from './check-input';
import type { Command } from './command';
import { failureHint, nestedTagHint } from './failure-hint';
import { hintFor } from './hints';
import { NameIndex } from './name-index';
import { judge } from './outcome';
import type { Outcome } from './outcome';
import { harmsBridge, policyRefusal } from './policy';
import { couldChange, isThere } from './read-only';
import { runCommand } from './run-command';

/** What the one path of all calls needs of the bridge. */
export interface CallServices {
  readonly client: CliClient;
  readonly catalogue: Catalogue;
  readonly log: RequestLog;
  readonly settings: LiveSettings;
  readonly platform: Platform;
  /** The vault that the host runs in, if it runs in one. */
  readonly hostVault: string | undefined;
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
  readonly earlier?: (command: Command, commandLine: CommandLine) => Outcome | undefined;
}

/**
 * Runs one command. A failure that the program reports is an outcome.
 * @param name exact, or in any spelling for a forgiving source
 * @throws BridgeError when nothing was run: unknown, refused, malformed, no program, queue full, stopping ...
 */
export type Call = (name: string, source: CallSource, caller: Caller) => Promise<Outcome>;

/** Makes the one path that every call takes, of every interface: the order of the checks is written here and nowhere else. */
export function createCall(services: CallServices): Call {
  const { client, catalogue, log, settings } = services;
  const namesOf = memoizeLast((_revision: number) => new NameIndex(catalogue.list()));

  return async (name, source, caller) => {
    const read = once(async () => source.read());
    const command = await find(name, source.forgiving !== undefined, read);
    try {
      source.accept?.(command);
      authorize(command);
      await client.requireProgram();
      const { commandLine, warnings } = checkInput(command, await read(), source, {
        isRecognised: isRecognised(),
        colonsAreSpecial: services.platform.id === 'win32',
      });
      if (harmsBridge(command, commandLine))
        throw BridgeError.of('bridge_protected', { command: command.name });
      requireReading(command, commandLine);
      const earlier = source.earlier?.(command, commandLine);
      return earlier ?? (await run(command, commandLine, warnings, caller));
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
    // While nobody knows which commands there are, this one may be among them.
    await client.requireProgram();
    const vault = await otherVault(read);
    const ofVault = vault === undefined ? undefined : await findIn(vault, wanted, loosely);
    if (ofVault) return ofVault;
    if (!catalogue.canTell(vault))
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
    let vault: unknown;
    try {
      ({ vault } = await read());
    } catch (error) {
      if (error instanceof BridgeError) return undefined;
      throw error;
    }
    if (typeof vault !== 'string' || vault === '' || vault === CLI_DECIDES || /[\0\r\n]/.test(vault))
      return undefined;
    return vault === defaultVault(settings.current, services.hostVault) ? undefined : vault;
  }

  /** Whether the program is the real one as far as one can tell: its version has the form of the app's, and its help was read. */
  function isRecognised(): boolean {
    return catalogue.revision > 0 && /^\d+\.\d+\.\d+\b/.test(client.status().version);
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
    if (!settings.current.readOnly || command.creates === undefined || !isRecognised()) return;
    if (!(await isThere(command.creates, commandLine.vault, turn)))
      throw BridgeError.of('read_only', { command: command.name, how: 'would create the note' });
  }

  /** What to do about a failure that the program reported. */
  async function hintOf(
    command: Command,
    commandLine: CommandLine,
    { code, stderr, hint }: Outcome,
    { gone }: Caller,
  ): Promise<string | undefined> {
    if (code === undefined || hint !== undefined) return hint;
    const usual = failureHint(command, { code, stderr }, settings.current);
    if (command.name !== 'tag' || code !== 'cli_failed' || !isRecognised()) return usual;
    try {
      return (await client.inTurn({ gone }, (turn) => nestedTagHint(commandLine, turn))) ?? usual;
    } catch (error) {
      if (error instanceof BridgeError) return usual;
      throw error;
    }
  }

  async function run(
    command: Command,
    commandLine: CommandLine,
    warnings: readonly string[],
    caller: Caller,
  ): Promise<Outcome> {
    const vault = commandLine.vault ?? defaultVault(settings.current, services.hostVault);
    const result = await runCommand(
      client,
      command,
      { ...commandLine, vault },
      { gone: caller.gone, admit: (turn) => admit(command, { ...commandLine, vault }, turn) },
    );
    const judged = judge(command, commandLine, result, warnings);
    const hint = await hintOf(command, { ...commandLine, vault }, judged, caller);
    const outcome = hint === undefined ? judged : { ...judged, hint };
    log.record(command.name, caller, { vault, ...outcome });
    return outcome;
  }
}

/** The vault of a call that names none; undefined leaves the choice to the program. */
export function defaultVault(
  { defaultVault: configured }: Settings,
  hostVault: string | undefined,
): string | undefined {
  if (configured === CLI_DECIDES) return undefined;
  return configured === '' ? hostVault : configured;
}

function once<T>(act: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= act());
}
