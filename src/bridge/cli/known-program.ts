import { performance } from 'node:perf_hooks';
import { BridgeError } from '../errors';
import { withTimeout } from '../with-timeout';
import type { FoundProgram, LookupResult } from './find-program';
import { displayPath } from './program';
import type { Program } from './program';
import { describeProgram } from './program-status';
import type { CliStatus, ProgramFacts } from './program-status';
import { SpawnError } from './run-process';

/** A program that was not found is looked for again when a command is asked for, but not more often than this. */
const LOOK_INTERVAL_MS = 5_000;
/** What was learned this long ago is old: a little less than 5 s, so that one who asks every 5 s has a look each time. */
const OLD_MS = 4_500;
const FIRST_LOOK_MS = 2_000;

interface KnownProgramOptions {
  /** Looks for the program in the places as they are now. */
  readonly find: () => Promise<LookupResult>;
  /** Asks this program alone; undefined when it does not start. Rejects when the signal fires. */
  readonly ask: (program: Program, signal: AbortSignal) => Promise<FoundProgram | undefined>;
  /** Runs the task in a turn of the queue. */
  readonly inTurn: <T>(task: () => Promise<T>) => Promise<T>;
  /** Runs the task in a turn of the queue, or not at all when others run or wait; the signal fires when one comes. */
  readonly whenIdle: (task: (signal: AbortSignal) => Promise<void>) => Promise<void>;
  /** Whether the app was installed by an installer that came without the program. */
  readonly isInstallerOld: boolean;
  /** Called when another program, or another version of it, was found. */
  readonly found: () => void;
}

/** What is known of the program: where it is, since when, what is wrong with it, and whether to look again. */
export class KnownProgram {
  private lookup: LookupResult | undefined;
  private isSilent = false;
  private isHelpRead = false;
  private current: CliStatus;
  private lookedAt = -Infinity;
  private answeredAt = -Infinity;
  private looking: Promise<CliStatus> | undefined;
  private isGlancing = false;
  /** Whether something has happened that only a look can explain. */
  private isDoubtful = false;
  /** Counts how often the program was forgotten, to tell a look at the old places. */
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

  /** Looks for the program now, in a turn of the queue; many that ask at once look once. */
  lookAgain(): Promise<CliStatus> {
    this.looking ??= this.options
      .inTurn(() => this.look())
      .then(() => this.current)
      .finally(() => {
        this.looking = undefined;
      });
    return this.looking;
  }

  /** @throws BridgeError `cli_not_found` when the program is missing, after looking again where that is due */
  async require(): Promise<void> {
    const isDue = performance.now() - this.lookedAt >= LOOK_INTERVAL_MS;
    if (!this.lookup || (!this.lookup.found && isDue)) await this.lookAgain();
    if (this.lookup) this.orNotFound(this.lookup);
  }

  /**
   * Brings what is known up to date for one who asks for the status: waits a moment for the very first look; later looks
   * again in the background, where the last look and the last answer to a call are old.
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
   * Runs something with the program, in a turn of the queue. It is looked for first where it is not known, and once more where it
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

  /** To be called when the help of the program has been read, and reads as that of the Obsidian CLI. */
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

  /** To be called when a call has ended by itself. @param isGood whether the app has carried it out, as far as can be seen */
  noteAnswer(isGood: boolean): void {
    if (!isGood) {
      this.isDoubtful = true;
      return;
    }
    this.answeredAt = performance.now();
    if (this.current.state === 'available' || !this.lookup?.found) return;
    // It works again: a look tells its version, which may be a new one.
    this.isDoubtful = true;
    this.isSilent = false;
    this.lookup = { ...this.lookup, answer: 'unavailable' };
    this.update();
  }

  /** To be called when the queue may be idle: looks in the background if something has happened that asks for it. */
  clearDoubt(): void {
    if (this.isDoubtful) this.glance();
  }

  /** Looks in the background, where nobody waits for the program. */
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

  /** Asks the known program alone: trying all places would cost the app a process each. */
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
    const { version, printsNoise } = isSame && tellsNothing ? before : lookup;
    this.lookup = { ...lookup, version, printsNoise };
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
