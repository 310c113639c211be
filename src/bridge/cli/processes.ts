import { BridgeError } from '../errors';
import { OUTPUT_LIMIT } from './collect-output';
import type { CommandLine } from './command-line';
import { askProgram, findProgram } from './find-program';
import type { FoundProgram, LookupResult } from './find-program';
import type { Platform } from './platform';
import type { Program } from './program';
import type { SearchPlaces } from './program-places';
import { requestSize, runProcess, toArguments } from './run-process';
import type { RunResult } from './run-process';

/** What processes need from the bridge. */
interface ProcessDefaults {
  readonly platform: Platform;
  /** The environment given to the program. */
  readonly environment: NodeJS.ProcessEnv;
  /** How long a process may run now, in milliseconds. */
  readonly timeoutMs: () => number;
}

/** What one process may use. */
export interface ProcessLimits {
  /** How long it may run, in milliseconds. */
  readonly timeoutMs: number;
  /** Bytes that it may print. */
  readonly outputLimit?: number;
  /** Whether the output is complete. A process that stays silent after that is ended. */
  readonly isDone?: ((stdout: string) => boolean) | undefined;
  /** Ends the process when it fires. */
  readonly endSignal?: AbortSignal | undefined;
  /** Called when it has printed nothing for a while. */
  readonly onSilence?: () => void;
}

const PROBE_OUTPUT_LIMIT = 64 * 1024;

/** The processes of one bridge: starts each, and ends all of them when the bridge stops. */
export class Processes {
  private readonly ended = new AbortController();
  private readonly killed = new AbortController();

  constructor(private readonly options: ProcessDefaults) {}

  /** Looks for the program in these places. */
  find(places: SearchPlaces): Promise<LookupResult> {
    return findProgram(places, this.options.platform, (program, atMostMs) => this.version(program, atMostMs));
  }

  /** Asks one program for its version. @param endSignal ends the question, with an error, when it fires */
  askVersion(program: Program, endSignal: AbortSignal): Promise<FoundProgram | undefined> {
    return askProgram(program, (known, atMostMs) => this.version(known, atMostMs, endSignal));
  }

  /** Whether the program can take these arguments. */
  fits(commandLine: CommandLine): boolean {
    const { platform } = this.options;
    return requestSize(toArguments(commandLine, platform), platform) <= platform.requestLimit;
  }

  /** @throws BridgeError `command_too_large` when the program cannot take these arguments */
  argumentsOf(commandLine: CommandLine): string[] {
    const { platform } = this.options;
    const argv = toArguments(commandLine, platform);
    const size = requestSize(argv, platform);
    if (size <= platform.requestLimit) return argv;
    throw BridgeError.of('command_too_large', {
      size,
      limit: platform.requestLimit,
      platform: platform.title,
      ...sizeHint(commandLine),
    });
  }

  /** Runs one process to its end. @throws SpawnError when it does not start; BridgeError `stopping` */
  async run(
    program: Program,
    argv: readonly string[],
    { endSignal, outputLimit = OUTPUT_LIMIT, ...limits }: ProcessLimits,
  ): Promise<RunResult> {
    if (this.ended.signal.aborted) throw BridgeError.of('stopping', { retryAfter: 5 });
    const { platform, environment } = this.options;
    return runProcess(program, argv, {
      platform,
      environment,
      ...limits,
      outputLimit,
      endSignals: endSignal ? [this.ended.signal, endSignal] : [this.ended.signal],
      killSignal: this.killed.signal,
    });
  }

  /** Ends the running process, and lets no other one start. */
  end(): void {
    this.ended.abort();
  }

  /** The same, without a grace period. */
  kill(): void {
    this.ended.abort();
    this.killed.abort();
  }

  private async version(program: Program, atMostMs: number, endSignal?: AbortSignal): Promise<RunResult> {
    const timeoutMs = Math.min(atMostMs, this.options.timeoutMs());
    const limits = { timeoutMs, outputLimit: PROBE_OUTPUT_LIMIT, endSignal };
    const result = await this.run(program, ['version'], limits);
    if (result.endedBy === 'cancelled') throw BridgeError.of('cancelled', {});
    return result;
  }
}

/** The hint that names the longest parameter. A long text gets the usual one, which is to write it in parts. */
function sizeHint({ parameters }: CommandLine): { readonly hint?: string } {
  const [longest] = [...parameters].sort(([, one], [, other]) => other.length - one.length);
  const name = longest?.[0] ?? 'the flags';
  return name === 'content' ? {} : { hint: `Shorten ${name}.` };
}
