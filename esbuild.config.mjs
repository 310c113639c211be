import { chmod, cp, rm } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { finishedSchemas } from './scripts/build/finished-schemas.mjs';
import { addNotices } from './scripts/build/notices.mjs';
import { trimmedSdk } from './scripts/build/sdk.mjs';
import { trimmedZod } from './scripts/build/zod.mjs';

const nodeModules = [...builtinModules, ...builtinModules.map((name) => `node:${name}`)];

/** Where `main.js` and `dist/` go: here, or the folder named on the command line. */
const target = process.argv[2] ?? '.';
const dist = join(target, 'dist');

const shared = {
  bundle: true,
  platform: 'node',
  target: 'es2022',
  conditions: ['browser'],
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  plugins: [finishedSchemas, ...trimmedSdk, ...trimmedZod],
};

/** The plugin: one CommonJS file at the root, as the app loads it. */
const plugin = {
  ...shared,
  entryPoints: ['src/main.ts'],
  outfile: join(target, 'main.js'),
  format: 'cjs',
  external: ['obsidian', 'electron', ...nodeModules],
};

/** The standalone host and the stand-in command line program, as plain Node programs. */
const programs = {
  ...shared,
  entryPoints: { standalone: 'src/standalone.ts', 'obsidian-standin': 'src/standin/main.ts' },
  outdir: dist,
  outExtension: { '.js': '.mjs' },
  format: 'esm',
  external: nodeModules,
  // Bundled CommonJS packages ask for Node's modules through `require`, which ES modules do not have.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
};

await rm(dist, { recursive: true, force: true });
const results = await Promise.all([build(plugin), build(programs)]);
await Promise.all(results.map(addNotices));
await cp('src/standin/sample-vault', join(dist, 'sample-vault'), { recursive: true });
await chmod(join(dist, 'obsidian-standin.mjs'), 0o755);
await chmod(join(dist, 'standalone.mjs'), 0o755);
