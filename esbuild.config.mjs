import { appendFile, chmod, cp, readdir, readFile, rm } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';

const nodeModules = [...builtinModules, ...builtinModules.map((name) => `node:${name}`)];

/** Keeps zod's English messages only: its translations are most of its size and nothing here shows them. */
const englishOnly = {
  name: 'english-only',
  setup(context) {
    context.onResolve({ filter: /locales\/index\.(js|cjs|mjs)$/ }, async (args) => {
      const english = args.path.replace(/index\.(js|cjs|mjs)$/, 'en.$1');
      const resolved = await context.resolve(english, { resolveDir: args.resolveDir, kind: args.kind });
      return { path: resolved.path, namespace: 'english-locale' };
    });
    context.onLoad({ filter: /.*/, namespace: 'english-locale' }, (args) => ({
      contents: `export { default as en } from ${JSON.stringify(args.path)};`,
      resolveDir: '/',
    }));
  },
};

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
  plugins: [englishOnly],
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

/** Adds the licences of the packages that went into each output to its end, as their terms ask. */
async function addNotices({ metafile }) {
  for (const [file, { inputs }] of Object.entries(metafile.outputs)) {
    const packages = new Set(
      Object.entries(inputs)
        .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
        .map(([input]) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1])
        .filter((name) => name !== undefined),
    );
    const notices = await Promise.all([...packages].sort().map(notice));
    if (notices.length > 0) await appendFile(file, `/*!\n${notices.join('\n\n')}\n*/\n`);
  }
}

async function notice(name) {
  const folder = `node_modules/${name}`;
  const { version, license } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'));
  const licenceFile = (await readdir(folder)).find((file) => /^licen[cs]e/i.test(file));
  const text = licenceFile ? await readFile(`${folder}/${licenceFile}`, 'utf8') : '';
  return `${name} ${version} (${license})\n\n${text.replaceAll('*/', '* /').trim()}`;
}

await rm(dist, { recursive: true, force: true });
const results = await Promise.all([build(plugin), build(programs)]);
await Promise.all(results.map(addNotices));
await cp('src/standin/sample-vault', join(dist, 'sample-vault'), { recursive: true });
await chmod(join(dist, 'obsidian-standin.mjs'), 0o755);
await chmod(join(dist, 'standalone.mjs'), 0o755);
