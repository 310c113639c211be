import { performance } from 'node:perf_hooks';
import { BridgeError } from '../errors';
import { withTimeout } from '../with-timeout';
import type { FoundProgram, LookupResult } from './find-program';
import { displayPath } from './program';
import type { Program } from './program';
import { describeProgram } from './program-status';
import type { CliStatus, ProgramFacts } from './program-status';
import { SpawnError } from './run-process';

/** A missing program is looked for again when a command is called, but not more often than this. */
const LOOK_INTERVAL_MS = 5_000;
/** After this time the status is out of date: a little less than 5 s, so that polling every 5 s looks each time. */
const OLD_MS = 4_500;
const FIRST_LOOK_MS = 2_000;

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

/** Tracks the program: where it is, what is wrong with it, and when to look again. */
export class KnownProgram {
  private lookup: LookupResult | undefined;
  private isSilent = false;
  private isHelpRead = false;
  private current: CliStatus;
  private lookedAt = -Infinity;
  private answeredAt = -Infinity;
  private looking: Promise<CliStatus> | undefined;
  private isGlancing = false;
  /** Whether something has happened that calls for another look. */
  private isDoubtful = false;
  /** Counts how often the program was forgotten, to discard a look that began before. */
  private generation = 0;

  constructor(private readonly options: KnownProgramOptions) {
    this.current = describeProgram(this.facts());
  }

  /** What is known now; never runs anything. The same object as long as nothing has changed. */
  status(): CliStatus {
    return this.current;
  }

  /** Forgets where the program is, for example because the settings name another place. */
  forget(): void {
    this.generation++;
    this.learn(undefined);
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
    const isDue = performance.now() - this.lookedAt >= LOOK_INTERVAL_MS;
    if (!this.lookup || (!this.lookup.found && isDue)) await this.lookAgain();
    if (this.lookup) this.orNotFound(this.lookup);
  }

  /**
   * Brings the status up to date: waits a moment for the very first look; after that, looks again in the background if
   * neither a look nor an answer to a call is recent.
   */
  async refresh(): Promise<void> {
    if (!this.lookup) {
      await withTimeout(
        FIRST_LOOK_MS,
        this.lookAgain().catch(() => undefined),
      );
    } else if (performance.now() - Math.max(this.lookedAt, this.answeredAt) >= OLD_MS) {
      this.glance();
    }
  }

  /**
   * Runs something with the program, in a turn of the queue. Looks for the program first if it is not known, and again if it
   * does not start.
   * @throws BridgeError `cli_not_found`
   * @throws SpawnError when it does not start although it was just found
   */
  async use<T>(run: (program: Program) => Promise<T>): Promise<T> {
    const known = this.lookup?.found ? this.lookup : await this.look();
    try {
      return await run(this.orNotFound(known));
    } catch (error) {
      if (!(error instanceof SpawnError) || error.isTemporary) throw error;
    }
    return run(this.orNotFound(await this.look()));
  }

  /** To be called when the program's help has been read and is that of the Obsidian CLI. */
  noteHelp(): void {
    this.isHelpRead = true;
    this.update();
  }

  /** To be called when a call has printed nothing for so long that the program seems to hang. */
  noteSilence(): void {
    this.isSilent = true;
    this.isDoubtful = true;
    this.update();
  }

  /** To be called when a process has exited by itself. @param isGood whether the app seems to have carried out the call */
  noteAnswer(isGood: boolean): void {
    if (!isGood) {
      this.isDoubtful = true;
      return;
    }
    this.answeredAt = performance.now();
    if (this.current.state === 'available' || !this.lookup?.found) return;
    // It works again. A look shows its version, which may be new.
    this.isDoubtful = true;
    this.isSilent = false;
    this.lookup = { ...this.lookup, answer: 'unavailable' };
    this.update();
  }

  /** To be called when the queue may be idle: looks in the background if something calls for it. */
  clearDoubt(): void {
    if (this.isDoubtful) this.glance();
  }

  /** Looks in the background while the queue is idle. */
  private glance(): void {
    if (this.isGlancing || this.looking) return;
    this.isGlancing = true;
    this.options
      .whenIdle((signal) => this.glanceAt(signal))
      // A call has come and goes first, or the bridge is stopping.
      .catch(() => undefined)
      .finally(() => {
        this.isGlancing = false;
      });
  }

  /** Asks only the known program: trying all places would cost the app a process each. */
  private async glanceAt(signal: AbortSignal): Promise<void> {
    this.isDoubtful = false;
    const { generation, lookup: known } = this;
    this.lookedAt = performance.now();
    const asked = known?.found ? await this.options.ask(known.program, signal) : undefined;
    const isAnother = asked?.answer === 'other_program' && known?.found && known.answer !== 'other_program';
    if (!asked || isAnother) await this.look();
    else if (generation === this.generation) this.learn(asked);
  }

  private async look(): Promise<LookupResult> {
    const { generation } = this;
    this.lookedAt = performance.now();
    const lookup = await this.options.find();
    // The places have changed while the old ones were tried.
    if (generation !== this.generation) return this.look();
    this.learn(lookup);
    return lookup;
  }

  private learn(lookup: LookupResult | undefined): void {
    const before = this.lookup?.found ? this.lookup : undefined;
    this.isSilent = false;
    this.isDoubtful = false;
    if (!lookup?.found) {
      this.lookup = lookup;
      this.isHelpRead = false;
      this.update();
      return;
    }
    const isSame = before !== undefined && isSameProgram(before.program, lookup.program);
    if (!isSame) this.isHelpRead = false;
    const tellsNothing = lookup.answer !== 'version' && lookup.answer !== 'other_program';
    const { version, printsNoise, noise = [] } = isSame && tellsNothing ? before : lookup;
    this.lookup = { ...lookup, version, printsNoise, noise };
    this.update();
    if (!isSame || before.version !== version) this.options.found();
  }

  private update(): void {
    const next = describeProgram(this.facts());
    if (JSON.stringify(next) !== JSON.stringify(this.current)) this.current = next;
  }

  private facts(): ProgramFacts {
    const { lookup, isSilent, isHelpRead } = this;
    return { lookup, isSilent, isHelpRead, isInstallerOld: this.options.isInstallerOld };
  }

  private orNotFound(lookup: LookupResult): Program {
    if (lookup.found) return lookup.program;
    const { problem, searched, hint } = describeProgram({ ...this.facts(), lookup });
    throw BridgeError.of('cli_not_found', { problem, searched, hint });
  }
}

function isSameProgram(one: Program, other: Program): boolean {
  return displayPath(one) === displayPath(other);
}
