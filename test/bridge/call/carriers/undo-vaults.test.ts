import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';
import { openFolder } from '../../../../src/bridge/notes/file-store';
import { serve } from '../../../kit/bridge';
import { jsonCall } from '../../../kit/http-client';
import { residentStandIn } from '../../../kit/resident-stand-in';
import { sampleVault } from '../../../kit/sample-vault';
import { ScriptedApprovals } from '../../../kit/scripted-approvals';
import { THIS_TEST } from '../../../kit/test-scope';

it('asks the vault of the change whether a note is there again, whichever vault the undo names', async () => {
  const folders = [await sampleVault(THIS_TEST, 'first'), await sampleVault(THIS_TEST, 'second')];
  const standIn = await residentStandIn(THIS_TEST, {
    OBSIDIAN_STANDIN_VAULTS: folders.join(delimiter),
  });
  const { program } = standIn;
  const { client } = await serve(THIS_TEST, { program, openFolder }, { defaultVault: 'first' });
  const vault = 'second';
  const note = { params: { path: 'New.md', content: 'new' }, vault };
  expect((await client.post('create', note)).envelope.error).toBeUndefined();
  expect((await client.post('delete', { params: { path: 'New.md' }, vault })).envelope.error).toBeUndefined();
  const seen = standIn.calls.length;
  const undone = await client.post('cli-bridge:undo', { params: { id: 'last' } });
  expect(undone.envelope).toMatchObject({ ok: true, data: { processes: 1 } });
  expect(standIn.calls.slice(seen).map(({ argv }) => argv)).toEqual([
    ['vault=second', 'file', 'path=New.md'],
  ]);
  expect(await readFile(join(folders[1] ?? '', 'New.md'), 'utf8')).toBe('new');
});

it('shows the user who is asked the vaults that the undo changes, whichever vault it names', async () => {
  const folders = [await sampleVault(THIS_TEST, 'first'), await sampleVault(THIS_TEST, 'second')];
  const { program } = await residentStandIn(THIS_TEST, { OBSIDIAN_STANDIN_VAULTS: folders.join(delimiter) });
  const person = new ScriptedApprovals();
  person.always = 'allow';
  const ports = { program, openFolder, approvals: person };
  const { client } = await serve(THIS_TEST, ports, { defaultVault: 'first', askFirst: ['append'] });
  const note = { params: { path: 'Home.md', content: 'C:\\new' } };
  const undo = async (): Promise<string | undefined> => {
    const { envelope } = await client.post('cli-bridge:undo', { params: { id: 'last' } });
    expect(envelope.error).toBeUndefined();
    return person.asked.at(-1)?.request.calls[0]?.vault;
  };
  const { envelope } = await client.post('append', { ...note, vault: 'second' });
  expect(envelope.error).toBeUndefined();
  expect(await undo()).toBe('second');
  const call = { command: 'append', ...note };
  const calls = [call, { ...call, vault: 'second' }, call];
  expect((await client.request('/api/v1/batch', jsonCall('POST', { calls }))).status).toBe(200);
  expect(await undo()).toBe('first, second');
});
