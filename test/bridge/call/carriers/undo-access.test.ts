import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../../../src/bridge/request-log';
import type { KeyRecord } from '../../../../src/bridge/key-records';
import { serve } from '../../../kit/bridge';
import type { Served } from '../../../kit/bridge';
import { Client } from '../../../kit/http-client';
import type { EnvelopeAnswer } from '../../../kit/http-client';
import { makeKey } from '../../../kit/keys';
import { NoteFolder } from '../../../kit/note-folder';
import { residentVault } from '../../../kit/resident-stand-in';
import { ScriptedApprovals } from '../../../kit/scripted-approvals';
import { THIS_TEST } from '../../../kit/test-scope';
import { until } from '../../../kit/until';

const UNDO = 'cli-bridge:undo';
const PATH = 'Secret.md';
const NOTE = 'the secret text of the note';

interface Serving extends Served {
  /** A client with a key of its own. */
  readonly agent: Client;
  /** Gives the key another scope. */
  readonly limit: (scope: Partial<KeyRecord>) => void;
  readonly person: ScriptedApprovals;
  readonly entries: readonly AuditEntry[];
  readonly text: () => Promise<string>;
}

/** Serves the sample vault as that of the host, with one more note. */
async function serveNote(): Promise<Serving> {
  const { vault, program } = await residentVault(THIS_TEST);
  await writeFile(join(vault, PATH), NOTE);
  const person = new ScriptedApprovals();
  const entries: AuditEntry[] = [];
  const served = await serve(THIS_TEST, {
    program,
    approvals: person,
    audit: (entry) => entries.push(entry),
    hostVault: 'sample-vault',
    notes: new NoteFolder(vault),
  });
  const { key } = makeKey('agent');
  const limit = (scope: Partial<KeyRecord>): void => served.bridge.setKeys([makeKey('agent', scope).record]);
  limit({});
  await served.client.get('vault');
  await until('the program is recognized', () => served.bridge.status().cli.recognized);
  const agent = new Client(served.client.url, key);
  return { ...served, agent, limit, person, entries, text: () => readFile(join(vault, PATH), 'utf8') };
}

const append = (client: Client, content = 'x') => client.post('append', { params: { path: PATH, content } });
const undo = (client: Client, id: string, flags: readonly string[] = []) =>
  client.post(UNDO, { params: { id }, flags });
const changeOf = ({ envelope: { data } }: EnvelopeAnswer): string => (data as { change: string }).change;
const clientsOf = async (client: Client): Promise<readonly string[]> => {
  const { envelope } = await client.get('cli-bridge:changes');
  return (envelope.data as { client: string }[]).map((change) => change.client);
};

describe('two clients in turns on one note', () => {
  it('see and undo their own changes, and the owner all of them', async () => {
    const { client, agent, text } = await serveNote();
    const ofOwner = await append(client, 'one');
    await append(agent, 'two');
    expect(await clientsOf(client)).toEqual(['Client agent', 'owner']);
    expect(await clientsOf(agent)).toEqual(['Client agent']);
    expect((await undo(agent, changeOf(ofOwner))).envelope.code).toBe('change_not_found');
    // The newest change of the owner is not what the note has now.
    expect((await undo(client, 'last')).envelope.code).toBe('revision_conflict');
    expect((await undo(agent, 'last')).envelope.ok).toBe(true);
    expect(await text()).toBe(`${NOTE}\none`);
    expect((await undo(client, 'last')).envelope.ok).toBe(true);
    expect(await text()).toBe(NOTE);
    const again = await append(agent, 'three');
    expect((await undo(client, changeOf(again))).envelope.ok).toBe(true);
    expect(await text()).toBe(NOTE);
  });
});

describe('an undo', () => {
  it('is refused to a key that only reads and in read-only mode, before anything else', async () => {
    const { client, agent, limit, change, text } = await serveNote();
    await append(agent);
    limit({ access: 'read' });
    for (const params of [{ id: 'last' }, {}])
      expect((await agent.post(UNDO, { params })).envelope.code).toBe('key_scope');
    change({ readOnly: true });
    for (const params of [{ id: 'last' }, {}])
      expect((await client.post(UNDO, { params })).envelope.code).toBe('read_only');
    change({ readOnly: false });
    expect((await client.post(UNDO, { params: {} })).status).toBe(400);
    const got = await client.get(UNDO, { id: 'last' });
    expect([got.status, got.headers['allow']]).toEqual([405, 'POST']);
    expect(await text()).toBe(`${NOTE}\nx`);
  });

  it('needs the access of the change that it undoes, and can be blocked by its own name', async () => {
    const { client, agent, limit, change, text } = await serveNote();
    const created = await agent.post('create', { params: { path: 'New.md', content: 'new' } });
    await append(agent);
    limit({ commands: ['append'] });
    expect((await undo(agent, changeOf(created))).envelope.code).toBe('key_scope');
    change({ blockedCommands: ['append'] });
    expect((await undo(agent, 'last')).envelope.code).toBe('command_blocked');
    change({ blockedCommands: [UNDO] });
    expect((await undo(agent, 'last')).envelope.code).toBe('command_blocked');
    change({ blockedCommands: [], allowedCommands: ['append'] });
    const undone = await undo(agent, 'last');
    expect(undone.envelope.error).toBeUndefined();
    expect(await text()).toBe(NOTE);
    // Also an undo of the undo takes the access of the first change.
    change({ allowedCommands: ['create'] });
    expect((await undo(agent, changeOf(undone))).envelope.code).toBe('command_blocked');
    expect((await undo(client, changeOf(undone))).envelope.code).toBe('command_blocked');
    limit({ commands: ['create'] });
    // It goes to the trash without the right to delete.
    expect((await undo(agent, changeOf(created))).envelope.error).toBeUndefined();
    change({ allowedCommands: [], allowedVaults: ['Another'] });
    expect((await undo(client, changeOf(undone))).envelope.code).toBe('vault_not_allowed');
  });

  it('shows no text to a key that may not read', async () => {
    const { agent, limit } = await serveNote();
    await append(agent);
    const shown = await undo(agent, 'last', ['dry']);
    expect(shown.envelope.stdout).toBe(`Would change: ${PATH}\n ${NOTE}\n-x\n`);
    limit({ commands: ['append', 'cli-bridge:changes'] });
    const { envelope } = await undo(agent, 'last', ['dry']);
    expect(envelope).toMatchObject({
      stdout: `Would change: ${PATH}\n`,
      warnings: [expect.stringContaining('may not read')],
    });
    const { text } = await agent.get('cli-bridge:changes');
    expect(text).not.toContain('secret');
  });

  it('is asked for where the change would be, with the note and the difference; not to show it', async () => {
    const { agent, change, person, text } = await serveNote();
    const made = await append(agent);
    change({ askFirst: ['append'] });
    expect((await undo(agent, 'last', ['dry'])).status).toBe(200);
    expect(person.asked).toHaveLength(0);
    const denied = undo(agent, 'last');
    const question = await person.nth(1);
    expect(question.request.mayAllowForAWhile).toBe(false);
    expect(question.request.calls).toMatchObject([
      {
        command: UNDO,
        parameters: [
          ['id', changeOf(made)],
          ['note', PATH],
        ],
        difference: { path: PATH, before: `${NOTE}\nx`, after: NOTE },
      },
    ]);
    question.answer('deny');
    expect((await denied).envelope.code).toBe('denied_by_user');
    person.always = 'allow';
    expect((await undo(agent, 'last')).envelope.ok).toBe(true);
    expect(await text()).toBe(NOTE);
    // There is nothing left to ask about.
    expect((await undo(agent, 'last')).envelope.code).toBe('change_not_found');
    expect(person.asked).toHaveLength(2);
  });

  it('undoes what the person was asked about, whatever has been changed since', async () => {
    const { agent, change, person, text } = await serveNote();
    await append(agent, 'one');
    change({ askFirst: [UNDO] });
    const waiting = undo(agent, 'last');
    const question = await person.nth(1);
    await append(agent, 'two');
    question.answer('allow');
    expect((await waiting).envelope.code).toBe('revision_conflict');
    expect(await text()).toBe(`${NOTE}\none\ntwo`);
  });
});

it('no log, audit entry or list holds the text of a note', async () => {
  const { client, agent, bridge, entries } = await serveNote();
  await append(agent, 'secret');
  await undo(agent, 'last', ['dry']);
  await undo(agent, 'last');
  const list = (await client.get('cli-bridge:changes')).text;
  expect(entries.map(({ command, target }) => [command, target])).toEqual([
    ['append', { path: PATH }],
    [UNDO, { id: 'last' }],
  ]);
  expect(bridge.log.list().length).toBeGreaterThan(3);
  expect(JSON.stringify([list, entries, bridge.log.list()])).not.toMatch(/secret/);
});
