import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The programs as they ship, built from the sources of now. */
export interface Built {
  readonly standalone: string;
  readonly standIn: string;
  readonly sampleVault: string;
  remove(): Promise<void>;
}

/** Builds into a folder of its own, so that no older build is tested by mistake. */
export async function buildPrograms(): Promise<Built> {
  const folder = await mkdtemp(join(tmpdir(), 'cli-bridge-built-'));
  await promisify(execFile)(process.execPath, ['esbuild.config.mjs', folder], { cwd: ROOT });
  const dist = (name: string): string => join(folder, 'dist', name);
  return {
    standalone: dist('standalone.mjs'),
    standIn: dist('obsidian-standin.mjs'),
    sampleVault: dist('sample-vault'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
