import { expect, test } from 'vitest';
import { serveNotes, useNotes } from '../../../kit/note-vault';
import { THIS_TEST } from '../../../kit/test-scope';

const PATH = 'Lists.md';
const NOTE = '---\nfriends:\n  - Ada\nplaces: [Kyoto]\nplain: one, two\n---\n';

const ofHost = useNotes({ store: 'own' });
const nowhere = useNotes();

test.each([
  [
    { name: 'friends', value: 'Ada, Kenji' },
    [
      'For a list in "friends", send a JSON array such as ["Ada","Kenji"].',
      'Line 2: "friends" was a list, and now it is text.',
    ],
  ],
  [
    { name: 'places', value: 'Kyoto, Brno' },
    [
      'For a list in "places", send a JSON array such as ["Kyoto","Brno"].',
      'Line 4: "places" was a list, and now it is text.',
    ],
  ],
  [
    { name: 'Tags', value: 'garden, seeds' },
    [
      '"Tags" should be a list, and now it is one text. For a list in "Tags", send a JSON array such as ["garden","seeds"].',
    ],
  ],
  [{ name: 'friends', value: 'Ada, Kenji', type: 'list' }, undefined],
  [{ name: 'friends', value: ['Ada', 'Kenji'] }, undefined],
  [{ name: 'plain', value: 'three, four' }, undefined],
])('property:set with %j', async (params, warnings) => {
  const { client, commands, write } = ofHost();
  await write(PATH, NOTE);
  const { envelope } = await client.post('property:set', { params: { path: PATH, ...params } });
  expect([envelope.ok, envelope.warnings]).toEqual([true, warnings]);
  expect(commands()).toEqual([]);
});

test.each([
  ['one, two', '["one","two"]'],
  ['[q, "r s"]', '["q","r s"]'],
  ['[[Home]]', '["[[Home]]"]'],
  ['', '[]'],
])('the list to send in place of %j is %s', async (value, list) => {
  const { client } = nowhere();
  const set = async (text: string) => {
    const params = { path: 'Home.md', name: 'aliases', value: text };
    return (await client.post('property:set', { params })).envelope;
  };
  expect((await set(value)).warnings).toEqual([
    `"aliases" should be a list, and now it is one text. For a list in "aliases", send a JSON array such as ${list}.`,
  ]);
  expect((await set(list)).warnings).toEqual([expect.stringContaining('has the type list')]);
});

test('without a note store, the name alone can tell', async () => {
  const { client, commands } = nowhere();
  const warningsFor = async (name: string) => {
    const params = { path: 'Home.md', name, value: 'one, two' };
    return (await client.post('property:set', { params })).envelope.warnings;
  };
  expect(await warningsFor('aliases')).toHaveLength(1);
  expect(await warningsFor('status')).toBeUndefined();
  expect(commands()).toEqual(['property:set', 'property:set']);
});

test('in the only vault that the app knows, the note can tell, although no vault is named', async () => {
  const { client, commands, write, text } = await serveNotes(THIS_TEST, {
    store: 'folders',
    settings: { defaultVault: '' },
  });
  await write(PATH, NOTE);
  const params = { path: PATH, name: 'places', value: 'Kyoto, Brno' };
  const { envelope } = await client.post('property:set', { params });
  expect(envelope.warnings).toContain('Line 4: "places" was a list, and now it is text.');
  expect(commands()).toEqual([]);
  expect(await text(PATH)).toBe(NOTE.replace('[Kyoto]', 'Kyoto, Brno'));
});
