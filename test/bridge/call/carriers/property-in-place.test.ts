import { describe, expect, it, test } from 'vitest';
import { changeOf, undo } from '../../../kit/changes';
import { Client } from '../../../kit/http-client';
import { HOST_STORES } from '../../../kit/host-stores';
import { makeKey } from '../../../kit/keys';
import { callTool } from '../../../kit/mcp-client';
import { serveNotes, useNotes } from '../../../kit/note-vault';
import { THIS_TEST } from '../../../kit/test-scope';

const PATH = 'Garden/Beds.md';
const BODY = '\r\n# Beds\r\n\r\ntext\n';
const NOTE = `---\r\n# By hand\r\ncode: 007\r\nquoted: "1.4.3"\r\nn: 1 # how many\r\nisDone: false\r\ntags: [a, 'b']\r\nlong: >-\r\n  one\r\n  two\r\n---${BODY}`;
/** What the program would write of it is the same. */
const PLAIN = '---\nn: 1\nisDone: false\ntags:\n  - a\n---\nbody\n';
const BROKEN = '---\ntitle: A: b\nn: 1\n---\nbody\n';

type Setting = [
  params: { readonly name: string; readonly value: unknown; readonly type?: string },
  old: string,
  now: string,
  warnings?: readonly string[],
];

const SET: Setting[] = [
  [{ name: 'status', value: 'done' }, '\r\n---\r\n#', '\r\nstatus: done\r\n---\r\n#'],
  [{ name: 'n', value: '7' }, 'n: 1 #', 'n: 7 #'],
  [{ name: 'n', value: 7 }, 'n: 1 #', 'n: 7 #'],
  [{ name: 'n', value: '7', type: 'number' }, 'n: 1 #', 'n: 7 #'],
  [{ name: 'isDone', value: 'true' }, 'isDone: false', 'isDone: true'],
  [{ name: 'isDone', value: true }, 'isDone: false', 'isDone: true'],
  [{ name: 'quoted', value: '1.5' }, '"1.4.3"', '"1.5"'],
  [
    { name: 'tags', value: ['a', 'c d'] },
    "[a, 'b']",
    '[a, c d]',
    [expect.stringContaining('"c d"') as string],
  ],
  [{ name: 'due', value: 5 }, '\r\n---\r\n#', '\r\ndue: 5\r\n---\r\n#'],
  [
    { name: 'N', value: 5 },
    '\r\n---\r\n#',
    '\r\nN: 5\r\n---\r\n#',
    ['The note has a property "n", and now "N" beside it: case matters.'],
  ],
  [{ name: 'n', value: 'many' }, 'n: 1 #', 'n: many #', ['Line 5: "n" was a number, and now it is text.']],
];

describe.each(HOST_STORES)('store: %s', (store) => {
  const notes = useNotes({ store });
  const served = async (text: string) => {
    const vault = notes();
    await vault.write(PATH, text);
    return vault;
  };

  it.each([NOTE, PLAIN])('says that there was nothing to remove from %j', async (text) => {
    const vault = await served(text);
    const { envelope } = await vault.client.post('property:remove', { params: { path: PATH, name: 'N' } });
    expect(envelope).toMatchObject({
      ok: true,
      warnings: ['The note has no property "N", so nothing was removed; case matters.'],
    });
    expect(await vault.text(PATH)).toBe(text);
  });

  it.each<Setting>(SET)('sets %j alone, in place', async (given, old, now, warnings) => {
    const vault = await served(NOTE);
    const params = { path: PATH, ...given };
    const made = await vault.client.post('property:set', { params });
    const { value, name } = params;
    expect(made.envelope).toMatchObject({
      ok: true,
      stdout: `Set ${name}: ${Array.isArray(value) ? JSON.stringify(value) : String(value)}\n`,
      data: { path: PATH, carrier: 'in_place', processes: 0 },
    });
    expect(made.envelope.warnings).toEqual(warnings);
    expect(vault.commands()).toEqual([]);
    expect(await vault.text(PATH)).toBe(NOTE.replace(old, now));
    expect((await undo(vault.client, changeOf(made))).envelope.error).toBeUndefined();
    expect(await vault.text(PATH)).toBe(NOTE);
  });

  it('does the same over MCP', async () => {
    const vault = await served(NOTE);
    const params = { path: PATH, name: 'n', value: '7' };
    const { structured } = await callTool(new URL('/mcp', vault.client.url), 'execute', {
      command: 'property:set',
      params,
    });
    expect(structured).toMatchObject({ ok: true });
    expect(structured).not.toHaveProperty('warnings');
    expect(vault.commands()).toEqual([]);
    expect(await vault.text(PATH)).toBe(NOTE.replace('n: 1', 'n: 7'));
  });

  it.each([
    ['n', 'n: 1 # how many\r\n'],
    ['long', 'long: >-\r\n  one\r\n  two\r\n'],
  ])('removes %s alone, in place', async (name, lines) => {
    const vault = await served(NOTE);
    const { envelope } = await vault.client.post('property:remove', { params: { path: PATH, name } });
    expect(envelope).toMatchObject({ ok: true, stdout: `Removed: ${name}\n`, data: { carrier: 'in_place' } });
    expect(envelope.warnings).toBeUndefined();
    expect(vault.commands()).toEqual([]);
    expect(await vault.text(PATH)).toBe(NOTE.replace(lines, ''));
  });

  it.each([
    ['7', 'n', 'n: 1', 'n: 7', 'number'],
    ['true', 'isDone', 'isDone: false', 'isDone: true', 'checkbox'],
  ])('has the program keep the kind of what %s is written over', async (value, name, old, now, type) => {
    const vault = await served(PLAIN);
    const { envelope } = await vault.client.post('property:set', { params: { path: PATH, name, value } });
    expect(envelope.warnings).toEqual([expect.stringContaining(`has the type ${type} in the whole vault`)]);
    expect(vault.commands()).toEqual(['property:set']);
    expect(await vault.text(PATH)).toBe(PLAIN.replace(old, now));
  });

  it('sends text if the old value is text, and does not warn about a list if it is a list', async () => {
    const vault = await served(PLAIN);
    const set = async (name: string, value: unknown) =>
      (await vault.client.post('property:set', { params: { path: PATH, name, value } })).envelope.warnings;
    expect(await set('fresh', '7')).toBeUndefined();
    expect(await set('fresh', '8')).toBeUndefined();
    expect(await set('tags', ['b', 'c'])).toBeUndefined();
    expect(await set('others', ['b'])).toEqual([expect.stringContaining('has the type list')]);
    expect(await vault.text(PATH)).toContain('fresh: "8"\n');
  });

  it('leaves a type to the program, and says what else is written differently, and how to take it back', async () => {
    const vault = await served(NOTE);
    const params = { path: PATH, name: 'status', value: '5', type: 'number' };
    const made = await vault.client.post('property:set', { params });
    expect(vault.commands()).toEqual(['property:set']);
    const [warning, ...others] = made.envelope.warnings ?? [];
    expect(others).toEqual([]);
    expect(warning).toContain('1 comment is gone');
    expect(warning).toContain('from code: 007 to code: 7');
    expect(warning).toContain(`cli-bridge:undo with id=${changeOf(made)} takes it back.`);
    expect((await undo(vault.client, changeOf(made))).envelope.error).toBeUndefined();
    expect(await vault.text(PATH)).toBe(NOTE);
  });

  it.each([
    ['property:set', { name: 'n', value: '2' }],
    ['property:remove', { name: 'n' }],
  ])('%s changes nothing where the frontmatter is not YAML', async (command, given) => {
    const vault = await served(BROKEN);
    const { status, envelope } = await vault.client.post(command, { params: { path: PATH, ...given } });
    const fix = { old: 'title: A: b', new: 'title: "A: b"' };
    expect([status, envelope.code]).toEqual([422, 'invalid_frontmatter']);
    expect(envelope.error).toContain('line 2: a value with a colon');
    expect(envelope.data).toMatchObject({ path: PATH, line: 2, fix });
    expect(envelope.hint).toContain('old="title: A: b"');
    expect(vault.commands()).toEqual([]);
    expect(await vault.text(PATH)).toBe(BROKEN);
    await vault.client.post('cli-bridge:edit', { params: { path: PATH, ...fix } });
    expect((await vault.client.post(command, { params: { path: PATH, ...given } })).status).toBe(200);
  });

  it.each([
    [BROKEN, 'cannot be read, so Obsidian shows no properties: line 2'],
    ['---\nn: 1\n\nbody\n', 'has no closing ---, so Obsidian shows no properties.'],
  ])('says that properties cannot be read, rather than only that there are none: %j', async (text, why) => {
    const vault = await served(text);
    const warning = expect.stringContaining(`The frontmatter of "${PATH}" ${why}`) as string;
    const all = (await vault.client.post('properties', { params: { path: PATH } })).envelope;
    expect(all).toMatchObject({ ok: true, stdout: 'No frontmatter found.\n', warnings: [warning] });
    const one = await vault.client.post('property:read', { params: { path: PATH, name: 'n' } });
    expect([one.status, one.envelope.warnings]).toEqual([422, [warning]]);
    expect(vault.commands()).toEqual(['properties', 'property:read']);
  });

  it('compares the revision with the note', async () => {
    const vault = await served(NOTE);
    const body = { params: { path: PATH, name: 'n', value: '7' }, ifRevision: '0123456789abcdef' };
    expect((await vault.client.post('property:set', body)).envelope.code).toBe('revision_conflict');
    expect(await vault.text(PATH)).toBe(NOTE);
  });

  it('leaves frontmatter over 100 KB to the program', async () => {
    const vault = await served(`---\nlong: "${'x'.repeat(110_000)}"\n---\n`);
    const { envelope } = await vault.client.post('property:set', {
      params: { path: PATH, name: 'n', value: '7' },
    });
    expect(envelope.ok).toBe(true);
    expect(vault.commands()).toEqual(['property:set']);
  });
});

test('a key that may not read sees no text of the note', async () => {
  const { bridge, client, write } = await serveNotes(THIS_TEST, { store: 'own' });
  const { key, record } = makeKey('agent', { commands: ['property:set'] });
  bridge.setKeys([record]);
  const agent = new Client(client.url, key);
  const set = (params: object) =>
    agent.post('property:set', { params: { path: PATH, name: 'n', value: 'many', ...params } });
  await write(PATH, BROKEN);
  const refused = await set({});
  expect(refused.envelope.code).toBe('invalid_frontmatter');
  expect(JSON.stringify(refused.envelope)).not.toContain('A: b');
  await write(PATH, NOTE);
  const made = await set({});
  expect(made.envelope.warnings).toEqual(['Line 5: a property was a number, and now it is text.']);
  const typed = await set({ name: 'status', type: 'text' });
  expect(JSON.stringify(typed.envelope)).not.toContain('007');
  expect(typed.envelope.warnings?.[0]).toContain('1 comment is gone');
});
