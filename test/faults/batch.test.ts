import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { serve, serveFake } from '../kit/bridge';
import { jsonCall } from '../kit/http-client';
import type { Client, Envelope, EnvelopeAnswer } from '../kit/http-client';
import { residentVault } from '../kit/resident-stand-in';
import { until } from '../kit/until';
import { requestText, Wire } from '../kit/wire';

interface BatchAnswer extends EnvelopeAnswer {
  readonly results: readonly Envelope[];
}

async function batch(client: Client, body: unknown, signal?: AbortSignal): Promise<BatchAnswer> {
  const answer = await client.request('/api/v1/batch', {
    ...jsonCall('POST', body),
    ...(signal && { signal }),
  });
  const { data } = answer.envelope;
  return { ...answer, results: Array.isArray(data) ? (data as Envelope[]) : [] };
}

const read = (path: string) => ({ command: 'read', params: { path } });
const append = (path: string) => ({ command: 'append', params: { path, content: 'x' } });
const codes = ({ results }: BatchAnswer) => results.map(({ code = 'ok' }) => code);

/** Leaves a mark at the start and the end of each run, and fails or waits where the path says so. */
const MARKED = `target=$vault
for word do case $word in path=*) target=\${word#path=} ;; esac; done
mark "start $target"
case $target in
Gate.md) await_gate ;;
Missing.md) echo 'Error: File "Missing.md" not found.'; mark "end $target"; exit ;;
Slow.md) sleep 30 ;;
esac
mark "end $target"
case $command in
append) echo "Appended to: $target" ;;
*) echo "text of $target" ;;
esac`;

describe.concurrent('a batch', () => {
  test('runs its calls in order, in one turn: nothing of another client in between', async (context) => {
    const { client, cli, bridge } = await serveFake(context, MARKED);
    const first = client.get('read', { path: 'Gate.md' });
    await until('the first runs', async () => (await cli.marks()).length === 1);
    const paths = Array.from({ length: 20 }, (_, index) => `${index}.md`);
    const together = batch(client, { calls: paths.map(read) });
    await until('the batch waits', () => bridge.status().waiting === 1);
    const others = Promise.all(['a.md', 'b.md', 'c.md'].map((path) => client.get('read', { path })));
    await until('the others wait', () => bridge.status().waiting === 4);
    await cli.openGate();
    const answer = await together;
    await Promise.all([first, others]);
    expect(answer.status).toBe(200);
    expect(answer.envelope).toMatchObject({ ok: true, command: 'batch', exitCode: 0, stderr: '' });
    expect(answer.results.map(({ stdout }) => stdout)).toEqual(paths.map((path) => `text of ${path}\n`));
    expect(answer.results[0]).toMatchObject({ ok: true, command: 'read', exitCode: 0, stderr: '' });
    const marks = (await cli.marks()).slice(2, 42);
    expect(marks).toEqual(paths.flatMap((path) => [`start ${path}`, `end ${path}`]));
  });

  test('stops at the first failure, or goes on: 422 with what has become of each', async (context) => {
    const { client, cli } = await serveFake(context, MARKED);
    const calls = [append('a.md'), read('Missing.md'), append('b.md')];
    const stopped = await batch(client, { calls });
    expect([stopped.status, stopped.envelope.ok, stopped.envelope.code]).toEqual([
      422,
      false,
      'batch_failed',
    ]);
    expect(stopped.envelope.hint).toContain('data');
    expect(codes(stopped)).toEqual(['ok', 'file_not_found', 'not_run']);
    expect(stopped.results[2]).toMatchObject({ ok: false, command: 'append' });
    expect((await cli.calls()).filter(([command]) => command === 'append')).toHaveLength(1);
    expect(codes(await batch(client, { calls, stopOnError: false }))).toEqual(['ok', 'file_not_found', 'ok']);
    expect((await cli.calls()).filter(([command]) => command === 'append')).toHaveLength(3);
  });

  test('is checked as a whole: what one call lacks refuses all, and says which', async (context) => {
    const { client, cli, change } = await serveFake(context, MARKED);
    change({ blockedCommands: ['open'] });
    const refused = async (call: unknown) => {
      const { status, envelope } = await batch(client, { calls: [append('a.md'), call, append('b.md')] });
      expect(envelope.data).toEqual({ index: 1 });
      expect(envelope.ok).toBe(false);
      return [status, envelope.code, envelope.command];
    };
    expect(await refused({ command: 'open', params: { path: 'a.md' } })).toEqual([
      403,
      'command_blocked',
      'open',
    ]);
    expect(await refused({ command: 'eval', params: { code: '1' } })).toEqual([
      403,
      'command_dangerous',
      'eval',
    ]);
    expect(await refused({ command: 'reed' })).toEqual([404, 'unknown_command', 'reed']);
    expect(await refused({ command: 'append' })).toEqual([400, 'missing_parameter', 'append']);
    // With no parameters, nothing shows that the note open in the app is meant.
    expect(await refused({ command: 'delete' })).toEqual([400, 'missing_parameter', 'delete']);
    expect(await refused({ command: 'search', params: { query: 'x'.repeat(61_000) } })).toEqual([
      413,
      'command_too_large',
      'search',
    ]);
    for (const call of [
      'read',
      null,
      {},
      { command: 1 },
      { command: 'read', path: 'a' },
      { command: 'read', params: [] },
    ])
      expect(await refused(call)).toEqual([400, 'malformed_body', 'batch']);
    change({ allowedVaults: ['Home'], defaultVault: 'Home' });
    expect(await refused({ command: 'tags', vault: 'Other' })).toEqual([403, 'vault_not_allowed', 'tags']);
    expect(await cli.calls()).toEqual([]);
  });

  test('is refused with 400 where the body is none, and with 405 for other methods', async (context) => {
    const { client, cli } = await serveFake(context, MARKED);
    const many = Array.from({ length: 51 }, () => read('a.md'));
    for (const body of [
      [],
      {},
      { calls: [] },
      { calls: {} },
      { calls: many },
      { calls: [read('a.md')], stopOnError: 1 },
      { calls: [read('a.md')], vault: 'x' },
    ]) {
      const { status, envelope } = await batch(client, body);
      expect([status, envelope.code, envelope.command]).toEqual([400, 'malformed_body', 'batch']);
    }
    const other = await client.request('/api/v1/batch');
    expect([other.status, other.headers.allow, other.envelope.command]).toEqual([405, 'POST', 'batch']);
    const anonymous = await client.anonymous('/api/v1/batch', jsonCall('POST', { calls: [read('a.md')] }));
    expect(anonymous.status).toBe(401);
    expect(await cli.calls()).toEqual([]);
    expect((await batch(client, { calls: many.slice(1) })).results).toHaveLength(50);
  });

  test('that is malformed says what a batch looks like', async (context) => {
    const { client } = await serveFake(context, MARKED);
    for (const [body, error] of [
      [{ calls: [] }, '"calls" must have at least one call.'],
      [{ calls: {} }, '"calls" must be an array of calls.'],
      [{ calls: [{ command: 'read', vault: 1 }] }, '"vault" must be a string.'],
      [{ calls: [{ command: 'read', params: [] }] }, '"params" must be an object.'],
    ] as const) {
      const { envelope } = await batch(client, body);
      expect(envelope.error).toContain(`${error} Send an object such as {"calls": `);
      expect(envelope.hint).toMatch(/^Send an object such as {"calls": /);
    }
  });

  test('that is too long is to be made smaller, and so is a call', async (context) => {
    const { client } = await serveFake(context, MARKED);
    const headers = { 'Content-Type': 'application/json', 'Content-Length': 20_000_000 };
    const hintOf = async (path: string) => {
      const { envelope } = await client.request(path, { method: 'POST', headers });
      expect(envelope.code).toBe('body_too_large');
      return envelope.hint;
    };
    expect(await hintOf('/api/v1/batch')).toContain('fewer calls');
    expect(await hintOf('/api/v1/cli/cli-bridge/edit')).toBe(
      'Make several short edits in place of a long one.',
    );
    expect(await hintOf('/api/v1/cli/append')).toMatch(/^Write the text in several calls: [^.]+\.$/);
    expect(await hintOf('/api/v1/cli/search')).toBe(
      'No parameter of search takes that much: send only what it needs.',
    );
  });

  test('of 50 calls may have far more parts than one call, and not without end', async (context) => {
    const { client, cli } = await serveFake(context, MARKED);
    const calls = (flags: number) =>
      Array.from({ length: 50 }, () => ({
        ...read('a.md'),
        flags: Array.from({ length: flags }, () => 'x'),
      }));
    const { status, results } = await batch(client, { calls: calls(90) });
    expect([status, results.length]).toEqual([200, 50]);
    const ran = await cli.calls();
    const { envelope } = await batch(client, { calls: calls(100) });
    expect(envelope).toMatchObject({ code: 'malformed_body', error: 'The body has too many parts.' });
    expect(await cli.calls()).toEqual(ran);
  });

  test('a call of its own time-out ends alone; the others run', async (context) => {
    const { client } = await serveFake(context, MARKED, { timeoutSeconds: 2 });
    const calls = [append('a.md'), append('Slow.md'), append('b.md')];
    expect(codes(await batch(client, { calls, stopOnError: false }))).toEqual(['ok', 'timeout', 'ok']);
  });

  test('what is taken away between two calls is refused; what ran stays', async (context) => {
    const { client, cli, change, bridge } = await serveFake(context, MARKED);
    const together = batch(client, { calls: [append('Gate.md'), read('a.md'), append('b.md')] });
    await until('the first runs', async () => (await cli.marks()).length === 1);
    change({ readOnly: true });
    await cli.openGate();
    expect(codes(await together)).toEqual(['ok', 'ok', 'read_only']);
    const revoked = batch(client, { calls: [read('Gate.md'), read('a.md')], stopOnError: false });
    await until('it has run', () => bridge.status().waiting === 0);
    expect(codes(await revoked)).toEqual(['ok', 'ok']);
  });

  test('a new key ends it before the next call', async (context) => {
    const { client, cli, bridge } = await serveFake(context, MARKED);
    const together = batch(client, { calls: [append('Gate.md'), append('a.md'), append('b.md')] });
    await until('the first runs', async () => (await cli.marks()).length === 1);
    bridge.setApiKey('another-key-for-tests');
    await cli.openGate();
    expect(codes(await together)).toEqual(['ok', 'unauthorized', 'not_run']);
  });

  test('a client that leaves: the write that runs is finished, and nothing after it begins', async (context) => {
    const { client, cli, bridge } = await serveFake(context, MARKED);
    const wire = await Wire.open(client.url);
    const headers = { Authorization: `Bearer ${client.key}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ calls: [append('Gate.md'), append('a.md')] });
    const length = { 'Content-Length': String(Buffer.byteLength(body)) };
    wire.write(requestText('POST /api/v1/batch', { ...headers, ...length }, body));
    await until('the first runs', async () => (await cli.marks()).length === 1);
    const { localPort = 0 } = wire.socket;
    wire.reset();
    await until('the bridge knows', async () => !(await bridge.hasClientAt(localPort)));
    await cli.openGate();
    await until('it has ended', () => !bridge.status().running);
    expect(await cli.marks()).toEqual(['start Gate.md', 'end Gate.md']);
  });

  test('a client that leaves while it waits takes all calls with it', async (context) => {
    const { client, cli, bridge } = await serveFake(context, MARKED);
    const first = client.get('read', { path: 'Gate.md' });
    await until('the first runs', async () => (await cli.marks()).length === 1);
    const leaving = new AbortController();
    const ended = batch(client, { calls: [append('a.md')] }, leaving.signal).catch(() => 'left');
    await until('it waits', () => bridge.status().waiting === 1);
    leaving.abort();
    expect(await ended).toBe('left');
    await until('it has left', () => bridge.status().waiting === 0);
    await cli.openGate();
    await first;
    expect(await cli.calls()).toHaveLength(1);
  });

  test('stopping the bridge ends it between two calls', async (context) => {
    const { client, cli, bridge } = await serveFake(context, MARKED);
    const together = batch(client, { calls: [append('Gate.md'), append('a.md'), append('b.md')] });
    await until('the first runs', async () => (await cli.marks()).length === 1);
    const stopped = bridge.stop(20_000);
    await cli.openGate();
    const answer = await together;
    await stopped;
    expect(codes(answer)).toEqual(['ok', 'stopping', 'not_run']);
    expect(await cli.calls()).toHaveLength(1);
  });

  test('each call has its entry in the log', async (context) => {
    const { client, bridge } = await serveFake(context, MARKED);
    await batch(client, { calls: [append('a.md'), read('Missing.md'), read('b.md')] });
    const logged = bridge.log.list().map(({ command, code }) => [command, code]);
    expect(logged).toEqual([
      ['read', 'file_not_found'],
      ['append', ''],
    ]);
  });
});

test('a batch writes and reads notes as calls of their own do', async (context) => {
  const { vault, program } = await residentVault(context);
  const { client } = await serve(context, { program });
  const answer = await batch(client, {
    calls: [
      { command: 'create', params: { path: 'Batch/A.md', content: '# A' } },
      { command: 'append', params: { path: 'Batch/A.md', content: 'more' } },
      { command: 'read', params: { path: 'Batch/A.md' } },
      { command: 'tags', params: { format: 'json' } },
      { command: 'create', params: { path: 'Batch/A.md', content: 'again' } },
    ],
  });
  expect(answer.status).toBe(200);
  expect(answer.results.map(({ stdout }) => stdout)).toMatchObject([
    'Created: Batch/A.md\n',
    'Appended to: Batch/A.md\n',
    '# A\nmore\n',
    expect.any(String),
    'Created: Batch/A 1.md\n',
  ]);
  expect(answer.results[3]?.data).toBeInstanceOf(Array);
  expect(answer.results[4]?.warnings).toHaveLength(1);
  expect(await readFile(join(vault, 'Batch/A.md'), 'utf8')).toBe('# A\nmore');
});
