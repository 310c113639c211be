import { describe, expect, test } from 'vitest';
import { revisionOf } from '../../../src/bridge/notes/revision';
import { jsonCall } from '../../kit/http-client';
import { serveNotes } from '../../kit/note-vault';
import { THIS_TEST } from '../../kit/test-scope';

const PATH = 'Sub/Away -> here.md';
const TEXT = '---\nstatus: open\n---\nbody\n';

describe('a call with ifRevision', () => {
  test.each([
    ['move', { to: 'Other/Moved.md' }, 'Other/Moved.md'],
    ['rename', { name: 'Renamed' }, 'Sub/Renamed.md'],
    ['property:remove', { name: 'status' }, PATH],
    ['property:set', { name: 'status', value: 'done' }, PATH],
  ])('tells path and revision of the note as it is then: %s', async (command, params, path) => {
    for (const target of [{ path: PATH }, { file: 'Away -> here' }]) {
      const vault = await serveNotes(THIS_TEST);
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
      const vault = await serveNotes(THIS_TEST);
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

test.each(['append', 'prepend'])(
  'a text in pieces is written to the note of that revision: %s',
  async (command) => {
    const vault = await serveNotes(THIS_TEST);
    await vault.write('Note.md', 'old');
    const send = (content: string) => {
      const body = { params: { path: 'Note.md', content }, ifRevision: revisionOf('old') };
      return vault.client.request(`/api/v1/cli/${command}`, jsonCall('POST', body));
    };
    const { envelope } = await send(String.raw`a\nb`);
    const text = (await vault.text('Note.md')) ?? '';
    expect(envelope).toMatchObject({ ok: true, data: { carrier: 'pieces', revision: revisionOf(text) } });
    expect(text).toContain(String.raw`a\nb`);
    expect((await send('x')).envelope.code).toBe('revision_conflict');
  },
);
