import { chmod, cp, rm, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { embeddedFiles } from './scripts/build/embedded-files.mjs';
import { bundleRelay, zipExtension } from './scripts/build/extension.mjs';
import { addNotices } from './scripts/build/notices.mjs';
import { bundling, nodeProgram } from './scripts/build/options.mjs';

const nodeModules = [...builtinModules, ...builtinModules.map((name) => `node:${name}`)];
const define = await embeddedFiles();

/** The folder for `main.js` and `dist/`: this one, or the one given on the command line. */
const target = process.argv[2] ?? '.';
const dist = join(target, 'dist');

/** The plugin: one CommonJS file, as the app loads it. */
const plugin = {
  ...bundling,
  entryPoints: ['src/main.ts'],
  outfile: join(target, 'main.js'),
  format: 'cjs',
  banner: { js: '"use strict";' },
  external: ['obsidian', 'electron', ...nodeModules],
  define,
};

/** The standalone host and the stand-in, as plain Node programs. */
const programs = {
  ...bundling,
  ...nodeProgram,
  entryPoints: { standalone: 'src/standalone.ts', 'obsidian-standin': 'src/standin/main.ts' },
  outdir: dist,
  outExtension: { '.js': '.mjs' },
  external: nodeModules,
  define,
};

await rm(dist, { recursive: true, force: true });
for (const options of [plugin, programs]) await addNotices(await build(options));
await writeFile(join(dist, 'relay.mjs'), await bundleRelay());
await writeFile(join(dist, 'cli-bridge.mcpb'), await zipExtension());
await cp('src/standin/sample-vault', join(dist, 'sample-vault'), { recursive: true });
for (const name of ['obsidian-standin.mjs', 'standalone.mjs']) await chmod(join(dist, name), 0o755);
