import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeVault } from './vault';
import type { TestVault } from './vault';

let vault: TestVault;
const text = (path: string): string => readFileSync(join(vault.root, path), 'utf8');

beforeEach(() => {
  vault = makeVault({
    'Note.md': '---\na: 1\n---\nfirst\nlast',
    'Folder/Deep.md': 'deep\r\nCRLF\r\n',
    'Folder/Sub/Sub.MD': 'x',
    'Folder Two/日本 🎉.md': 'こんにちは 🎉\n',
    'plan.txt': 'plan',
    '.hidden/x.md': 'hidden',
  });
});
afterEach(() => vault.remove());

describe('files', () => {
  it('are listed by path, without hidden folders', async () => {
    expect(await vault.say('files')).toBe(
      'Folder Two/日本 🎉.md\nFolder/Deep.md\nFolder/Sub/Sub.MD\nNote.md\nplan.txt',
    );
  });

  it('are filtered by folder and extension', async () => {
    expect(await vault.say('files', 'folder=Folder')).toBe('Folder/Deep.md\nFolder/Sub/Sub.MD');
    expect(await vault.say('files', 'ext=md', 'folder=Folder/')).toBe('Folder/Deep.md');
    expect(await vault.say('files', 'ext=.txt')).toBe('plan.txt');
    expect(await vault.say('files', 'total')).toBe('5');
  });

  it.each(['Nowhere', 'Note.md', '../..', '/etc', '.hidden', 'folder'])('are none in %s', async (folder) => {
    expect(await vault.ask(['files', `folder=${folder}`])).toEqual({ text: '', failed: false });
  });
});

describe('folders', () => {
  it('start with the root as a slash', async () => {
    expect(await vault.say('folders')).toBe('/\nFolder\nFolder Two\nFolder/Sub');
    expect(await vault.say('folders', 'folder=Folder')).toBe('Folder\nFolder/Sub');
    expect(await vault.say('folders', 'total')).toBe('4');
  });

  it('have counts', async () => {
    expect(await vault.say('folder', 'path=Folder')).toBe('path\tFolder\nfiles\t2\nfolders\t1\nsize\t13');
    expect(await vault.say('folder', 'path=/', 'info=files')).toBe('5');
  });

  it.each([
    ['folders', 'folder=X'],
    ['folder', 'path=X'],
    ['folder', 'path=../X'],
  ])('unknown: %s %s', async (...argv) => {
    const given = argv[1]?.split('=')[1];
    expect(await vault.ask(argv)).toEqual({ text: `Error: Folder "${given}" not found.`, failed: true });
  });
});

describe('one file', () => {
  it('is described in six lines', async () => {
    expect(await vault.say('file', 'path=Folder/Deep.md')).toMatch(
      /^path\tFolder\/Deep\.md\nname\tDeep\nextension\tmd\nsize\t12\ncreated\t\d{13}\nmodified\t\d{13}$/,
    );
  });

  it('is read unchanged', async () => {
    expect(await vault.say('read', 'path=Folder/Deep.md')).toBe('deep\r\nCRLF\r\n');
    expect(await vault.say('read', 'file=日本 🎉')).toBe('こんにちは 🎉\n');
    expect(await vault.say('read', 'file=deep')).toBe('deep\r\nCRLF\r\n');
    expect(await vault.say('read', 'file=Folder/Deep')).toBe('deep\r\nCRLF\r\n');
    expect(await vault.say('read', 'file=plan.txt')).toBe('plan');
  });

  it.each([
    'path=Missing.md',
    'path=Folder',
    'path=note.md ',
    'path=../Test Vault/Note.md',
    'path=./Note.md',
    'path=/Note.md',
    'path=Folder\\Deep.md',
    'path=.hidden/x.md',
    'path=.obsidian/standin-state.json',
    'path=Note.md/x.md',
    `path=${'long'.repeat(70)}.md`,
    'file=Nothing',
    'file=../x',
  ])('is not found: %s', async (argument) => {
    const given = argument.slice(argument.indexOf('=') + 1);
    expect(await vault.ask(['read', argument])).toEqual({
      text: `Error: File "${given}" not found.`,
      failed: true,
    });
  });
});

describe('without a file', () => {
  it('the most recently opened note is used', async () => {
    expect(await vault.ask(['read'])).toEqual({
      text: 'Error: No active file. Use file=<name> or path=<path> to specify a file.',
      failed: true,
    });
    expect(await vault.say('open', 'file=Deep')).toBe('Opened: Folder/Deep.md');
    expect(await vault.say('open', 'path=Note.md', 'newtab')).toBe('Opened: Note.md');
    expect(await vault.say('read')).toContain('first');
    expect(await vault.say('recents')).toBe('Note.md\nFolder/Deep.md');
    expect(await vault.say('rename', 'name=New')).toBe('Renamed: Note.md -> New.md');
    expect(await vault.say('append', 'content=x', 'filepath=Folder/Deep.md')).toBe('Appended to: New.md');
    expect(await vault.say('delete')).toBe('Moved to trash: New.md');
    expect(await vault.say('read')).toMatch(/^Error: No active file\./);
    expect(await vault.say('recents')).toBe('Folder/Deep.md');
  });

  it('a damaged state file counts as missing', async () => {
    vault.put('.obsidian/standin-state.json', '{"opened": [1, "Note.md"], "restricted": 3');
    expect((await vault.ask(['read'])).text).toContain('No active file.');
    vault.put('.obsidian/standin-state.json', '{"opened": [1, "Note.md"]}');
    expect(await vault.say('read')).toContain('first');
  });
});

describe('append and prepend', () => {
  it('separate by one line break', async () => {
    expect(await vault.say('append', 'path=Note.md', 'content=a\\nb\\tc')).toBe('Appended to: Note.md');
    expect(text('Note.md')).toBe('---\na: 1\n---\nfirst\nlast\na\nb\tc');
    await vault.say('append', 'path=Folder/Deep.md', 'content=new');
    expect(text('Folder/Deep.md')).toBe('deep\r\nCRLF\r\n\nnew');
  });

  it('stay on the line with inline', async () => {
    await vault.say('append', 'path=Note.md', 'content=!', 'inline');
    await vault.say('prepend', 'path=Note.md', 'content=> ', 'inline');
    expect(text('Note.md')).toBe('---\na: 1\n---\n> first\nlast!');
  });

  it('put text after the frontmatter', async () => {
    expect(await vault.say('prepend', 'path=Note.md', 'content=top')).toBe('Prepended to: Note.md');
    expect(text('Note.md')).toBe('---\na: 1\n---\ntop\nfirst\nlast');
    await vault.say('prepend', 'path=plan.txt', 'content=top');
    expect(text('plan.txt')).toBe('top\nplan');
  });

  it('require content', async () => {
    expect((await vault.ask(['append', 'path=Note.md'])).text).toBe(
      'Error: Missing required parameter: content=<text>\nUsage: append content=<text>',
    );
    expect((await vault.ask(['append', 'path=Note.md', 'content='])).text).toBe(
      'Missing required parameter: content',
    );
    expect((await vault.ask(['append', 'path=No.md', 'content=x'])).text).toBe(
      'Error: File "No.md" not found.',
    );
  });
});

describe('create', () => {
  it('creates a note with decoded text', async () => {
    expect(await vault.say('create', 'path=New/Käse.md', 'content=a\\n# b')).toBe('Created: New/Käse.md');
    expect(text('New/Käse.md')).toBe('a\n# b');
    expect(await vault.say('create', 'name=v1.2')).toBe('Created: v1.2.md');
    expect(text('v1.2.md')).toBe('');
  });

  it.each([
    ['data.canvas', 'data.md'],
    ['33.11 Notes/', '33.md'],
    ['33.11 Notes/Draft', '33 1.md'],
    ['Folder Two/Draft v1.2', 'Folder Two/Draft v1.md'],
    ['Folder Two/Plain', 'Folder Two/Plain.md'],
    ['33.11 Notes/Kept.md', '33.11 Notes/Kept.md'],
  ])('replaces what follows the last dot of %s', async (path, made) => {
    if (made === '33 1.md') vault.put('33.md', '');
    expect(await vault.say('create', `path=${path}`, 'name=Ignored')).toBe(`Created: ${made}`);
  });

  it('chooses another name when this one is in use', async () => {
    expect(await vault.say('create', 'path=Note.md', 'content=x')).toBe('Created: Note 1.md');
    expect(await vault.say('create', 'name=Note')).toBe('Created: Note 2.md');
    expect(text('Note.md')).toContain('first');
    expect(await vault.say('create')).toBe('Created: Untitled.md');
  });

  it('overwrites with the flag', async () => {
    expect(await vault.say('create', 'path=Note.md', 'content=x', 'overwrite')).toBe('Overwrote: Note.md');
    expect(text('Note.md')).toBe('x');
    expect(await vault.say('create', 'path=Other.md', 'overwrite')).toBe('Created: Other.md');
  });

  it('puts names into the folder for new notes', async () => {
    vault.put('.obsidian/app.json', '{"newFileLocation": "folder", "newFileFolderPath": "Folder Two"}');
    expect(await vault.say('create', 'name=A')).toBe('Created: Folder Two/A.md');
    expect(await vault.say('create', 'path=A')).toBe('Created: A.md');
  });

  it('can open the new note', async () => {
    await vault.say('create', 'name=Opened', 'content=here', 'open');
    expect(await vault.say('read')).toBe('here');
  });

  it.each(['name=a:b', 'name=a\\b', 'path=.obsidian/x.md', 'path=.x.md'])('refuses %s', async (argument) => {
    const { failed, text: said } = await vault.ask(['create', argument]);
    expect(said).toMatch(/^Error: File name (cannot|must not) /);
    expect(failed).toBe(true);
  });

  it('leaves nothing behind when it cannot write', async () => {
    vault.put('Taken.md/inside.txt', 'x');
    const { text: said, failed } = await vault.ask(['create', 'path=Taken.md', 'content=x', 'overwrite']);
    expect({ said, failed }).toEqual({
      said: expect.stringMatching(/^Error: E[A-Z]+: .*$/) as string,
      failed: true,
    });
    expect(readdirSync(vault.root).filter((name) => name.startsWith('.standin'))).toEqual([]);
    expect(text('Taken.md/inside.txt')).toBe('x');
  });

  it('reports the system error', async () => {
    const { text: said } = await vault.ask(['create', `name=${'x'.repeat(400)}`]);
    expect(said).toMatch(/^Error: ENAMETOOLONG: .*$/);
  });
});

describe('delete', () => {
  it('moves into the trash, where every name is kept', async () => {
    expect(await vault.say('delete', 'path=Folder/Deep.md')).toBe('Moved to trash: Folder/Deep.md');
    vault.put('Folder/Deep.md', 'second');
    await vault.say('delete', 'path=Folder/Deep.md');
    expect(text('.trash/Folder/Deep.md')).toBe('deep\r\nCRLF\r\n');
    expect(text('.trash/Folder/Deep 1.md')).toBe('second');
    expect(await vault.say('files', 'folder=Folder')).toBe('Folder/Sub/Sub.MD');
  });

  it('deletes permanently with the flag', async () => {
    expect(await vault.say('delete', 'path=Note.md', 'permanent')).toBe('Deleted permanently: Note.md');
    expect(readdirSync(vault.root)).not.toContain('Note.md');
    expect(readdirSync(vault.root)).not.toContain('.trash');
    expect((await vault.ask(['delete', 'path=Note.md'])).text).toBe('Error: File "Note.md" not found.');
  });
});

describe('history', () => {
  it('keeps earlier versions, newest first, and restores them', async () => {
    expect(await vault.say('history', 'path=Note.md')).toBe('No history found.');
    await vault.say('create', 'path=Note.md', 'content=two', 'overwrite');
    await vault.say('create', 'path=Note.md', 'content=three', 'overwrite');
    expect(await vault.say('history', 'path=Note.md')).toMatch(/^1\t\d{4}-\d\d-\d\d [\d:]{8}\n2\t[^\n]+$/);
    expect(await vault.say('history:list')).toBe('Note.md');
    expect(await vault.say('history:read', 'path=Note.md')).toBe('two');
    expect(await vault.say('history:read', 'path=Note.md', 'version=2')).toContain('first');
    expect((await vault.ask(['history:read', 'path=Note.md', 'version=3'])).text).toBe(
      'Error: Version "3" not found.',
    );
    await vault.say('history:restore', 'path=Note.md', 'version=2');
    expect(text('Note.md')).toBe('---\na: 1\n---\nfirst\nlast');
  });

  it('is compared by version', async () => {
    await vault.say('create', 'path=Note.md', 'content=one\\nsame', 'overwrite');
    await vault.say('create', 'path=Note.md', 'content=two\\nsame', 'overwrite');
    await vault.say('create', 'path=Note.md', 'content=three\\nsame', 'overwrite');
    expect(await vault.say('diff', 'path=Note.md')).toBe(await vault.say('history', 'path=Note.md'));
    expect(await vault.say('diff', 'path=Note.md', 'from=1')).toBe('- two\n+ three\n  same');
    expect(await vault.say('diff', 'path=Note.md', 'from=2', 'to=1')).toBe('- one\n+ two\n  same');
    expect(await vault.say('diff', 'path=Note.md', 'from=1', 'to=1')).toBe('No differences found.');
    expect(await vault.say('diff', 'path=Note.md', 'filter=sync')).toBe('No history found.');
    expect(await vault.say('diff', 'path=Note.md', 'from=9')).toBe('Error: Version "9" not found.');
    expect(await vault.say('diff', 'path=No.md')).toBe('Error: File "No.md" not found.');
  });

  it('keeps the last twenty', async () => {
    for (let count = 0; count < 25; count += 1) await vault.say('append', 'path=Note.md', 'content=x');
    expect((await vault.say('history', 'path=Note.md')).split('\n')).toHaveLength(20);
  });
});
