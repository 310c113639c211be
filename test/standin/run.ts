import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { delimiter } from 'node:path';
import { run } from '../../src/standin/program';
import { readSwitches } from '../../src/standin/switches';

/** The result of a run of the program. */
export interface Run {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** How to run it: the working directory, the vaults, and the switches without their common prefix. */
export interface Setting {
  readonly vaults: readonly string[];
  readonly cwd?: string;
  readonly switches?: Readonly<Record<string, string>>;
}

/** The environment variables of switches. */
export function withPrefix(switches: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(switches).map(([name, value]) => [`OBSIDIAN_STANDIN_${name}`, value]),
  );
}

/** What the program prints, without a process of its own. */
export async function printed(
  argv: readonly string[],
  { vaults, switches }: Omit<Setting, 'cwd'>,
): Promise<string> {
  const environment = withPrefix({ VAULTS: vaults.join(delimiter), ...switches });
  const { text } = await run(argv, readSwitches(environment));
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

/** Starts the bundled program and leaves it running. */
export function start(
  program: string,
  argv: readonly string[],
  { vaults, cwd, switches }: Setting,
): ChildProcess {
  return spawn(process.execPath, [program, ...argv], {
    cwd: cwd ?? '/',
    env: {
      PATH: process.env['PATH'],
      TZ: 'UTC',
      ...withPrefix({ VAULTS: vaults.join(delimiter), ...switches }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs the bundled program to its end. */
export async function runToEnd(program: string, argv: readonly string[], setting: Setting): Promise<Run> {
  return ended(start(program, argv, setting));
}

/** Waits for a started program and collects what it prints. */
export async function ended(child: ChildProcess): Promise<Run> {
  const output = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  child.stdout?.on('data', (chunk: Buffer) => output.stdout.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => output.stderr.push(chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      const [stdout, stderr] = [output.stdout, output.stderr].map((chunks) =>
        Buffer.concat(chunks).toString(),
      );
      resolve({ stdout: stdout ?? '', stderr: stderr ?? '', code, signal });
    });
  });
}
