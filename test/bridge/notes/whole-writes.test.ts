import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { platformOf } from '../../../src/bridge/cli/platform';
import type { Platform } from '../../../src/bridge/cli/platform';
import { revisionOf } from '../../../src/bridge/notes/revision';
import { appended, prepended } from '../../../src/standin/insertion';
import { serve } from '../../kit/bridge';
import type { Served } from '../../kit/bridge';
import { jsonCall } from '../../kit/http-client';
import { standIn } from '../../kit/stand-in';
import { THIS_TEST } from '../../kit/test-scope';
import type { TestScope } from '../../kit/test-scope';
import { until } from '../../kit/until';
import { NoteFolder } from '../../kit/note-folder';

/** The rules of each platform, on the system of the test. */
const HERE = platformOf('linux');
const PLATFORMS: Readonly<Record<string, Platform>> = {
  linux: HERE,
  macos: { ...HERE, requestLimit: 8_000 },
  windows: { ...HERE, requestLimit: 3_500, encodesLineBreaks: true },
};

interface Running extends Served {
  readonly vault: string;
  readonly notes: NoteFolder;
  /** The commands of the processes since the last call of this, without the bridge's own. */
  readonly ran: () => Promise<readonly string[]>;
}

async function running(scope: TestScope, name = 'linux', isHost = false): Promise<Running> {
  const { program, environment, vault } = await standIn(scope);
  const trace = `${vault}.trace`;
  await writeFile(trace, '');
  const notes = new NoteFolder(vault);
  const served = await serve(scope, {
    program,
    platform: PLATFORMS[name]!,
    environment: {
      ...environment,
      OBSIDIAN_STANDIN_TRACE: trace,
      OBSIDIAN_STANDIN_REQUEST_LIMIT: name,
    },
    ...(isHost && { hostVault: 'sample-vault', notes }),
  });
  await served.client.get('vault');
  const lines = async (): Promise<readonly string[]> => {
    const text = await readFile(trace, 'utf8');
    await writeFile(trace, '');
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { event: string; argv: string[] })
      .filter(({ event }) => event === 'start')
      .map(({ argv }) => argv.find((word) => !word.startsWith('vault=')) ?? '');
  };
  await lines();
  return { ...served, vault, notes, ran: lines };
}

const part = fc.oneof(
  fc.constantFrom('\\n', '\\t', '\\nabla', 'C:\\temp\\new', '\\', '\r\n', '\n', '\t', '---\n', '"', ' '),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);
const text = fc
  .array(part, { minLength: 1, maxLength: 12 })
  .map((parts) => parts.join(''))
  .filter((whole) => whole.isWellFormed() && !whole.includes('\0') && whole !== '');

describe.each(['linux', 'macos', 'windows'])('a text arrives as it was sent: %s', (name) => {
  test('by create, append and prepend, inline or not, and for the daily note', async (scope) => {
    const { client, vault } = await running(scope, name);
    const file = join(vault, 'Whole.md');
    let old = '';
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.constantFrom('create', 'append', 'prepend'),
        fc.boolean(),
        async (content, command, isInline) => {
          const flags = command === 'create' ? ['overwrite'] : isInline ? ['inline'] : [];
          if (command !== 'create') await writeFile(file, old);
          const { envelope, status } = await client.post(command, {
            params: { path: 'Whole.md', content },
            flags,
          });
          expect(envelope.error).toBeUndefined();
          expect(status).toBe(200);
          const expected = {
            create: content,
            append: appended(old, content, isInline),
            prepend: prepended(old, content, isInline),
          }[command];
          expect(await readFile(file, 'utf8')).toBe(expected);
          const { bytes, path } = envelope.data as { bytes: number; path: string };
          expect([bytes, path]).toEqual([Buffer.byteLength(content), 'Whole.md']);
          old = expected ?? '';
        },
      ),
      { numRuns: 8 },
    );
  });
});

describe('a text in pieces', () => {
  test('takes one process for each piece, and three to see that it is whole', async (scope) => {
    const { client, vault, ran } = await running(scope);
    const content = String.raw`\nabla \times C:\new`;
    const { envelope } = await client.post('append', { params: { path: 'Home.md', content } });
    expect(envelope).toMatchObject({
      ok: true,
      data: { path: 'Home.md', bytes: 20, carrier: 'pieces', processes: 7 },
    });
    const whole = await readFile(join(vault, 'Home.md'), 'utf8');
    expect(envelope.data).toMatchObject({ revision: revisionOf(whole) });
    expect(whole.endsWith(`\n${content}`)).toBe(true);
    expect(await ran()).toEqual(['append', 'file', 'append', 'append', 'append', 'file', 'read']);
  });
});

test.each(['windows', 'macos', 'linux'])(
  'a text of several times what the program takes: %s',
  async (name) => {
    const { client, vault } = await running(THIS_TEST, name);
    const limit = PLATFORMS[name]?.requestLimit ?? 0;
    const content = 'Zeile mit Ümläuten, "Zitat" und 😀\t.\r\n'.repeat(Math.ceil(limit / 15));
    const { envelope } = await client.post('create', { params: { path: 'Long.md', content } });
    expect(envelope.data).toMatchObject({ path: 'Long.md', carrier: 'pieces' });
    expect(await readFile(join(vault, 'Long.md'), 'utf8')).toBe(content);
  },
);

const LONG = String.raw`$\nabla \times \tau$, C:\new` + '\r\n\tend 😀 $& $1\n'.repeat(10_000);

describe('a text in place, in the vault of the host', () => {
  test('takes one process, whatever its length, and leaves no marker', async (scope) => {
    const { client, vault, notes, ran } = await running(scope, 'windows', true);
    const old = await readFile(join(vault, 'Home.md'), 'utf8');
    const { envelope } = await client.post('append', { params: { file: 'Home', content: LONG } });
    const whole = appended(old, LONG, false);
    expect(await readFile(join(vault, 'Home.md'), 'utf8')).toBe(whole);
    expect(envelope).toMatchObject({
      ok: true,
      stdout: 'Appended to: Home.md\n',
      data: { path: 'Home.md', carrier: 'in_place', processes: 1, revision: revisionOf(whole) },
    });
    expect((await ran()).filter((command) => command === 'append')).toHaveLength(1);
    expect(notes.kept.size).toBe(0);
  });

  test('replaces a note in one step, and runs nothing for it', async (scope) => {
    const { client, vault, ran } = await running(scope, 'linux', true);
    const params = { path: 'Home.md', content: LONG };
    const { envelope } = await client.post('create', { params, flags: ['overwrite'] });
    expect(await readFile(join(vault, 'Home.md'), 'utf8')).toBe(LONG);
    expect(envelope).toMatchObject({ ok: true, stdout: 'Overwrote: Home.md\n', data: { processes: 0 } });
    expect(await ran()).not.toContain('create');
  });

  test('that the app refuses leaves the note as it was', async (scope) => {
    const { client, vault, notes } = await running(scope, 'linux', true);
    notes.failure = new Error('EIO: i/o error, write');
    const params = { path: 'Home.md', content: LONG };
    const old = await readFile(join(vault, 'Home.md'), 'utf8');
    const { envelope } = await client.post('create', { params, flags: ['overwrite'] });
    expect(envelope).toMatchObject({
      code: 'write_incomplete',
      stderr: 'EIO: i/o error, write',
      data: { path: 'Home.md', written: 0, restored: true },
    });
    expect(await readFile(join(vault, 'Home.md'), 'utf8')).toBe(old);
  });
});

describe('revisions', () => {
  test('that read and writes give are compared before a change', async (scope) => {
    const { client, vault } = await running(scope);
    const old = await readFile(join(vault, 'Home.md'), 'utf8');
    const read = await client.get('read', { path: 'Home.md' });
    const { revision } = JSON.parse(read.text) as { revision: string };
    expect(revision).toBe(revisionOf(old));
    const append = (ifRevision: string) =>
      client.request(
        '/api/v1/cli/append',
        jsonCall('POST', { params: { path: 'Home.md', content: 'x' }, ifRevision }),
      );
    const first = await append(revision);
    expect(first.envelope).toMatchObject({ ok: true, data: { revision: revisionOf(`${old}\nx`) } });
    const second = await append(revision);
    expect([second.status, second.envelope.code]).toEqual([422, 'revision_conflict']);
    expect(await readFile(join(vault, 'Home.md'), 'utf8')).toBe(`${old}\nx`);
  });

  test('of clients that change one note at a time: each change is there, or was refused', async (scope) => {
    const { client, vault } = await running(scope, 'linux', true);
    const path = 'Shared.md';
    await writeFile(join(vault, path), 'start\n');
    const revision = revisionOf('start\n');
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, index) =>
        client.request(
          '/api/v1/cli/append',
          jsonCall('POST', { params: { path, content: `line ${index}` }, ifRevision: revision }),
        ),
      ),
    );
    const done = answers.filter(({ status }) => status === 200);
    expect(done).toHaveLength(1);
    expect(new Set(answers.map(({ envelope }) => envelope.code))).toEqual(
      new Set([undefined, 'revision_conflict']),
    );
    const lines = (await readFile(join(vault, path), 'utf8'))
      .split('\n')
      .filter((line) => line.startsWith('line'));
    expect(lines).toHaveLength(1);
  });
});

test('when the bridge stops, a chain ends between two processes, and its new note goes to the trash', async (scope) => {
  const { bridge, client, vault } = await running(scope);
  const content = String.raw`\n`.repeat(300);
  const answer = client.post('create', { params: { path: 'New.md', content } });
  const file = join(vault, 'New.md');
  await until(
    'some pieces are written',
    async () => (await readFile(file, 'utf8').catch(() => '')).length > 4,
  );
  await bridge.stop(60_000);
  const { envelope } = await answer;
  expect(envelope).toMatchObject({
    code: 'write_incomplete',
    data: { path: 'New.md', written: 0, total: 600, restored: true },
  });
  await expect(readFile(file, 'utf8')).rejects.toThrow('ENOENT');
});

test('what no way carries is refused before anything runs, with a hint', async (scope) => {
  const { client, ran } = await running(scope);
  const unique = await client.post('unique', { params: { content: String.raw`\nabla` } });
  expect([unique.status, unique.envelope.code]).toEqual([413, 'content_too_large']);
  const many = await client.post('append', {
    params: { path: 'Home.md', content: String.raw`\n`.repeat(1_001) },
  });
  expect([many.status, many.envelope.code]).toEqual([413, 'content_too_large']);
  expect(await ran()).toEqual([]);
});
