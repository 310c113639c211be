import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TEST_KEY } from '../kit/bridge';
import { built } from '../kit/built';
import { makeFolder } from '../kit/folder';
import { residentVault } from '../kit/resident-stand-in';
import { StandaloneHost } from '../kit/standalone-host';
import type { TestScope } from '../kit/test-scope';
import { runApp } from '../plugin/running-app';
import { RUNS } from './generators';
import { operations } from './model/operations';
import { Play } from './model/play';
import type { Host } from './model/play';

const TIMEOUT_MS = 1_800_000;
/** Calls that a play makes, or a few less. */
const CALLS = 12;
const seed = Number(process.env['MODEL_SEED'] ?? Date.now() % 2 ** 31);

async function standaloneHost(test: TestScope): Promise<Host> {
  const { program, vault } = await residentVault(test);
  const settings = join(await makeFolder(test), 'settings.json');
  await writeFile(settings, JSON.stringify({ defaultVault: 'sample-vault' }));
  const host = StandaloneHost.start(test, built, [
    ...['--port', '0', '--api-key', TEST_KEY],
    ...['--settings', settings, '--cli', program.file],
  ]);
  return { client: await host.client(TEST_KEY), folder: vault };
}

async function hostInApp(test: TestScope): Promise<Host> {
  const { client, folder } = await runApp(test);
  return { client: client(), folder };
}

describe.each([
  ['the standalone host', standaloneHost],
  ['the plugin', hostInApp],
] as const)('%s', (_name, open) => {
  test(
    'does to each note what the rules say, and no undo takes the text of others',
    { timeout: TIMEOUT_MS },
    async (test) => {
      const host = await open(test);
      let plays = 0;
      let calls = 0;
      await fc.assert(
        fc.asyncProperty(operations, async (each) => {
          await empty(host.folder);
          const play = new Play(host, `play ${(plays += 1)}`);
          try {
            for (const operation of each) await play.step(operation);
          } finally {
            calls += play.calls;
          }
        }),
        { numRuns: Math.ceil(RUNS / 2 / CALLS), seed },
      );
      console.info(`MODEL_SEED=${seed}: ${calls} calls.`);
      expect(calls).toBeGreaterThan(0);
    },
  );
});

/** Removes all notes, but not the settings of the app. */
async function empty(vault: string): Promise<void> {
  const names = (await readdir(vault)).filter((name) => !name.startsWith('.'));
  for (const name of names) await rm(join(vault, name), { recursive: true });
}
