import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeVault } from './vault';
import type { TestVault } from './vault';

const OUTSIDE = "TypeError: Cannot read properties of null (reading 'getParentPrefix')";

let vault: TestVault;

beforeEach(() => {
  vault = makeVault({ 'Note.md': 'note', 'Folder/In.md': 'in' });
  mkdirSync(join(vault.around, 'outside'));
  writeFileSync(join(vault.around, 'outside', 'secret.md'), 'secret');
  symlinkSync(join(vault.around, 'outside'), join(vault.root, 'way-out'));
  symlinkSync(join(vault.around, 'outside', 'secret.md'), join(vault.root, 'alias.md'));
  symlinkSync(join(vault.around, 'not-yet.md'), join(vault.root, 'dangling.md'));
  symlinkSync(join(vault.root, 'Note.md'), join(vault.root, 'inside.md'));
  symlinkSync('.', join(vault.root, 'Folder', 'circle'));
  mkdirSync(join(vault.root, '.hidden'));
  writeFileSync(join(vault.root, '.hidden', 'secret.md'), 'secret');
  symlinkSync('.hidden', join(vault.root, 'shown'));
  symlinkSync(join('.hidden', 'secret.md'), join(vault.root, 'unhidden.md'));
});

/** Checks that nothing around the vault has changed but the trash. */
afterEach(() => {
  const around = readdirSync(vault.around).filter((name) => name !== 'standin-trash');
  expect(around.sort()).toEqual(['Test Vault', 'outside']);
  expect(readdirSync(join(vault.around, 'outside'))).toEqual(['secret.md']);
  expect(readFileSync(join(vault.around, 'outside', 'secret.md'), 'utf8')).toBe('secret');
  vault.remove();
});

describe('the vault folder', () => {
  it.each([
    '../outside/secret.md',
    'way-out/secret.md',
    'alias.md',
    'dangling.md',
    'shown/secret.md',
    'unhidden.md',
    'Folder/../../outside/secret.md',
  ])('does not give or change %s', async (path) => {
    for (const command of [
      ['read'],
      ['file'],
      ['append', 'content=x'],
      ['prepend', 'content=x'],
      ['delete'],
      ['delete', 'permanent'],
      ['open'],
      ['move', 'to=Mine.md'],
      ['rename', 'name=Mine'],
      ['property:set', 'name=a', 'value=b'],
      ['property:read', 'name=a'],
      ['outline'],
      ['wordcount'],
      ['history:restore', 'version=1'],
      ['bookmark', `file=${path}`],
    ]) {
      expect(await vault.ask([...command, `path=${path}`])).toEqual({
        text: `Error: File "${path}" not found.`,
        failed: true,
      });
    }
  });

  it.each([
    '../new.md',
    '../../etc/new.md',
    'Folder/../../new.md',
    'way-out/new.md',
    'way-out/deep/new.md',
    'dangling.md',
    'a/../b',
  ])('makes nothing at %s', async (path) => {
    for (const more of [[], ['overwrite']]) {
      expect(await vault.ask(['create', `path=${path}`, 'content=x', ...more])).toEqual({
        text: OUTSIDE,
        failed: true,
      });
    }
    expect((await vault.ask(['move', 'path=Note.md', `to=${path}`])).failed).toBe(true);
    expect(await vault.say('read', 'path=Note.md')).toBe('note');
  });

  it('reads an absolute path as relative to the vault', async () => {
    expect(await vault.say('create', 'path=/etc/new.md')).toBe('Created: etc/new.md');
  });

  it('lists links to its own files, but not those that lead outside or form a cycle', async () => {
    expect(await vault.say('files')).toBe('Folder/In.md\ninside.md\nNote.md');
    expect(await vault.say('folders')).toBe('/\nFolder');
    expect(await vault.say('search', 'query=secret')).toBe('No matches found.');
    expect(await vault.say('read', 'path=inside.md')).toBe('note');
  });

  it('writes through a link to its own file', async () => {
    await vault.say('append', 'path=inside.md', 'content=!', 'inline');
    expect(await vault.say('read', 'path=Note.md')).toBe('note!');
  });

  it('deletes the link and not its target', async () => {
    await vault.say('delete', 'path=inside.md', 'permanent');
    expect(await vault.say('files')).toBe('Folder/In.md\nNote.md');
  });

  it('keeps its history, state and daily notes inside', async () => {
    symlinkSync(join(vault.around, 'outside'), join(vault.root, '.obsidian', 'standin-history'));
    vault.put('.obsidian/daily-notes.json', '{"folder": "../outside"}');
    for (const argv of [
      ['append', 'path=Note.md', 'content=x'],
      ['daily:append', 'content=x'],
      ['daily:read'],
    ]) {
      expect(await vault.ask(argv)).toMatchObject({ failed: true });
    }
    expect(await vault.say('read', 'path=Note.md')).toBe('note');
  });

  it('does not read settings through a link that leads outside', async () => {
    symlinkSync(join(vault.around, 'outside', 'secret.md'), join(vault.root, '.obsidian', 'app.json'));
    expect(await vault.say('create', 'name=New')).toBe('Created: New.md');
  });
});

describe.runIf(process.platform === 'linux')('a file whose name is not UTF-8', () => {
  it('does not hide the others', async () => {
    const name = Buffer.from('caf\u00e9.md', 'latin1');
    writeFileSync(Buffer.concat([Buffer.from(`${vault.root}/`), name]), 'note');
    expect(await vault.say('search', 'query=note')).toBe('Note.md\ninside.md');
    expect(await vault.say('files')).toBe('Folder/In.md\ninside.md\nNote.md');
  });
});

describe('a full disk', () => {
  it('changes nothing', async () => {
    await vault.say('open', 'path=Note.md');
    const before = readdirSync(vault.root, { recursive: true }).sort();
    for (const argv of [
      ['create', 'path=New/x.md', 'content=x'],
      ['create', 'path=Note.md', 'content=x', 'overwrite'],
      ['append', 'path=Note.md', 'content=x'],
      ['delete', 'path=Note.md'],
      ['delete', 'path=Note.md', 'permanent'],
      ['move', 'path=Note.md', 'to=Folder/'],
      ['open', 'path=Folder/In.md'],
      ['property:set', 'name=a', 'value=b'],
      ['daily:read'],
      ['plugin:enable', 'id=outline'],
    ]) {
      expect(await vault.ask(argv, { DISK_FULL: '1' })).toEqual({
        text: 'Error: ENOSPC: no space left on device, write',
        failed: true,
      });
    }
    expect(readdirSync(vault.root, { recursive: true }).sort()).toEqual(before);
    expect(await vault.say('read')).toBe('note');
    expect((await vault.ask(['read', 'path=Note.md'], { DISK_FULL: '1' })).text).toBe('note');
  });
});
