import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import type { BridgePorts } from '../../../src/bridge/ports';
import type { FileChange } from '../../../src/bridge/http/event-streams';
import { STREAM_LIMIT, WAITING_LIMIT } from '../../../src/bridge/http/event-streams';
import type { Settings } from '../../../src/bridge/settings';
import { serve as serveBridge, TEST_KEY } from '../../kit/bridge';
import type { Served } from '../../kit/bridge';
import { EventReader } from '../../kit/event-reader';
import { Client, jsonCall } from '../../kit/http-client';
import { inside } from '../../kit/inside';
import { makeKey } from '../../kit/keys';
import { freePort } from '../../kit/ports';
import type { TestScope } from '../../kit/test-scope';
import { until } from '../../kit/until';
import { requestText, Wire } from '../../kit/wire';

const PATH = '/api/v1/events';
const NOTE = 'Note.md';
/** Longer than all that the system keeps for a reader, together with a few hundred others. */
const LONG_PATH = `${'folder/'.repeat(3_000)}${NOTE}`;

/** The vault of a host. */
class WatchedVault {
  readonly listeners = new Set<(change: FileChange) => void>();

  readonly watch = (listener: (change: FileChange) => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  tell(change: FileChange): void {
    for (const listener of this.listeners) listener(change);
  }

  modify(path = NOTE): void {
    this.tell({ kind: 'modified', path });
  }
}

interface Watched extends Served {
  readonly vault: WatchedVault;
}

/** A bridge in a vault, with no program: no stream takes one. */
async function serve(
  test: TestScope,
  settings: Partial<Settings> = {},
  ports: Partial<BridgePorts> = {},
): Promise<Watched> {
  const vault = new WatchedVault();
  const program = { file: '/nowhere/obsidian', leadingArguments: [] };
  const host = { program, hostVault: 'Garden', hostVaultId: 'a1b2', watchFiles: vault.watch };
  return { ...(await serveBridge(test, { ...host, ...ports }, settings)), vault };
}

const clientWith = ({ client }: Served, key: string): Client => new Client(client.url, key);

describe('a stream of events', () => {
  test('begins with ready, and reports each change with its time', async (context) => {
    const { client, vault } = await serve(context);
    const reader = await EventReader.open(client);
    expect(reader.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    const odd = 'Ümläut "\n\u2028data: x.md';
    vault.tell({ kind: 'created', path: odd });
    vault.tell({ kind: 'renamed', path: 'b.md', from: 'a.md' });
    vault.tell({ kind: 'deleted', path: 'b.md' });
    expect(await reader.read(3)).toEqual([`created ${odd}`, 'renamed a.md -> b.md', 'deleted b.md']);
    expect(reader.events.map(({ event, data }) => [event, Object.keys(data)])).toEqual([
      ['ready', ['time']],
      ['created', ['path', 'time']],
      ['renamed', ['path', 'from', 'time']],
      ['deleted', ['path', 'time']],
    ]);
    for (const { data } of reader.events)
      expect(data['time']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  test('says nothing of what begins with a dot', async (context) => {
    const { client, vault } = await serve(context);
    const reader = await EventReader.open(client);
    for (const path of ['.obsidian/app.json', '.a.md', 'Plants/.a.md', 'Plants/.b/a.md']) vault.modify(path);
    vault.tell({ kind: 'renamed', path: 'a.md', from: '.a.md' });
    vault.modify('Plants/a.b.md');
    expect(await reader.read(1)).toEqual(['modified Plants/a.b.md']);
  });

  test('shows signs of life', async (context) => {
    const { client, vault } = await serve(context, {}, { heartbeatMs: 5 });
    const reader = await EventReader.open(client);
    await until('three have come', () => reader.comments.length >= 3);
    vault.modify();
    expect(await reader.read(1)).toEqual(['modified Note.md']);
    expect(new Set(reader.comments)).toEqual(new Set([':']));
  });

  test('is the same whatever else the request says', async (context) => {
    const { client, vault } = await serve(context);
    const others = { 'Last-Event-ID': '7', Accept: 'application/json', 'Content-Length': '0' };
    const readers = [await EventReader.open(client, others), await EventReader.open(client)];
    vault.modify();
    for (const reader of readers) expect(await reader.read(1)).toEqual(['modified Note.md']);
  });

  test('continues after an unexpected body', async (context) => {
    const { client, vault } = await serve(
      context,
      {},
      { httpLimits: { headersMs: 100, requestMs: 100, checkMs: 20 } },
    );
    const wire = await Wire.open(client.url);
    const headers = { Authorization: `Bearer ${TEST_KEY}`, 'Content-Length': '70000' };
    wire.write(requestText(`GET ${PATH}`, headers, 'x'.repeat(70_000)));
    await until('it is ready', () => wire.text.includes('event: ready'));
    const late = await Wire.open(client.url);
    late.write(requestText(`GET ${PATH}`, headers, 'x'));
    await until('a body that never comes is too slow', () => late.isClosed);
    vault.modify();
    await until('the change has come', () => wire.text.includes('event: modified'));
    wire.reset();
  });

  test('can be read by a page of an allowed origin', async (context) => {
    const { client } = await serve(context, { corsEnabled: true, corsOrigins: ['https://page.example'] });
    const { headers } = await EventReader.open(client, { Origin: 'https://page.example' });
    expect(headers['access-control-allow-origin']).toBe('https://page.example');
  });

  test('takes no turn of the queue, and the log has no call', async (context) => {
    const { client, bridge } = await serve(context);
    await EventReader.open(client);
    expect(bridge.status()).toMatchObject({ waiting: 0 });
    expect(bridge.log.list()).toEqual([]);
    expect(bridge.log.lastSeenAt('owner')).toBeDefined();
  });
});

describe('the request for events', () => {
  test('is checked in the order of all others', async (context) => {
    const served = await serve(context);
    const { client, change } = served;
    const evil = { Host: 'evil.example' };
    const ask = async (call: Parameters<Client['anonymous']>[1], key?: string): Promise<unknown[]> => {
      const { status, envelope } =
        key === undefined
          ? await client.anonymous(PATH, call)
          : await clientWith(served, key).request(PATH, call);
      return [status, envelope.code];
    };
    expect(await ask({ method: 'POST', headers: evil })).toEqual([403, 'host_not_allowed']);
    expect(await ask({ method: 'POST' })).toEqual([401, 'unauthorized']);
    expect(await ask({}, 'wrong')).toEqual([401, 'unauthorized']);
    change({ blockedCommands: ['files'] });
    expect(await ask(jsonCall('POST', {}), TEST_KEY)).toEqual([405, 'method_not_allowed']);
    change({ restEnabled: false });
    expect(await ask({ method: 'POST' }, TEST_KEY)).toEqual([404, 'rest_disabled']);
  });

  test.for(['POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'])('takes no %s', async (method, context) => {
    const { client } = await serve(context);
    const { status, headers } = await client.send(PATH, { method });
    expect([status, headers.allow]).toEqual([405, 'GET']);
  });

  test('is 404 if the host is not notified of changes, without a key and for any method', async (context) => {
    const served = await serve(context, {}, { watchFiles: undefined });
    for (const method of ['GET', 'POST']) {
      const { status, envelope } = await served.client.anonymous(PATH, { method });
      expect([status, envelope.code]).toEqual([404, 'no_events']);
    }
  });
});

describe('a key', () => {
  const FORBIDDEN: [what: string, scope: Parameters<typeof makeKey>[1]][] = [
    ['of another interface', { interfaces: ['mcp'] }],
    ['for other commands', { commands: ['read', 'file'] }],
    ['for another vault', { vaults: ['Work'] }],
  ];

  test.for(FORBIDDEN)('%s is refused, with a next step and in the log', async ([, scope], context) => {
    const served = await serve(context);
    const { key, record } = makeKey('other', scope);
    served.bridge.setKeys([record]);
    const { status, envelope } = await clientWith(served, key).request(PATH);
    expect([status, envelope.code]).toEqual([403, 'key_scope']);
    expect(envelope.hint).toMatch(/^Do not repeat the call: ask the user whether/);
    expect(served.bridge.log.listRefused()).toMatchObject([{ reason: 'key_scope', client: 'Client other' }]);
  });

  test.for([
    ['that only reads', { access: 'read', ask: true }],
    ['for files alone, in this vault by its name', { commands: ['files'], vaults: ['garden'] }],
    ['for this vault by its id', { vaults: ['a1b2'], interfaces: ['rest'] }],
  ] as const)('%s is let in', async ([, scope], context) => {
    const served = await serve(context, { readOnly: true, defaultVault: 'Work' });
    const { key, record } = makeKey('reader', scope);
    served.bridge.setKeys([record]);
    await EventReader.open(clientWith(served, key));
  });

  test.for<[what: string, settings: Partial<Settings>, code: string, hint: string]>([
    ['block files', { blockedCommands: ['files'] }, 'command_blocked', 'Blocked commands'],
    ['allow other commands', { allowedCommands: ['read'] }, 'command_blocked', 'Allowed commands'],
    ['allow other vaults', { allowedVaults: ['Work'] }, 'vault_not_allowed', 'Allowed vaults'],
    ['ask about files first', { askFirst: ['files'] }, 'approval_unavailable', 'Ask me first'],
  ])('is refused where the settings %s', async ([, settings, code, hint], context) => {
    const { client, vault } = await serve(context, settings);
    const { status, envelope } = await client.request(PATH);
    expect([status, envelope.code]).toEqual([403, code]);
    expect(envelope.hint?.toLowerCase()).toContain(hint.toLowerCase());
    expect(vault.listeners.size).toBe(0);
  });

  test('has eight streams, and one more for each that it closes; another key has its own', async (context) => {
    const served = await serve(context);
    const { client, bridge } = served;
    const { key, record } = makeKey('other');
    bridge.setKeys([record]);
    const readers = await Promise.all(Array.from({ length: STREAM_LIMIT }, () => EventReader.open(client)));
    const { status, headers, envelope } = await client.request(PATH);
    expect([status, envelope.code, headers['retry-after']]).toEqual([503, 'queue_full', '5']);
    expect(envelope.error).toMatch(/^8 streams of this key are already in use, so/);
    await EventReader.open(clientWith(served, key));
    readers[3]?.leave();
    await until('there is room', () =>
      EventReader.open(client).then(
        () => true,
        () => false,
      ),
    );
  });

  test('has eight streams even if it asks for more in one packet', async (context) => {
    const { client } = await serve(context);
    const wire = await Wire.open(client.url);
    const request = requestText(`GET ${PATH}`, { Authorization: `Bearer ${TEST_KEY}` });
    wire.write(request.repeat(STREAM_LIMIT + 1));
    await until('it is ready', () => wire.text.includes('event: ready'));
    expect((await client.request(PATH)).envelope.code).toBe('queue_full');
    wire.reset();
    await until('there is room', () => EventReader.open(client).then(Boolean, () => false));
  });
});

describe('a stream ends', () => {
  type End = (served: Watched, id: string) => unknown;
  const ENDS: [what: string, end: End][] = [
    ['its key is revoked', ({ bridge }) => bridge.setKeys([])],
    [
      'its key loses the command',
      ({ bridge }, id) => bridge.setKeys([makeKey(id, { commands: ['read'] }).record]),
    ],
    ['files is blocked', ({ change }) => change({ blockedCommands: ['fil*'] })],
    ['its vault is no longer allowed', ({ change }) => change({ allowedVaults: ['Work'] })],
    ['REST is turned off', ({ change }) => change({ restEnabled: false })],
  ];

  test.for(ENDS)('when %s', async ([, end], context) => {
    const served = await serve(context);
    const { key, record } = makeKey('reader');
    served.bridge.setKeys([record]);
    const reader = await EventReader.open(clientWith(served, key));
    end(served, 'reader');
    served.vault.modify();
    await reader.end();
    expect([reader.isComplete, reader.changes]).toEqual([true, []]);
    expect(served.vault.listeners.size).toBe(0);
  });

  test('when the API key is regenerated, while those of other clients go on', async (context) => {
    const served = await serve(context);
    const { key, record } = makeKey('other');
    served.bridge.setKeys([record]);
    const [reader, other] = [
      await EventReader.open(served.client),
      await EventReader.open(clientWith(served, key)),
    ];
    served.bridge.setApiKey('another-key-for-tests');
    await reader.end();
    served.vault.modify();
    expect(await other.read(1)).toEqual(['modified Note.md']);
    expect(reader.changes).toEqual([]);
  });

  test('in the moment in which its key expires', async (context) => {
    const served = await serve(context);
    const expires = new Date(Date.now() + 1_500).toISOString();
    const { key, record } = makeKey('guest', { expires });
    served.bridge.setKeys([record]);
    const reader = await EventReader.open(clientWith(served, key));
    await reader.end();
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expires));
    expect(reader.isComplete).toBe(true);
    expect(served.vault.listeners.size).toBe(0);
  });

  test('when the bridge stops, which need not wait for it', async (context) => {
    const { client, bridge, vault } = await serve(context);
    const reader = await EventReader.open(client);
    const stopped = bridge.stop(0);
    expect(vault.listeners.size).toBe(0);
    await stopped;
    await reader.end();
    expect(reader.isComplete).toBe(true);
  });

  test('when the server moves, and is opened again at the new address', async (context) => {
    const { client, bridge, change, vault } = await serve(context);
    const reader = await EventReader.open(client);
    change({ port: await freePort() });
    const { port } = await bridge.relocate();
    await reader.end();
    expect(reader.isComplete).toBe(true);
    const next = await EventReader.open(new Client(`http://127.0.0.1:${port}`, TEST_KEY));
    vault.modify();
    expect(await next.read(1)).toEqual(['modified Note.md']);
  });

  test('when its reader takes nothing while 1,000 events wait, and others go on', async (context) => {
    const served = await serve(context);
    const { client, vault } = served;
    const [reader, idle] = [await EventReader.open(client), await EventReader.open(client)];
    idle.response.pause();
    let sent = 0;
    // The system takes some megabytes for it first.
    await until('it is disconnected', async () => {
      for (let count = 0; count < 100; count += 1) vault.modify(LONG_PATH);
      const told = (sent += 100);
      await until('the other has them', () => reader.events.length > told);
      return inside(served).pending.size === 1;
    });
    expect(sent).toBeGreaterThan(WAITING_LIMIT);
    idle.response.resume();
    await idle.end();
    expect(idle.isComplete).toBe(false);
    vault.modify();
    await until('the other goes on', () => reader.changes.at(-1) === 'modified Note.md');
  });

  test('not when very many files change in one moment', async (context) => {
    const { client, vault } = await serve(context);
    const reader = await EventReader.open(client);
    for (let count = 0; count < 5 * WAITING_LIMIT; count += 1) vault.modify(`${count}.md`);
    const changes = await reader.read(5 * WAITING_LIMIT);
    expect(changes.at(-1)).toBe(`modified ${5 * WAITING_LIMIT - 1}.md`);
  });

  test('when it is queued behind another one on its connection and none of it can be sent', async (context) => {
    const { client, vault } = await serve(context);
    const wire = await Wire.open(client.url);
    wire.write(requestText(`GET ${PATH}`, { Authorization: `Bearer ${TEST_KEY}` }).repeat(2));
    await until('it is ready', () => wire.text.includes('event: ready'));
    for (let count = 0; count < WAITING_LIMIT; count += 1) vault.modify();
    await until('it is disconnected', () => wire.isClosed);
    expect(vault.listeners.size).toBe(0);
  });
});

test('the vault is watched only while somebody reads, and nothing is left of many readers', async (context) => {
  const served = await serve(context);
  const { client, vault } = served;
  expect(vault.listeners.size).toBe(0);
  for (let round = 0; round < 60; round += 1) {
    const readers = await Promise.all([EventReader.open(client), EventReader.open(client)]);
    expect(vault.listeners.size).toBe(1);
    for (const { response } of readers) {
      response.destroy();
      await once(response, 'close');
    }
    await until('nobody watches', () => vault.listeners.size === 0);
  }
  await until('no answer is left', () => inside(served).pending.size === 0);
});
