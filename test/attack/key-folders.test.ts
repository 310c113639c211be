import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openFolder } from '../../src/bridge/notes/file-store';
import { serve } from '../kit/bridge';
import { changeOf, undo } from '../kit/changes';
import { Client, jsonCall } from '../kit/http-client';
import { makeKey } from '../kit/keys';
import { callTool } from '../kit/mcp-client';
import { serveNotes } from '../kit/note-vault';
import type { NoteVault } from '../kit/note-vault';
import { residentStandIn } from '../kit/resident-stand-in';
import { sampleVault } from '../kit/sample-vault';
import { THIS_TEST } from '../kit/test-scope';

const NOTES = {
  'Projects/Plan.md': '# Plan\n\n- [ ] one\n',
  'Projects/Sub/Deep.md': 'deep word\n',
  'Projects2/Near.md': 'near\n',
  'Private/Secret.md': '- [ ] a secret word\n',
  'Inbox.md': 'inbox\n',
};

const HOSTS = ['own', 'folders', 'none'] as const;

interface Limited extends NoteVault {
  readonly agent: Client;
  readonly limit: (folders: readonly string[]) => void;
  /** The code of a call over REST and over MCP, which must be the same. */
  readonly code: (command: string, params?: object, flags?: readonly string[]) => Promise<string>;
}

/** A vault, and a client whose key may change `Projects` and `Inbox.md`. */
async function serveLimited(store: (typeof HOSTS)[number]): Promise<Limited> {
  const vault = await serveNotes(THIS_TEST, { store });
  for (const [path, text] of Object.entries(NOTES)) await vault.write(path, text);
  const { key } = makeKey('agent');
  const limit = (folders: readonly string[]): void =>
    vault.bridge.setKeys([makeKey('agent', { folders }).record]);
  limit(['projects/', 'inbox.md']);
  const agent = new Client(vault.client.url, key);
  const mcp = new URL('/mcp', vault.client.url);
  const code: Limited['code'] = async (command, params = {}, flags = []) => {
    const { envelope } = await agent.post(command, { params: params as Record<string, string>, flags });
    const { structured } = await callTool(mcp, 'execute', { command, params, flags }, key);
    const codes = [envelope.code ?? 'ok', (structured['code'] as string | undefined) ?? 'ok'];
    if (envelope.code === 'key_scope') {
      expect(envelope.error).toContain('"projects/", "inbox.md"');
      expect(structured['error']).toBe(envelope.error);
    }
    return [...new Set(codes)].join(' or ');
  };
  return { ...vault, agent, limit, code };
}

/** All files of the vault with their texts. */
async function contents({ folder }: NoteVault): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as const)),
  );
}

const SECRET = { path: 'Private/Secret.md' };
const PLAN = { path: 'Projects/Plan.md' };

/** Changes outside the folders, in every way and spelling. */
const OUTSIDE: readonly (readonly [command: string, params: object, flags?: readonly string[]])[] = [
  ['append', { ...SECRET, content: 'x' }],
  ['append', { file: 'Secret', content: 'x' }],
  ['append', { file: 'Private/Secret', content: 'x' }],
  ['prepend', { path: 'Projects2/Near.md', content: 'x' }],
  ['create', { path: 'Private/New.md', content: 'x' }],
  ['create', { name: 'New', content: 'x' }],
  ['create', { path: 'Projects2', name: 'New', content: 'x' }],
  // The name is taken, so it would be another note.
  ['create', { path: 'Inbox.md', content: 'x' }],
  ['create', { ...SECRET, content: 'x' }, ['overwrite']],
  ['delete', SECRET],
  ['delete', { file: 'Secret' }, ['permanent']],
  ['move', { ...SECRET, to: 'Projects/Secret.md' }],
  ['move', { ...PLAN, to: 'Private' }],
  ['move', { ...PLAN, to: 'Projects2/Plan.md' }],
  ['move', { ...PLAN, to: '/' }],
  ['rename', { ...SECRET, name: 'Other' }],
  ['rename', { path: 'Inbox.md', name: 'Outbox' }],
  ['property:set', { ...SECRET, name: 'a', value: 'b' }],
  ['property:set', { ...PLAN, name: 'a', value: '1', type: 'number' }],
  ['property:remove', { ...SECRET, name: 'a' }],
  ['task', { ...SECRET, line: '1' }, ['toggle']],
  ['task', { ref: 'Private/Secret.md:1' }, ['toggle']],
  ['daily:append', { content: 'x' }],
  ['daily:read', {}],
  ['daily', {}],
  ['history:restore', { ...SECRET, version: '1' }],
  ['unique', { content: 'x' }],
  ['template:insert', { name: 'Meeting' }],
  ['base:create', { path: 'Projects/Plan.base', name: 'x' }],
  ['bookmark', { file: 'Projects/Plan.md' }],
  ['workspace:save', { name: 'x' }],
  ['theme:set', { name: 'Minimal' }],
  ['eval', { code: '1' }],
  ['command', { id: 'app:reload' }],
];

/** What only a bridge that reaches the notes does. */
const OUTSIDE_IN_STORE: typeof OUTSIDE = [
  ['cli-bridge:edit', { ...SECRET, old: 'word', new: 'x' }],
  ['cli-bridge:edit', { file: 'Secret', old: 'word', new: 'x' }],
  ['cli-bridge:edit', { heading: 'Log', content: 'x' }, ['daily', 'make']],
  ['cli-bridge:attach', { path: 'Private/a.png', base64: 'eA==' }],
  ['cli-bridge:replace', { from: 'word', to: 'x' }],
  ['cli-bridge:replace', { from: 'word', to: 'x', folder: 'Private' }],
  ['cli-bridge:folder', { path: 'Private/New' }, ['create']],
  ['cli-bridge:folder', { path: 'Projects2' }, ['delete']],
  ['cli-bridge:folder', { path: 'Projects/Sub', to: 'Private/Sub' }],
];

describe.each(HOSTS)('a key that may change only some folders, where the notes are reached: %s', (store) => {
  it('changes nothing outside them', async () => {
    const vault = await serveLimited(store);
    const before = await contents(vault);
    const calls = store === 'none' ? OUTSIDE : [...OUTSIDE, ...OUTSIDE_IN_STORE];
    const codes = await Promise.all(
      calls.map(async ([command, params, flags]) => [
        `${command} ${JSON.stringify(params)}`,
        await vault.code(command, params, flags),
      ]),
    );
    expect(Object.fromEntries(codes)).toEqual(Object.fromEntries(codes.map(([call]) => [call, 'key_scope'])));
    const changed = ['append', 'create', 'delete', 'move', 'rename', 'property:set', 'task', 'daily:read'];
    expect(vault.commands().filter((name) => changed.includes(name))).toEqual([]);
    expect(await contents(vault)).toEqual(before);
  });

  it('changes what lies in them, however it is spelled, opens any note, and reads everything', async () => {
    const vault = await serveLimited(store);
    const { agent, text } = vault;
    const run = async (command: string, params: object, flags: readonly string[] = []): Promise<unknown> => {
      const { envelope } = await agent.post(command, { params: params as Record<string, string>, flags });
      return envelope.code ?? 'ok';
    };
    const answers = [
      await run('append', { ...PLAN, content: 'x' }),
      await run('append', { file: 'Deep', content: 'x' }),
      await run('append', { file: 'Secret', ...PLAN, content: 'y' }),
      await run('create', { path: 'Projects/Größe/Neu.md'.normalize('NFD'), content: 'x' }),
      await run('create', { path: 'Projects/Plan.md', content: 'x' }),
      await run('append', { path: 'Inbox.md', content: 'x' }),
      await run('move', { path: 'Inbox.md', to: 'Projects/Inbox.md' }),
      await run('task', { ref: 'Projects/Plan.md:3' }, ['toggle']),
      await run('property:set', { ...PLAN, name: 'status', value: 'done' }),
      await run('open', SECRET),
      await run('read', SECRET),
    ];
    expect(answers).toEqual(answers.map(() => 'ok'));
    expect(await text('Projects/Größe/Neu.md')).toBe('x');
    expect(await text('Private/Secret.md')).toBe(NOTES['Private/Secret.md']);
    expect(await text('Projects/Plan.md')).toContain('- [x] one');
    expect(await text('Projects/Plan.md')).toContain('\ny');
  });

  it('may change the daily note where that lies in them', async () => {
    const vault = await serveLimited(store);
    const { envelope } = await vault.agent.get('daily:path');
    const path = envelope.stdout?.trim() ?? '';
    vault.limit([path]);
    for (const command of ['daily:append', 'daily:prepend'])
      expect((await vault.agent.post(command, { params: { content: 'x' } })).envelope.error).toBeUndefined();
    expect(await vault.text(path)).toMatch(/x\n.*x/s);
    vault.limit(['Projects']);
    // It is there, and only read.
    expect((await vault.agent.get('daily:read')).status).toBe(200);
  });
});

it('sets no type of a property, which would hold in the whole vault', async () => {
  const vault = await serveLimited('own');
  const set = (value: unknown) =>
    vault.agent.post('property:set', { params: { ...PLAN, name: 'count', value } });
  expect((await set(7)).envelope).toMatchObject({ ok: true, data: { carrier: 'in_place' } });
  expect((await set(['a', 'b'])).envelope.ok).toBe(true);
  expect(vault.commands()).not.toContain('property:set');
  expect(await vault.text('Projects/Plan.md')).toContain('count:\n  - a\n  - b\n');
  const apart = await serveLimited('none');
  const sent = await apart.agent.post('property:set', { params: { ...PLAN, name: 'count', value: 7 } });
  expect(sent.envelope.warnings?.join(' ')).toContain('sent as text');
  const { argv } = apart.standIn.calls.find(({ command }) => command === 'property:set') ?? {};
  expect(argv?.join(' ')).toMatch(/value=7(?!.*type=)/);
  const list = await apart.agent.post('property:set', { params: { ...PLAN, name: 'tags', value: ['a'] } });
  expect(list.envelope.code).toBe('key_scope');
});

it('undoes and redoes only what lies in the folders', async () => {
  const vault = await serveLimited('own');
  const { agent, limit } = vault;
  limit(['Projects', 'Private']);
  const moved = await agent.post('move', { params: { ...SECRET, to: 'Projects/Secret.md' } });
  const added = await agent.post('append', { params: { path: 'Projects/Sub/Deep.md', content: 'x' } });
  limit(['Projects']);
  expect((await undo(agent, changeOf(moved))).envelope.code).toBe('key_scope');
  const undone = await undo(agent, changeOf(added));
  expect(undone.envelope.ok).toBe(true);
  limit(['Private']);
  expect((await undo(agent, changeOf(undone))).envelope.code).toBe('key_scope');
  expect((await undo(agent, changeOf(undone), ['dry'])).envelope.ok).toBe(true);
  expect(await vault.text('Projects/Sub/Deep.md')).toBe(NOTES['Projects/Sub/Deep.md']);
});

it('refuses a batch with one change outside before any of it runs', async () => {
  const vault = await serveLimited('own');
  const before = await contents(vault);
  const calls = [
    { command: 'append', params: { ...PLAN, content: 'x' } },
    { command: 'append', params: { ...SECRET, content: 'x' } },
  ];
  const { status, envelope } = await vault.agent.request('/api/v1/batch', jsonCall('POST', { calls }));
  expect([status, envelope.code, envelope.data]).toEqual([403, 'key_scope', { index: 1 }]);
  expect(await contents(vault)).toEqual(before);
});

it('follows links of the file system in the standalone host', async () => {
  const vault = await serveLimited('folders');
  await symlink('../Private', join(vault.folder, 'Projects/Out'));
  await symlink('../Private/Secret.md', join(vault.folder, 'Projects/To.md'));
  await mkdir(join(vault.folder, 'Elsewhere'));
  await symlink('Elsewhere', join(vault.folder, 'Linked'));
  const before = await contents(vault);
  for (const path of ['Projects/Out/Secret.md', 'Projects/To.md', 'Projects/Out/New.md'])
    expect(await vault.code('append', { path, content: 'x' }), path).toBe('key_scope');
  expect(await vault.code('create', { path: 'Projects/Out/New.md', content: 'x' })).toBe('key_scope');
  expect(await vault.code('move', { ...PLAN, to: 'Projects/Out' })).toBe('key_scope');
  expect(await contents(vault)).toEqual(before);
  vault.limit(['Linked']);
  const inLinked = { path: 'Linked/New.md', content: 'x' };
  expect((await vault.agent.post('create', { params: inLinked })).envelope.error).toBeUndefined();
  expect(await vault.text('Elsewhere/New.md')).toBe('x');
});

it('follows them also where a call names no vault, and the app knows several', async () => {
  const folders = [await sampleVault(THIS_TEST, 'first'), await sampleVault(THIS_TEST, 'second')];
  const [folder = ''] = folders;
  const { program } = await residentStandIn(THIS_TEST, { OBSIDIAN_STANDIN_VAULTS: folders.join(delimiter) });
  const { key, record } = makeKey('agent', { folders: ['Projects'] });
  const { client } = await serve(THIS_TEST, { program, openFolder, keys: [record] });
  await symlink('../Notes', join(folder, 'Projects/Out'));
  const agent = new Client(client.url, key);
  for (const path of ['Projects/Out/Regex Cheatsheet.md', 'Projects/Plan.md']) {
    const params = { path, content: 'x' };
    const codes = [await agent.post('append', { params }), await agent.post('create', { params })].map(
      ({ envelope }) => envelope.code,
    );
    const isInside = path === 'Projects/Plan.md';
    expect(codes, path).toEqual(isInside ? ['file_not_found', undefined] : ['key_scope', 'key_scope']);
  }
});

it('says of the commands that it does not allow what the client would need', async () => {
  const { agent } = await serveLimited('own');
  const { envelope } = await agent.request('/api/v1/commands?details=true');
  const listed = envelope.data as { command: string; off?: string }[];
  const off = (name: string): unknown => listed.find(({ command }) => command === name)?.off;
  const mayRun = ['append', 'read', 'open', 'cli-bridge:undo', 'cli-bridge:replace', 'daily:append'];
  expect(mayRun.map(off)).toEqual(mayRun.map(() => undefined));
  for (const name of ['unique', 'bookmark', 'theme:set', 'template:insert'])
    expect(off(name), name).toBe('ask the user for a key that allows it');
});
