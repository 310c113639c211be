import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { zip } from './zip.mjs';

const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

/** The extension for Claude Desktop, packed as it is installed: a manifest and one program without packages. */
export async function packDesktopExtension() {
  const { version } = JSON.parse(await readFile(path('manifest.json'), 'utf8'));
  const manifest = JSON.parse(await readFile(path('src/desktop-extension/manifest.json'), 'utf8'));
  const { outputFiles } = await build({
    entryPoints: [path('src/desktop-extension/main.ts')],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node18',
    minify: true,
    define: { EXTENSION_VERSION: JSON.stringify(version) },
  });
  return zip([
    ['manifest.json', JSON.stringify({ ...manifest, version })],
    ['server/index.js', outputFiles[0].contents],
  ]);
}
