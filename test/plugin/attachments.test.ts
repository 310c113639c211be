import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { pathOf } from '../kit/http-client';
import { groupScope } from '../kit/test-scope';
import { runApp } from './running-app';
import type { RunningApp } from './running-app';

const GET = 'cli-bridge:attachment';
const ADD = 'cli-bridge:attach';

describe('a file that is not a note, in the plugin', () => {
  const scope = groupScope();
  let running: RunningApp;
  beforeAll(async () => {
    running = await runApp(scope);
  });

  it('goes up, comes down and goes to the trash through the app', async () => {
    const client = running.client();
    const bytes = randomBytes(200_000);
    const headers = { 'Content-Type': 'application/octet-stream' };
    const path = `${pathOf(ADD)}?path=Files/Photo.png`;
    const { envelope } = await client.request(path, { method: 'POST', headers, body: bytes });
    expect(envelope.data).toMatchObject({ path: 'Files/Photo.png', bytes: bytes.length, processes: 0 });
    expect((await readFile(join(running.folder, 'Files/Photo.png'))).equals(bytes)).toBe(true);
    const down = await client.send(`${pathOf(GET)}?file=photo.png`, { headers: { Accept: 'image/*' } });
    expect([down.status, down.headers['content-type'], down.bytes.equals(bytes)]).toEqual([
      200,
      'image/png',
      true,
    ]);
    const undone = await client.post('cli-bridge:undo', { params: { id: 'last' } });
    expect(undone.envelope).toMatchObject({ ok: true, stdout: 'Undone: Files/Photo.png\n' });
    await expect(readFile(join(running.folder, 'Files/Photo.png'))).rejects.toThrow('ENOENT');
  });

  it('stays as it was where the app refuses to write', async () => {
    const params = { path: 'Refused.png', base64: 'AAAA' };
    running.app.standIn.vault.changeFailure = new Error('EACCES: permission denied');
    expect((await running.client().post(ADD, { params })).envelope.code).toBe('write_failed');
    await writeFile(join(running.folder, 'Refused.png'), 'old');
    const overwrite = { params, flags: ['overwrite'] };
    expect((await running.client().post(ADD, overwrite)).envelope.code).toBe('unconfirmed');
    expect(await running.text('Refused.png')).toBe('old');
    running.app.standIn.vault.changeFailure = undefined;
  });

  it('of another vault can neither be got nor added', async () => {
    const vault = running.otherVault;
    const up = await running.client().post(ADD, { vault, params: { path: 'Photo.png', base64: 'AAAA' } });
    const down = await running.client().get(GET, { vault, path: 'Attachments/irrigation-plan.svg' });
    expect([up.status, up.envelope.code]).toEqual([413, 'no_store']);
    expect([down.status, down.envelope.code]).toEqual([422, 'no_store']);
  });

  it('is reported and added in a terminal, and stays in the vault there', async () => {
    const { terminal: says, folder } = running;
    expect(await says(ADD, 'path=Photo.png', 'base64=AAAA')).toBe('Attached: Photo.png\n');
    expect(await readFile(join(folder, 'Photo.png'))).toEqual(Buffer.alloc(3));
    expect(await says(GET, 'path=Photo.png')).toBe('Photo.png\timage/png\t3 bytes\n');
    expect(await says(ADD, 'path=Photo.png', 'base64=AAAA')).toMatch(/^Error: .*already/);
    for (const path of ['../Photo.png', '.obsidian/Photo.png', 'a/../../Photo.png', '/../Photo.png'])
      expect(await says(ADD, `path=${path}`, 'base64=AAAA')).toMatch(/^Error: /);
    for (const path of ['../Work/Attachments/irrigation-plan.svg', '.obsidian/app.json'])
      expect(await says(GET, `path=${path}`)).toMatch(/^Error: /);
    await expect(readFile(join(folder, '../Photo.png'))).rejects.toThrow('ENOENT');
  });
});
