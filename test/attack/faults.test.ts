import { getEventListeners } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { chmod, open, rename } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import type { Bridge } from '../../src/bridge/bridge';
import { BEHAVIORS, writeFakeCli } from '../kit/fake-cli';
import { makeFolder } from '../kit/folder';
import { makeBridge, settingsWith, TEST_KEY } from '../kit/bridge';
import { freePort, isFree } from '../kit/ports';
import { active, activeAfter } from '../kit/processes';
import { until } from '../kit/until';
import { inside } from '../kit/inside';
import { makeTarget, unharmed } from './target';
import type { Target } from './target';
import { requestText, Wire } from '../kit/wire';

const FILES = requestText('GET /api/v1/cli/files', { Authorization: `Bearer ${TEST_KEY}` });

const ON_LINUX = process.platform === 'linux';

describe('the program misbehaves', () => {
  test('replaced by another version while the bridge runs: the next call runs the new one, and health reports it', async (context) => {
    const target = await makeTarget(context, {}, {}, 'echo old');
    const folder = await makeFolder(context);
    const update = await writeFakeCli(folder, 'echo new', { version: 'echo 1.14.0' });
    await rename(update.path, target.cli.path);
    const { envelope } = await target.client.get('files');
    expect(envelope.stdout).toBe('new\n');
    expect(await target.bridge.lookAgain()).toMatchObject({ state: 'available', version: '1.14.0' });
  });

  test('closes its output early and keeps running: the response waits until it exits', async (context) => {
    const target = await makeTarget(context, {}, {}, 'printf whole; exec >&- 2>&-; sleep 0.4; mark end', {
      help: ':',
    });
    const before = (await target.cli.marks()).length;
    const { envelope } = await target.client.post('append', { params: { path: 'a.md', content: 'x' } });
    expect(envelope).toMatchObject({ ok: true, stdout: 'whole' });
    expect(envelope.duration).toBeGreaterThanOrEqual(400);
    expect((await target.cli.marks()).length - before).toBe(1);
  });

  test('floods stderr: ignored on success up to the limit, and the run is ended beyond it', async (context) => {
    const flood = (bytes: number): string => `head -c ${bytes} /dev/zero >&2; printf done`;
    const some = await makeTarget(context, {}, {}, flood(10_000_000));
    expect((await some.client.get('files')).envelope).toMatchObject({ ok: true, stdout: 'done', stderr: '' });
    const much = await makeTarget(context, {}, {}, flood(20_000_000));
    const { status, envelope } = await much.client.get('files');
    expect([status, envelope.code, envelope.stderr]).toEqual([422, 'output_too_large', '']);
  });
});

// Linux does not execute a file that is open for writing.
test.runIf(ON_LINUX)(
  'is being written: 503 with Retry-After, nothing runs, and it works once the file is complete',
  async (context) => {
    const target = await makeTarget(context);
    const before = (await target.cli.calls()).length;
    const update = await open(target.cli.path, 'r+');
    const { status, envelope, headers } = await target.client.get('files');
    expect([status, envelope.code, headers['retry-after']]).toEqual([503, 'spawn_failed', '1']);
    expect((await target.cli.calls()).length).toBe(before);
    await update.close();
    await unharmed(target, () => Promise.resolve());
  },
);

describe('the machine misbehaves', () => {
  test('the clock jumps a day ahead and back: nothing times out, and nothing waits forever', async (context) => {
    const target = await makeTarget(context, {}, { timeoutSeconds: 5 }, 'sleep 0.3; echo done');
    vi.useFakeTimers({ toFake: ['Date'] });
    context.onTestFinished(() => void vi.useRealTimers());
    for (const day of [86_400_000, -86_400_000]) {
      const calls = [target.client.get('files'), target.client.get('tags')];
      await until('one runs', () => target.bridge.status().running);
      vi.setSystemTime(Date.now() + day);
      for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
    }
  });

  test('no timeout of the bridge uses the wall clock', () => {
    const root = fileURLToPath(new URL('../../src/bridge', import.meta.url));
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    );
    expect(files.length).toBeGreaterThan(30);
    // When a change was made is told by the clock on the wall.
    const telling = ['call/carriers/list-changes.ts', 'notes/changes/change-list.ts'];
    for (const file of files.filter((name) => !telling.includes(name)))
      expect(readFileSync(join(root, file), 'utf8'), file).not.toMatch(/Date\.now|getTime\(/);
  });

  test('the event loop blocks for 5 seconds: clients that were in time are served, and nothing runs twice', async (context) => {
    const target = await makeTarget(context, {}, { timeoutSeconds: 2 }, 'sleep 0.3; echo done');
    const before = (await target.cli.calls()).length;
    const running = target.client.get('files');
    await until('it runs', async () => (await target.cli.calls()).length > before);
    const waiting = await Wire.open(target.client.url);
    await until('it is connected', () => connections(target).then((count) => count >= 2));
    waiting.write(FILES);
    block(5_200);
    expect((await running).envelope).toMatchObject({ ok: true, stdout: 'done\n' });
    expect((await waiting.read()).map(({ status }) => status)).toEqual([200]);
    waiting.reset();
    expect((await target.cli.calls()).length - before).toBe(2);
    await unharmed(target, () => Promise.resolve());
  });

  test('the port is taken between stop and start: reported, and available again once it is free', async (context) => {
    const port = await freePort();
    const cli = await writeFakeCli(await makeFolder(context), BEHAVIORS.echo);
    const program = { file: cli.path, leadingArguments: [] };
    const first = makeBridge(context, settingsWith({ port }), { program });
    await first.start();
    await first.stop(0);
    const thief = createServer().listen(port, '127.0.0.1');
    await new Promise((resolve) => thief.once('listening', resolve));
    const second: Bridge = makeBridge(context, settingsWith({ port }), { program });
    await expect(second.start()).rejects.toMatchObject({ code: 'EADDRINUSE' });
    expect(second.status().listening).toBeUndefined();
    await new Promise((resolve) => thief.close(resolve));
    expect(await second.start()).toMatchObject({ port });
    await second.stop(0);
    expect(await isFree(port)).toBe(true);
  });
});

test('faults of every kind in a row leave no process, pipe, connection, timer or listener behind', async (context) => {
  const target = await makeTarget(
    context,
    {},
    { timeoutSeconds: 1 },
    `case $2 in
query=exit) exit 3 ;;
query=kill) kill -KILL $$ ;;
query=hang) exec sleep 30 ;;
query=orphan) sleep 30 & echo done ;;
query=deaf) trap '' TERM; while :; do sleep 0.1; done ;;
query=flood) exec head -c 20000000 /dev/zero ;;
query=mute) exec >&- 2>&-; sleep 0.1 ;;
*) echo done ;;
esac`,
  );
  const before = {
    ProcessWrap: active('ProcessWrap'),
    PipeWrap: active('PipeWrap'),
    Timeout: active('Timeout'),
  };
  const listenersBefore = listeners(target);
  const kinds = ['exit', 'kill', 'orphan', 'mute', 'leave'];
  for (let round = 0; round < 10; round++) {
    await Promise.all(
      kinds.map((kind) => {
        const leaving = kind === 'leave' ? { signal: AbortSignal.timeout(5) } : {};
        return target.client
          .send(`/api/v1/cli/search?query=${kind === 'leave' ? 'hang' : kind}`, leaving)
          .catch(() => 0);
      }),
    );
  }
  const codeOf = async (query: string) => (await target.client.get('search', { query })).envelope.code;
  expect(await codeOf('hang')).toBe('timeout');
  expect(await codeOf('deaf')).toBe('timeout');
  // 20 MB may take longer than a second on a busy machine.
  target.change({ timeoutSeconds: 30 });
  expect(await codeOf('flood')).toBe('output_too_large');
  await chmod(target.cli.path, 0o644);
  expect(await codeOf('fine')).toBe('cli_not_found');
  await rename(target.cli.path, `${target.cli.path}.away`);
  expect(await codeOf('fine')).toBe('cli_not_found');
  await rename(`${target.cli.path}.away`, target.cli.path);
  await chmod(target.cli.path, 0o755);
  await target.bridge.lookAgain();
  await unharmed(target, () => Promise.resolve());
  expect(inside(target).pending.size).toBe(0);
  for (const kind of ['ProcessWrap', 'PipeWrap', 'Timeout'] as const) {
    expect(await activeAfter(kind, before[kind]), kind).toBeLessThanOrEqual(kind === 'Timeout' ? 2 : 0);
  }
  await until('only the client of this test is connected', async () => (await connections(target)) <= 1);
  expect(listeners(target)).toEqual(listenersBefore);
});

/** The number of listeners on everything that lives as long as the bridge. */
function listeners(target: Target): Map<string, number> {
  const { client } = (
    target.bridge as unknown as { engine: { client: { processes: { ended: AbortController } } } }
  ).engine;
  const { server } = inside(target);
  const counts = server
    .eventNames()
    .map((name): [string, number] => [String(name), server.listenerCount(name)]);
  return new Map([['shutdown', getEventListeners(client.processes.ended.signal, 'abort').length], ...counts]);
}

/** Blocks the event loop. */
function block(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

function connections(target: Parameters<typeof inside>[0]): Promise<number> {
  return new Promise((resolve) => inside(target).server.getConnections((_error, count) => resolve(count)));
}
