import { chmod, cp, rm } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { addNotices, appendNotices } from './scripts/build/notices.mjs';
import { bundling, nodeProgram } from './scripts/build/options.mjs';
import { withEmbeddedFiles } from './scripts/build/embedded-files.mjs';
import { buildPlugin } from './scripts/build/plugin.mjs';

const nodeModules = [...builtinModules, ...builtinModules.map((name) => `node:${name}`)];

/** Where to write `main.js` and `dist/`: here, or in the folder given on the command line. */
const target = process.argv[2] ?? '.';
const dist = join(target, 'dist');

/** The standalone host and the stand-in command line program, as plain Node programs. */
const programs = {
  ...bundling,
  ...nodeProgram,
  entryPoints: { standalone: 'src/standalone.ts', 'obsidian-standin': 'src/standin/main.ts' },
  outdir: dist,
  outExtension: { '.js': '.mjs' },
  external: nodeModules,
  define: await withEmbeddedFiles(),
};

await rm(dist, { recursive: true, force: true });
const plugin = join(target, 'main.js');
const [inputs, built] = await Promise.all([buildPlugin(plugin, nodeModules), build(programs)]);
await appendNotices(plugin, inputs);
await addNotices(built);
await cp('src/standin/sample-vault', join(dist, 'sample-vault'), { recursive: true });
await chmod(join(dist, 'obsidian-standin.mjs'), 0o755);
await chmod(join(dist, 'standalone.mjs'), 0o755);
