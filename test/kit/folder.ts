import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What registers work for the end of a test: Vitest's test context. */
export interface Ends {
  onTestFinished(action: () => unknown): void;
}

/** A fresh folder that goes with the test. */
export async function makeFolder(test: Ends): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cli-bridge-test-'));
  test.onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
