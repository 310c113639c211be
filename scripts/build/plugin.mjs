import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { rolldown } from 'rolldown';
import { minifySync } from 'rolldown/utils';
import { withEmbeddedFiles } from './embedded-files.mjs';
import { noCompiledSchemas } from './no-compiled-schemas.mjs';
import { bundling } from './options.mjs';
import { packData } from './pack-data.mjs';
import { privateNames } from './private-names.mjs';

const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

/** Modules that hold nothing but data, which is stored compressed. */
const DATA = [
  'src/bridge/commands/hints/hint-texts.ts',
  'src/bridge/commands/search/language-words.ts',
  'src/bridge/commands/search/nearest-ways.ts',
  'src/bridge/commands/search/phrases.ts',
  'src/bridge/commands/records/index.ts',
  'src/bridge/http/openapi-components.ts',
  'src/bridge/http/request-hint-texts.ts',
  'src/bridge/notes/words.ts',
];

/**
 * Builds the plugin: one CommonJS file, as the app loads it. Rolldown, which leaves out more of what is not used, first joins
 * everything to few modules, because each module that is loaded later costs a wrapper in the file. Then esbuild joins those.
 * @returns the paths of the files it is made of
 */
export async function buildPlugin(outfile, nodeModules) {
  const external = ['obsidian', 'electron', ...nodeModules];
  const folder = await mkdtemp(join(tmpdir(), 'cli-bridge-build-'));
  try {
    const inputs = await joinModules(folder, external);
    const modules = (await readdir(folder)).map((name) => join(folder, name));
    for (const module of modules) await compress(module);
    const sources = inputs.filter((input) => input.startsWith(path('src/')));
    const names = privateNames(await textsOf(sources), await textsOf(modules));
    await build({
      ...bundling,
      inject: [],
      mangleProps: new RegExp(`^(?:${names.join('|')})$`),
      entryPoints: [join(folder, 'main.js')],
      outfile,
      format: 'cjs',
      banner: { js: '"use strict";' },
      external,
    });
    return inputs;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes the modules of the plugin to a folder: what is loaded at once, and what is loaded later. */
async function joinModules(folder, external) {
  const [noCodeFromText] = bundling.inject;
  const bundle = await rolldown({
    input: { main: path('src/main.ts') },
    platform: 'node',
    external,
    resolve: { alias: bundling.alias },
    transform: {
      target: bundling.target,
      define: await withEmbeddedFiles(),
      inject: { Function: [noCodeFromText, 'Function'] },
    },
    plugins: [noCompiledSchemas, packData(DATA.map(path))],
  });
  const { output } = await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    comments: { legal: false, jsdoc: false },
  });
  await bundle.close();
  return output.flatMap(({ modules }) =>
    Object.entries(modules)
      .filter(([, { renderedLength }]) => renderedLength > 0)
      .map(([input]) => input),
  );
}

function textsOf(files) {
  return Promise.all(files.map((file) => readFile(file, 'utf8')));
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
