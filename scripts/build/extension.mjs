import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The relay between clients on standard input and output and the bridge, as one ES module for Node. */
export function bundleRelay() {
  return bundle({ entryPoints: ['src/desktop-extension/main.ts'] });
}

/** The extension for Claude Desktop, which carries the relay: the bytes of the `.mcpb`, as the plugin saves it. */
export async function zipExtension() {
  const contents = `
    import { zipExtension } from './src/desktop-extension/archive';
    process.stdout.write(zipExtension(${JSON.stringify(await bundleRelay())}));`;
  const program = await bundle({ stdin: { contents, resolveDir: root } });
  return execFileSync(process.execPath, ['--input-type=module'], { input: program });
}

async function bundle(source) {
  const { outputFiles } = await build({
    ...source,
    absWorkingDir: root,
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node18',
    charset: 'utf8',
  });
  return outputFiles[0].text;
}
