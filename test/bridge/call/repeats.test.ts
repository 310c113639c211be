import { describe, expect, it, test } from 'vitest';
import type { Call } from '../../../src/bridge/call/call';
import type { CallOutcome } from '../../../src/bridge/call/outcome';
import { RememberedCalls } from '../../../src/bridge/call/repeats/remembered-calls';
import { Delivery } from '../../../src/bridge/caller';
import { OWNER } from '../../../src/bridge/key-records';
import { ChangeList } from '../../../src/bridge/notes/changes/change-list';
import { changeOf, undo, UNDO } from '../../kit/changes';
import { clockAhead } from '../../kit/clock';
import { Client, jsonCall, pathOf } from '../../kit/http-client';
import type { Envelope, EnvelopeAnswer, HttpCall } from '../../kit/http-client';
import { inside } from '../../kit/inside';
import { makeKey } from '../../kit/keys';
import { legacyMessage, modernRequest, sendMessage } from '../../kit/mcp-client';
import { serveNotes } from '../../kit/note-vault';
import type { NoteVault } from '../../kit/note-vault';
import { THIS_TEST } from '../../kit/test-scope';
import { until } from '../../kit/until';

const PATH = 'Log.md';
const DONE =
  /^This was already done at \d\d:\d\d:\d\d, and nothing was done again\. If it is wanted once more, make the call again\.$/;
const TRIED = /^This was already tried at \d\d:\d\d:\d\d, and not again\.$/;
const TWICE =
  /^The same call was already done at \d\d:\d\d:\d\d, and its answer could not be delivered\. Now it was run again, which made the change ([0-9a-f]+): if it was meant once, undo that with cli-bridge:undo\.$/;
const LINE = { command: 'append', params: { path: PATH, content: 'x' } };

interface Slow extends NoteVault {
  /** Lets the program answer, from now on. */
  readonly open: () => void;
  /** Keeps it from answering, until it is let again. */
  readonly shut: () => void;
  readonly times: () => Promise<number>;
}

/** A vault with a note, whose program does nothing before it is let. */
async function serveSlow(options: Parameters<typeof serveNotes>[1] = {}): Promise<Slow> {
  const vault = await serveNotes(THIS_TEST, { store: 'own', ...options });
  await vault.write(PATH, '');
  let open = (): void => undefined;
  let gate = Promise.resolve();
  const shut = (): void => void (gate = new Promise((resolve) => (open = resolve)));
  shut();
  vault.standIn.answering = async ({ command }, work) => {
    if (command === 'append') await gate;
    return work();
  };
  const times = async (): Promise<number> => ((await vault.text(PATH)) ?? '').split('x').length - 1;
  return { ...vault, open: () => open(), shut, times };
}

const urlOf = ({ client }: NoteVault): URL => new URL('/mcp', client.url);

type Ask = (vault: NoteVault, given: object, signal?: AbortSignal) => Promise<Envelope>;

/** What `execute` answers, in either era. */
const ERAS: Readonly<Record<'2025' | '2026', Ask>> = {
  2025: (vault, given, signal) =>
    executed(vault, [legacyMessage('tools/call', { name: 'execute', arguments: given }, 7), {}], signal),
  2026: (vault, given, signal) =>
    executed(vault, modernRequest('tools/call', { name: 'execute', arguments: given }), signal),
};

async function executed(
  vault: NoteVault,
  [body, options]: readonly [string, { headers?: Record<string, string | undefined> }],
  signal?: AbortSignal,
): Promise<Envelope> {
  const answer = await sendMessage(urlOf(vault), body, { ...options, ...(signal && { signal }) });
  return answer.body.result?.['structuredContent'] as Envelope;
}

const ask = ERAS[2025];

/** Makes a request, and hangs up while the program works for it. */
async function hangUp(vault: NoteVault, send: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
  const leaving = new AbortController();
  const before = vault.standIn.calls.length;
  const lost = send(leaving.signal).catch(() => 'gone');
  await until('it runs', () => vault.standIn.calls.length > before);
  leaving.abort();
  expect(await lost).toBe('gone');
  await until('the client is seen to be gone', () => inside(vault).pending.size === 0);
}

const keyed = (
  client: Client,
  key: string,
  call: HttpCall,
  path = pathOf('append'),
): Promise<EnvelopeAnswer> =>
  client.request(path, { ...call, headers: { ...call.headers, 'Idempotency-Key': key } });
const LINE_BODY = jsonCall('POST', { params: LINE.params });

describe('over MCP', () => {
  it.each(Object.entries(ERAS))(
    'who hung up and asks again gets the first answer, and then the call is a new one: %s',
    async (_era, send) => {
      const vault = await serveSlow();
      await hangUp(vault, (signal) => send(vault, LINE, signal));
      const again = send(vault, LINE);
      vault.open();
      const { warnings, ...answer } = await again;
      expect(answer).toMatchObject({ ok: true, data: { change: expect.any(String) as string } });
      expect(warnings).toEqual([expect.stringMatching(DONE)]);
      expect(await vault.times()).toBe(1);
      expect((await send(vault, LINE)).warnings).toBeUndefined();
      expect(await vault.times()).toBe(2);
    },
  );

  it.each([
    [
      '2025',
      (vault: NoteVault, params: object) =>
        sendMessage(
          urlOf(vault),
          JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params }),
        ),
    ],
    [
      '2026',
      (vault: NoteVault, params: object) => {
        const [body, options] = modernRequest('notifications/cancelled', { ...params });
        const { id: _, ...notification } = JSON.parse(body) as Record<string, unknown>;
        return sendMessage(urlOf(vault), JSON.stringify(notification), options);
      },
    ],
  ] as const)('a message that cancels counts as hanging up, and ends nothing: %s', async (era, cancel) => {
    const vault = await serveSlow();
    const first = ERAS[era](vault, LINE);
    await until('it runs', () => vault.commands().includes('append'));
    const { status } = await cancel(vault, { requestId: era === '2025' ? 7 : 1, reason: 'impatience' });
    expect(status).toBe(202);
    vault.open();
    expect(await first).toMatchObject({ ok: true });
    expect((await ERAS[era](vault, LINE)).warnings).toEqual([expect.stringMatching(DONE)]);
    expect(await vault.times()).toBe(1);
  });

  test('a message that names another request, or comes with another key, does nothing', async () => {
    const vault = await serveSlow();
    const other = makeKey('other');
    vault.bridge.setKeys([other.record]);
    const first = ask(vault, LINE);
    await until('it runs', () => vault.commands().includes('append'));
    const cancel = (requestId: unknown, headers = {}): Promise<unknown> =>
      sendMessage(
        urlOf(vault),
        JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } }),
        { headers },
      );
    await cancel('7');
    await cancel(7, { authorization: `Bearer ${other.key}` });
    vault.open();
    await first;
    expect((await ask(vault, LINE)).warnings).toBeUndefined();
    expect(await vault.times()).toBe(2);
  });

  test('a call whose client is still there is another call, and so is one with another text or key', async () => {
    const vault = await serveSlow();
    const other = makeKey('other');
    vault.bridge.setKeys([other.record]);
    const first = ask(vault, LINE);
    await until('it runs', () => vault.commands().includes('append'));
    const second = ask(vault, LINE);
    await until('it waits', () => vault.bridge.status().waiting === 1);
    vault.open();
    await Promise.all([first, second]);
    expect(await vault.times()).toBe(2);
    await hangUpAtOnce(vault);
    const told = await ask(vault, { ...LINE, params: { ...LINE.params, content: 'xx' } });
    const ofOther = await new Client(vault.client.url, other.key).post('append', { params: LINE.params });
    expect([told.warnings, ofOther.envelope.warnings]).toEqual([undefined, undefined]);
    expect(await vault.times()).toBe(6);
  });

  test('what was undone since runs again', async () => {
    const vault = await serveSlow();
    await hangUpAtOnce(vault);
    expect((await undo(vault.client, 'last')).status).toBe(200);
    expect(await vault.times()).toBe(0);
    expect((await ask(vault, LINE)).warnings).toBeUndefined();
    expect(await vault.times()).toBe(1);
  });

  test('it is forgotten after 3 minutes', async () => {
    const vault = await serveSlow();
    const ahead = clockAhead(THIS_TEST);
    await hangUpAtOnce(vault);
    ahead(181_000);
    expect((await ask(vault, LINE)).warnings).toBeUndefined();
    expect(await vault.times()).toBe(2);
  });

  test('in a batch whose client left halfway, only the calls that were left out are run', async () => {
    const vault = await serveSlow();
    await vault.write('Other.md', '');
    const calls = [LINE, { ...LINE, params: { path: 'Other.md', content: 'other' } }];
    await hangUp(vault, (signal) => ask(vault, { calls }, signal));
    vault.open();
    const { results } = (await ask(vault, { calls })) as unknown as { results: readonly Envelope[] };
    expect(results).toMatchObject([
      { ok: true, warnings: [expect.stringMatching(DONE)] },
      { ok: true, data: { change: expect.any(String) as string } },
    ]);
    expect(results[1]?.warnings).toBeUndefined();
    expect([await vault.times(), await vault.text('Other.md')]).toEqual([1, '\nother']);
  });

  test('a call that may have been carried out is tried once, and one that changed nothing is run', async () => {
    const vault = await serveSlow({ settings: { timeoutSeconds: 1 } });
    vault.standIn.answering = () => Promise.resolve(undefined);
    const named = { command: 'bookmark', params: { url: 'https://example.org' } };
    await hangUp(vault, (signal) => ask(vault, named, signal));
    expect(await ask(vault, named)).toMatchObject({
      code: 'timeout',
      warnings: [expect.stringMatching(TRIED)],
    });
    expect(vault.commands().filter((command) => command === 'bookmark')).toHaveLength(1);
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    vault.standIn.answering = async (_call, work) => {
      await gate;
      return work();
    };
    const missing = { command: 'append', params: { path: 'Missing.md', content: 'x' } };
    await hangUp(vault, (signal) => ask(vault, missing, signal));
    open();
    await until('it has failed', () => !vault.bridge.status().running);
    await vault.write('Missing.md', '');
    expect(await ask(vault, missing)).toMatchObject({ ok: true });
  });

  /** Makes the call, and is gone before it is answered. */
  async function hangUpAtOnce(vault: Slow): Promise<void> {
    vault.shut();
    await hangUp(vault, (signal) => ask(vault, LINE, signal));
    vault.open();
    await until('it is done', () => !vault.bridge.status().running);
  }
});

describe('over REST', () => {
  test('without the header it is run, and a warning names the change to undo', async () => {
    const vault = await serveSlow();
    const post = (signal?: AbortSignal): Promise<EnvelopeAnswer> =>
      vault.client.post('append', { params: LINE.params }, signal);
    await hangUp(vault, post);
    vault.open();
    const again = await post();
    expect(again.envelope.warnings).toEqual([expect.stringMatching(TWICE)]);
    expect(TWICE.exec(again.envelope.warnings?.[0] ?? '')?.[1]).toBe(changeOf(again));
    expect(await vault.times()).toBe(2);
    await undo(vault.client, changeOf(again));
    expect(await vault.times()).toBe(1);
    expect((await post()).envelope.warnings).toBeUndefined();
  });

  test('with the header it is done once in 24 hours, and a retry waits for the first', async () => {
    const vault = await serveSlow();
    const ahead = clockAhead(THIS_TEST);
    const first = keyed(vault.client, 'run 1', LINE_BODY);
    await until('it runs', () => vault.commands().includes('append'));
    const second = keyed(vault.client, 'run 1', LINE_BODY);
    vault.open();
    const { envelope } = await first;
    expect(envelope.warnings).toBeUndefined();
    const repeated = { ...envelope, warnings: [expect.stringMatching(DONE) as string] };
    expect((await second).envelope).toEqual(repeated);
    ahead(23 * 3_600_000);
    expect((await keyed(vault.client, 'run 1', LINE_BODY)).envelope).toEqual(repeated);
    expect(await vault.times()).toBe(1);
    ahead(2 * 3_600_000);
    expect((await keyed(vault.client, 'run 1', LINE_BODY)).envelope.warnings).toBeUndefined();
    expect((await keyed(vault.client, 'run 2', LINE_BODY)).envelope.warnings).toBeUndefined();
    expect(await vault.times()).toBe(3);
  });

  test('the header with another call is refused, and free again for a call that changed nothing', async () => {
    const vault = await serveSlow();
    vault.open();
    const missing = jsonCall('POST', { params: { path: 'Missing.md', content: 'x' } });
    expect((await keyed(vault.client, 'run', missing)).status).toBe(422);
    expect((await keyed(vault.client, 'run', LINE_BODY)).status).toBe(200);
    const { status, envelope } = await keyed(vault.client, 'run', missing);
    expect([status, envelope.code]).toEqual([422, 'idempotency_conflict']);
    const batch = jsonCall('POST', { calls: [LINE] });
    const ofBatch = await keyed(vault.client, 'run', batch, '/api/v1/batch');
    expect(ofBatch.envelope.code).toBe('idempotency_conflict');
    // A read is never remembered.
    const read = await keyed(vault.client, 'run', {}, `${pathOf('read')}?path=${PATH}`);
    expect(read.envelope).toMatchObject({ ok: true });
    const other = makeKey('other');
    vault.bridge.setKeys([other.record]);
    const ofOther = new Client(vault.client.url, other.key);
    expect((await keyed(ofOther, 'run', LINE_BODY)).envelope.warnings).toBeUndefined();
    expect(await vault.times()).toBe(2);
  });

  test('a batch and a file carry it, too', async () => {
    const vault = await serveSlow();
    vault.open();
    const calls = [{ command: 'read', params: { path: PATH } }, LINE];
    const twice = async (key: string, call: HttpCall, path: string): Promise<Envelope> => {
      const { envelope } = await keyed(vault.client, key, call, path);
      expect(envelope).toMatchObject({ ok: true });
      return (await keyed(vault.client, key, call, path)).envelope;
    };
    const together = await twice('a', jsonCall('POST', { calls }), '/api/v1/batch');
    expect((together.data as readonly Envelope[])[1]?.warnings).toEqual([expect.stringMatching(DONE)]);
    expect(await vault.times()).toBe(1);
    const file = { method: 'POST', body: 'bytes', headers: { 'Content-Type': 'application/octet-stream' } };
    const attached = await twice('b', file, `${pathOf('cli-bridge:attach')}?path=Files/a.bin`);
    expect(attached.warnings).toEqual([expect.stringMatching(DONE)]);
    expect(await vault.text('Files/a 1.bin')).toBeUndefined();
  });

  test('undoing the last change undoes one', async () => {
    const vault = await serveSlow();
    vault.open();
    for (const content of ['x', 'x', 'x'])
      await vault.client.post('append', { params: { path: PATH, content } });
    const last = jsonCall('POST', { params: { id: 'last' } });
    const first = await keyed(vault.client, 'run', last, pathOf(UNDO));
    const second = await keyed(vault.client, 'run', last, pathOf(UNDO));
    expect(changeOf(second)).toBe(changeOf(first));
    expect(await vault.times()).toBe(2);
  });

  test('the output and the data of a long answer are not kept', async () => {
    const vault = await serveSlow({ settings: { allowDangerousCommands: true } });
    vault.standIn.answering = () => Promise.resolve(`=> ${'y'.repeat(17_000)}\n`);
    const code = jsonCall('POST', { params: { code: 'y' } });
    expect((await keyed(vault.client, 'run', code, pathOf('eval'))).text.length).toBeGreaterThan(17_000);
    const { envelope } = await keyed(vault.client, 'run', code, pathOf('eval'));
    expect(envelope).toMatchObject({
      ok: true,
      stdout: '',
      warnings: [expect.stringContaining('longer than 16 KiB'), expect.stringMatching(DONE)],
    });
    expect(envelope.data).toBeUndefined();
  });

  test('keeps 1,000 for each key, and drops the oldest without the header first, never one that runs', async () => {
    const remembered = new RememberedCalls(new ChangeList());
    const make = async (
      content: string,
      idempotencyKey?: string,
      wait = Promise.resolve(),
    ): Promise<boolean> => {
      let hasRun = false;
      const delivery = new Delivery();
      const caller = { interface: 'mcp', key: OWNER, gone: delivery.gone, delivery, idempotencyKey };
      const line = { command: 'append', words: [], parameters: new Map([['content', content]]), flags: [] };
      const call = { caller, command: { name: 'append', kind: 'write' }, line } as unknown as Call;
      await remembered.answer([call], async () => {
        hasRun = true;
        await wait;
        return [{ command: 'append', stdout: '', warnings: [] } as unknown as CallOutcome];
      });
      delivery.end(false);
      return hasRun;
    };
    let end = (): void => undefined;
    const running = make('running', 'running', new Promise((resolve) => (end = resolve)));
    await make('first keyed', 'first keyed');
    await make('first');
    for (let count = 0; count < 998; count++) await make(String(count), String(count));
    const waits = make('running', 'running');
    expect(await make('first keyed', 'first keyed')).toBe(false);
    expect(await make('first')).toBe(true);
    end();
    await running;
    expect(await waits).toBe(false);
    expect(await make('first keyed', 'first keyed')).toBe(true);
  });

  test.each([[''], ['k'.repeat(201)]])('a header of any other length is refused: %#', async (key) => {
    const vault = await serveSlow();
    const { status, envelope } = await keyed(vault.client, key, LINE_BODY);
    expect([status, envelope.code]).toEqual([400, 'invalid_parameter']);
    expect(vault.commands()).toEqual([]);
  });
});
