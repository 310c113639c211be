import { expect, test } from 'vitest';
import { serveNotes } from '../../../kit/note-vault';
import { THIS_TEST } from '../../../kit/test-scope';

const PATH = 'Agents.md';

test.each([
  ['---\ncode: 007\nquoted: "1.4.3"\nplain: a\n---\n', ['code', 'quoted']],
  ['---\nplain: a\nlist:\n  - b\n---\n', []],
  ['no frontmatter\n', []],
])('property:set names the other properties that are written differently: %j', async (text, names) => {
  const { client, write } = await serveNotes(THIS_TEST, { store: 'own' });
  await write(PATH, text);
  const params = { path: PATH, name: 'status', value: 'done' };
  const { envelope } = await client.post('property:set', { params });
  expect(envelope.ok).toBe(true);
  const warned = (envelope.warnings ?? []).flatMap((warning) => [...warning.matchAll(/"(\w+)"/g)]);
  expect(warned.map(([, name]) => name)).toEqual(names);
});

test.each([
  ['---\n# Used by the templates\nplain: a\n---\n', true],
  ['---\nplain: a\n---\n# A heading\n', false],
])('property:set says whether comments are gone: %j', async (text, isTold) => {
  const { client, write } = await serveNotes(THIS_TEST, { store: 'own' });
  await write(PATH, text);
  const params = { path: PATH, name: 'status', value: 'done' };
  const { envelope } = await client.post('property:set', { params });
  expect(envelope.ok).toBe(true);
  expect((envelope.warnings ?? []).some((warning) => warning.includes('comments are gone'))).toBe(isTold);
});
