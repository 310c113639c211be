import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { built } from '../kit/built';
import { writeFakeCli } from '../kit/fake-cli';
import { makeFolder } from '../kit/folder';
import type { TestScope } from '../kit/test-scope';
import type { Envelope } from '../kit/http-client';
import { Client } from '../kit/http-client';
import { freePort } from '../kit/ports';
import { StandaloneHost } from '../kit/standalone-host';
import { until } from '../kit/until';

const KEY = 'a-key-for-this-host';

let hasCurl = true;
beforeAll(async () => {
  await promisify(execFile)('curl', ['--version']).catch(() => (hasCurl = false));
});

async function start(
  context: TestScope,
  options: string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<StandaloneHost> {
  const cli = await writeFakeCli(await makeFolder(context), 'echo a.md');
  const host = StandaloneHost.start(
    context,
    built,
    ['--port', '0', '--cli', cli.path, ...options],
    environment,
  );
  await host.url();
  return host;
}

/** Runs a line in a shell. */
async function paste(line: string, environment: NodeJS.ProcessEnv = {}): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-c', line], {
    env: { ...process.env, ...environment },
  });
  return stdout;
}

describe.concurrent('the first lines that the host prints', () => {
  test('"Listening on" is the first, the curl line the second', async (context) => {
    const host = await start(context, ['--api-key', KEY]);
    const [first, second] = host.stdout.split('\n');
    expect(first).toMatch(/^Listening on http:\/\/127\.0\.0\.1:\d+$/);
    expect(second).toMatch(/^curl /);
    expect(host.stderr).toBe('');
  });

  test('the curl line works when pasted, whatever is in the key', async (context) => {
    const key = `-pa$$w"ord,it's\`tick\`$(id)back\\slash!`;
    const host = await start(context, ['--api-key', key]);
    expect(host.stdout + host.stderr).not.toContain(key);
    const line = host.stdout.split('\n')[1] ?? '';
    if (!hasCurl) return expect(line).toContain('/api/v1/cli/files');
    const envelope = JSON.parse(await paste(line, { KEY: key })) as Envelope;
    expect(envelope).toMatchObject({ ok: true, stdout: 'a.md\n' });
  });

  test('a key from the environment is used but never printed', async (context) => {
    const host = await start(context, [], { CLI_BRIDGE_API_KEY: 'from-the-environment' });
    expect((await (await host.client('from-the-environment')).get('files')).status).toBe(200);
    expect(host.stdout).not.toContain('from-the-environment');
    const line = host.stdout.split('\n')[1] ?? '';
    if (!hasCurl) return;
    const environment = { CLI_BRIDGE_API_KEY: 'from-the-environment' };
    expect(JSON.parse(await paste(line, environment))).toMatchObject({ ok: true });
  });

  test('the option takes precedence over the environment', async (context) => {
    const host = await start(context, ['--api-key', 'from-the-option-itself'], {
      CLI_BRIDGE_API_KEY: 'other-and-long-enough',
    });
    expect((await (await host.client('from-the-option-itself')).get('files')).status).toBe(200);
    expect((await (await host.client('other')).get('files')).status).toBe(401);
  });

  test('without a key, one of 32 random bytes is generated and printed, and works; a new one each time', async (context) => {
    const hosts = await Promise.all([start(context, []), start(context, [], { CLI_BRIDGE_API_KEY: '' })]);
    const keys = hosts.map(({ stdout }) => /Bearer ([0-9a-f]{64})"/.exec(stdout)?.[1] ?? '');
    expect(new Set(keys).size).toBe(2);
    for (const [index, host] of hosts.entries()) {
      expect((await (await host.client(keys[index] ?? '')).get('files')).status).toBe(200);
      const exported = /^export KEY=.*$/m.exec(host.stdout)?.[0] ?? '';
      expect(await paste(`${exported}; printf '%s' "$KEY"`)).toBe(keys[index]);
    }
  });

  test('the host keeps running when nobody reads its output', async (context) => {
    const port = String(await freePort());
    const options = ['--port', port, '--cli', '/nonexistent', '--api-key', KEY];
    const host = StandaloneHost.start(context, built, options);
    host.process.stdout?.destroy();
    host.process.stderr?.destroy();
    const client = new Client(`http://127.0.0.1:${port}`, KEY);
    const isServing = (): Promise<boolean> =>
      client.get('files').then(
        ({ status }) => status === 503,
        () => false,
      );
    await until('it serves', isServing);
    expect(await isServing()).toBe(true);
    host.process.kill('SIGTERM');
    expect((await host.ended).code).toBe(0);
  });
});
