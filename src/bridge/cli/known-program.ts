import { performance } from 'node:perf_hooks';
import { BridgeError } from '../errors';
import { withTimeout } from '../text/with-timeout';
import type { FoundProgram, LookupResult } from './find-program';
import type { Program } from './program';
import { afterEvent, isUnidentified, NOTHING_SEEN } from './program-state';
import type { ProgramEvent } from './program-state';
import { CHECKING, describeProgram } from './program-status';
import type { CliStatus } from './program-status';
import { SpawnError } from './run-process';

/** A missing program is looked for again when a command is called, but not more often than this. */
const LOOK_INTERVAL_MS = 5_000;
/** A program that the app has kept from reporting its version is asked again before a call, but not more often than this. */
const ASK_INTERVAL_MS = 1_000;
/** After this time the status is out of date: a little less than 5 s, so that polling every 5 s looks each time. */
const OLD_MS = 4_500;
const FIRST_LOOK_MS = 2_000;
/** How long the program counts as working after it was last seen to work, before a change that the bridge makes itself. */
const RECENT_MS = 60_000;

interface KnownProgramOptions {
  /** Looks for the program in the places as they are now. */
  readonly find: () => Promise<LookupResult>;
  /** Asks this program alone; undefined when it does not start. Rejects when the signal fires. */
  readonly ask: (program: Program, signal: AbortSignal) => Promise<FoundProgram | undefined>;
  /** Runs the task in a turn of the queue. */
  readonly inTurn: <T>(task: () => Promise<T>) => Promise<T>;
  /** Runs the task in a turn of the queue, or not at all if the queue is busy; the signal fires when a call comes. */
  readonly whenIdle: (task: (signal: AbortSignal) => Promise<void>) => Promise<void>;
  /** Whether the app's installer was too old to come with the program. */
  readonly isInstallerOld: boolean;
  /** Called when another program, or another version of it, was found. */
  readonly found: () => void;
}

/** What is known about the program, and when to look at it again. */
export class KnownProgram {
  private state = NOTHING_SEEN;
  private current = CHECKING;
  /** When the last look began or the last good answer came. */
  private seenAt = -Infinity;
  /** When it was last seen to work; -Infinity after it was seen not to. */
  private workedAt = -Infinity;
  /** When {@link identify} last asked. */
  private askedAt = -Infinity;
  private looking: Promise<CliStatus> | undefined;

  constructor(private readonly options: KnownProgramOptions) {}

  /** What is known now; never runs anything. The same object as long as nothing has changed. */
  status(): CliStatus {
    return this.current;
  }

  /** Whether it was seen to work in the last minute, and nothing has cast doubt on that since. */
  isSeenWorking(): boolean {
    return performance.now() - this.workedAt < RECENT_MS;
  }

  /** Records an observation of the program. */
  note(event: ProgramEvent): void {
    if (event.kind === 'looking' || event.kind === 'answered') this.seenAt = performance.now();
    if (event.kind === 'answered') this.workedAt = performance.now();
    else if (event.kind === 'looked')
      this.workedAt = event.lookup.found && event.lookup.answer === 'version' ? performance.now() : -Infinity;
    else if (!['looking', 'help_read', 'help_empty'].includes(event.kind)) this.workedAt = -Infinity;
    const state = afterEvent(this.state, event);
    if (state === this.state) return;
    this.state = state;
    const before = this.current;
    const next = describeProgram(state, this.options.isInstallerOld);
    if (JSON.stringify(next) === JSON.stringify(before)) return;
    this.current = next;
    const isAnother = next.path !== before.path || next.version !== before.version;
    if (isAnother && next.path !== '') this.options.found();
  }

  /** Looks for the program now, in a turn of the queue; concurrent callers share one look. */
  lookAgain(): Promise<CliStatus> {
    this.looking ??= this.options
      .inTurn(() => this.look())
      .then(() => this.current)
      .finally(() => {
        this.looking = undefined;
      });
    return this.looking;
  }

  /** @throws BridgeError `cli_not_found` if the program is missing, after looking again if the last look is too old */
  async require(): Promise<void> {
    const { lookup } = this.state;
    if (!lookup || (!lookup.found && performance.now() - this.seenAt >= LOOK_INTERVAL_MS))
      await this.lookAgain();
    if (this.state.lookup) this.orNotFound(this.state.lookup);
  }

  /**
   * Like {@link require}, and has a program that the app has kept from reporting its version report it now. Until then nothing
   * may run, because the answers of an unknown program are judged by their exit code alone.
   * @throws BridgeError also `cli_disabled` and `app_not_running`
   */
  async identify(): Promise<void> {
    await this.require();
    if (isUnidentified(this.state.lookup) && performance.now() - this.askedAt >= ASK_INTERVAL_MS) {
      await this.options.inTurn(() => this.lookAtKnown(new AbortController().signal));
      this.askedAt = performance.now();
    }
    const { lookup } = this.state;
    if (!isUnidentified(lookup)) return;
    const { problem } = this.current;
    if (lookup.answer === 'switched_off') throw BridgeError.of('cli_disabled', { problem });
    if (lookup.answer === 'app_unreachable') throw BridgeError.of('app_not_running', { problem });
  }

  /**
   * Brings the status up to date: waits a moment for the very first look; after that, looks again in the background if
   * neither a look nor an answer to a call is recent.
   */
  async refresh(): Promise<void> {
    if (!this.state.lookup) {
      await withTimeout(
        FIRST_LOOK_MS,
        this.lookAgain().catch(() => undefined),
      );
    } else if (performance.now() - this.seenAt >= OLD_MS) this.lookInBackground();
  }

  /** To be called when the queue may be idle: looks in the background if something has happened that calls for it. */
  lookIfInDoubt(): void {
    if (this.state.isInDoubt) this.lookInBackground();
  }

  /**
   * Runs something with the program, in a turn of the queue. Looks for the program first if it is not known, and again if it
   * does not start.
   * @throws BridgeError `cli_not_found`
   * @throws SpawnError when it does not start although it was just found
   */
  async use<T>(run: (program: Program) => Promise<T>): Promise<T> {
    const known = this.state.lookup?.found ? this.state.lookup : await this.look();
    try {
      return await run(this.orNotFound(known));
    } catch (error) {
      if (!(error instanceof SpawnError) || error.isTemporary) throw error;
    }
    return run(this.orNotFound(await this.look()));
  }

  private async look(): Promise<LookupResult> {
    const { timesForgotten } = this.state;
    this.note({ kind: 'looking' });
    const lookup = await this.options.find();
    // The places changed during the search.
    if (timesForgotten !== this.state.timesForgotten) return this.look();
    this.note({ kind: 'looked', lookup });
    return lookup;
  }

  /** Looks only if the queue is idle, which it is not during another look. */
  private lookInBackground(): void {
    // It rejects when a call has come, which goes first, or the bridge is stopping.
    this.options.whenIdle((signal) => this.lookAtKnown(signal)).catch(() => undefined);
  }

  /** Asks only the known program: trying all places would cost the app a process each. */
  private async lookAtKnown(signal: AbortSignal): Promise<void> {
    const { lookup: known, timesForgotten } = this.state;
    this.note({ kind: 'looking' });
    const lookup = known?.found ? await this.options.ask(known.program, signal) : undefined;
    const isOther = lookup?.answer === 'other_program' && known?.found && known.answer !== lookup.answer;
    if (!lookup || isOther) await this.look();
    else if (timesForgotten === this.state.timesForgotten) this.note({ kind: 'looked', lookup });
  }

  private orNotFound(lookup: LookupResult): Program {
    if (lookup.found) return lookup.program;
    const { problem, searched, hint } = describeProgram(
      { ...this.state, lookup },
      this.options.isInstallerOld,
    );
    throw BridgeError.of('cli_not_found', { problem, searched, hint });
  }
}
