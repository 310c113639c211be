import { performance } from 'node:perf_hooks';
import { expect, test, vi } from 'vitest';
import type { KeyRecord } from '../../../../src/bridge/key-records';
import { serve } from '../../../kit/bridge';
import type { Served } from '../../../kit/bridge';
import { filesIn } from '../../../kit/folder';
import type { Files } from '../../../kit/folder';
import { Client, jsonCall } from '../../../kit/http-client';
import { makeKey } from '../../../kit/keys';
import { NoteFolder } from '../../../kit/note-folder';
import { residentVault } from '../../../kit/resident-stand-in';
import { ScriptedApprovals } from '../../../kit/scripted-approvals';
import { THIS_TEST } from '../../../kit/test-scope';

interface Asking extends Served, Files {
  readonly agent: Client;
  readonly person: ScriptedApprovals;
  /** Runs a call. @returns its code, and whether the person was asked */
  readonly run: (
    command: string,
    params?: object,
    flags?: readonly string[],
  ) => Promise<readonly [string, boolean]>;
}

/** The sample vault as that of the host, and a client whose key asks as the test says. */
async function serveAsking(limits: Partial<KeyRecord>, canAsk = true): Promise<Asking> {
  const { vault, program } = await residentVault(THIS_TEST);
  const { key, record } = makeKey('agent', limits);
  const person = new ScriptedApprovals();
  person.always = 'allow';
  const ports = { program, keys: [record], hostVault: 'sample-vault', notes: new NoteFolder(vault) };
  const served = await serve(
    THIS_TEST,
    { ...ports, ...(canAsk && { approvals: person }) },
    { allowDangerousCommands: true, trustedCommands: ['devtools'] },
  );
  await served.client.get('vault');
  const agent = new Client(served.client.url, key);
  const run: Asking['run'] = async (command, params = {}, flags = []) => {
    const before = person.asked.length;
    const { envelope } = await agent.post(command, { params: params as Record<string, string>, flags });
    return [envelope.code ?? 'ok', person.asked.length > before];
  };
  return { ...served, agent, person, run, ...filesIn(vault) };
}

const append = { path: 'Home.md', content: 'x' };
const ASKED = ['ok', true];
const UNASKED = ['ok', false];

test('before risky changes: those that lose something or are dangerous, and no others', async () => {
  const { run, text, person } = await serveAsking({ ask: 'risky' });
  const usual = [
    await run('append', append),
    await run('create', { path: 'New.md', content: 'new\n' }),
    await run('move', { path: 'New.md', to: 'Projects/New.md' }),
    await run('property:set', { path: 'Home.md', name: 'a', value: 'b' }),
    await run('property:remove', { path: 'Home.md', name: 'a' }),
    await run('cli-bridge:replace', { from: 'new', to: 'old' }, ['dry']),
    await run('cli-bridge:folder', { path: 'Made' }, ['create']),
    await run('read', { path: 'Home.md' }),
  ];
  expect(usual).toEqual(usual.map(() => UNASKED));
  const risky = [
    await run('create', { path: 'Projects/New.md', content: 'other\n' }, ['overwrite']),
    await run('cli-bridge:replace', { from: 'other', to: 'old' }),
    await run('cli-bridge:folder', { path: 'Made' }, ['delete']),
    await run('delete', { path: 'Projects/New.md' }),
    await run('cli-bridge:undo', { id: 'last' }),
    await run('eval', { code: '1' }),
  ];
  expect(risky.map(([, isAsked]) => isAsked)).toEqual(risky.map(() => true));
  // What is trusted is not dangerous.
  expect((await run('devtools'))[1]).toBe(false);
  expect(await text('Projects/New.md')).toBe('old\n');
  const stakes = person.asked.map(({ request }) => request.calls[0]?.stakes);
  expect(stakes[3]).toEqual({ path: 'Projects/New.md', lines: 1, isUndoable: true });
  expect(stakes.map((each) => each?.isUndoable)).toEqual([true, true, true, true, false, false]);
});

test('after so many changes in 10 minutes, until the user allows one', async () => {
  const { run, agent, person } = await serveAsking({ askAfter: 3 });
  expect(await run('append', append)).toEqual(UNASKED);
  // Neither a failure nor what only opens or shows a note counts.
  expect((await run('append', { path: 'None.md', content: 'x' }))[0]).not.toBe('ok');
  expect(await run('open', { path: 'Home.md' })).toEqual(UNASKED);
  expect(await run('daily:read')).toEqual(UNASKED);
  expect(await run('daily:read')).toEqual(UNASKED);
  expect(await run('append', append)).toEqual(UNASKED);
  const calls = [append, append, append].map((params) => ({ command: 'append', params }));
  const batch = await agent.request('/api/v1/batch', jsonCall('POST', { calls }));
  expect(batch.envelope.ok).toBe(true);
  // The first of the batch was the third change, so the person saw the others.
  expect(person.asked.map(({ request }) => request.calls.length)).toEqual([2]);
  // Allowing began the count anew, and three have been made since.
  expect(await run('append', append)).toEqual(ASKED);
  expect(await run('append', append)).toEqual(UNASKED);
  expect(await run('append', append)).toEqual(UNASKED);
  expect(await run('append', append)).toEqual(ASKED);
  const now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now + 11 * 60_000);
  expect(await run('append', append)).toEqual(UNASKED);
  vi.restoreAllMocks();
});

test('counts changes that are made at the same time', async () => {
  const { agent, person } = await serveAsking({ askAfter: 3 });
  person.always = 'deny';
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => agent.post('append', { params: append })),
  );
  const codes = answers.map(({ envelope }) => envelope.code ?? 'ok').sort();
  expect(codes).toEqual(['denied_by_user', 'denied_by_user', 'denied_by_user', 'ok', 'ok', 'ok']);
});

test('if nobody can be asked, what needs approval is refused, and nothing runs', async () => {
  const { run, text, agent } = await serveAsking({ ask: 'risky', askAfter: 2 }, false);
  const before = await text('Home.md');
  expect(await run('delete', { path: 'Home.md' })).toEqual(['approval_unavailable', false]);
  const calls = [append, append, append].map((params) => ({ command: 'append', params }));
  const batch = await agent.request('/api/v1/batch', jsonCall('POST', { calls }));
  expect([batch.status, batch.envelope.code]).toEqual([403, 'approval_unavailable']);
  expect(await text('Home.md')).toBe(before);
  expect((await run('append', append))[0]).toBe('ok');
  expect((await run('append', append))[0]).toBe('ok');
  expect((await run('append', append))[0]).toBe('approval_unavailable');
});
