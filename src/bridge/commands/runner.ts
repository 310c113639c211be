import type { CliClient, CliResult } from '../cli/client';
import { isEmptyResult } from '../cli/output';
import { BridgeError, FAILURES } from '../errors';
import type { FailureCode } from '../errors';
import type { LogEntry, RequestLog } from '../request-log';
import { checkCall } from './call';
import type { CallInput } from './call';
import type { Catalogue } from './catalogue';
import { confirms, printsNotes } from './command';
import type { Command } from './command';
import { isNestedDeeperThan } from './json-depth';
import { harmsBridge, refusalOf } from './policy';
import type { PolicyRefusal, PolicySettings } from './policy';

/** The vault a call goes to when it names none; undefined leaves it to the program. */
type DefaultVault = () => string | undefined;

export interface RunnerOptions {
  readonly client: CliClient;
  readonly catalogue: Catalogue;
  readonly log: RequestLog;
  /** Read at each call, so that changed settings count at once. */
  readonly policy: () => PolicySettings;
  readonly defaultVault: DefaultVault;
}

/** Who calls, and when they have gone. */
export interface Caller {
  readonly interface: LogEntry['interface'];
  readonly gone?: AbortSignal | undefined;
}

/** What came of a call: the fields of the envelope (§2.1) and what the decisions add to it. */
export interface Outcome {
  readonly ok: boolean;
  readonly command: string;
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly duration: number;
  readonly waited: number;
  readonly warnings: readonly string[];
  readonly code?: FailureCode;
  readonly error?: string;
  /** The parsed answer, when JSON was asked for and given. */
  readonly data?: unknown;
}

/** Runs commands for every interface: the one place where name, policy, parameters and program meet. */
export class Runner {
  constructor(private readonly options: RunnerOptions) {}

  /** Why the command may not run under the settings as they are now; undefined when it may. */
  refusal(command: Command): PolicyRefusal | undefined {
    return refusalOf(command, this.options.policy());
  }

  /** @throws BridgeError `unknown_command` */
  async find(name: string): Promise<Command> {
    const { catalogue } = this.options;
    const command = await catalogue.find(name);
    if (command) return command;
    throw BridgeError.of('unknown_command', { command: name, suggestions: catalogue.suggest(name) });
  }

  /** @throws BridgeError `read_only`, `command_blocked`, `command_dangerous`, `bridge_protected` */
  authorize(command: Command): void {
    const code = this.refusal(command);
    if (code) throw BridgeError.of(code, { command: command.name });
  }

  /** @throws BridgeError `cli_not_found` */
  requireProgram(): Promise<void> {
    return this.options.client.requireProgram();
  }

  /**
   * Runs an authorized command and says what came of it; a failure the program reports is an outcome, not an error.
   * @throws BridgeError when nothing was run: a bad parameter, too large, the line full, stopping ...
   */
  async run(command: Command, input: CallInput, caller: Caller): Promise<Outcome> {
    const call = checkCall(command, input);
    if (harmsBridge(command, call)) {
      throw BridgeError.of('bridge_protected', { command: command.name });
    }
    const vault = call.vault ?? this.options.defaultVault();
    const result = await this.options.client.run({
      line: {
        vault,
        command: command.name,
        words: call.words,
        parameters: call.parameters,
        flags: call.flags,
      },
      printsNotes: printsNotes(command),
      // Settings may have changed while the call waited.
      admit: () => this.authorize(command),
      callerGone: caller.gone,
      endWithCaller: command.kind === 'read',
    });
    const wantsJson = call.parameters.get('format') === 'json' || call.flags.includes('--json');
    const outcome = toOutcome(command, result, call.warnings, wantsJson);
    this.record(outcome, vault, result, caller);
    return outcome;
  }

  /** Notes a call that was refused before it ran. */
  recordRefusal(error: BridgeError, command: string, caller: Caller): void {
    this.options.log.add({
      time: new Date().toISOString(),
      interface: caller.interface,
      command,
      vault: '',
      status: error.status,
      code: error.code,
      waited: 0,
      duration: 0,
      outputBytes: 0,
      discardedBytes: 0,
    });
  }

  private record(outcome: Outcome, vault: string | undefined, result: CliResult, caller: Caller): void {
    this.options.log.add({
      time: new Date().toISOString(),
      interface: caller.interface,
      command: outcome.command,
      vault: vault ?? '',
      status: statusOf(outcome),
      code: outcome.code ?? '',
      waited: outcome.waited,
      duration: outcome.duration,
      outputBytes: result.outputBytes,
      discardedBytes: result.discardedBytes,
    });
  }
}

/** The HTTP status of an outcome (§7.1). */
export function statusOf(outcome: Outcome): number {
  return outcome.code ? FAILURES[outcome.code].status : 200;
}

function toOutcome(
  command: Command,
  result: CliResult,
  callWarnings: readonly string[],
  wantsJson: boolean,
): Outcome {
  const warnings = [...callWarnings];
  const ok = result.code === undefined;
  if (result.damaged) warnings.push('Some bytes of the output are not UTF-8 and show as U+FFFD.');
  if (ok && confirms(command) && result.stdout.trim() === '') {
    warnings.push('The Obsidian CLI printed no confirmation: check that the change was made.');
  }
  if (result.isPartial) {
    warnings.push(
      'The end of the output is missing: it was printed after the program had ended, or while it was being ended.',
    );
  }
  const { data, problem } = ok && wantsJson ? parseJson(command, result.stdout) : {};
  if (problem !== undefined) {
    warnings.push(`JSON was asked for, but the output is ${problem}, so there is no data.`);
  }
  return {
    ok,
    command: command.name,
    exitCode: result.exitCode,
    stdout: result.stdout,
    stderr: result.stderr,
    duration: result.duration,
    waited: result.waited,
    warnings,
    ...(result.code && { code: result.code }),
    ...(result.error !== undefined && { error: result.error }),
    ...(data !== undefined && { data }),
  };
}

/** Arrays and objects within each other that `data` may have: far more than any command prints. */
const MAX_DEPTH = 200;

/** The value behind the text, or why there is none. The sentences for "nothing found" stand for an empty list or object. */
function parseJson(command: Command, stdout: string): { data?: unknown; problem?: string } {
  if (isEmptyResult(stdout)) {
    return { data: /frontmatter/.test(stdout) || command.name === 'properties' ? {} : [] };
  }
  if (isNestedDeeperThan(MAX_DEPTH, stdout)) return { problem: `nested more than ${MAX_DEPTH} levels deep` };
  try {
    return { data: JSON.parse(stdout) as unknown };
  } catch {
    return { problem: 'not JSON' };
  }
}
