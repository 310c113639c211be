import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** The bundled program and the folder to remove when it is no longer needed. */
export interface Built {
  readonly program: string;
  readonly remove: () => void;
}

/** Bundles the stand-in into a folder of its own, the way the release does. */
export async function buildStandIn(): Promise<Built> {
  const folder = mkdtempSync(join(tmpdir(), 'standin-build-'));
  await build({
    entryPoints: { 'obsidian-standin': fileURLToPath(new URL('../../src/standin/main.ts', import.meta.url)) },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'es2022',
    minify: true,
    conditions: ['browser'],
    logLevel: 'warning',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  return {
    program: join(folder, 'obsidian-standin.mjs'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
