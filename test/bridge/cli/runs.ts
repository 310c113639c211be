import { platformOf } from '../../../src/bridge/cli/platform';
import type { Program } from '../../../src/bridge/cli/program';
import { runProcess } from '../../../src/bridge/cli/run-process';
import type { RunResult } from '../../../src/bridge/cli/run-process';
import { shell } from './scripts';

const OPTIONS = {
  platform: platformOf('linux'),
  environment: { PATH: process.env['PATH'] } as NodeJS.ProcessEnv,
  timeoutMs: 10_000,
  outputLimit: 16 * 1024 * 1024,
  endSignals: [] as AbortSignal[],
};

/** Runs a program, or shell text as one, with room and time enough where the options do not say otherwise. */
export function start(
  program: Program | string,
  argv: string[] = [],
  options: Partial<typeof OPTIONS> = {},
): Promise<RunResult> {
  return runProcess(typeof program === 'string' ? shell(program) : program, argv, { ...OPTIONS, ...options });
}

export const text = (result: RunResult): string => result.stdout.toString();
