import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { built } from './kit/built';
import { makeFolder } from './kit/folder';
import { StandaloneHost } from './kit/standalone-host';

const SCRIPT = fileURLToPath(new URL('../scripts/check-app.mjs', import.meta.url));
const KEY = 'the-key-for-check-app';

test('the checks for the app pass with the stand-in, and clean up', async (context) => {
  const vault = await makeFolder(context);
  const host = StandaloneHost.start(context, built, ['--port', '0', '--api-key', KEY, '--stand-in', vault]);
  const environment = { ...process.env, BRIDGE_URL: await host.url(), BRIDGE_KEY: KEY };
  const args = [SCRIPT, '--bytes', '2000', '--calls', '2'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: environment });
  expect(stdout.match(/^ok {6}/gm)).toHaveLength(7);
  expect(stdout).toMatch(/^skipped The CLI was found.*standalone host$/m);
  expect(stdout).toContain('All checks passed.');
  expect(await readdir(join(vault, 'CLI Bridge check'))).toEqual([]);

  const wrong = execFile(process.execPath, args, { env: { ...environment, BRIDGE_KEY: 'x'.repeat(20) } });
  const code = await new Promise((resolve) => wrong.once('exit', resolve));
  expect(code).toBe(1);
});
