import { chmod, cp, rm } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { build } from 'esbuild';

const nodeModules = [...builtinModules, ...builtinModules.map((name) => `node:${name}`)];

/** Keeps zod's English messages only: its translations are most of its size and nothing here shows them. */
const englishOnly = {
  name: 'english-only',
  setup(context) {
    context.onResolve({ filter: /locales\/index\.(js|cjs|mjs)$/ }, async (args) => {
      const english = args.path.replace(/index\.(js|cjs|mjs)$/, 'en.$1');
      const resolved = await context.resolve(english, { resolveDir: args.resolveDir, kind: args.kind });
      return { path: resolved.path, namespace: 'english-locale', pluginData: resolved.path };
    });
    context.onLoad({ filter: /.*/, namespace: 'english-locale' }, (args) => ({
      contents: `export { default as en } from ${JSON.stringify(args.pluginData)};`,
      resolveDir: '/',
    }));
  },
};

const shared = {
  bundle: true,
  platform: 'node',
  target: 'es2022',
  conditions: ['browser'],
  minify: true,
  keepNames: false,
  legalComments: 'inline',
  logLevel: 'warning',
  plugins: [englishOnly],
};

/** The plugin: one CommonJS file at the root, as the app loads it. */
const plugin = {
  ...shared,
  entryPoints: ['src/main.ts'],
  outfile: 'main.js',
  format: 'cjs',
  external: ['obsidian', 'electron', ...nodeModules],
};

/** The standalone host and the stand-in command-line program, as plain Node programs. */
const programs = {
  ...shared,
  entryPoints: { standalone: 'src/standalone.ts', 'obsidian-standin': 'src/standin/main.ts' },
  outdir: 'dist',
  outExtension: { '.js': '.mjs' },
  format: 'esm',
  external: nodeModules,
  // `yaml` is CommonJS inside and asks for `process` through require.
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
};

await rm('dist', { recursive: true, force: true });
await Promise.all([build(plugin), build(programs)]);
await cp('src/standin/sample-vault', 'dist/sample-vault', { recursive: true });
await chmod('dist/obsidian-standin.mjs', 0o755);
await chmod('dist/standalone.mjs', 0o755);
