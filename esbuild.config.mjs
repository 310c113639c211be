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

/** Gives a module another content; a build in which the module does not occur fails, so that nothing goes stale. */
function replacing(name, filter, replace) {
  return {
    name,
    setup(context) {
      let met = false;
      context.onLoad({ filter }, async ({ path }) => {
        met = true;
        return { contents: await replace(await readFile(path, 'utf8')), loader: 'js' };
      });
      context.onEnd(() => (met ? {} : { errors: [{ text: `Nothing to replace for ${name}.` }] }));
    },
  };
}

/** The names that a module exports, each as a function that must never be called. */
function uncallable(text, reason) {
  const names = [...text.matchAll(/^export (?:function|const|class) (\w+)/gm)].map(([, name]) => name);
  const listed = [...text.matchAll(/^export \{ (\w+) as (\w+) \};/gm)];
  const fail = `function fail() { throw new Error(${JSON.stringify(reason)}); }`;
  const exports = [
    ...names.map((name) => `fail as ${name}`),
    ...listed.map(([, , name]) => `fail as ${name}`),
  ];
  return `${fail}\nexport { ${exports.join(', ')} };`;
}

/** Makes the JSON Schemas of the MCP tools now, so that what makes them need not be shipped. */
async function finishedSchemas() {
  const { outputFiles } = await build({
    entryPoints: ['src/bridge/mcp/advertised-schemas.ts'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
  });
  const code = Buffer.from(outputFiles[0].text).toString('base64');
  const { ADVERTISED } = await import(`data:text/javascript;base64,${code}`);
  return `export const ADVERTISED = ${JSON.stringify(ADVERTISED)};`;
}

/** Leaves out of the packages what is never used here, and what makes code out of text. */
const trimmed = [
  replacing('finished-schemas', /src\/bridge\/mcp\/advertised-schemas\.ts$/, finishedSchemas),
  replacing('no-schema-making', /zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/, (text) =>
    uncallable(text, 'JSON Schemas are made when the bridge is built.'),
  ),
  // Checks answers to questions of the server, which asks none.
  replacing('no-answer-checking', /modelcontextprotocol\/server\/dist\/cfWorkerProvider-[\w-]+\.mjs$/, () => {
    return 'export class CfWorkerJsonSchemaValidator {}\nexport { CfWorkerJsonSchemaValidator as t };';
  }),
  replacing('no-code-from-text', /zod\/v4\/core\/doc\.js$/, (text) =>
    uncallable(text, 'No code is made out of text.'),
  ),
  replacing('no-probe-for-code-from-text', /zod\/v4\/core\/util\.js$/, (text) =>
    text.replace(/(export const allowsEval = )[^]*?\n\}\);/, '$1{ value: false };'),
  ),
];

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
  plugins: [englishOnly, ...trimmed],
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
    const texts = new Map();
    for (const name of [...packages].sort()) {
      const { title, text } = await licenceOf(name);
      texts.set(text, [...(texts.get(text) ?? []), title]);
    }
    const notices = [...texts].map(([text, titles]) => `${titles.join('\n')}\n\n${text}`);
    if (notices.length > 0) await appendFile(file, `/*!\n${notices.join('\n\n')}\n*/\n`);
  }
}

async function licenceOf(name) {
  const folder = `node_modules/${name}`;
  const { version, license } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'));
  const licenceFile = (await readdir(folder)).find((file) => /^licen[cs]e/i.test(file));
  const text = licenceFile ? await readFile(`${folder}/${licenceFile}`, 'utf8') : '';
  return { title: `${name} ${version} (${license})`, text: text.replaceAll('*/', '* /').trim() };
}

await rm(dist, { recursive: true, force: true });
const results = await Promise.all([build(plugin), build(programs)]);
await Promise.all(results.map(addNotices));
await cp('src/standin/sample-vault', join(dist, 'sample-vault'), { recursive: true });
await chmod(join(dist, 'obsidian-standin.mjs'), 0o755);
await chmod(join(dist, 'standalone.mjs'), 0o755);
