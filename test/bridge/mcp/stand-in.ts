import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Program } from '../../../src/bridge/cli/spawn';

const SOURCE = fileURLToPath(new URL('../../../src/standin', import.meta.url));

/** The stand-in program over a fresh copy of the sample vault. */
export async function standIn(): Promise<{
  program: Program;
  environment: NodeJS.ProcessEnv;
  vault: string;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'cli-bridge-stand-in-'));
  const vault = join(folder, 'sample-vault');
  const outfile = join(folder, 'obsidian.mjs');
  await cp(join(SOURCE, 'sample-vault'), vault, { recursive: true });
  await build({
    entryPoints: [join(SOURCE, 'main.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  return {
    program: { file: process.execPath, leadingArguments: [outfile] },
    environment: { OBSIDIAN_STANDIN_VAULTS: vault, OBSIDIAN_STANDIN_NOW: '2025-11-20T10:00:00' },
    vault,
  };
}
