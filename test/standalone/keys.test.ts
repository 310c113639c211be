import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { codeBlocks } from '../docs/pages';
import { built } from '../kit/built';
import { writeFakeCli } from '../kit/fake-cli';
import { makeFolder } from '../kit/folder';
import { Client } from '../kit/http-client';
import { makeKey } from '../kit/keys';
import { StandaloneHost } from '../kit/standalone-host';
import type { TestScope } from '../kit/test-scope';

const OWNER = 'a-key-for-this-host';

async function start(scope: TestScope, settings: object): Promise<{ host: StandaloneHost; file: string }> {
  const folder = await makeFolder(scope);
  const file = join(folder, 'settings.json');
  await writeFile(file, JSON.stringify(settings));
  const cli = await writeFakeCli(folder, `echo 'Appended to: a.md'`);
  const options = ['--port', '0', '--settings', file, '--cli', cli.path];
  return { host: StandaloneHost.start(scope, built, options, { CLI_BRIDGE_API_KEY: OWNER }), file };
}

describe.concurrent('keys in the settings file', () => {
  test('let their clients in, each with what it may do', async (scope) => {
    const reader = makeKey('reader', { access: 'read' });
    const gone = makeKey('gone', { expires: '2020-01-01' });
    const { host } = await start(scope, { keys: [reader.record, gone.record] });
    const url = await host.url();
    const append = { params: { path: 'a.md', content: 'x' } };
    expect((await new Client(url, OWNER).post('append', append)).status).toBe(200);
    const client = new Client(url, reader.key);
    expect((await client.post('version')).status).toBe(200);
    const { status, envelope } = await client.post('append', append);
    expect([status, envelope.code]).toEqual([403, 'key_scope']);
    expect((await new Client(url, gone.key).get('files')).envelope.error).toContain('has expired');
    expect((await new Client(url, reader.record.sha256).get('files')).status).toBe(401);
    expect(host.stdout + host.stderr).not.toContain(reader.key);
    expect(host.stderr).toBe('The key "gone" has expired.\n');
  });

  test('a pattern that names no command is warned of', async (scope) => {
    const { host } = await start(scope, { keys: [makeKey('a', { commands: ['delet', 'read'] }).record] });
    await host.url();
    expect(host.stderr).toMatch(/^"delet" in the key "a" is not the name of a documented command: [^\n]*\n$/);
  });

  const BAD: [what: string, keys: readonly object[], says: string][] = [
    ['two of one id', [makeKey('a').record, makeKey('a').record], 'two keys have the id "a"'],
    [
      'the API key itself',
      [{ ...makeKey('a').record, sha256: createHash('sha256').update(OWNER).digest('hex') }],
      'The key "a" in the settings is the API key itself',
    ],
  ];
  test.for(BAD)('%s: one clear line, exit code 2', async ([, keys, says], scope) => {
    const { code, stdout, stderr } = await (await start(scope, { keys })).host.ended;
    expect(stderr).toContain(says);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect([code, stdout]).toEqual([2, '']);
  });

  test('the line of the documentation makes a key and its digest', async (scope) => {
    const line = codeBlocks('docs/standalone.md', 'sh').find((block) => block.includes('createHash')) ?? '';
    const { stdout } = await promisify(execFile)('sh', ['-c', line]);
    const [key = '', sha256 = ''] = stdout.trim().split('\n');
    const [json = ''] = codeBlocks('docs/standalone.md', 'json').filter((block) =>
      block.includes('"sha256"'),
    );
    const settings = JSON.parse(json) as { keys: object[] };
    const { host } = await start(scope, {
      defaultVault: 'Sample Vault',
      keys: settings.keys.map((record) => ({ ...record, sha256, expires: '2999-12-31' })),
    });
    const client = new Client(await host.url(), key);
    expect((await client.post('daily:append', { params: { content: 'x' } })).status).toBe(200);
    expect((await client.post('files')).envelope.code).toBe('key_scope');
  });
});
