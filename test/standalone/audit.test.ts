import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { built } from '../kit/built';
import { printing, writeFakeCli } from '../kit/fake-cli';
import { makeFolder } from '../kit/folder';
import { StandaloneHost } from '../kit/standalone-host';
import { until } from '../kit/until';

const KEY = 'a-key-for-this-host';

describe.concurrent('the audit file', () => {
  test('has a line for each call that may have changed something, and none of its text', async (context) => {
    const folder = await makeFolder(context);
    const [settings, audit] = [join(folder, 'settings.json'), join(folder, 'audit.jsonl')];
    await writeFile(settings, JSON.stringify({ auditFile: audit, blockedCommands: ['move'] }));
    await writeFile(audit, 'an earlier line\n');
    const options = ['--port', '0', '--settings', settings, '--stand-in', folder];
    const host = StandaloneHost.start(context, built, options, { CLI_BRIDGE_API_KEY: KEY });
    const client = await host.client(KEY);
    const content = 'SECRET\ntext';
    await client.post('create', { params: { path: 'New.md', content } });
    await client.get('read', { path: 'New.md' });
    await client.post('property:set', { params: { path: 'New.md', name: 'state', value: 'SECRET' } });
    await client.post('move', { params: { path: 'New.md', to: 'Old.md' } });
    await client.post('append', { params: { path: 'Missing.md', content } });
    const unseen = 'a\u009b\u202e.md';
    await client.post('append', { params: { path: unseen, content } });
    const text = await readFile(audit, 'utf8');
    const [first, ...lines] = text.trimEnd().split('\n');
    expect(first).toBe('an earlier line');
    const shared = { interface: 'rest', client: 'owner' };
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { ...shared, command: 'create', target: { path: 'New.md' }, result: 'ok', exitCode: 0 },
      { ...shared, command: 'property:set', target: { path: 'New.md', name: 'state' }, result: 'ok' },
      { ...shared, command: 'append', target: { path: 'Missing.md' }, result: 'file_not_found', exitCode: 1 },
      { ...shared, command: 'append', target: { path: unseen } },
    ]);
    expect(text).toContain('a\\u009b\\u202e.md');
    expect(text).not.toContain('SECRET');
    expect(host.stderr).toBe('');
  });

  test('has a line, and one only, for a call whose client has left while the host was being stopped', async (context) => {
    const folder = await makeFolder(context);
    const [settings, audit] = [join(folder, 'settings.json'), join(folder, 'audit.jsonl')];
    await writeFile(settings, JSON.stringify({ auditFile: audit }));
    // So long an output takes a while to be read.
    const behavior = `[ "$command" = append ] || exit 0
      mark append; await_gate; ${printing(15_000_000)}; echo; echo 'Appended to: a.md'`;
    const cli = await writeFakeCli(folder, behavior);
    const options = ['--port', '0', '--settings', settings, '--cli', cli.path];
    const host = StandaloneHost.start(context, built, options, { CLI_BRIDGE_API_KEY: KEY });
    const client = await host.client(KEY);
    const leaving = new AbortController();
    const call = client.post('append', { params: { path: 'a.md', content: 'x' } }, leaving.signal);
    await until('it runs', async () => (await cli.marks()).includes('append'));
    leaving.abort();
    await expect(call).rejects.toThrow('abort');
    host.process.kill('SIGTERM');
    await cli.openGate();
    const { code, stderr } = await host.ended;
    expect([code, stderr]).toEqual([0, '']);
    const lines = (await readFile(audit, 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { command: 'append', target: { path: 'a.md' } },
    ]);
  });

  test('is made for its owner only', async (context) => {
    const folder = await makeFolder(context);
    const [settings, audit] = [join(folder, 'settings.json'), join(folder, 'audit.jsonl')];
    await writeFile(settings, JSON.stringify({ auditFile: audit }));
    const options = ['--port', '0', '--settings', settings, '--stand-in', folder];
    await StandaloneHost.start(context, built, options).url();
    expect((await stat(audit)).mode & 0o777).toBe(0o600);
  });

  test('that cannot be written: one clear line, exit code 2', async (context) => {
    const settings = join(await makeFolder(context), 'settings.json');
    await writeFile(settings, JSON.stringify({ auditFile: '/nonexistent/audit.jsonl' }));
    const host = StandaloneHost.start(context, built, ['--port', '0', '--settings', settings, '--stand-in']);
    const { code, stderr } = await host.ended;
    expect(code).toBe(2);
    expect(stderr).toContain('The audit file /nonexistent/audit.jsonl cannot be written.');
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});
