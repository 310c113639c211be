import { rmSync } from 'node:fs';
import { mkdtemp, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestScope } from './test-scope';

/** A fresh folder that is removed with the test. */
export async function makeFolder(test: TestScope): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cli-bridge-test-'));
  test.onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Looks into the files of a folder. */
export interface Files {
  readonly text: (path: string) => Promise<string>;
  readonly isThere: (path: string) => Promise<boolean>;
}

/** The files of a folder, by their paths from it. */
export function filesIn(folder: string): Files {
  return {
    text: (path) => readFile(join(folder, path), 'utf8'),
    isThere: (path) =>
      stat(join(folder, path)).then(
        () => true,
        () => false,
      ),
  };
}
