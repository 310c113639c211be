import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { built } from '../kit/built';
import { printed, runToEnd } from './run';

let around: string;
let folders: string[];

beforeAll(() => {
  around = realpathSync(mkdtempSync(join(tmpdir(), 'standin-vaults-')));
  folders = ['work/Notes', 'home/Notes', 'Änne', '00000000000000a1'].map((name) => join(around, name));
  for (const folder of folders) {
    mkdirSync(join(folder, 'Sub'), { recursive: true });
    writeFileSync(join(folder, 'Where.md'), `${folder}\n`);
  }
});
afterAll(() => rmSync(around, { recursive: true, force: true }));

const IDS = '00000000000000a1,00000000000000b2,00000000000000c3,00000000000000d4';

const said = (argv: readonly string[], switches = { VAULT_IDS: IDS }): Promise<string> =>
  printed(argv, { vaults: folders, switches });

describe('the vault of a call', () => {
  it.each([
    ['Notes', 0],
    ['notes', 0],
    ['00000000000000b2', 1],
    ['00000000000000B2', 1],
    ['äNNE', 2],
    // The id of the first vault, which is also the name of the last.
    ['00000000000000a1', 0],
    ['00000000000000d4', 3],
  ])('is the first that has the name or the id %s', async (given, index) => {
    expect(await said([`vault=${given}`, 'read', 'path=Where.md'])).toBe(`${folders[index]}\n`);
  });

  it('is the one with the name rather than a later one with that id', async () => {
    const switches = { VAULT_IDS: 'f1,f2,f3,Notes' };
    expect(await said(['vault=Notes', 'read', 'path=Where.md'], switches)).toBe(`${folders[0]}\n`);
  });

  it('has no path for a name', async () => {
    expect(await said([`vault=${folders[1]}`, 'version'])).toBe('Vault not found.\n');
  });

  it('is the one around the working directory', async () => {
    for (const [cwd, vault] of [
      [join(folders[1] ?? '', 'Sub'), folders[1]],
      [around, folders[0]],
    ] as const) {
      const { stdout } = await runToEnd(built.standIn, ['read', 'path=Where.md'], { vaults: folders, cwd });
      expect(stdout).toBe(`${vault}\n`);
    }
  });

  it('keeps its id from call to call, and no other vault has it', async () => {
    const { idOf } = await import('../../src/standin/vault-choice');
    expect(new Set(folders.map(idOf)).size).toBe(folders.length);
    expect(idOf(folders[1] ?? '')).toMatch(/^[\da-f]{16}$/);
    const argv = [`vault=${idOf(folders[1] ?? '')}`, 'read', 'path=Where.md'];
    expect(await said(argv, { VAULT_IDS: '' })).toBe(`${folders[1]}\n`);
  });
});

describe('vaults', () => {
  it('shows all, also two with one name', async () => {
    expect(await said(['vaults'])).toBe('Notes\nNotes\nÄnne\n00000000000000a1\n');
    expect(await said(['vaults', 'verbose'])).toBe(
      folders.map((folder) => `${folder.slice(folder.lastIndexOf('/') + 1)}\t${folder}\n`).join(''),
    );
    expect(await said(['vaults', 'total'])).toBe('4\n');
  });
});
