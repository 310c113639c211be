import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import type { TestScope } from '../kit/test-scope';

const PROGRAM = '/usr/bin/Xvfb';

/** Whether there can be windows that have a focus, or not. */
export function hasDisplay(): boolean {
  if (!existsSync(PROGRAM))
    process.stderr.write(`\n*** No ${PROGRAM}: the test with two windows is LEFT OUT. ***\n\n`);
  return existsSync(PROGRAM);
}

/** Starts a display without a screen, for as long as the test runs. @returns its name */
export async function openDisplay(test: TestScope): Promise<string> {
  const server = spawn(PROGRAM, ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  test.onTestFinished(() => void server.kill());
  // It chooses a number that is free, and says which.
  const [number] = (await once(server.stdio[3] as Readable, 'data')) as [Buffer];
  return `:${number.toString().trim()}`;
}
