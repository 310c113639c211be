import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { minifySync } from 'rolldown/utils';
import { withDesktopExtension } from './desktop-extension.mjs';
import { bundling } from './options.mjs';

/**
 * Builds the plugin: one CommonJS file, as the app loads it. What is imported later is first joined to few modules, because
 * each module that is loaded later costs a wrapper in the file. @returns what it was made of
 */
export async function buildPlugin(outfile, nodeModules) {
  const external = ['obsidian', 'electron', ...nodeModules];
  const folder = await mkdtemp(join(tmpdir(), 'cli-bridge-build-'));
  try {
    const { metafile } = await build({
      ...bundling,
      minify: false,
      entryPoints: ['src/main.ts'],
      outdir: folder,
      format: 'esm',
      splitting: true,
      external,
      define: await withDesktopExtension(),
    });
    for (const name of await readdir(folder)) await compress(join(folder, name));
    await build({
      ...bundling,
      inject: [],
      entryPoints: [join(folder, 'main.js')],
      outfile,
      format: 'cjs',
      banner: { js: '"use strict";' },
      external,
    });
    return metafile;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Shortens the code of a module, beyond what esbuild does, and keeps its names. */
async function compress(file) {
  const { code, errors } = minifySync(file, await readFile(file, 'utf8'), {
    module: true,
    compress: { target: bundling.target },
    mangle: false,
  });
  if (errors.length > 0) throw new Error(errors[0].message);
  await writeFile(file, code);
}
