import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { built } from './kit/built';
import { makeFolder } from './kit/folder';
import { residentStandIn } from './kit/resident-stand-in';
import { StandaloneHost } from './kit/standalone-host';
import type { TestScope } from './kit/test-scope';
import { until } from './kit/until';

const SCRIPT = fileURLToPath(new URL('../scripts/check-app.mjs', import.meta.url));
const KEY = 'the-key-for-check-app';

/** A host over the stand-in for an empty vault, and the environment in which the script finds it. */
async function startHost(test: TestScope) {
  const vault = await makeFolder(test);
  const { file } = (await residentStandIn(test, { OBSIDIAN_STANDIN_VAULTS: vault })).program;
  const host = StandaloneHost.start(test, built, ['--port', '0', '--api-key', KEY, '--cli', file]);
  return { vault, file, env: { ...process.env, BRIDGE_URL: await host.url(), BRIDGE_KEY: KEY } };
}

test('the checks for the app pass with the stand-in, which answers as the records expect, and no note stays', async (context) => {
  const { vault, file, env } = await startHost(context);
  const options = ['--bytes', '2000', '--calls', '2', '--facts', '--cli', file, '--vault', basename(vault)];
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, ...options], { env });
  expect(stdout.match(/^ok {6}/gm)).toHaveLength(9);
  expect(stdout).toMatch(/^skipped The CLI was found.*standalone host$/m);
  expect(stdout).toContain('All checks passed.');
  expect(stdout).not.toMatch(/^OTHER/m);
  expect(stdout).toMatch(/^as expected rename takes a name with a dot literally: .* => Renamed: /m);
  expect(stdout).toMatch(/^unknown {5}tasks verbose .* => stand-in: not known /m);
  const asked = stdout.match(/^as expected/gm)?.length ?? 0;
  expect(asked).toBeGreaterThan(25);
  expect(stdout).toContain(`Facts: ${asked} as expected, 0 OTHER, `);
  const files = await readdir(vault, { recursive: true, withFileTypes: true });
  const left = files.filter((entry) => entry.isFile() && !entry.parentPath.includes('.obsidian'));
  expect(left.map(({ name }) => name)).toEqual([]);
});

test('the checks for the app fail where the key is wrong', async (context) => {
  const { env } = await startHost(context);
  const child = execFile(process.execPath, [SCRIPT, '--bytes', '2000', '--calls', '2'], {
    env: { ...env, BRIDGE_KEY: 'x'.repeat(20) },
  });
  expect(await once(child, 'exit')).toEqual([1, null]);
});

test('the checks for the app clean up when they are interrupted', async (context) => {
  const { vault, env } = await startHost(context);
  const child = spawn(process.execPath, [SCRIPT, '--bytes', '2000', '--calls', '100'], { env });
  context.onTestFinished(() => void child.kill());
  const folder = join(vault, 'CLI Bridge check');
  const notes = (): Promise<string[]> => readdir(folder).catch(() => []);
  await until('there is a note', async () => (await notes()).length > 0);
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([130, null]);
  expect(await notes()).toEqual([]);
});

test.each([
  [['--bytes', 'many'], '--bytes must be a whole number above 0, not "many".'],
  [['--url', 'nowhere'], '"nowhere" is not a server address.'],
  [[], 'There is no key. Set BRIDGE_KEY, or give --key.'],
])('the checks for the app say what is wrong with the options %j', async (options, sentence) => {
  const key = options.length > 0 ? KEY : '';
  const run = promisify(execFile)(process.execPath, [SCRIPT, ...options], {
    env: { ...process.env, BRIDGE_KEY: key },
  });
  const { code, stderr } = (await run.catch((error: unknown) => error)) as { code: number; stderr: string };
  expect(code).toBe(2);
  expect(stderr.split('\n')[0]).toContain(sentence);
  expect(stderr).toContain('Usage: npm run check:app');
});
