import { describe, expect, test } from 'vitest';
import { serve, serveFake } from '../kit/bridge';
import { writeFakeCli } from '../kit/fake-cli';
import { makeFolder } from '../kit/folder';
import { Client, jsonCall } from '../kit/http-client';
import { makeKey } from '../kit/keys';
import { until } from '../kit/until';
import { inside } from '../kit/inside';

describe.concurrent('the queue is bounded', () => {
  test('one client with many calls does not keep another from its turn', async (context) => {
    const cli = await writeFakeCli(
      await makeFolder(context),
      '[ "$2" = query=hold ] && await_gate; echo done',
    );
    const other = makeKey('a', { access: 'read' });
    const { client, bridge } = await serve(
      context,
      { program: { file: cli.path, leadingArguments: [] }, keys: [other.record] },
      { timeoutSeconds: 600 },
    );
    const greedy = new Client(client.url, other.key);
    const held = greedy.get('search', { query: 'hold' });
    await until('the first runs', async () => (await cli.calls()).length === 1);
    const waiting = Array.from({ length: 20 }, (_, number) => greedy.get('search', { query: `${number}` }));
    await until('they wait', () => bridge.status().waiting === 20);
    const mine = client.get('files');
    await until('it waits, too', () => bridge.status().waiting === 21);
    await cli.openGate();
    for (const { status } of await Promise.all([held, mine, ...waiting])) expect(status).toBe(200);
    const order = (await cli.calls()).map(([command]) => command);
    expect(order.indexOf('files')).toBe(2);
  });

  test('waiting too long: 503 after the timeout, and nothing is run', async (context) => {
    // The one that runs must outlast the wait of all others.
    const { client, cli, change, bridge } = await serveFake(context, 'await_gate; echo done', {
      timeoutSeconds: 600,
    });
    const running = client.get('files');
    await until('the first runs', async () => (await cli.calls()).length === 1);
    change({ timeoutSeconds: 1 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => client.post('append', { params: { path: 'a.md', content: 'x' } })),
    );
    for (const { status, headers, envelope } of answers) {
      expect([status, envelope.code]).toEqual([503, 'queue_timeout']);
      expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
      expect(envelope.error).toContain('nothing was run');
    }
    expect(bridge.status().waiting).toBe(0);
    await cli.openGate();
    expect((await running).envelope.stdout).toBe('done\n');
    expect(await cli.calls()).toEqual([['files']]);
  });

  test('duration is the time of the process; the log has the time in the queue, too', async (context) => {
    const { client, cli, bridge } = await serveFake(context, 'await_gate; echo done');
    await client.get('version');
    bridge.log.clear();
    const since = performance.now();
    const first = client.get('files');
    await until('the first runs', async () => (await cli.calls()).length === 1);
    const second = client.get('tags');
    await until('the second waits', () => bridge.status().waiting === 1);
    const held = performance.now();
    await until('it has waited', () => performance.now() - held > 50);
    await cli.openGate();
    const answers = await Promise.all([first, second]);
    const elapsed = performance.now() - since;
    const [one = 0, other = 0] = answers.map(({ envelope }) => envelope.duration);
    expect(one).toBeGreaterThanOrEqual(50);
    expect(one + other).toBeLessThanOrEqual(elapsed + 2);
    const waited = Object.fromEntries(bridge.log.list().map((entry) => [entry.command, entry.waited]));
    expect(waited['tags']).toBeGreaterThanOrEqual(50);
    expect(waited['files']).toBeLessThan(waited['tags'] ?? 0);
  });

  test('request timeout: a changed setting applies to the next call, not to the running one', async (context) => {
    const { client, cli, change } = await serveFake(context, 'mark go; await_gate; echo done');
    const running = client.get('files');
    await until('the call runs', async () => (await cli.marks()).length === 1);
    change({ timeoutSeconds: 1, readOnly: true, blockedCommands: ['files'] });
    expect((await client.get('files')).envelope.code).toBe('command_blocked');
    expect((await client.post('create')).envelope.code).toBe('read_only');
    const hanging = client.get('tags');
    expect((await hanging).envelope.code).toBe('queue_timeout');
    await cli.openGate();
    expect(await running).toMatchObject({ status: 200, envelope: { ok: true, stdout: 'done\n' } });
  });
});

describe.concurrent('the client disconnects', () => {
  test('while its call waits: the call leaves the queue and nothing runs', async (context) => {
    const { client, cli, bridge } = await serveFake(context, 'await_gate; echo done');
    const running = client.get('files');
    await until('the first runs', async () => (await cli.calls()).length === 1);
    const leaving = new AbortController();
    const left = client.post('create', { params: { name: 'a' } }, leaving.signal);
    await until('it waits', () => bridge.status().waiting === 1);
    leaving.abort();
    await expect(left).rejects.toThrow();
    await until('it has left', () => bridge.status().waiting === 0);
    await cli.openGate();
    expect((await running).status).toBe(200);
    expect((await client.get('tags')).status).toBe(200);
    expect(await cli.calls()).toEqual([['files'], ['tags']]);
  });

  test('while the program is asked about its vaults: the read does not start', async (context) => {
    const served = await serveFake(
      context,
      `case $command in vaults) mark asked; await_gate; printf 'Home\\t/home\\n' ;; *) echo done ;; esac`,
    );
    const { client, cli } = served;
    const leaving = new AbortController();
    const left = client.post('read', { vault: 'Home', params: { path: 'a.md' } }, leaving.signal);
    await until('it is asked', async () => (await cli.marks()).length === 1);
    leaving.abort();
    await expect(left).rejects.toThrow();
    await until('the bridge knows', () => inside(served).pending.size === 0);
    await cli.openGate();
    expect((await client.get('files')).status).toBe(200);
    expect(await cli.calls()).toEqual([['files']]);
  });

  test('while its read runs: the process is ended', async (context) => {
    const { client, cli, bridge } = await serveFake(context, 'mark start; await_gate; mark end');
    const leaving = new AbortController();
    const left = client.send('/api/v1/cli/files', { signal: leaving.signal });
    await until('it runs', async () => (await cli.marks()).length === 1);
    leaving.abort();
    await expect(left).rejects.toThrow();
    await until('the process has ended', () => !bridge.status().running);
    await cli.openGate();
    expect((await client.get('files')).status).toBe(200);
    expect(await cli.marks()).toEqual(['start', 'start', 'end']);
  });

  test('while its write runs: the write is left to finish', async (context) => {
    const served = await serveFake(context, `mark start; await_gate; mark end; echo 'Appended to: a.md'`);
    const { client, cli } = served;
    const leaving = new AbortController();
    const left = client.post('append', { params: { path: 'a.md', content: 'x' } }, leaving.signal);
    await until('it runs', async () => (await cli.marks()).length === 1);
    leaving.abort();
    await expect(left).rejects.toThrow();
    await until('the bridge knows', () => inside(served).pending.size === 0);
    await cli.openGate();
    await until('it has finished', async () => (await cli.marks()).includes('end'));
    expect(await cli.marks()).toEqual(['start', 'end']);
  });
});

describe.concurrent('only a call that certainly did not run is repeated', () => {
  /** Answers as a vault does that was closed, for the first \`times\` calls. */
  const cold = (times: number): string => `[ $command = vaults ] && printf 'Home\\t/home\\n' && exit
mark call
[ "$(grep -c call "$0.marks")" -le ${times} ] && echo "Error: Command \\"$command\\" not found. It may require a plugin to be enabled." && exit
echo 'Appended to: a.md'`;

  test('a closed vault: the call is repeated once', async (context) => {
    const { client, cli } = await serveFake(context, cold(1));
    const { status, envelope } = await client.post('append', {
      vault: 'Home',
      params: { path: 'a.md', content: 'x' },
    });
    expect([status, envelope.stdout]).toEqual([200, 'Appended to: a.md\n']);
    const call = ['vault=Home', 'append', 'path=a.md', 'content=x'];
    expect(await cli.calls()).toEqual([call, call]);
  });

  test('still closed after that: reported, and not repeated again', async (context) => {
    const { client, cli } = await serveFake(context, cold(9));
    const { status, envelope } = await client.get('files', { vault: 'Home' });
    expect(status).toBe(422);
    expect(envelope).toMatchObject({ code: 'command_unavailable', exitCode: 1, stdout: '' });
    expect(await cli.calls()).toHaveLength(2);
  });

  test('without a vault, the same answer is taken literally', async (context) => {
    const { client, cli } = await serveFake(context, cold(1));
    expect((await client.get('files')).envelope.code).toBe('command_unavailable');
    expect(await cli.calls()).toHaveLength(1);
  });

  test.for([
    ['fails', 'echo "Error: File \\"a.md\\" not found."'],
    ['exits with another code', 'exit 1'],
    ['prints nothing', ':'],
    ['is killed', 'kill -KILL $$'],
    ['hangs', 'exec sleep 20'],
    ['floods', 'exec head -c 70000000 /dev/zero'],
  ] as const)('a write that %s is run once', async ([, behavior], context) => {
    const answering = `[ $command = vaults ] && printf 'Home\\t/home\\n' && exit\n${behavior}`;
    const { client, cli } = await serveFake(context, answering, { timeoutSeconds: 1 });
    await client.post('append', { vault: 'Home', params: { path: 'a.md', content: 'x' } });
    const [write, ...questions] = (await cli.calls()).map(([, command]) => command);
    expect(write).toBe('append');
    // A file that is not found is looked for, to say which was meant; silence is asked about.
    expect(questions.filter((command) => command !== 'files' && command !== 'file')).toEqual([]);
  });

  test('a write whose client leaves before it has begun never runs', async (context) => {
    const { client, cli } = await serveFake(
      context,
      "case $command in files) await_gate; echo Home.md ;; *) echo 'Appended to: Home.md' ;; esac",
    );
    await client.get('version');
    const leaving = new AbortController();
    // The bare name is looked up among the files first, in the same turn.
    const left = client
      .send('/api/v1/cli/append', {
        ...jsonCall('POST', { params: { file: 'Home', content: 'x' } }),
        signal: leaving.signal,
      })
      .catch(() => undefined);
    await until('it looks for the name', async () => (await cli.calls()).some(([name]) => name === 'files'));
    leaving.abort();
    await left;
    // Answered only after the bridge has seen that the connection before it was closed.
    await client.request('/api/v1/health');
    await cli.openGate();
    expect((await client.get('read', { path: 'Home.md' })).status).toBe(200);
    expect((await cli.calls()).map(([name]) => name)).not.toContain('append');
  });
});
