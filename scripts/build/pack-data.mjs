import { deepStrictEqual } from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'esbuild';
import { PATTERN, textOf, unpack } from './packed.mjs';

const require = createRequire(import.meta.url);
const UNPACK = fileURLToPath(new URL('./packed.mjs', import.meta.url));

/**
 * Stores what these modules export as compressed data. They may export nothing but data: objects, lists, texts, numbers and
 * regular expressions. The build fails where unpacking does not give the same back.
 * @param files paths of the modules
 */
export function packData(files) {
  const modules = new Set(files);
  return {
    name: 'pack-data',
    async load(id) {
      if (!modules.has(id)) return null;
      const data = { ...(await importData(id)) };
      const code = [
        `import { unpack } from ${JSON.stringify(UNPACK)};`,
        // All in one, since they share words.
        `const data = /* @__PURE__ */ unpack(${JSON.stringify(pack(data))});`,
        ...Object.keys(data).map((name) => `export const ${name} = data.${name};`),
      ].join('\n');
      return { code, moduleType: 'js' };
    },
  };
}

async function importData(file) {
  const folder = await mkdtemp(join(tmpdir(), 'cli-bridge-data-'));
  try {
    const outfile = join(folder, 'data.cjs');
    await build({ entryPoints: [file], outfile, bundle: true, platform: 'node', format: 'cjs' });
    return require(outfile);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function pack(value) {
  const json = JSON.stringify(value, (_key, each) =>
    each instanceof RegExp ? { [PATTERN]: [each.source, each.flags] } : each,
  );
  const compressed = brotliCompressSync(json, {
    params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
  });
  const packed = textOf(compressed);
  deepStrictEqual(unpack(packed), value);
  return packed;
}
