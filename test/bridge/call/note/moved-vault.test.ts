import { cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFolder } from '../../../../src/bridge/notes/file-store';
import { serve } from '../../../kit/bridge';
import type { Served } from '../../../kit/bridge';
import { clockAhead } from '../../../kit/clock';
import { writeFakeCli } from '../../../kit/fake-cli';
import { makeFolder } from '../../../kit/folder';
import { THIS_TEST } from '../../../kit/test-scope';
import { until } from '../../../kit/until';

interface Garden extends Served {
  /** Where the vault is first, and where it may go. */
  readonly places: readonly [string, string];
  /** Has the program say that the vault is at a place. */
  readonly isAt: (place: string) => Promise<void>;
  readonly edit: (from: string, to: string) => Promise<unknown>;
}

/** A vault with a note, in a host that reaches it by the folder that the program names. */
async function serveGarden(): Promise<Garden> {
  const folder = await makeFolder(THIS_TEST);
  const places = [join(folder, 'Here'), join(folder, 'There')] as const;
  const list = join(folder, 'vaults');
  const isAt = (place: string): Promise<void> => writeFile(list, `Garden\t${place}\n`);
  await mkdir(places[0]);
  await writeFile(join(places[0], 'a.md'), 'one');
  await isAt(places[0]);
  const cli = await writeFakeCli(folder, `[ "$command" = vaults ] && cat '${list}'`);
  const program = { file: cli.path, leadingArguments: [] };
  const served = await serve(THIS_TEST, { program, openFolder }, { defaultVault: 'Garden' });
  await until('the program is recognized', () => served.bridge.status().cli.recognized);
  const edit = async (from: string, to: string): Promise<unknown> => {
    const params = { path: 'a.md', old: from, new: to };
    const { envelope } = await served.client.post('cli-bridge:edit', { params });
    return envelope.code ?? envelope.ok;
  };
  return { ...served, places, isAt, edit };
}

test('a vault that is moved is changed at its new place immediately', async () => {
  const { places, isAt, edit } = await serveGarden();
  const [here, there] = places;
  expect(await edit('one', 'two')).toBe(true);
  await rename(here, there);
  await isAt(there);
  expect(await edit('two', 'three')).toBe(true);
  expect(await readFile(join(there, 'a.md'), 'utf8')).toBe('three');
});

test('a vault that leaves a copy behind is changed at its new place after 10 seconds', async () => {
  const pass = clockAhead(THIS_TEST);
  const { places, isAt, edit } = await serveGarden();
  const [here, there] = places;
  expect(await edit('one', 'two')).toBe(true);
  await cp(here, there, { recursive: true });
  await isAt(there);
  pass(10_000);
  expect(await edit('two', 'three')).toBe(true);
  expect(await readFile(join(here, 'a.md'), 'utf8')).toBe('two');
  expect(await readFile(join(there, 'a.md'), 'utf8')).toBe('three');
});
