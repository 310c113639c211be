import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { AppStore } from '../../src/obsidian/app-store';
import { makeFolder } from '../kit/folder';
import { THIS_TEST } from '../kit/test-scope';
import { createTestApp } from '../obsidian/testing';
import type { Vault } from '../obsidian/vault';

const upper = (text: string): string => text.toUpperCase();

interface Opened {
  readonly store: AppStore;
  readonly vault: Vault;
  readonly at: (path: string) => string;
  readonly text: (path: string) => Promise<string>;
}

/** The app with the note `Notes/One.md`. */
async function open(): Promise<Opened> {
  const folder = await makeFolder(THIS_TEST);
  const at = (path: string): string => join(folder, path);
  await mkdir(at('Notes'));
  await writeFile(at('Notes/One.md'), 'one\n');
  const { app, standIn } = createTestApp({ vaultFolder: folder, layoutReady: true });
  return { store: new AppStore(app), vault: standIn.vault, at, text: (path) => readFile(at(path), 'utf8') };
}

test('a note that somebody else changes at the same moment keeps that', async () => {
  const { store, vault, at, text } = await open();
  vault.beforeChange = () => writeFile(at('Notes/One.md'), 'typed\n');
  expect(await store.change('Notes/One.md', (now) => `${now}more\n`)).toBe(true);
  expect(await text('Notes/One.md')).toBe('typed\nmore\n');
  vault.beforeChange = undefined;
  for (const each of ['a', 'b', 'c']) await store.change('Notes/One.md', (now) => now + each);
  expect(await text('Notes/One.md')).toBe('typed\nmore\nabc');
});

test("the folder of the templates is that of the app's settings", async () => {
  const { store, at } = await open();
  expect(await store.templatesFolder()).toBeUndefined();
  await mkdir(at('.obsidian'));
  await writeFile(at('.obsidian/templates.json'), '{"folder":"My templates"}');
  expect(await store.templatesFolder()).toBe('My templates');
});

describe('where the app fails', () => {
  test('it is known whether the note has its old text', async () => {
    const { store, vault, at, text } = await open();
    vault.changeFailure = new Error('EACCES');
    await expect(store.change('Notes/One.md', upper)).rejects.toMatchObject({ isUnchanged: true });
    await expect(store.create('Two.md', 'two')).rejects.toMatchObject({ isUnchanged: true });
    vault.changeFailure = undefined;
    vault.tornChanges = 2;
    await expect(store.change('Notes/One.md', upper)).rejects.toMatchObject({ isUnchanged: false });
    expect(await text('Notes/One.md')).toBe('ON');
    await expect(store.create('Two.md', 'two')).rejects.toMatchObject({ isUnchanged: false });
    await rm(at('Notes/One.md'));
    expect(await store.change('Notes/One.md', upper)).toBe(false);
  });

  test('a change that the app reports and loses is not confirmed', async () => {
    const { store, vault, text } = await open();
    vault.lostChanges = 4;
    await expect(store.change('Notes/One.md', upper)).rejects.toMatchObject({ isUnchanged: false });
    await expect(store.create('Two.md', 'two')).rejects.toMatchObject({ isUnchanged: false });
    await expect(store.createBytes('a.bin', Buffer.from([1]))).rejects.toMatchObject({ isUnchanged: false });
    await expect(store.replaceBytes('a.bin', Buffer.from([2]))).rejects.toMatchObject({ isUnchanged: false });
    expect(await text('Notes/One.md')).not.toContain('ONE');
    expect(await store.change('Notes/One.md', upper)).toBe(true);
    expect(await store.replaceBytes('a.bin', Buffer.from([2]))).toBe(true);
    expect(await store.change('Notes/One.md', () => '\ud800')).toBe(true);
  });

  test('a note that cannot be made leaves none of the folders that were made for it', async () => {
    const { store, at } = await open();
    const path = `New/Deep/${'x'.repeat(300)}.md`;
    await expect(store.create(path, 'two')).rejects.toMatchObject({ isUnchanged: true });
    expect(await readdir(at(''))).toEqual(['Notes']);
  });

  test('after it has written, the change is made', async () => {
    const { store, vault, at, text } = await open();
    vault.beforeChange = async () => {
      await writeFile(at('Notes/One.md'), 'ONE\n');
      vault.changeFailure = new Error('too late');
    };
    expect(await store.change('Notes/One.md', () => 'ONE\n')).toBe(true);
    expect(await text('Notes/One.md')).toBe('ONE\n');
  });
});

test('a new note has no hidden name, however its path is written', async () => {
  const { store, at } = await open();
  await expect(store.create('a\\.hidden.md', 'x')).rejects.toMatchObject({ isUnchanged: true });
  expect(await readdir(at(''))).toEqual(['Notes']);
});

test('a name means what a link means, and it is known whether others have it', async () => {
  const { store, at } = await open();
  await mkdir(at('A/B'), { recursive: true });
  for (const path of ['A/Same.md', 'A/B/Same.md', 'A/Picture.png']) await writeFile(at(path), '');
  expect(store.resolve('one')).toEqual({ path: 'Notes/One.md', isAmbiguous: false });
  expect(store.resolve('Same')).toEqual({ path: 'A/Same.md', isAmbiguous: true });
  expect(store.resolve('B/Same')).toEqual({ path: 'A/B/Same.md', isAmbiguous: false });
  expect(store.resolve('Picture.png')).toEqual({ path: 'A/Picture.png', isAmbiguous: false });
  expect(store.resolve('Missing')).toBeUndefined();
});

test('the names of notes are followed as they change', async () => {
  const { store, vault, at } = await open();
  await mkdir(at('Other'));
  await writeFile(at('Other/one.md'), '');
  const names = await store.names();
  expect(names.namesakes('Notes/One.md')).toEqual(['Other/one.md']);
  await store.create('More/Garden plan.md', '');
  expect(names.almost.find('Gardn plan')).toEqual(['Garden plan']);
  await rename(at('More/Garden plan.md'), at('More/One.md'));
  vault.noteChange({ kind: 'rename', path: 'More/One.md', oldPath: 'More/Garden plan.md' });
  expect(names.namesakes('Notes/One.md')).toEqual(['Other/one.md', 'More/One.md']);
  expect(names.almost.find('Gardn plan')).toEqual([]);
  await rm(at('Other/one.md'));
  vault.noteChange({ kind: 'delete', path: 'Other/one.md' });
  expect(names.namesakes('Notes/One.md')).toEqual(['More/One.md']);
  store.close();
});
