import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestScope } from './test-scope';

/** A fresh folder that is removed with the test. */
export async function makeFolder(test: TestScope): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cli-bridge-test-'));
  test.onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
