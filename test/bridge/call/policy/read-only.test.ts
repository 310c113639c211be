import { describe, expect, test } from 'vitest';
import { serve } from '../../../kit/bridge';
import type { Served } from '../../../kit/bridge';
import { writeFakeCli } from '../../../kit/fake-cli';
import type { FakeCli } from '../../../kit/fake-cli';
import { makeFolder } from '../../../kit/folder';
import { callTool, modernRequest, sendMessage } from '../../../kit/mcp-client';
import type { TestScope } from '../../../kit/test-scope';
import { until } from '../../../kit/until';

const READ_ONLY = { readOnly: true, allowDangerousCommands: true };

/** A vault without a daily note: `daily:read` makes one, as the app does. */
const BEHAVIOR = `case "$*" in
  *daily:path*) echo Daily/2026-01-05.md ;;
  *file\\ path=*) [ -e "$0.note" ] && printf 'path\\tDaily/2026-01-05.md\\nsize\\t1\\n' || echo 'Error: File "Daily/2026-01-05.md" not found.' ;;
  *daily:read*) : > "$0.note"; mark "$0.note"; echo '# Monday' ;;
  *) echo "ran $*" ;;
esac`;

const HELP = `printf 'Commands:\\n  read                  Read\\n    brandnew            - Nobody knows\\n    level=<n>           - Nobody knows\\n'`;

async function start(
  context: TestScope,
  options: Parameters<typeof writeFakeCli>[2] = { help: HELP },
): Promise<Served & { readonly cli: FakeCli }> {
  const cli = await writeFakeCli(await makeFolder(context), BEHAVIOR, options);
  const served = await serve(context, { program: { file: cli.path, leadingArguments: [] } }, READ_ONLY);
  await until('help was asked for', async () =>
    (await cli.allCalls()).some((words) => words.includes('help')),
  );
  await until('it was read', () => served.bridge.status().running === false);
  return { ...served, cli };
}

describe.concurrent('read-only mode', () => {
  test('refuses what could change something by its flags, and runs the rest', async (context) => {
    const { client, cli } = await start(context);
    const refused: [string, Record<string, unknown>, string[]][] = [
      ['read', {}, ['--copy']],
      ['read', {}, ['copy']],
      ['read', {}, ['open']],
      ['read', {}, ['brandnew']],
      ['read', { level: '1' }, []],
      ['read', { copy: true }, []],
      ['files', {}, ['newtab']],
      ['read', { copy: 1 }, []],
      ['read', { copy: 'yes' }, []],
      ['read', { copy: '' }, []],
      ['read', { Copy: 'x' }, []],
      ['read', { newtab: 'no' }, []],
      ['tags', { json: true }, []],
      ['dev:errors', {}, ['clear']],
      ['dev:console', { clear: 'true' }, []],
      ['help', { command: 'copy' }, []],
    ];
    for (const [command, params, flags] of refused) {
      const sent = command === 'read' ? { path: 'a.md', ...params } : params;
      const { status, envelope } = await client.post(command, { params: sent, flags });
      expect([command, flags, params, status, envelope.code]).toEqual([
        command,
        flags,
        params,
        403,
        'read_only',
      ]);
      expect(envelope.error).toContain('with these flags');
    }
    for (const flag of ['Copy', '--copy=true', 'copy=1'])
      expect((await client.post('read', { params: { path: 'a.md' }, flags: [flag] })).status).toBe(400);
    expect(await cli.calls()).toEqual([]);
    const open: [string, Record<string, unknown>, string[]][] = [
      ['files', {}, ['total', '--json']],
      ['files', { total: true }, []],
      ['tags', { format: 'json' }, ['counts']],
      ['dev:errors', {}, []],
    ];
    for (const [command, params, flags] of open)
      expect([command, (await client.post(command, { params, flags })).status]).toEqual([command, 200]);
  });

  test('reads the daily note only after it has seen it, in the same turn', async (context) => {
    const { client, cli } = await start(context);
    const refused = await client.get('daily:read', { vault: 'Work' });
    expect(refused).toMatchObject({ status: 403, envelope: { code: 'read_only' } });
    expect(refused.envelope.error).toContain('would create the note');
    expect(await cli.marks()).toEqual([]);
    expect(await cli.calls()).toEqual([
      ['vault=Work', 'daily:path'],
      ['vault=Work', 'file', 'path=Daily/2026-01-05.md'],
    ]);
  });

  test('reads one that is there, and makes one where it is not in force', async (context) => {
    const { client, change } = await start(context);
    change({ readOnly: false });
    expect((await client.get('daily:read')).envelope.stdout).toBe('# Monday\n');
    change({ readOnly: true });
    expect((await client.get('daily:read')).envelope.stdout).toBe('# Monday\n');
  });

  test("asks nothing of a program that is not known to be the app's", async (context) => {
    const { client, cli } = await start(context, { version: 'echo hello', help: ':' });
    expect((await client.get('daily:read')).status).toBe(200);
    expect(await cli.calls()).toEqual([['daily:read']]);
  });

  test('is what the tools of MCP say, and allowed commands only where they change nothing whatever they are given', async (context) => {
    const { client, change } = await start(context);
    const url = new URL('/mcp', client.url);
    const isHinted = async (settings: object): Promise<unknown> => {
      change({ readOnly: false, allowedCommands: [], ...settings });
      const { body } = await sendMessage(url, ...modernRequest('tools/list'));
      const tools = body.result?.['tools'] as { annotations: { readOnlyHint: boolean } }[];
      return tools[1]?.annotations.readOnlyHint;
    };
    expect(await isHinted({ readOnly: true })).toBe(true);
    expect(await isHinted({ allowedCommands: ['search', 'files'] })).toBe(true);
    expect(await isHinted({ allowedCommands: ['search', 'daily:read'] })).toBe(false);
    expect(await isHinted({ allowedCommands: ['dev:errors'] })).toBe(false);
    expect(await isHinted({ allowedCommands: ['read'] })).toBe(false);
    change({ readOnly: true, allowedCommands: [] });
    const tool = await callTool(url, 'execute', {
      command: 'read',
      params: { path: 'a.md' },
      flags: ['brandnew'],
    });
    expect(tool.structured).toMatchObject({ ok: false, code: 'read_only' });
  });
});
