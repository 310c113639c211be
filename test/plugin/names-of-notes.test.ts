import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runApp } from './running-app';

it('a client is warned of links that lead nowhere and of notes with the same name', async (test) => {
  const { folder, client } = await runApp(test);
  await mkdir(join(folder, 'Archive'), { recursive: true });
  await writeFile(join(folder, 'Archive/Garden plan.md'), 'old');
  await writeFile(join(folder, 'Plan.md'), 'text');
  const told = async (command: string, params: Readonly<Record<string, string>>) => {
    const { envelope } = await client().post(command, { params });
    return [envelope.ok, ...(envelope.warnings ?? [])];
  };
  const append = (content: string) => told('append', { path: 'Plan.md', content });
  expect(await append('[[Gardn plan]] and [[Something new]], `[[Garden pln]]`')).toEqual([
    true,
    '[[Gardn plan]] leads nowhere; did you mean [[Garden plan]]?',
  ]);
  expect(await append('[[Garden plan]] and [[Archive/garden plan#Beds|beds]]')).toEqual([true]);
  const twice = [
    true,
    'Archive/Garden plan.md has this name, too: links like [[Garden plan]] may lead to either.',
  ];
  expect(await told('create', { path: 'Garden plan.md', content: 'new' })).toEqual(twice);
  expect(await told('rename', { path: 'Garden plan.md', name: 'Other' })).toEqual([true]);
  expect(await told('rename', { path: 'Other.md', name: 'Garden plan' })).toEqual(twice);
  // Where several have it already, one more says nothing.
  expect(await told('create', { path: 'Sub/Garden plan.md', content: 'x' })).toEqual([true]);
});

it('a client is told of headings and blocks that other notes link to, once they are renamed or gone', async (test) => {
  const { folder, client } = await runApp(test);
  await writeFile(join(folder, 'Plan.md'), '# Beds\n\n## Old: roses\n\n- water ^water\n- prune ^prune\n');
  await writeFile(join(folder, 'A.md'), '[[Plan#Old roses|x]] [[Plan#Beds#Old roses]] [[Home#Beds]]');
  await writeFile(join(folder, 'B.md'), '![[plan#^Water]]');
  const edit = async (old: string, now: string) => {
    const { envelope } = await client().post('cli-bridge:edit', {
      params: { path: 'Plan.md', old, new: now },
    });
    return [envelope.ok, ...(envelope.warnings ?? [])];
  };
  expect(await edit('# Beds\n', '# Rows\n')).toEqual([
    true,
    'Line 1: the heading "Beds" was renamed, and 1 other note links to it by its old text.',
  ]);
  expect(await edit('## Old: roses', '## New roses')).toEqual([
    true,
    'Line 3: the heading "Old: roses" was renamed, and 1 other note links to it by its old text.',
  ]);
  expect(await edit('## New roses', '## Roses')).toEqual([true]);
  expect(await edit('- prune ^prune', '- cut')).toEqual([true]);
  expect(await edit('- water ^water', '- dig')).toEqual([
    true,
    'From line 5 on, the id ^water of a block is gone: links to it no longer lead to a block.',
  ]);
});

it('a client that names a note by its alias is told the path', async (test) => {
  const { folder, client } = await runApp(test);
  await writeFile(join(folder, 'Robert Smith.md'), '---\naliases: [Bob, Rob]\n---\n');
  const { envelope } = await client().post('append', { params: { file: 'bob', content: 'x' } });
  expect([envelope.code, envelope.hint]).toEqual([
    'file_not_found',
    'It is an alias of "Robert Smith.md", and files are found by path or file name only.',
  ]);
});

it('a no-break space becomes a plain space, as in the app', async (test) => {
  const { client, text } = await runApp(test);
  await client().post('create', { params: { path: 'Plan A.md', content: 'old' } });
  for (const space of ['\u00a0', '\u202f']) {
    const params = { path: `Plan${space}A.md`, content: 'new' };
    const { envelope } = await client().post('append', { params });
    expect(envelope).toMatchObject({ ok: true, data: { path: 'Plan A.md' } });
  }
  expect(await text('Plan A.md')).toBe('old\nnew\nnew');
});
