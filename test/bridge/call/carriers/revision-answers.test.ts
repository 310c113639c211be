import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { revisionOf } from '../../../../src/bridge/notes/revision';
import { jsonCall } from '../../../kit/http-client';
import { HOST_STORES } from '../../../kit/host-stores';
import { useNotes } from '../../../kit/note-vault';

const PATH = 'Sub/Away -> here.md';
const TEXT = '---\nstatus: open\n---\nbody\n';

describe('a call with ifRevision', () => {
  const served = useNotes();

  test.each([
    ['move', { to: 'Other/Moved.md' }, 'Other/Moved.md'],
    ['rename', { name: 'Renamed' }, 'Sub/Renamed.md'],
    ['property:remove', { name: 'status' }, PATH],
    ['property:set', { name: 'status', value: 'done' }, PATH],
  ])('tells path and revision of the note as it is then: %s', async (command, params, path) => {
    for (const target of [{ path: PATH }, { file: 'Away -> here' }]) {
      const vault = served();
      for (const old of ['Other/Moved.md', 'Sub/Renamed.md'])
        await rm(join(vault.folder, old), { force: true });
      await vault.write(PATH, TEXT);
      await vault.write('Other/Note.md', '');
      const body = { params: { ...target, ...params }, ifRevision: revisionOf(TEXT) };
      const url = `/api/v1/cli/${command.replace(':', '/')}`;
      const { envelope } = await vault.client.request(url, jsonCall('POST', body));
      expect(envelope.error).toBeUndefined();
      const text = await vault.text(path);
      expect(envelope.data).toMatchObject({ path, revision: revisionOf(text ?? '') });
    }
  });

  test.each(['open', 'bookmark', 'history:open', 'publish:add'])(
    'is refused where it changes no note: %s',
    async (command) => {
      const vault = served();
      await vault.write('Note.md', TEXT);
      const params = command === 'bookmark' ? { file: 'Note.md' } : { path: 'Note.md' };
      const body = { params, ifRevision: revisionOf(TEXT) };
      const url = `/api/v1/cli/${command.replace(':', '/')}`;
      vault.change({ allowDangerousCommands: true });
      const { status, envelope } = await vault.client.request(url, jsonCall('POST', body));
      expect([status, envelope.code]).toEqual([400, 'invalid_parameter']);
      expect(vault.commands()).toEqual([]);
    },
  );
});

describe.each(HOST_STORES)('a file that is not UTF-8 throughout, store: %s', (store) => {
  const served = useNotes({ store });
  const [bytes, changed] = ['caf\xe9 text\n', 'caf\xe8 text\n'].map((text) => Buffer.from(text, 'latin1'));

  test.each([
    ['append', { params: { path: 'Bytes.md', content: 'x' } }],
    ['create', { params: { path: 'Bytes.md', content: String.raw`a\nb` }, flags: ['overwrite'] }],
    ['delete', { params: { path: 'Bytes.md' } }],
  ])('is not changed by its revision, which tells nothing: %s', async (command, body) => {
    const vault = served();
    const file = join(vault.folder, 'Bytes.md');
    await writeFile(file, bytes ?? '');
    const { envelope } = await vault.client.get('read?path=Bytes.md');
    await writeFile(file, changed ?? '');
    const call = { ...body, ifRevision: revisionOf('caf\ufffd text') };
    expect(envelope).toMatchObject({ revision: call.ifRevision });
    const answer = await vault.client.post(command, call);
    expect(answer.envelope).toMatchObject({ ok: false, code: 'not_text' });
    expect(await readFile(file)).toEqual(changed);
  });

  test('is, if it has the replacement character', async () => {
    const vault = served();
    await vault.write('Note.md', 'old \ufffd\n');
    const call = { params: { path: 'Note.md', content: 'x' }, ifRevision: revisionOf('old \ufffd') };
    const { envelope } = await vault.client.post('append', call);
    expect(envelope).toMatchObject({ ok: true });
    expect(await vault.text('Note.md')).toBe('old \ufffd\n\nx');
  });
});
