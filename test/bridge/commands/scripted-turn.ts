import type { CommandLine } from '../../../src/bridge/cli/command-line';
import type { CliClient, CliTurn } from '../../../src/bridge/cli/client';
import type { EndReason } from '../../../src/bridge/cli/end-process';
import { ProgramAnswer } from '../../../src/bridge/cli/read-answer';
import { runCommand } from '../../../src/bridge/commands/run-command';
import type { CommandResult } from '../../../src/bridge/commands/outcome';
import { get } from './checking';

/** What a program prints in one run; text alone is its stdout, with exit code 0. */
type Printed = string | { stdout?: string; stderr?: string; exitCode?: number; endedBy?: EndReason };

/** How a program answers: what it prints for each command line, in the order of asking. */
export type Script = (commandLine: CommandLine, run: number) => Printed;

/** A result, and the commands that it took. */
export interface Ran extends CommandResult {
  readonly asked: readonly string[];
}

/** Runs a documented command in a turn of a program that answers by the script, and no process. */
export async function runScripted(
  name: string,
  { params = {}, flags = [], vault }: { params?: Record<string, string>; flags?: string[]; vault?: string },
  script: Script,
  isRecognised = true,
): Promise<Ran> {
  const asked: string[] = [];
  const turn: CliTurn = {
    waited: 0,
    isRecognised: () => isRecognised,
    hold: () => undefined,
    isStopping: () => false,
    finish: (task) => task(),
    lastChange: () => -Infinity,
    noteChange: () => undefined,
    run: (commandLine) => {
      asked.push(commandLine.command);
      const printed = script(commandLine, asked.length);
      const {
        stdout = '',
        stderr = '',
        exitCode = 0,
        endedBy,
      } = typeof printed === 'string' ? { stdout: printed } : printed;
      return Promise.resolve(
        new ProgramAnswer(
          {
            exitCode,
            stdout: Buffer.from(stdout),
            stderr: Buffer.from(stderr),
            ...(endedBy && { endedBy }),
            isPartial: false,
            duration: 1,
          },
          { printsNoise: false },
        ),
      );
    },
  };
  const client: Pick<CliClient, 'requireSize' | 'timeoutMs' | 'inTurn'> = {
    requireSize: () => undefined,
    timeoutMs: () => 30_000,
    inTurn: (_caller, task) => task(turn),
  };
  const commandLine = { command: name, vault, words: [], parameters: new Map(Object.entries(params)), flags };
  const result = await runCommand(client as CliClient, get(name), commandLine, {});
  return { ...result, asked };
}

/** What a caller sees of the verdict: fine, fine with a warning, or the code of the failure. */
export function verdictOf({ code, doubts = [] }: CommandResult): string {
  return code ?? (doubts.length > 0 ? 'warned' : 'ok');
}
