import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { built } from './kit/built';
import { writeProgram } from './kit/fake-cli';
import { makeFolder } from './kit/folder';
import { StandaloneHost } from './kit/standalone-host';
import type { TestScope } from './kit/test-scope';
import { until } from './kit/until';

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

/** A program that is the stand-in over this vault. */
async function standInProgram(test: TestScope, vault: string): Promise<string> {
  const path = join(await makeFolder(test), 'obsidian');
  const command = `OBSIDIAN_STANDIN_VAULTS='${vault}' exec '${process.execPath}' '${built.standIn}' "$@"`;
  writeProgram(path, `#!/bin/sh\n${command}\n`);
  return path;
}

test('the program answers the questions as the records expect, and no note stays', async (context) => {
  const vault = await makeFolder(context);
  const cli = await standInProgram(context, vault);
  const host = StandaloneHost.start(context, built, ['--port', '0', '--api-key', KEY, '--stand-in', vault]);
  const env = { ...process.env, BRIDGE_URL: await host.url(), BRIDGE_KEY: KEY };
  const args = [
    SCRIPT,
    '--bytes',
    '2000',
    '--calls',
    '2',
    '--facts',
    '--cli',
    cli,
    '--vault',
    basename(vault),
  ];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  expect(stdout).not.toMatch(/^OTHER/m);
  expect(stdout).toMatch(/^as expected rename takes a name with a dot literally: .* => Renamed: /m);
  expect(stdout).toMatch(/^unknown {5}tasks verbose .* => stand-in: not known /m);
  const asked = stdout.match(/^as expected/gm)?.length ?? 0;
  expect(asked).toBeGreaterThan(25);
  expect(stdout).toContain(`Facts: ${asked} as expected, 0 OTHER, `);
  const files = await readdir(vault, { recursive: true, withFileTypes: true });
  const left = files.filter((file) => file.isFile() && !file.parentPath.includes('.obsidian'));
  expect(left.map(({ name }) => name)).toEqual([]);
});

test('the checks for the app clean up when they are interrupted', async (context) => {
  const vault = await makeFolder(context);
  const host = StandaloneHost.start(context, built, ['--port', '0', '--api-key', KEY, '--stand-in', vault]);
  const env = { ...process.env, BRIDGE_URL: await host.url(), BRIDGE_KEY: KEY };
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
  [['--calls', '0'], '--calls must be a whole number above 0, not "0".'],
  [['--url', 'nowhere'], '"nowhere" is not a server address.'],
  [['--nonsense'], "Unknown option '--nonsense'"],
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
