import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CliClient } from '../../src/bridge/cli/client';
import { platformOf } from '../../src/bridge/cli/platform';
import { Catalogue } from '../../src/bridge/commands/catalogue/catalogue';
import { createWrite } from '../../src/bridge/notes/whole-writes';
import { revisionOf } from '../../src/bridge/notes/revision';
import { serve } from '../kit/bridge';
import { jsonCall } from '../kit/http-client';
import type { EnvelopeAnswer } from '../kit/http-client';
import { serveNotes } from '../kit/note-vault';
import type { NoteVault } from '../kit/note-vault';
import { standIn } from '../kit/stand-in';
import { THIS_TEST } from '../kit/test-scope';
import { until } from '../kit/until';
import { jsonText, Wire } from '../kit/wire';

/** Four pieces. */
const CONTENT = String.raw`a\nab\tä😀\nend`;
const PATH = 'Note.md';
const OLD = String.raw`old\n text\t`;
const OVERWRITE = { params: { path: PATH, content: CONTENT }, flags: ['overwrite'] };

/** Holds up one process of the call that comes next, counted from 1. */
function gate(
  { standIn }: NoteVault,
  at: number,
): { readonly isReached: () => boolean; readonly open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  let isReached = false;
  const before = standIn.calls.length;
  standIn.answering = async (_call, work) => {
    if (standIn.calls.length === before + at) {
      isReached = true;
      await opened;
    }
    return work();
  };
  return { isReached: () => isReached, open };
}

/** Sends a call whose client leaves when it has come to this process, counted from 1. */
async function leaving(vault: NoteVault, command: string, body: object, at: number): Promise<void> {
  const { client, bridge } = vault;
  const held = gate(vault, at);
  const wire = await Wire.open(client.url);
  const headers = { Authorization: `Bearer ${client.key}` };
  wire.write(jsonText(`POST /api/v1/cli/${command}`, headers, JSON.stringify(body)));
  await until('the process runs', held.isReached);
  const { localPort = 0 } = wire.socket;
  wire.reset();
  await until('the bridge knows', async () => !(await bridge.hasClientAt(localPort)));
  held.open();
  await until('it has ended', () => !bridge.status().running);
}

describe('a client that leaves', () => {
  test('while its text is written in pieces: it is written whole', async (context) => {
    const vault = await serveNotes(context);
    await leaving(vault, 'create', { params: { path: PATH, content: CONTENT } }, 2);
    expect(await vault.text(PATH)).toBe(CONTENT);
    expect(vault.commands()).toEqual(['create', 'append', 'append', 'append', 'file', 'read']);
    expect((await vault.client.get('read', { path: PATH })).status).toBe(200);
  });

  test.each([
    ['an overwritten note is read', 'create', OVERWRITE, 2],
    ['an edited note is read', 'cli-bridge/edit', { params: { path: PATH, old: 'old', new: 'new' } }, 2],
    [
      'its revision is compared',
      'append',
      { params: { path: PATH, content: 'x' }, ifRevision: revisionOf(OLD) },
      2,
    ],
  ])('while %s: nothing is written', async (_when, command, body, at) => {
    const vault = await serveNotes(THIS_TEST);
    await vault.write(PATH, OLD);
    await leaving(vault, command, body, at);
    expect(await vault.text(PATH)).toBe(OLD);
    expect(vault.commands()).toEqual(['file', 'read']);
  });
});

/** What a client may do is taken away when its call has come to this process. */
async function taken(
  vault: NoteVault,
  take: (vault: NoteVault) => void,
  [command, body]: readonly [command: string, body: object],
  at: number,
): Promise<EnvelopeAnswer> {
  const held = gate(vault, at);
  const answer = vault.client.request(`/api/v1/cli/${command}`, jsonCall('POST', body));
  await until('the process runs', held.isReached);
  take(vault);
  held.open();
  return answer;
}

const TAKEN = [
  ['the key', ({ bridge }: NoteVault) => bridge.setApiKey('another-key-for-tests'), 'unauthorized'],
  ['the right to write', ({ change }: NoteVault) => change({ readOnly: true }), 'read_only'],
  [
    'the command',
    ({ change }: NoteVault) => change({ blockedCommands: ['create', 'append'] }),
    'command_blocked',
  ],
] as const;

describe.each(TAKEN)('%s is taken away', (_what, take, code) => {
  test('while a text is written in pieces: it is written whole', async (context) => {
    const vault = await serveNotes(context);
    await vault.write(PATH, OLD);
    await taken(vault, take, ['create', OVERWRITE], 4);
    expect(await vault.text(PATH)).toBe(CONTENT);
  });

  test.each([
    ['an overwritten note is read', ['create', OVERWRITE]],
    ['an edited note is read', ['cli-bridge/edit', { params: { path: PATH, old: 'old', new: 'new' } }]],
    [
      'its revision is compared',
      ['append', { params: { path: PATH, content: 'x' }, ifRevision: revisionOf(OLD) }],
    ],
  ] as const)('while %s: nothing is written', async (_when, call) => {
    const vault = await serveNotes(THIS_TEST);
    await vault.write(PATH, OLD);
    const { envelope } = await taken(vault, take, call, 2);
    expect(envelope.code).toBe(code);
    expect(await vault.text(PATH)).toBe(OLD);
    expect(vault.commands()).toEqual(['file', 'read']);
  });
});

describe('when the bridge stops, a chain ends between two processes', () => {
  const stopped = async (vault: NoteVault, command: string, body: object, at: number) => {
    const held = gate(vault, at);
    const answer = vault.client.request(`/api/v1/cli/${command}`, jsonCall('POST', body));
    await until('the process runs', held.isReached);
    const stopping = vault.bridge.stop(30_000);
    held.open();
    const { envelope } = await answer;
    await stopping;
    expect(envelope.code).toBe('write_incomplete');
    return envelope.data as { written: number; restored: boolean };
  };

  test('a new note goes to the trash', async (context) => {
    const vault = await serveNotes(context);
    const body = { params: { path: PATH, content: CONTENT } };
    expect(await stopped(vault, 'create', body, 2)).toMatchObject({ written: 0, restored: true });
    expect(await vault.text(PATH)).toBeUndefined();
  });

  test('an overwritten one gets its old text again, however many pieces that has', async (context) => {
    const vault = await serveNotes(context);
    await vault.write(PATH, OLD);
    expect(await stopped(vault, 'create', OVERWRITE, 4)).toMatchObject({ written: 0, restored: true });
    expect(await vault.text(PATH)).toBe(OLD);
  });

  test('what was appended is counted', async (context) => {
    const vault = await serveNotes(context);
    await vault.write(PATH, OLD);
    const { written, restored } = await stopped(vault, 'append', { params: OVERWRITE.params }, 3);
    expect(await vault.text(PATH)).toBe(`${OLD}\n${CONTENT.slice(0, written)}`);
    expect([written, restored]).toEqual([6, false]);
  });
});

test('a text that takes too long is not written to its end', async (context) => {
  const { vault, ...ports } = await standIn(context);
  const platform = platformOf('linux');
  const client = new CliClient({
    platform,
    environment: ports.environment,
    places: () => ({
      only: ports.program,
      configured: '',
      environment: {},
      resourcesPath: undefined,
      resolveLink: undefined,
    }),
    settings: { current: { timeoutSeconds: 30 } },
  });
  await client.lookAgain();
  client.noteHelp();
  const catalogue = new Catalogue(() => Promise.resolve(undefined));
  const commandOf = (name: string) => catalogue.get(name)!;
  const plan = createWrite({ client, platform, hostVault: undefined, commandOf, atMostMs: 0 });
  const parameters = new Map([
    ['path', PATH],
    ['content', CONTENT],
  ]);
  const line = { vault: undefined, command: 'create', words: [], parameters, flags: [] };
  const run = await plan(commandOf('create'), line);
  expect(await run({})).toMatchObject({
    code: 'write_incomplete',
    stderr: 'The text took longer than one call may.',
    data: { written: 0, total: Buffer.byteLength(CONTENT), restored: true },
  });
  await client.stop(0);
  expect(existsSync(join(vault, PATH))).toBe(false);
});

test('a note of that name that is there already is left alone, and the new one is written whole', async (context) => {
  const { client, write, text } = await serveNotes(context, { platform: 'windows' });
  await write('Trial.md', OLD);
  const params = { path: 'Trial.md', content: CONTENT };
  const { envelope } = await client.post('create', { params });
  expect(envelope).toMatchObject({ ok: true, data: { path: 'Trial 1.md', carrier: 'pieces' } });
  expect(envelope.warnings?.join()).toContain('Trial 1.md');
  expect(await text('Trial.md')).toBe(OLD);
  expect(await text('Trial 1.md')).toBe(CONTENT);
});

test.each([
  ['create', OVERWRITE],
  ['append', { params: OVERWRITE.params }],
  ['cli-bridge:edit', { params: { path: PATH, old: 'old', new: CONTENT } }],
] as const)(
  '%s in a vault that is closed: the first process opens it, and nothing is lost',
  async (command, body) => {
    const vault = await serveNotes(THIS_TEST, { switches: { OBSIDIAN_STANDIN_COLD: '1' } });
    await vault.write(PATH, OLD);
    await vault.client.post('vault', { vault: 'sample-vault' });
    await rm(join(vault.folder, '.obsidian', 'standin-warm'));
    vault.commands();
    const { status, envelope } = await vault.client.post(command, { vault: 'sample-vault', ...body });
    expect([status, envelope.error]).toEqual([200, undefined]);
    const whole = {
      create: CONTENT,
      append: `${OLD}\n${CONTENT}`,
      'cli-bridge:edit': OLD.replace('old', () => CONTENT),
    }[command];
    expect(await vault.text(PATH)).toBe(whole);
    const [first, second] = vault.commands();
    expect(first).toBe(second);
  },
);

test('a text that begins as the start-up lines of the program do', async (context) => {
  const { vault, environment, ...ports } = await standIn(context);
  const { client } = await serve(context, {
    ...ports,
    environment: { ...environment, OBSIDIAN_STANDIN_NOISE: '1' },
  });
  const content = `2026-09-15 12:05:01 Checking for update\\n\n${CONTENT}`;
  const created = await client.post('create', { params: { path: PATH, content } });
  expect(created.envelope).toMatchObject({ ok: true, data: { path: PATH, carrier: 'pieces' } });
  const edited = await client.post('cli-bridge:edit', { params: { path: PATH, old: 'end', new: 'END' } });
  expect(edited.envelope).toMatchObject({ ok: true, data: { path: PATH } });
  const whole = content.replace('end', () => 'END');
  expect(await readFile(join(vault, PATH), 'utf8')).toBe(whole);
});
