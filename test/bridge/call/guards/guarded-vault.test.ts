import { describe, expect, test } from 'vitest';
import { revisionOf } from '../../../../src/bridge/notes/revision';
import { jsonCall, pathOf } from '../../../kit/http-client';
import { serveNotes, useNotes } from '../../../kit/note-vault';

/** Which no single call of the program carries. */
const PAIRS = String.raw`a\nb\tc`;

describe('a new note', () => {
  test('whose name has a dot replaces no other one', async (scope) => {
    const { client, text, write } = await serveNotes(scope);
    await write('Draft v1.md', 'precious');
    const body = { params: { name: 'Draft v1.2', content: 'new' }, flags: ['overwrite'] };
    const { envelope } = await client.post('create', body);
    expect(envelope).toMatchObject({ ok: true, warnings: [expect.stringContaining('"Draft v1.2.md"')] });
    expect([await text('Draft v1.md'), await text('Draft v1.2.md')]).toEqual(['precious', 'new']);
  });
});

describe.each([
  ['in the vault of the host', 'own'],
  ['in a folder', 'folders'],
] as const)('path and name are one target %s', (_where, store) => {
  const served = useNotes({ store });

  test.each(['plain', PAIRS])('which gets the text %j', async (content) => {
    const { client, text, write } = served();
    await write('Folder.md', 'precious');
    await write('Folder/Note.md', 'old');
    const body = { params: { path: 'Folder', name: 'Note', content }, flags: ['overwrite'] };
    const { envelope } = await client.post('create', body);
    expect(envelope).toMatchObject({ ok: true, data: { path: 'Folder/Note.md' } });
    expect(envelope.warnings).toBeUndefined();
    expect([await text('Folder.md'), await text('Folder/Note.md')]).toEqual(['precious', content]);
  });

  test('whose revision is compared', async () => {
    const { client, text, write } = served();
    await write('Folder.md', 'other');
    await write('Folder/Note.md', 'old');
    const overwrite = (ifRevision: string) => {
      const params = { path: 'Folder/', name: 'Note', content: 'new' };
      return client.request(pathOf('create'), jsonCall('POST', { params, flags: ['overwrite'], ifRevision }));
    };
    expect((await overwrite(revisionOf('other'))).envelope.code).toBe('revision_conflict');
    expect((await overwrite(revisionOf('old'))).envelope).toMatchObject({ ok: true });
    expect([await text('Folder.md'), await text('Folder/Note.md')]).toEqual(['other', 'new']);
  });
});
