import { performance } from 'node:perf_hooks';
import { BridgeError } from '../errors';
import { withTimeout } from '../with-timeout';
import type { LookupResult } from './find-program';
import { displayPath } from './program';
import type { Program } from './program';
import { SpawnError } from './run-process';

/** What is known of the program. */
export interface CliStatus {
  /** `checking` until the first look has ended. */
  readonly state: 'checking' | 'available' | 'missing';
  /** The version line, empty where the program could not tell. */
  readonly version: string;
  readonly path: string;
  /** Where it was looked for, when it is missing. */
  readonly searched: string;
}

/** A program that was not found is looked for again when a command is asked for, but not more often than this. */
const LOOK_INTERVAL_MS = 5_000;
const FIRST_LOOK_MS = 2_000;

interface KnownProgramOptions {
  /** Looks for the program in the places as they are now. */
  readonly find: () => Promise<LookupResult>;
  /** Runs the task in a turn of the queue. */
  readonly inTurn: <T>(task: () => Promise<T>) => Promise<T>;
}

/** What is known of the program: where it is, since when, and whether it must be looked for again. */
export class KnownProgram {
  private lookup: LookupResult | undefined;
  private current = describeLookup(undefined);
  private lookedAt = -Infinity;
  private looking: Promise<CliStatus> | undefined;
  /** Counts how often the program was forgotten, to tell a look at the old places. */
  private generation = 0;

  constructor(private readonly options: KnownProgramOptions) {}

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
    if (this.lookup) orNotFound(this.lookup);
  }

  /** Waits a moment for the first look, so that a status asked for right after the start tells what there is. */
  async firstLook(): Promise<void> {
    if (this.lookup || !this.looking) return;
    await withTimeout(
      FIRST_LOOK_MS,
      this.looking.catch(() => undefined),
    );
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
      return await run(orNotFound(known));
    } catch (error) {
      if (!(error instanceof SpawnError) || error.isTemporary) throw error;
    }
    return run(orNotFound(await this.look()));
  }

  private async look(): Promise<LookupResult> {
    const { generation } = this;
    const lookup = await this.options.find();
    // The places have changed while the old ones were tried.
    if (generation !== this.generation) return this.look();
    this.lookedAt = performance.now();
    this.learn(lookup);
    return lookup;
  }

  private learn(lookup: LookupResult | undefined): void {
    this.lookup = lookup;
    this.current = describeLookup(lookup);
  }
}

function orNotFound(lookup: LookupResult): Program {
  if (lookup.found) return lookup.program;
  throw BridgeError.of('cli_not_found', lookup);
}

function describeLookup(lookup: LookupResult | undefined): CliStatus {
  if (!lookup) return { state: 'checking', version: '', path: '', searched: '' };
  if (!lookup.found) return { state: 'missing', version: '', path: '', searched: lookup.searched };
  return { state: 'available', version: lookup.version, path: displayPath(lookup.program), searched: '' };
}
