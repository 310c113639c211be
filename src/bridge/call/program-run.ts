import type { CommandLine } from '../cli/command-line';
import { OUTPUT_LIMIT } from '../cli/collect-output';
import type { CliClient, CliTurn } from '../cli/client';
import { ObsidianCli } from '../cli/obsidian-cli';
import { VAULT_NOT_FOUND } from '../cli/program-messages';
import type { ProgramAnswer } from '../cli/read-answer';
import type { Command } from '../commands/catalogue/command';
import type { ToldAnswer } from './hints/names-meant';
import { confirms, isConfirmation, judgeWords } from './judge/verdict';
import { outcomeOf } from './judge/outcome-of';
import type { RunLimits } from './judge/outcome-of';
import { settle, settleExit } from './judge/settle';
import type { Settled, Settling } from './judge/settle';
import type { Witness } from './judge/witness';
import type { Outcome } from './outcome';

/** One command line, and everything needed to run it in its turn. */
export interface RunFacts {
  readonly client: Pick<CliClient, 'timeoutMs'>;
  readonly turn: CliTurn;
  readonly command: Command;
  readonly line: CommandLine;
  /** Fires when the caller leaves. Running reads are ended; writes are left to finish. */
  readonly gone?: AbortSignal | undefined;
  /** Whether to run without the vault if the program does not know it. */
  readonly isVaultOptional?: boolean;
  /** Reused if earlier steps have already asked the program something. */
  readonly cli?: ObsidianCli | undefined;
  /**
   * Called with each answer of the Obsidian CLI before the turn ends. May ask the program more, and may change the outcome; must
   * not reject.
   */
  readonly explain?: ((told: ToldAnswer) => Promise<Outcome>) | undefined;
}

/** File times can lag behind the clock by one system tick. */
const CLOCK_TICK_MS = 10;

/** Runs the program for a call in its turn, judges its answers, and counts its processes. */
export class ProgramRun {
  readonly command: Command;
  readonly line: CommandLine;
  readonly turn: CliTurn;
  readonly cli: ObsidianCli;
  /** The limits of each process, which the outcome of one that exceeds them names. */
  private readonly limits: RunLimits & {
    readonly endSignal: AbortSignal | undefined;
    readonly printsNote: boolean;
  };
  private runs = 0;
  private runMs = 0;

  constructor(private readonly facts: RunFacts) {
    const { client, command, line, turn, cli, gone } = facts;
    const isReading = command.kind === 'read';
    this.command = command;
    this.line = line;
    this.turn = turn;
    this.limits = {
      timeoutMs: client.timeoutMs(),
      outputLimit: OUTPUT_LIMIT,
      endSignal: isReading ? gone : undefined,
      printsNote: command.success.shape === 'text' && command.printsUserText === true,
      isReading,
    };
    this.cli = cli ?? new ObsidianCli(turn, line.vault, this.limits.endSignal);
  }

  /** Number of processes so far, questions included. */
  get processes(): number {
    return this.runs + this.cli.processes;
  }

  /** Total milliseconds of all processes. */
  get duration(): number {
    return Math.round(this.runMs + this.cli.duration);
  }

  /** Runs the call itself. @param witness consulted if the program does not confirm a change */
  own(witness?: Witness): Promise<Outcome> {
    return this.run(this.command, this.line, witness);
  }

  /**
   * Runs a command and judges its answer.
   * @throws BridgeError if nothing was run: `command_too_large`, `cli_not_found`, `spawn_failed`, `stopping`
   */
  async run(command: Command, line: CommandLine, witness?: Witness): Promise<Outcome> {
    const { turn, cli } = this;
    const { explain, isVaultOptional = false } = this.facts;
    // Wall-clock time, because it is compared with file times.
    const changedFrom = Math.max(new Date().valueOf() - CLOCK_TICK_MS, turn.lastChange() + 1);
    const first = await this.process(command, line);
    const isElsewhere = isVaultOptional && turn.isRecognized() && isUnknownVault(first);
    const call = isElsewhere ? { ...line, vault: undefined } : line;
    const answer = isElsewhere ? await this.process(command, call) : first;
    if (command.kind !== 'read') turn.noteChange();
    const isRecognized = turn.isRecognized();
    const settled = await settleAnswer(command, isRecognized, {
      call,
      answer,
      // The questions must go to the vault of the command.
      cli: line.vault === this.line.vault ? cli : new ObsidianCli(turn, line.vault),
      changedFrom,
      witness,
    });
    const outcome = outcomeOf(answer, settled, this.limits);
    return isRecognized && explain ? explain({ call, answer, outcome, cli }) : outcome;
  }

  private process(command: Command, line: CommandLine): Promise<ProgramAnswer> {
    // Every answer ends with a line break; without one, more is on its way.
    const isDone = (printed: string): boolean =>
      this.turn.isRecognized() && printed.endsWith('\n') && isConfirmation(command, printed);
    return this.unjudged(line, confirms(command) ? isDone : undefined);
  }

  /**
   * Runs the program without judging its answer.
   * @param isDone whether no more is to come after what was printed so far
   * @throws BridgeError if nothing was run
   */
  async unjudged(line: CommandLine, isDone?: (printed: string) => boolean): Promise<ProgramAnswer> {
    const answer = await this.turn.run(line, { ...this.limits, ...(isDone && { isDone }) });
    this.runs += answer.processes;
    this.runMs += answer.duration;
    return answer;
  }
}

function isUnknownVault(answer: ProgramAnswer): boolean {
  return answer.stdoutBytes < 100 && answer.stdout.trim() === VAULT_NOT_FOUND;
}

/** Judges an answer. May ask the program more, but only if it ended by itself with exit code 0. */
async function settleAnswer(command: Command, isRecognized: boolean, settling: Settling): Promise<Settled> {
  const { call, answer } = settling;
  const { endedBy, exitCode } = answer;
  const warning = command.success.shape === 'last_line' ? VALUE_DID_NOT_END : DID_NOT_END;
  if (endedBy === 'confirmed') return { kind: 'accepted', warning };
  if (endedBy !== undefined) {
    const isDone = isRecognized && endedBy !== 'output_too_large' && isConfirmation(command, answer.stdout);
    return isDone ? { kind: 'accepted', warning } : { kind: 'failed', code: endedBy };
  }
  if (!isRecognized) return exitCode === 0 ? { kind: 'confirmed' } : { kind: 'failed', code: 'cli_failed' };
  if (exitCode !== 0) return settleExit(command, call, answer);
  return settle(command, judgeWords(command, call, answer), settling);
}

const DID_NOT_END = 'The Obsidian CLI confirmed the command but did not exit by itself, so it was ended.';
const VALUE_DID_NOT_END =
  'The Obsidian CLI printed a value but did not exit by itself, so it was ended. The end of the value may be missing.';
