import { execFileSync } from 'node:child_process';
import { build } from 'esbuild';
import { replacing } from './replacing.mjs';

const SCHEMAS = 'src/bridge/mcp/advertised-schemas.ts';

/** Makes the JSON Schemas of the MCP tools now, so that what makes them need not be shipped. */
export const finishedSchemas = replacing('finished-schemas', new RegExp(`${SCHEMAS}$`), async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { ADVERTISED } from './${SCHEMAS}'; console.log(JSON.stringify(ADVERTISED));`,
      resolveDir: '.',
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
  });
  const made = execFileSync(process.execPath, ['--input-type=module'], { input: outputFiles[0].text });
  return `export const ADVERTISED = ${made};`;
});
