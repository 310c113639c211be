import { execFile } from 'node:child_process';
import { chmod, copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { built } from '../kit/built';
import { BEHAVIORS, writeFakeCli, writeProgram } from '../kit/fake-cli';
import { makeFolder } from '../kit/folder';
import { serve, TEST_KEY } from '../kit/bridge';
import { StandaloneHost } from '../kit/standalone-host';
import { until } from '../kit/until';
import { requestText, Wire } from '../kit/wire';

const FILES = requestText('GET /api/v1/cli/files', { Authorization: `Bearer ${TEST_KEY}` });
/** The unprivileged user and group. */
const NOBODY = 65_534;
/** Only Linux can change the limits of a running process. */
const LIMITS_CHANGE = process.platform === 'linux';

const KEY = { CLI_BRIDGE_API_KEY: TEST_KEY };

async function answerOf(wire: Wire, count: number) {
  wire.write(FILES);
  return (await wire.read(count)).at(-1);
}

describe('a host at its system limits', () => {
  test('too few file handles to start a process: 503 with Retry-After, nothing runs, and it works once they are free', async (context) => {
    const cli = await writeFakeCli(await makeFolder(context), BEHAVIORS.echo);
    // The shell sets its own limit and then becomes the host, so this process is not limited.
    const through = ['/bin/sh', '-c', 'ulimit -n 40; exec "$0" "$@"'];
    const options = ['--port', '0', '--cli', cli.path];
    const host = StandaloneHost.start(context, built, options, KEY, { through });
    const url = await host.url();
    const control = await Wire.open(url);
    expect((await answerOf(control, 1))?.status).toBe(200);
    const before = (await cli.calls()).length;
    const crowd = await Promise.all(Array.from({ length: 80 }, () => Wire.open(url)));
    await until('no file handle is left', () => crowd.some(({ isClosed }) => isClosed));
    const refused = await answerOf(control, 2);
    expect(refused?.status).toBe(503);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused?.body).toContain('"code":"spawn_failed"');
    expect((await cli.calls()).length).toBe(before);
    for (const wire of crowd) wire.reset();
    await until('it works again', async () => {
      const wire = await Wire.open(url).catch(() => undefined);
      wire?.write(FILES);
      const answers = await wire?.read();
      wire?.reset();
      return answers?.[0]?.status === 200;
    });
    expect(host.stderr).toBe('');
  });

  test.runIf(LIMITS_CHANGE)(
    'no process can be started: 503 with Retry-After, nothing runs, and it works once one can',
    async (context) => {
      const folder = await makeFolder(context);
      const cli = await writeFakeCli(folder, BEHAVIORS.echo);
      const standalone = join(folder, 'standalone.mjs');
      await copyFile(built.standalone, standalone);
      // The limit does not apply to root, and the other user needs access to the program.
      const user = process.getuid?.() === 0 ? NOBODY : undefined;
      await Promise.all([chmod(folder, 0o777), chmod(standalone, 0o755)]);
      await Promise.all(['calls', 'marks'].map((kind) => chmod(`${cli.path}.${kind}`, 0o666)));
      const options = ['--port', '0', '--cli', cli.path];
      const host = StandaloneHost.start(context, { standalone }, options, KEY, { user });
      const control = await Wire.open(await host.url());
      const pid = host.process.pid ?? 0;
      expect((await answerOf(control, 1))?.status).toBe(200);
      const before = (await cli.calls()).length;
      const usual = await processLimit(pid);
      await setProcessLimit(pid, '0', user);
      const refused = await answerOf(control, 2);
      expect(refused?.status).toBe(503);
      expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(refused?.body).toContain('"code":"spawn_failed"');
      expect((await cli.calls()).length).toBe(before);
      await setProcessLimit(pid, usual, user);
      expect((await answerOf(control, 3))?.status).toBe(200);
      expect((await cli.calls()).length).toBe(before + 1);
      control.reset();
      expect(host.stderr).toBe('');
    },
  );

  test('a full disk: the write fails, the note is unchanged, and the next write is made once', async (context) => {
    const folder = await makeFolder(context);
    const [vault, full, program] = ['vault', 'full', 'obsidian'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    await promisify(execFile)('mkdir', ['-p', join(vault, '.obsidian')]);
    await writeFile(join(vault, 'Log.md'), 'first');
    writeProgram(
      program,
      `#!/bin/sh\n[ -e '${full}' ] && . '${full}'\nexec '${process.execPath}' '${built.standIn}' "$@"\n`,
    );
    const environment = { ...process.env, OBSIDIAN_STANDIN_VAULTS: vault };
    const { client } = await serve(context, {
      environment,
      program: { file: program, leadingArguments: [] },
    });
    const append = () => client.post('append', { params: { path: 'Log.md', content: 'second' } });
    const text = () => readFile(join(vault, 'Log.md'), 'utf8');
    // Simulated first: every write fails at once. Then for real: only the first bytes of a file are written.
    await writeFile(full, 'export OBSIDIAN_STANDIN_DISK_FULL=1');
    for (const { status, envelope } of [
      await append(),
      await client.post('create', { params: { path: 'New.md', content: 'x' } }),
      await client.delete('delete', { params: { path: 'Log.md', permanent: 'true' } }),
    ]) {
      expect([status, envelope.ok, envelope.code]).toEqual([422, false, 'cli_failed']);
      expect(envelope.stderr).toContain('ENOSPC');
    }
    await writeFile(full, 'ulimit -f 8');
    for (const command of ['append', 'create'] as const) {
      const params = { path: command === 'append' ? 'Log.md' : 'New.md', content: 'x'.repeat(20_000) };
      const { status, envelope } = await client.post(command, { params });
      expect([status, envelope.ok]).toEqual([422, false]);
      expect(envelope.stderr).toContain('EFBIG');
    }
    expect(await text()).toBe('first');
    expect((await readdir(vault)).sort()).toEqual(['.obsidian', 'Log.md']);
    await promisify(execFile)('rm', [full]);
    expect((await append()).status).toBe(200);
    expect(await text()).toBe('first\nsecond');
  });
});

/** The process limit of the user. */
async function processLimit(pid: number): Promise<string> {
  const limits = await readFile(`/proc/${pid}/limits`, 'utf8');
  return /^Max processes +(\S+)/m.exec(limits)?.[1] ?? 'unlimited';
}

/** Sets the soft limit as the user of the process, and keeps the hard limit. */
async function setProcessLimit(pid: number, limit: string, user: number | undefined): Promise<void> {
  const as = user === undefined ? {} : { uid: user, gid: user };
  await promisify(execFile)('prlimit', ['--pid', String(pid), `--nproc=${limit}:`], as);
}
