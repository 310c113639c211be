import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { THIS_TEST } from '../kit/test-scope';
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

it.each(['\u00a0', '\u202f'])('a no-break space becomes a plain space, as in the app: %j', async (space) => {
  const { client, text } = await runApp(THIS_TEST);
  await client().post('create', { params: { path: 'Plan A.md', content: 'old' } });
  const path = `Plan${space}A.md`;
  const { envelope } = await client().post('append', { params: { path, content: 'new' } });
  expect(envelope).toMatchObject({ ok: true, data: { path: 'Plan A.md' } });
  expect(await text('Plan A.md')).toBe('old\nnew');
});
