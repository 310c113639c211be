import { chmod, mkdir, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BEHAVIORS, FAKE_VERSION, writeFakeCli } from '../kit/fake-cli';
import { makeFolder } from '../kit/folder';
import { serve, serveFake } from '../kit/bridge';
import type { Client } from '../kit/http-client';
import { until } from '../kit/until';

async function health(client: Client): Promise<{ available: boolean; version: string; binaryPath: string }> {
  const { envelope } = await client.anonymous('/api/v1/health');
  return (JSON.parse(envelope.stdout ?? '') as { cli: Awaited<ReturnType<typeof health>> }).cli;
}

/** Ports of a bridge that finds nothing outside this folder: no PATH besides it, no home. */
function only(path: string) {
  return { environment: { PATH: path, HOME: '/nonexistent' } };
}

describe.concurrent('the CLI binary is not found', () => {
  test('the server starts anyway; every command answers 503 and says where it looked', async (context) => {
    const program = { file: '/nonexistent/obsidian', leadingArguments: [] };
    const { client } = await serve(context, { program });
    for (const answer of [
      await client.get('files'),
      await client.post('create', { params: { name: 'a' } }),
      await client.delete('delete', { params: { path: 'a.md' } }),
    ]) {
      expect(answer.status).toBe(503);
      expect(answer.envelope).toMatchObject({ ok: false, code: 'cli_not_found' });
      expect(answer.envelope.error).toContain('/nonexistent/obsidian');
    }
    expect(await health(client)).toMatchObject({ available: false, version: '', binaryPath: '' });
    const listed = await client.anonymous('/api/v1/commands');
    expect(listed.status).toBe(200);
  });

  test('the PATH comes first, then /usr/local/bin and /usr/bin; the error names all of them', async (context) => {
    const empty = await makeFolder(context);
    const { client } = await serve(context, only(empty));
    const { status, envelope } = await client.get('files');
    expect(status).toBe(503);
    expect(envelope.error).toMatch(/PATH, \/usr\/local\/bin\/obsidian, \/usr\/bin\/obsidian/);
    const full = await makeFolder(context);
    await writeFakeCli(full, 'echo from the second folder');
    const second = await serve(context, only(`${empty}:relative:${full}`));
    expect((await second.client.get('files')).envelope.stdout).toBe('from the second folder\n');
    expect(await health(second.client)).toEqual({
      available: true,
      version: FAKE_VERSION,
      binaryPath: join(full, 'obsidian'),
      state: 'available',
    });
  });

  test('a place on the PATH that cannot be tried does not end the search', async (context) => {
    const folder = await makeFolder(context);
    await writeFakeCli(folder, 'echo found');
    const { client } = await serve(context, only(`/${'x'.repeat(300)}:/dev/null:${folder}`));
    expect((await client.get('files')).envelope).toMatchObject({ ok: true, stdout: 'found\n' });
  });

  test('another program of the same name is skipped', async (context) => {
    const [wrong, failing, right] = await Promise.all([1, 2, 3].map(() => makeFolder(context)));
    if (!wrong || !failing || !right) throw new Error('three folders were made');
    const other = await writeFakeCli(wrong, 'echo never', { version: 'echo obsidian the game 3.1' });
    await writeFakeCli(failing, 'echo never', { version: 'exit 3' });
    await writeFakeCli(right, 'echo right');
    const { client } = await serve(context, only(`${wrong}:${failing}:${right}`));
    expect((await client.get('files')).envelope.stdout).toBe('right\n');
    expect(await other.calls()).toEqual([]);
  });

  test('a program that does not report a version of the Obsidian CLI still runs, once for each request', async (context) => {
    for (const version of ['echo hello', ':', 'echo "$@"', 'exit 3']) {
      const folder = await makeFolder(context);
      const cli = await writeFakeCli(folder, 'echo done', { version });
      const program = { file: cli.path, leadingArguments: [] };
      const found = only(folder);
      const settings = { cliPath: cli.path };
      const bridges = [await serve(context, { program }), await serve(context, only('/none'), settings)];
      // A person has not named it: it must exit with 0.
      if (version !== 'exit 3') bridges.push(await serve(context, found));
      for (const [index, { client }] of bridges.entries()) {
        expect(await client.get('files')).toMatchObject({ status: 200, envelope: { stdout: 'done\n' } });
        expect(await health(client)).toMatchObject({ available: true, version: '', binaryPath: cli.path });
        expect(await cli.calls()).toHaveLength(index + 1);
      }
    }
  });

  test('a named program that fails or hangs on "version" counts as found, and its own failure is reported', async (context) => {
    const cli = await writeFakeCli(await makeFolder(context), 'exit 4', { version: 'exit 4' });
    const { client } = await serve(context, { program: { file: cli.path, leadingArguments: [] } });
    const { status, envelope } = await client.get('files');
    expect(status).toBe(422);
    expect(envelope).toMatchObject({ exitCode: 4, code: 'cli_failed' });
  });
});

describe.concurrent('health while the program is looked for', () => {
  test('waits for the first look, but not forever, and not for a running call', async (context) => {
    const cli = await writeFakeCli(await makeFolder(context), 'await_gate', { version: 'exec sleep 20' });
    const { client } = await serve(context, { program: { file: cli.path, leadingArguments: [] } });
    const since = performance.now();
    expect(await health(client)).toMatchObject({ available: false, state: 'checking' });
    expect(performance.now() - since).toBeGreaterThan(1_500);
    const quick = await serveFake(context, 'await_gate');
    expect(await health(quick.client)).toMatchObject({ available: true });
    const running = quick.client.get('files');
    await until('it runs', async () => (await quick.cli.calls()).length === 1);
    expect(await health(quick.client)).toMatchObject({ available: true });
    await quick.cli.openGate();
    expect((await running).status).toBe(200);
  });
});

describe.concurrent('the program appears and disappears while the bridge runs', () => {
  test('it appears: it is found again', async (context) => {
    const folder = await makeFolder(context);
    const path = join(folder, 'obsidian');
    const { client } = await serve(context, { program: { file: path, leadingArguments: [] } });
    expect((await client.get('files')).status).toBe(503);
    await writeFakeCli(folder, 'echo here');
    await until('found', async () => (await client.get('files')).status === 200);
    expect((await client.get('files')).envelope.stdout).toBe('here\n');
    expect(await health(client)).toMatchObject({ available: true, binaryPath: path });
  });

  test('it vanishes: 503 at once, not 500, and health says so', async (context) => {
    const { client, cli } = await serveFake(context, 'echo here');
    expect((await client.get('files')).status).toBe(200);
    await unlink(cli.path);
    const { status, envelope } = await client.get('files');
    expect(status).toBe(503);
    expect(envelope).toMatchObject({ ok: false, code: 'cli_not_found' });
    expect(await health(client)).toMatchObject({ available: false });
  });

  test('it loses its execute bit: 503', async (context) => {
    const { client, cli } = await serveFake(context, 'echo here');
    expect((await client.get('files')).status).toBe(200);
    await chmod(cli.path, 0o644);
    const { status, envelope } = await client.get('files');
    expect([status, envelope.code]).toEqual([503, 'cli_not_found']);
  });

  test('it moves to the next place of the PATH: the same request finds it there', async (context) => {
    const folder = await makeFolder(context);
    const [first, second] = [join(folder, 'first'), join(folder, 'second')];
    await Promise.all([mkdir(first), mkdir(second)]);
    await writeFakeCli(first, 'echo here');
    const { client } = await serve(context, only(`${first}:${second}`));
    expect((await client.get('files')).status).toBe(200);
    await rename(join(first, 'obsidian'), join(second, 'obsidian'));
    const { status, envelope } = await client.get('files');
    expect([status, envelope.stdout]).toEqual([200, 'here\n']);
    expect(await health(client)).toMatchObject({ binaryPath: join(second, 'obsidian') });
  });
});

describe.concurrent('the setting cliPath', () => {
  test('takes effect with the next call', async (context) => {
    const [one, two] = await Promise.all([makeFolder(context), makeFolder(context)]);
    const first = await writeFakeCli(one, 'echo first');
    const second = await writeFakeCli(two, 'echo second');
    const { client, change } = await serve(context, only('/nonexistent'), { cliPath: first.path });
    expect((await client.get('files')).envelope.stdout).toBe('first\n');
    change({ cliPath: second.path });
    expect((await client.get('files')).envelope.stdout).toBe('second\n');
  });

  test('if it changes while the old path is being tried, the old one is not used', async (context) => {
    const [one, two] = await Promise.all([makeFolder(context), makeFolder(context)]);
    const first = await writeFakeCli(one, 'echo first', { version: `await_gate; echo '${FAKE_VERSION}'` });
    const second = await writeFakeCli(two, 'echo second');
    const { client, change } = await serve(context, only('/nonexistent'), { cliPath: first.path });
    await until('the old place is tried', async () => (await first.allCalls()).length > 0);
    change({ cliPath: second.path });
    const answer = client.get('files');
    await first.openGate();
    expect((await answer).envelope.stdout).toBe('second\n');
    expect(await first.calls()).toEqual([]);
  });

  test('health shows the new path without a call to a command', async (context) => {
    const [one, two] = await Promise.all([makeFolder(context), makeFolder(context)]);
    const first = await writeFakeCli(one, BEHAVIORS.silent);
    const second = await writeFakeCli(two, BEHAVIORS.silent);
    const { client, change } = await serve(context, only('/nonexistent'), { cliPath: first.path });
    expect(await health(client)).toMatchObject({ available: true, binaryPath: first.path });
    change({ cliPath: second.path });
    expect(await health(client)).toMatchObject({ available: true, binaryPath: second.path });
  });
});
