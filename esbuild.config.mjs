import { chmod, cp, rm } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { withDesktopExtension } from './scripts/build/desktop-extension.mjs';
import { addNotices } from './scripts/build/notices.mjs';
import { bundling, nodeProgram } from './scripts/build/options.mjs';

const nodeModules = [...builtinModules, ...builtinModules.map((name) => `node:${name}`)];

/** Where to write `main.js` and `dist/`: here, or in the folder given on the command line. */
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
  define: await withDesktopExtension(),
};

/** The standalone host and the stand-in command line program, as plain Node programs. */
const programs = {
  ...bundling,
  ...nodeProgram,
  entryPoints: { standalone: 'src/standalone.ts', 'obsidian-standin': 'src/standin/main.ts' },
  outdir: dist,
  outExtension: { '.js': '.mjs' },
  external: nodeModules,
};

await rm(dist, { recursive: true, force: true });
const results = await Promise.all([build(plugin), build(programs)]);
await Promise.all(results.map(addNotices));
await cp('src/standin/sample-vault', join(dist, 'sample-vault'), { recursive: true });
await chmod(join(dist, 'obsidian-standin.mjs'), 0o755);
await chmod(join(dist, 'standalone.mjs'), 0o755);
