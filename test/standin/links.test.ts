import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LinkTargets } from '../../src/standin/link-target';
import { makeVault } from './vault';
import type { TestVault } from './vault';

let vault: TestVault;
const text = (path: string): string => readFileSync(join(vault.root, path), 'utf8');

beforeEach(() => {
  vault = makeVault({
    'Home.md': '[[Käse]] [[Käse|again]] [[plan.svg]] [[Gone]] [there](Sub/K%C3%A4se.md#part) [[Two Words]]\n',
    'Sub/Käse.md': '[up](../Home.md) [[Other]] [[Gone]]\n',
    'Sub/Other.md': 'nothing `[[Home]]`\n',
    'Two Words.md': '---\nup: "[[Home]]"\n---\n[[Sub/Käse]] ![[Käse#part]]\n',
    'Lonely.md': '[[Lonely]]\n',
    'plan.svg': '<svg/>',
  });
});
afterEach(() => vault.remove());

describe('a link', () => {
  const files = ['a/Note.md', 'b/Note.md', 'b/deep/Note.md', 'c/pic.png', 'v1.2.md', 'Root.md', 'a/Root.md'];
  it.each([
    ['Note', '', 'a/Note.md'],
    ['Note', 'b/deep/x.md', 'b/deep/Note.md'],
    ['note', 'b/x.md', 'b/Note.md'],
    ['deep/Note', '', 'b/deep/Note.md'],
    ['Note.md', '', 'a/Note.md'],
    ['./Note', 'b/deep/x.md', 'b/deep/Note.md'],
    ['../Note.md', 'b/deep/x.md', 'b/Note.md'],
    ['../../../Note', 'b/deep/x.md', undefined],
    ['pic.png', 'a/x.md', 'c/pic.png'],
    ['v1.2', '', 'v1.2.md'],
    ['/b/Note', '', 'b/Note.md'],
    ['Root', '', 'Root.md'],
    ['ote', '', undefined],
    ['', '', undefined],
  ])('to "%s" from "%s" leads to %s', (link, source, expected) => {
    expect(new LinkTargets(files).resolve(link, source)).toBe(expected);
  });

  it('is found in either Unicode normalization', () => {
    expect(new LinkTargets(['Käse.md'.normalize('NFD')]).resolve('KÄSE'.normalize('NFC'), '')).toBe(
      'Käse.md'.normalize('NFD'),
    );
  });
});

describe('links', () => {
  it('go out from a note', async () => {
    expect(await vault.say('links', 'file=Home')).toBe(
      'Gone (unresolved)\nSub/Käse.md\nTwo Words.md\nplan.svg',
    );
    expect(await vault.say('links', 'file=Home', 'total')).toBe('4');
    expect(await vault.ask(['links', 'file=Other'])).toEqual({ text: 'No links found.', failed: false });
  });

  it('come back to a note', async () => {
    expect(await vault.say('backlinks', 'file=Käse')).toBe('Home.md\nTwo Words.md');
    expect(await vault.say('backlinks', 'file=Käse', 'counts')).toBe('Home.md\t3\nTwo Words.md\t2');
    expect(JSON.parse(await vault.say('backlinks', 'file=plan.svg', 'counts', 'format=json'))).toEqual([
      { file: 'Home.md', count: '1' },
    ]);
    expect(JSON.parse(await vault.say('backlinks', 'file=Home', '--json'))).toEqual([
      { file: 'Sub/Käse.md' },
      { file: 'Two Words.md' },
    ]);
    expect(await vault.say('backlinks', 'file=Käse', 'total')).toBe('5');
    expect(await vault.say('backlinks', 'file=Other', 'total', 'format=json')).toBe('1');
    vault.put(
      'Board.canvas',
      '{"nodes": [{"type": "file", "file": "Home.md"}, {"type": "text", "text": "[[Lonely]]"}]}',
    );
    expect(await vault.say('backlinks', 'file=Home')).toBe('Board.canvas\nSub/Käse.md\nTwo Words.md');
    expect(await vault.say('backlinks', 'path=Board.canvas')).toBe('No backlinks found.');
    expect(await vault.say('backlinks', 'path=Board.canvas', 'total')).toBe('0');
  });

  it('may be unresolved', async () => {
    expect(await vault.say('unresolved')).toBe('Gone');
    expect(await vault.say('unresolved', 'verbose')).toBe('Gone\t2\tHome.md, Sub/Käse.md');
    expect(await vault.say('unresolved', 'counts', 'format=json')).toBe(
      '[\n  {\n    "link": "Gone",\n    "count": "2"\n  }\n]',
    );
    vault.put('Quoted.md', '[[Say "a"]]');
    expect(await vault.say('unresolved')).toBe('Gone\n"Say ""a"""');
    await vault.say('delete', 'path=Quoted.md');
    expect(await vault.say('unresolved', 'total')).toBe('1');
  });

  it('list orphans and dead ends', async () => {
    vault.put('tool.py', '');
    vault.put('Broken.md', '[[Gone]]');
    expect(await vault.say('orphans')).toBe('Broken.md\ntool.py');
    expect(await vault.say('deadends')).toBe('Broken.md\nplan.svg\nSub/Other.md\ntool.py');
    expect(await vault.say('deadends', 'all', 'total')).toBe('4');
  });
});

describe('move and rename', () => {
  it('rewrites very many links in one note', async () => {
    const line = 'see [[Home]] and `code`\n';
    vault.put('Many.md', line.repeat(50_000));
    await vault.say('rename', 'file=Home', 'name=Start');
    expect(readFileSync(join(vault.root, 'Many.md'), 'utf8')).toBe(
      line.replace('Home', 'Start').repeat(50_000),
    );
  });

  it('keep the links', async () => {
    expect(await vault.say('rename', 'file=Käse', 'name=Käse & Brot')).toBe(
      'Renamed: Sub/Käse.md -> Sub/Käse & Brot.md',
    );
    expect(text('Home.md')).toBe(
      '[[Käse & Brot]] [[Käse & Brot|again]] [[plan.svg]] [[Gone]] [there](K%C3%A4se%20&%20Brot.md#part) [[Two Words]]\n',
    );
    expect(text('Two Words.md')).toContain('[[Käse & Brot]] ![[Käse & Brot#part]]');
    expect(await vault.say('unresolved')).toBe('Gone');
  });

  it('keep the links of the moved note itself', async () => {
    vault.put('Far/Away/x.txt', '');
    expect(await vault.say('move', 'file=Käse', 'to=Far/Away/')).toBe(
      'Moved: Sub/Käse.md -> Far/Away/Käse.md',
    );
    expect(text('Far/Away/Käse.md')).toBe('[up](Home.md) [[Other]] [[Gone]]\n');
    expect(text('Home.md')).toContain('[[Käse]] [[Käse|again]]');
    expect(await vault.say('backlinks', 'file=Käse', 'counts')).toBe('Home.md\t3\nTwo Words.md\t2');
    expect(await vault.say('links', 'file=Käse')).toBe('Gone (unresolved)\nHome.md\nSub/Other.md');
  });

  it('write the folder into a link when the name alone would resolve to another file', async () => {
    vault.put('Two Words/x.txt', '');
    await vault.say('move', 'path=Sub/Käse.md', 'to=Two Words/Home.md');
    expect(text('Home.md')).toContain('[[Two Words/Home]] [[Two Words/Home|again]]');
    expect(text('Home.md')).toContain('[there](Two%20Words/Home.md#part)');
  });

  it.each([
    ['Sub', 'Sub/Lonely.md'],
    ['/Sub/', 'Sub/Lonely.md'],
    ['/', 'Lonely.md'],
    ['Sub/New.md', 'Sub/New.md'],
    ['Sub/v1.2', 'Sub/v1.2'],
    ['33.11 Notes/', '33.11 Notes'],
  ])('to %s, which is a path when it has a dot and a folder when it has none', async (to, made) => {
    expect(await vault.say('move', 'path=Lonely.md', `to=${to}`)).toBe(`Moved: Lonely.md -> ${made}`);
    expect(readFileSync(join(vault.root, made), 'utf8')).toContain('[[');
  });

  it('make no folder', async () => {
    expect(await vault.say('move', 'file=Lonely', 'to=New')).toMatch(
      /^Error: ENOENT: no such file or directory, rename '/,
    );
    expect(await vault.say('folders')).toBe('/\nSub');
    expect(await vault.say('move', 'file=Lonely', 'to=')).toBe(
      'Error: Missing required parameter: to\nUsage: move to=<folder> or to=<path>',
    );
  });

  it.each([
    ['Node.js notes', 'Node.js notes'],
    ['v1.2', 'v1.2'],
    ['Plain', 'Plain.md'],
  ])('take the name %s literally when it has a dot', async (name, made) => {
    expect(await vault.say('rename', 'file=Lonely', `name=${name}`)).toBe(`Renamed: Lonely.md -> ${made}`);
  });

  it('accept the current name', async () => {
    expect(await vault.say('rename', 'file=Home', 'name=Home')).toBe('Renamed: Home.md -> Home.md');
  });

  it('refuse a name in use', async () => {
    const said = 'Error: Destination file already exists!';
    expect(await vault.say('rename', 'file=Käse', 'name=Other')).toBe(said);
    expect(await vault.say('move', 'file=Home', 'to=Lonely.md')).toBe(said);
    vault.put('1.0 Old/x.txt', '');
    expect(await vault.say('move', 'file=Home', 'to=1.0 Old/')).toBe(said);
    expect(await vault.say('rename', 'file=Home', 'name=')).toBe(
      'Error: Missing required parameter: name\nUsage: rename name=<new name>',
    );
    expect(await vault.ask(['rename', 'file=Home', 'name=../x'])).toMatchObject({ isNotKnown: true });
    expect(await vault.say('rename', 'path=No.md', 'name=x')).toBe('Error: File "No.md" not found.');
  });
});
