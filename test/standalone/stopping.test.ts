import { access, cp, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { built } from '../kit/built';
import { BEHAVIORS, writeFakeCli } from '../kit/fake-cli';
import { makeFolder } from '../kit/folder';
import { isRunning } from '../kit/processes';
import { copySampleVault, sampleVault } from '../kit/sample-vault';
import { StandaloneHost } from '../kit/standalone-host';
import { until } from '../kit/until';

const KEY = 'a-key-for-this-host';

describe.concurrent('SIGINT and SIGTERM', () => {
  test.for(['SIGINT', 'SIGTERM'] as const)(
    '%s while a call runs: it is answered, the exit code is 0, nothing is left running',
    async (signal, context) => {
      const cli = await writeFakeCli(
        await makeFolder(context),
        'mark "pid $$"; await_gate; mark end; echo "Appended to: a.md"',
      );
      const host = StandaloneHost.start(context, built, ['--port', '0', '--cli', cli.path, '--api-key', KEY]);
      const client = await host.client(KEY);
      const running = client.post('append', { params: { path: 'a.md', content: 'x' } });
      await until('it runs', async () => (await cli.marks()).length === 1);
      const waiting = client.get('files');
      await new Promise((resolve) => setTimeout(resolve, 100));
      // A round trip of another connection: by then the host has read the request.
      await client.anonymous('/api/v1/health');
      host.process.kill(signal);
      // A second signal, as from an impatient user, changes nothing.
      host.process.kill(signal);
      expect((await waiting).envelope).toMatchObject({ ok: false, code: 'stopping' });
      await cli.openGate();
      expect(await running).toMatchObject({
        status: 200,
        envelope: { ok: true, stdout: 'Appended to: a.md\n' },
      });
      const ended = await host.ended;
      expect([ended.code, ended.signal, ended.stderr]).toEqual([0, null, '']);
      const [mark = '', end] = await cli.marks();
      expect(end).toBe('end');
      expect(isRunning(Number(mark.replace('pid ', '')))).toBe(false);
      await expect(client.get('files')).rejects.toThrow();
    },
  );

  test('SIGTERM while a call hangs: it is ended after 5 seconds, and answered', async (context) => {
    const cli = await writeFakeCli(await makeFolder(context), `mark "pid $$"; ${BEHAVIORS.hang}`);
    const host = StandaloneHost.start(context, built, ['--port', '0', '--cli', cli.path, '--api-key', KEY]);
    const client = await host.client(KEY);
    const running = client.get('files');
    await until('it runs', async () => (await cli.marks()).length === 1);
    const since = performance.now();
    host.process.kill('SIGTERM');
    expect((await running).envelope).toMatchObject({ ok: false, code: 'cancelled', stdout: 'so far' });
    expect((await host.ended).code).toBe(0);
    expect(performance.now() - since).toBeGreaterThan(4_500);
    const pid = Number((await cli.marks())[0]?.replace('pid ', ''));
    expect(isRunning(pid)).toBe(false);
  });

  test('idle, with a keep-alive client: exit code 0 at once', async (context) => {
    const host = StandaloneHost.start(context, built, ['--port', '0', '--cli', '/nonexistent']);
    const client = await host.client('unused');
    await client.anonymous('/api/v1/health', { headers: { Connection: 'keep-alive' } });
    const since = performance.now();
    host.process.kill('SIGTERM');
    expect((await host.ended).code).toBe(0);
    expect(performance.now() - since).toBeLessThan(4_000);
  });
});

describe.concurrent('--stand-in', () => {
  test('with a folder: uses that folder', async (context) => {
    const folder = await sampleVault(context, 'My Vault');
    const host = StandaloneHost.start(context, built, [
      '--port',
      '0',
      '--api-key',
      KEY,
      '--stand-in',
      folder,
    ]);
    const client = await host.client(KEY);
    const created = await client.post('create', {
      params: { path: 'Neu/Grüße 🎉.md', content: 'eins\nzwei' },
    });
    expect(created.status).toBe(200);
    expect(await readFile(join(folder, 'Neu/Grüße 🎉.md'), 'utf8')).toBe('eins\nzwei');
    host.process.kill('SIGTERM');
    expect((await host.ended).code).toBe(0);
    expect(await readFile(join(folder, 'Neu/Grüße 🎉.md'), 'utf8')).toBe('eins\nzwei');
  });

  test('with more vaults in the environment: these follow', async (context) => {
    const around = await makeFolder(context);
    const folders = ['one/Notes', 'two/Notes'].map((name) => join(around, name));
    folders.forEach(copySampleVault);
    const [first = '', second = ''] = folders;
    const options = ['--port', '0', '--api-key', KEY, '--stand-in', first];
    const host = StandaloneHost.start(context, built, options, {
      OBSIDIAN_STANDIN_VAULTS: second,
      OBSIDIAN_STANDIN_VAULT_IDS: '00000000000000a1,00000000000000b2',
    });
    const client = await host.client(KEY);
    const { envelope } = await client.post('vaults', { flags: ['verbose'] });
    expect(envelope.stdout).toBe(`Notes\t${first}\nNotes\t${second}\n`);
    const path = await client.post('vault', { vault: '00000000000000b2', params: { info: 'path' } });
    expect(path.envelope.stdout).toBe(`${second}\n`);
  });

  test('without a folder: uses a copy of the sample vault, which is deleted when the host stops', async (context) => {
    const before = await readdir(built.sampleVault, { recursive: true });
    const host = StandaloneHost.start(context, built, ['--stand-in', '--port', '0', '--api-key', KEY]);
    const client = await host.client(KEY);
    const { envelope } = await client.get('vault', { info: 'path' });
    const vault = envelope.stdout?.trim() ?? '';
    await access(vault);
    expect((await client.post('create', { params: { path: 'New.md', content: 'x' } })).status).toBe(200);
    await access(join(vault, 'New.md'));
    host.process.kill('SIGINT');
    expect((await host.ended).code).toBe(0);
    await expect(access(vault)).rejects.toThrow();
    expect(await readdir(built.sampleVault, { recursive: true })).toEqual(before);
  });

  test('SIGTERM while the sample vault is copied: the exit code is 0, and the copy is deleted', async (context) => {
    const folder = await makeFolder(context);
    const standalone = join(folder, 'standalone.mjs');
    const vault = join(folder, 'sample-vault');
    const temporary = join(folder, 'tmp');
    await Promise.all([cp(built.standalone, standalone), mkdir(vault), mkdir(temporary)]);
    // So many that the copy takes a while.
    const names = Array.from({ length: 1_000 }, (_, number) => join(vault, `${number}.md`));
    await Promise.all(names.map((name) => writeFile(name, 'text')));
    const options = ['--stand-in', '--port', '0', '--api-key', KEY];
    const host = StandaloneHost.start(context, { standalone }, options, { TMPDIR: temporary });
    await until('the copy has begun', async () => (await readdir(temporary)).length > 0);
    host.process.kill('SIGTERM');
    const ended = await host.ended;
    expect([ended.code, ended.signal, ended.stderr]).toEqual([0, null, '']);
    expect(await readdir(temporary)).toEqual([]);
  });
});
