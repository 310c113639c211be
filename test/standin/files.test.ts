import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
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

  it('are sorted in any case, with digits as numbers, and punctuation first', async () => {
    for (const name of ['b10', 'B2', 'Ä', 'a', '_z', '#z', '1']) vault.put(`Order/${name}.md`, '');
    expect((await vault.say('files', 'folder=Order/')).replaceAll(/Order\/|\.md/g, '')).toBe(
      '_z\n#z\n1\na\nÄ\nB2\nb10',
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
    expect(await vault.say('folder', 'path=Folder/', 'info=else')).toMatch(/^path\tFolder\nfiles\t2\n/);
    expect(await vault.say('folder', 'path=plan.txt')).toBe('Error: "plan.txt" is a file, not a folder.');
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
    'path=Folder/Sub/sub.md',
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

describe('the file of a command', () => {
  it('is a folder by mistake', async () => {
    expect(await vault.say('read', 'path=Folder')).toBe('Error: "Folder" is a folder, not a file.');
  });

  it('is the path rather than the name', async () => {
    expect(await vault.say('read', 'path=plan.txt', 'file=Note')).toBe('plan');
    expect(await vault.say('read', 'path=No.md', 'file=Note')).toBe('Error: File "No.md" not found.');
    expect(await vault.say('read', 'path=', 'file=plan.txt')).toBe('plan');
  });

  it('must be named to be opened', async () => {
    await vault.say('open', 'path=Note.md');
    expect(await vault.say('open')).toBe('Error: Missing required parameter: file or path');
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
    vault.put('.obsidian/standin-state.json', '{"opened": [1, "Note.md"], "on": 3');
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
    vault.put('Open.md', '---\na: 1\n');
    await vault.say('prepend', 'path=Open.md', 'content=top');
    expect(text('Open.md')).toBe('top\n---\na: 1\n');
  });

  it('leave a blank line where there was nothing, and glue text to frontmatter without a last line break', async () => {
    vault.put('Empty.md', '');
    await vault.say('append', 'path=Empty.md', 'content=x');
    expect(text('Empty.md')).toBe('\nx');
    vault.put('Only.md', '---\na: 1\n---');
    await vault.say('prepend', 'path=Only.md', 'content=x');
    expect(text('Only.md')).toBe('---\na: 1\n---x\n');
  });

  it('read any file as text and write it back', async () => {
    writeFileSync(join(vault.root, 'picture.jpg'), Buffer.from([0xff, 0xd8, 0x41]));
    expect(await vault.say('append', 'path=picture.jpg', 'content=x', 'inline')).toBe(
      'Appended to: picture.jpg',
    );
    expect(text('picture.jpg')).toBe('\uFFFD\uFFFDAx');
  });

  it('require content', async () => {
    expect((await vault.ask(['append', 'path=Note.md'])).text).toBe(
      'Error: Missing required parameter: content=<text>\nUsage: append [file=<name>] [path=<path>] content=<text> [inline]',
    );
    expect((await vault.ask(['append', 'path=Note.md', 'content='])).text).toBe(
      'Error: Missing required parameter: content\nUsage: append [file=<name>] [path=<path>] content=<text> [inline]',
    );
    expect((await vault.ask(['append', 'path=No.md', 'content='])).text).toBe(
      'Error: File "No.md" not found.',
    );
  });
});

describe('create', () => {
  it('creates a note with decoded text', async () => {
    expect(await vault.say('create', 'path=New/Käse.md', 'content=a\\n# b')).toBe('Created: New/Käse.md');
    expect(text('New/Käse.md')).toBe('a\n# b');
    expect(await vault.say('create', 'name=Plain')).toBe('Created: Plain.md');
    expect(text('Plain.md')).toBe('');
  });

  it.each([
    ['data.canvas', undefined, 'data.canvas'],
    ['data.base', undefined, 'data.base'],
    ['data.txt', undefined, 'data.md'],
    ['33.11 Notes/', undefined, '33.md'],
    ['33.11 Notes', 'Draft', '33.md'],
    ['Folder Two/', 'Draft v1.2', 'Folder Two/Draft v1.md'],
    ['Folder Two', 'Plain', 'Folder Two/Plain.md'],
    [undefined, 'Draft v1.2', 'Draft v1.md'],
    ['33.11 Notes/Kept.md', undefined, '33.11 Notes/Kept.md'],
    ['Folder/Deep.md', 'Below', 'Folder/Deep.md'],
  ])('joins %s and %s, and replaces what follows the last dot', async (path, name, made) => {
    const argv = [
      ...(path === undefined ? [] : [`path=${path}`]),
      ...(name === undefined ? [] : [`name=${name}`]),
    ];
    expect(await vault.say('create', 'content=x', 'overwrite', ...argv)).toMatch(/^(Created|Overwrote): /);
    expect(text(made)).toBe('x');
  });

  it('refuses a name with a slash', async () => {
    expect(await vault.say('create', 'name=a/b')).toBe(
      'Error: name cannot contain "/". Use path for a full file path.',
    );
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
    expect(await vault.say('create', 'path=note.md', 'overwrite')).toBe('Created: note 1.md');
  });

  it('puts names into the root, whatever the folder for new notes is', async () => {
    vault.put('.obsidian/app.json', '{"newFileLocation": "folder", "newFileFolderPath": "Folder Two"}');
    expect(await vault.say('create', 'name=A')).toBe('Created: A.md');
  });

  it('can open the new note', async () => {
    await vault.say('create', 'name=Opened', 'content=here', 'open');
    expect(await vault.say('read')).toBe('here');
  });

  it.each(['name=a:b', 'name=a\\b'])('refuses %s', async (argument) => {
    expect(await vault.say('create', argument)).toBe(
      'Error: File name cannot contain any of the following characters: * " \\ / < > : | ?',
    );
  });

  it.each(['path=.obsidian/x.md', 'path=.x.md'])('does not know what becomes of %s', async (argument) => {
    expect(await vault.ask(['create', argument])).toMatchObject({ isNotKnown: true });
  });

  it('makes another note beside a folder of that name', async () => {
    vault.put('Taken.md/inside.txt', 'x');
    expect(await vault.say('create', 'path=Taken.md', 'content=x', 'overwrite')).toBe(
      'Overwrote: Taken 1.md',
    );
    expect(text('Taken.md/inside.txt')).toBe('x');
  });

  it('reports the system error', async () => {
    const { text: said } = await vault.ask(['create', `name=${'x'.repeat(400)}`]);
    expect(said).toMatch(/^Error: ENAMETOOLONG: .*$/);
  });
});

describe('delete', () => {
  it('moves into the trash of the system beside the vault, where every text is kept', async () => {
    expect(await vault.say('delete', 'path=Folder/Deep.md')).toBe('Moved to trash: Folder/Deep.md');
    vault.put('Folder/Deep.md', 'second');
    await vault.say('delete', 'path=Folder/Deep.md');
    expect(text('../standin-trash/Deep.md')).toBe('deep\r\nCRLF\r\n');
    expect(text('../standin-trash/Deep 1.md')).toBe('second');
    expect(await vault.say('files', 'folder=Folder')).toBe('Folder/Sub/Sub.MD');
  });

  it('deletes permanently with the flag', async () => {
    expect(await vault.say('delete', 'path=Note.md', 'permanent')).toBe('Deleted permanently: Note.md');
    expect(readdirSync(vault.root)).not.toContain('Note.md');
    expect(readdirSync(vault.around)).toEqual(['Test Vault']);
    expect((await vault.ask(['delete', 'path=Note.md'])).text).toBe('Error: File "Note.md" not found.');
  });
});

describe('history', () => {
  const overwrite = (content: string): Promise<string> =>
    vault.say('create', 'path=Note.md', `content=${content}`, 'overwrite');

  it('lists earlier versions, newest first, and prints one below a header', async () => {
    expect(await vault.say('history', 'path=Note.md')).toBe('No history found for this file.');
    await overwrite('two');
    await overwrite('three');
    expect(await vault.say('history', 'path=Note.md')).toMatch(
      /^Note\.md\n1\t\d{4}-\d\d-\d\d \d\d:\d\d\t3 B\n2\t[\d: -]{16}\t23 B$/,
    );
    expect(await vault.say('history:list')).toBe('Note.md');
    expect(await vault.say('history:read', 'path=Note.md')).toMatch(
      /^Note\.md \(version 1, \d{4}-\d\d-\d\d \d\d:\d\d\)\n---\ntwo$/,
    );
    expect(await vault.say('history:read', 'path=Note.md', 'version=2')).toContain('\n---\n---\na: 1\n');
  });

  it('is compared by version', async () => {
    await overwrite('one\\nsame');
    await overwrite('two\\nsame');
    await overwrite('three\\nsame');
    expect(await vault.say('diff', 'path=Note.md')).toMatch(
      /^Note\.md\n1 {3}Local [\d: -]{19} {9}8 B\n2 {3}Local [\d: -]{19} {9}8 B\n3 {3}Local [\d: -]{19} {8}23 B$/,
    );
    expect(await vault.say('diff', 'path=Note.md', 'from=2', 'to=1')).toMatch(
      /^--- Note\.md \(Local #2, [\d: -]{19}\)\n\+\+\+ Note\.md \(Local #1, [\d: -]{19}\)\n- one\n\+ two\n {2}same$/,
    );
    expect(await vault.say('diff', 'path=No.md')).toBe('Error: File "No.md" not found.');
  });

  it('keeps the last twenty', async () => {
    for (let count = 0; count < 25; count += 1) await vault.say('append', 'path=Note.md', 'content=x');
    expect((await vault.say('history', 'path=Note.md')).split('\n')).toHaveLength(21);
  });
});
