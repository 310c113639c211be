import { spawn } from 'node:child_process';
import type * as ChildProcess from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { delimiter, dirname } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { platformOf } from '../../src/bridge/cli/platform';
import { Wire } from '../kit/wire';
import { BEHAVIORS, printing, writeFakeCli } from '../kit/fake-cli';
import { makeFolder } from '../kit/folder';
import { makeBridge, serveFake, settingsWith, TEST_KEY } from '../kit/bridge';
import { Client } from '../kit/http-client';
import { freePort, isFree } from '../kit/ports';
import { isRunning } from '../kit/processes';
import { until } from '../kit/until';

// Watched, not replaced: what is ended right after its start leaves no other trace.
vi.mock('node:child_process', async (original) => {
  const real = await original<typeof ChildProcess>();
  return { ...real, spawn: vi.fn(real.spawn) };
});

const startedPrograms = (): string[] => vi.mocked(spawn).mock.calls.map(([file]) => file);

describe.concurrent('stopping while calls run and wait', () => {
  test('the running call gets its answer, waiting ones get 503 with Retry-After, the port is free', async (context) => {
    const { client, cli, bridge } = await serveFake(context, "await_gate; echo 'Appended to: a.md'");
    const running = client.post('append', { params: { path: 'a.md', content: 'x' } });
    await until('it runs', async () => (await cli.calls()).length === 1);
    const waiting = client.get('files');
    await until('the other waits', () => bridge.status().waiting === 1);
    const stopped = bridge.stop(5_000);
    const refused = await waiting;
    expect(refused.status).toBe(503);
    expect(refused.envelope).toMatchObject({ ok: false, code: 'stopping', command: 'files' });
    expect(refused.headers['retry-after']).toMatch(/^\d+$/);
    await cli.openGate();
    expect(await running).toMatchObject({
      status: 200,
      envelope: { ok: true, stdout: 'Appended to: a.md\n' },
    });
    await stopped;
    expect(await cli.calls()).toHaveLength(1);
    expect(await isFree(Number(new URL(client.url).port))).toBe(true);
  });

  test('a call that exceeds the grace period is ended, and answered', async (context) => {
    const { client, cli, bridge } = await serveFake(context, `mark "pid $$"; ${BEHAVIORS.hang}`);
    const running = client.post('append', { params: { path: 'a.md', content: 'x' } });
    await until('it runs', async () => (await cli.marks()).length === 1);
    await bridge.stop(100);
    const { status, envelope } = await running;
    expect(status).toBe(422);
    expect(envelope).toMatchObject({ ok: false, code: 'cancelled', stdout: 'so far' });
    expect(envelope.exitCode).not.toBe(0);
    const pid = Number((await cli.marks())[0]?.replace('pid ', ''));
    expect(isRunning(pid)).toBe(false);
  });

  test('a program that ignores signals does not outlive the bridge', async (context) => {
    const { client, cli, bridge } = await serveFake(context, BEHAVIORS.stubborn);
    const running = client.get('files');
    await until('it runs', async () => (await cli.marks()).length === 1);
    await bridge.stop(0);
    expect((await running).envelope.code).toBe('cancelled');
    const pid = Number((await cli.marks())[0]?.replace('pid ', ''));
    await until('the group has ended', () => !isRunning(-pid));
  });

  test('stopping twice, or before starting, is fine', async (context) => {
    const cli = await writeFakeCli(await makeFolder(context), BEHAVIORS.silent);
    const bridge = makeBridge(context, settingsWith(), { program: { file: cli.path, leadingArguments: [] } });
    await bridge.stop(0);
    await bridge.stop(0);
    await expect(bridge.start()).rejects.toThrow();
    expect(await cli.allCalls()).toEqual([]);
  });
});

describe('stopping in the middle of a start', () => {
  test('once stop has resolved, the port is free and another bridge can take it', async (context) => {
    const cli = await writeFakeCli(await makeFolder(context), 'echo next');
    const program = { file: cli.path, leadingArguments: [] };
    for (let round = 0; round < 10; round++) {
      const settings = settingsWith({ port: await freePort() });
      const first = makeBridge(context, settings, { program });
      const starting = first.start().catch(() => undefined);
      // From "not even looked up" to "listening, but not told so yet".
      for (let turns = 0; turns < round % 5; turns++) await new Promise(setImmediate);
      await first.stop(0);
      const second = makeBridge(context, settings, { program });
      await second.start();
      const client = new Client(`http://127.0.0.1:${settings.port}`, TEST_KEY);
      expect((await client.get('files')).envelope.stdout).toBe('next\n');
      await second.stop(0);
      await starting;
    }
  });

  test('a running probe is ended, and no other is started', async (context) => {
    const cli = await writeFakeCli(await makeFolder(context), BEHAVIORS.silent, {
      version: 'mark "pid $$"; exec sleep 30',
    });
    const bridge = makeBridge(context, settingsWith(), { program: { file: cli.path, leadingArguments: [] } });
    await bridge.start();
    await until('the probe runs', async () => (await cli.marks()).length === 1);
    await bridge.stop(0);
    const pid = Number((await cli.marks())[0]?.replace('pid ', ''));
    expect(isRunning(pid)).toBe(false);
    expect(startedPrograms().filter((file) => file === cli.path)).toHaveLength(1);
    expect(await cli.allCalls()).toEqual([['version']]);
  });

  test('a search that goes through several places goes no further', async (context) => {
    const [hung, next] = await Promise.all([
      writeFakeCli(await makeFolder(context), BEHAVIORS.silent, {
        version: 'mark hung; exec /bin/sleep 30',
      }),
      writeFakeCli(await makeFolder(context), BEHAVIORS.silent),
    ]);
    const bridge = makeBridge(context, settingsWith(), {
      platform: { ...platformOf(process.platform), systemPrograms: [], homePrograms: () => [] },
      environment: { PATH: [hung, next].map(({ path }) => dirname(path)).join(delimiter) },
    });
    await bridge.start();
    await until('the first is asked', async () => (await hung.marks()).length === 1);
    await bridge.stop(0);
    expect(startedPrograms()).toContain(hung.path);
    expect(startedPrograms()).not.toContain(next.path);
    expect(await next.allCalls()).toEqual([]);
  });
});

describe('stopping while clients are slow', () => {
  test('half a request and a response that nobody reads do not delay it', async (context) => {
    const { client, cli, bridge } = await serveFake(context, printing(15_000_000));
    const reader = await Wire.open(client.url);
    reader.socket.pause();
    reader.write(
      `GET /api/v1/cli/files HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${TEST_KEY}\r\n\r\n`,
    );
    await until('the answer is on its way', () => bridge.log.list().length === 1);
    const half = await Wire.open(client.url);
    half.write('GET /api/v1/health HTTP/1.1\r\nHost: 127.0');
    await client.anonymous('/api/v1/health');
    const started = performance.now();
    await bridge.stop(0);
    expect(performance.now() - started).toBeLessThan(9_000);
    expect(await half.closed(5_000)).toBe(true);
    expect(await isFree(Number(new URL(client.url).port))).toBe(true);
    expect(await cli.calls()).toHaveLength(1);
    reader.reset();
  });
});

test.concurrent.for(['stop', 'relocate'] as const)(
  'a response that is being sent arrives whole: %s',
  async (kind, context) => {
    const { client, bridge, change } = await serveFake(context, printing(10_000_000));
    const { hostname, port } = new URL(client.url);
    const socket = connect(Number(port), hostname);
    context.onTestFinished(() => void socket.destroy());
    socket.pause();
    socket.write(
      `GET /api/v1/cli/files HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${TEST_KEY}\r\n\r\n`,
    );
    await until('the answer is on its way', () => bridge.log.list().length === 1);
    change({ port: await freePort() });
    const done = kind === 'stop' ? bridge.stop(0) : bridge.relocate();
    let bytes = 0;
    socket.on('data', (chunk: Buffer) => (bytes += chunk.length)).resume();
    await once(socket, 'close');
    await done;
    expect(bytes).toBeGreaterThan(10_000_000);
  },
);

describe.concurrent('moving to another port', () => {
  test('clients that keep calling on open connections do not delay it', async (context) => {
    const { client, bridge, change } = await serveFake(context, 'sleep 0.1; echo done');
    const agent = new Agent({ keepAlive: true });
    context.onTestFinished(() => agent.destroy());
    const answers = [0, 0, 0];
    const calling = Promise.all(
      answers.map(async (_, caller) => {
        while ((await statusOf(client.url, agent)) === 200) answers[caller] = (answers[caller] ?? 0) + 1;
      }),
    );
    await until('they call', () => answers.every((count) => count > 0));
    change({ port: await freePort() });
    await bridge.relocate();
    // They find the old port closed, rather than being served forever.
    await calling;
  });

  test('the new one serves at once, and running calls are answered on the old one', async (context) => {
    const { client, cli, bridge, change } = await serveFake(context, 'await_gate; echo done');
    const running = client.get('files');
    await until('it runs', async () => (await cli.calls()).length === 1);
    change({ port: await freePort() });
    const { port } = await bridge.relocate();
    const moved = new Client(`http://127.0.0.1:${port}`, TEST_KEY);
    expect((await moved.anonymous('/api/v1/health')).status).toBe(200);
    expect(await isFree(Number(new URL(client.url).port))).toBe(true);
    // The same port at another address.
    change({ bindAddress: '0.0.0.0' });
    await bridge.relocate();
    const waiting = moved.get('tags');
    await until('it waits', () => bridge.status().waiting === 1);
    await cli.openGate();
    expect((await running).envelope.stdout).toBe('done\n');
    expect((await waiting).envelope.stdout).toBe('done\n');
  });

  test('stopped in the middle: both ports are free', async (context) => {
    const { client, cli, bridge, change } = await serveFake(context, 'await_gate; echo done');
    const running = client.get('files');
    await until('it runs', async () => (await cli.calls()).length === 1);
    const port = await freePort();
    change({ port });
    const moved = expect(bridge.relocate()).rejects.toThrow();
    const stopped = bridge.stop(5_000);
    await cli.openGate();
    expect((await running).status).toBe(200);
    await stopped;
    expect(await isFree(Number(new URL(client.url).port))).toBe(true);
    expect(await isFree(port)).toBe(true);
    await moved;
  });
});

/** The status of a command over the agent's connections; 0 once nothing listens any more. */
function statusOf(url: string, agent: Agent): Promise<number> {
  const headers = { Authorization: `Bearer ${TEST_KEY}` };
  return new Promise((resolve) => {
    get(`${url}/api/v1/cli/files`, { agent, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    }).on('error', () => resolve(0));
  });
}
