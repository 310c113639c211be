import type { CommandLine } from '../cli/command-line';
import type { CliTurn } from '../cli/client';
import type { ProgramAnswer } from '../cli/read-answer';
import type { Limits } from '../commands/run-command';

/** What a process of a turn is asked to do, in the vault of the call. */
export interface Step {
  readonly command: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
  /** Whether the program prints the text of a note, which may begin as its own start-up lines do. */
  readonly printsNote?: boolean;
}

/** Runs the processes of one call in its turn, and counts them. */
export class TurnRunner {
  /** How many there were. */
  processes = 0;
  /** Milliseconds of all of them. */
  duration = 0;

  constructor(
    readonly turn: CliTurn,
    readonly vault: string | undefined,
    private readonly limits: Limits,
  ) {}

  /**
   * Runs one process; a second one where the vault was closed, so that the first did nothing.
   * @param isDone whether the output is complete: a process that stays silent after that is ended
   * @throws BridgeError when nothing was run
   */
  async run(step: Step, isDone?: (stdout: string) => boolean): Promise<ProgramAnswer> {
    const line = this.lineOf(step);
    const { printsNote = this.limits.printsNote } = step;
    const limits = { ...this.limits, isDone, printsNote };
    const answer = await this.turn.run(line, limits);
    this.processes += answer.processes;
    this.duration += answer.duration;
    return answer;
  }

  /** The step as a call of the program. */
  lineOf({ command, parameters = {}, flags = [] }: Step): CommandLine {
    return { vault: this.vault, command, words: [], parameters: new Map(Object.entries(parameters)), flags };
  }
}
