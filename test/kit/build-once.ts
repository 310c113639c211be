import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Builds all that ships, once for all tests, into a folder of its own: no older build is tested by mistake. */
export default async function buildOnce({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'cli-bridge-built-'));
  await promisify(execFile)(process.execPath, ['esbuild.config.mjs', folder], { cwd: ROOT });
  provide('built', folder);
  return () => rm(folder, { recursive: true, force: true });
}

declare module 'vitest' {
  interface ProvidedContext {
    built: string;
  }
}
