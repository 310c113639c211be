import type { CommandLine } from './command-line';
import type { ProcessLimits } from './processes';
import type { ProgramAnswer } from './read-answer';

/** What one process of a turn may use, where that differs from the settings. */
export interface RunLimits extends Partial<ProcessLimits> {
  /** How long it may run if the settings allow more, in milliseconds. */
  readonly atMostMs?: number;
  /**
   * Whether it prints the text of a note, which may begin like start-up lines: only the kinds that the program printed before
   * its version are removed.
   */
  readonly printsNote?: boolean;
}

/** A turn of the queue, in which no other call runs anything. */
export interface CliTurn {
  /** Milliseconds spent waiting for the turn. */
  readonly waited: number;
  /** Whether the program is known to be the Obsidian CLI now, so that its words can be relied on. */
  isRecognized(): boolean;
  /**
   * Says that this turn runs several calls: the clocks of the waiting tasks are stopped, and the limit of output is that of one
   * call for all of them together.
   */
  hold(): void;
  /** Whether the bridge is being stopped, so that a chain of processes must end. */
  isStopping(): boolean;
  /** When the last process ended that may have changed something, in milliseconds since 1970; -Infinity before. */
  lastChange(): number;
  /** To be called when a process has ended that may have changed something. */
  noteChange(): void;
  /**
   * Runs the program and reads what it prints, without judging it. If the vault that it names was closed, so that nothing
   * ran, it runs once more, a second later.
   * @throws BridgeError when nothing was run: `command_too_large`, `cli_not_found`, `spawn_failed`, `stopping`
   */
  run(commandLine: CommandLine, limits?: RunLimits): Promise<ProgramAnswer>;
}
