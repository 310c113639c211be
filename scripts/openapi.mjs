/**
 * Writes the OpenAPI document of all documented commands to docs/openapi.json or the given file: `npm run openapi`. A running
 * bridge serves its own document, which includes the commands of plugins.
 */
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

const { version } = JSON.parse(await readFile(path('manifest.json'), 'utf8'));
/** A program that prints the document. */
const contents = `
  import { Catalogue } from './src/bridge/commands/catalogue/catalogue';
  import { openApiDocument } from './src/bridge/http/openapi';
  import { urlOf } from './src/bridge/http/address';
  import { DEFAULT_SETTINGS } from './src/bridge/settings';

  const { bindAddress: address, port } = DEFAULT_SETTINGS;
  const documented = new Catalogue(() => Promise.resolve(undefined)).list();
  const facts = { version: ${JSON.stringify(version)}, url: urlOf({ address, port }) };
  process.stdout.write(await openApiDocument(documented, facts));`;

const { outputFiles } = await build({
  stdin: { contents, resolveDir: path('.') },
  bundle: true,
  write: false,
  platform: 'node',
  format: 'esm',
});
const printed = execFileSync(process.execPath, ['--input-type=module'], {
  input: outputFiles[0].contents,
  maxBuffer: 16 * 1024 * 1024,
});
const document = JSON.stringify(JSON.parse(printed), null, 2);
await writeFile(process.argv[2] ?? path('docs/openapi.json'), `${document}\n`);
