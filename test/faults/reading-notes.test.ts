import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { revisionOf } from '../../src/bridge/notes/revision';
import { jsonCall } from '../kit/http-client';
import { serveNotes } from '../kit/note-vault';
import type { NoteVault } from '../kit/note-vault';
import type { ProgramCall } from '../kit/resident-stand-in';
import { THIS_TEST } from '../kit/test-scope';

const PATH = 'Note.md';
/** Three pieces. */
const OLD = String.raw`old\none\ntwo more`;
const EDIT = { params: { path: PATH, old: 'old', new: 'new' } };

/** Answers one process of a command of the call that comes next, counted from 1; all others work. */
function answer(
  { standIn }: NoteVault,
  command: string,
  at: number,
  reply: (work: () => Promise<string | undefined>, call: ProgramCall) => Promise<string | undefined>,
): void {
  let seen = 0;
  standIn.answering = (call, work) =>
    call.command === command && ++seen === at ? reply(work, call) : work();
}

const LOST = [
  ['silent', () => Promise.resolve('')],
  ['cut', async (work: () => Promise<string | undefined>) => (await work())?.slice(0, 7)],
  ['broken', () => Promise.resolve('Stream closed\n')],
] as const;

describe.each(LOST)('the text of a note whose reply is %s is read once more', (_how, reply) => {
  test('by an edit', async (scope) => {
    const vault = await serveNotes(scope);
    await vault.write(PATH, OLD);
    answer(vault, 'read', 1, reply);
    const { envelope } = await vault.client.post('cli-bridge:edit', EDIT);
    expect(envelope.error).toBeUndefined();
    expect(await vault.text(PATH)).toBe(OLD.replace('old', 'new'));
  });

  test.each(['create', 'append', 'prepend'])('to compare what was written: %s', async (command) => {
    const vault = await serveNotes(THIS_TEST);
    await vault.write(PATH, 'precious');
    const isNew = command === 'create';
    answer(vault, 'read', isNew ? 2 : 1, reply);
    const body = { params: { path: PATH, content: OLD }, flags: isNew ? ['overwrite'] : [] };
    const { envelope } = await vault.client.post(command, body);
    const whole = (await vault.text(PATH)) ?? '';
    expect(envelope).toMatchObject({ ok: true, data: { revision: revisionOf(whole) } });
    expect(whole).toContain(OLD);
  });

  test('to compare a revision', async (scope) => {
    const vault = await serveNotes(scope);
    await vault.write(PATH, OLD);
    answer(vault, 'read', 1, reply);
    const body = { params: { path: PATH, content: 'x' }, ifRevision: revisionOf(OLD) };
    const { envelope } = await vault.client.request('/api/v1/cli/append', jsonCall('POST', body));
    expect(envelope).toMatchObject({ ok: true, data: { revision: revisionOf(`${OLD}\nx`) } });
  });
});

test('a text that cannot be read at all is not searched', async (scope) => {
  const vault = await serveNotes(scope);
  await vault.write(PATH, OLD);
  vault.standIn.answering = ({ command }, work) => (command === 'read' ? Promise.resolve('') : work());
  const { status, envelope } = await vault.client.post('cli-bridge:edit', EDIT);
  expect([status, envelope.code]).toEqual([503, 'cli_not_answering']);
});

test('a note with a byte order mark that the program leaves out is read', async (scope) => {
  const vault = await serveNotes(scope);
  await vault.write(PATH, `\ufeffold text\n`);
  answer(vault, 'read', 1, async (work) => (await work())?.replace('\ufeff', ''));
  const body = { params: { path: PATH, content: 'x' }, ifRevision: revisionOf('old text\n') };
  const { envelope } = await vault.client.request('/api/v1/cli/append', jsonCall('POST', body));
  expect(envelope).toMatchObject({ ok: true });
});

describe('a note that an edit reads and writes', () => {
  test('comes into being between two processes: it is edited', async (scope) => {
    const vault = await serveNotes(scope);
    answer(vault, 'file', 1, async (work) => {
      const text = await work();
      await vault.write(PATH, OLD);
      return text;
    });
    const { envelope } = await vault.client.post('cli-bridge:edit', EDIT);
    expect(envelope).toMatchObject({ ok: true, stdout: `Edited: ${PATH}\n` });
    expect(await vault.text(PATH)).toBe(OLD.replace('old', 'new'));
  });

  test('is gone between two processes: it is not found', async (scope) => {
    const vault = await serveNotes(scope);
    await vault.write(PATH, OLD);
    answer(vault, 'file', 1, async (work) => {
      const text = await work();
      await rm(join(vault.folder, PATH));
      return text;
    });
    const { envelope } = await vault.client.post('cli-bridge:edit', EDIT);
    expect(envelope).toMatchObject({ code: 'file_not_found' });
  });

  test.each([
    ['moved', 'inline', 'old text', 1],
    ['deleted', 'inline', 'old text', 1],
    ['moved', 'in pieces', OLD, 2],
    ['deleted', 'in pieces', OLD, 2],
  ])('is %s before it is overwritten: no copy of it stays, %s', async (what, _how, old, at) => {
    const vault = await serveNotes(THIS_TEST);
    await vault.write(PATH, old);
    answer(vault, 'read', at, async (work) => {
      const text = await work();
      const path = join(vault.folder, PATH);
      await (what === 'moved' ? rename(path, join(vault.folder, 'Away.md')) : rm(path));
      return text;
    });
    const { status, envelope } = await vault.client.post('cli-bridge:edit', EDIT);
    expect([status, envelope]).toMatchObject([
      422,
      { code: 'write_incomplete', data: { path: PATH, written: 0, total: 3, restored: true } },
    ]);
    expect(envelope.error).toContain('was moved or deleted while it was edited');
    expect(await vault.text(PATH)).toBeUndefined();
    expect(await vault.text('Away.md')).toBe(what === 'moved' ? old : undefined);
  });
});
