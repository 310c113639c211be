import { describe, expect, test } from 'vitest';
import { serve } from '../../../kit/bridge';
import type { Served } from '../../../kit/bridge';
import { writeFakeCli } from '../../../kit/fake-cli';
import type { FakeCli } from '../../../kit/fake-cli';
import { makeFolder } from '../../../kit/folder';
import { callTool } from '../../../kit/mcp-client';
import type { TestScope } from '../../../kit/test-scope';
import { until } from '../../../kit/until';

/** Every plugin command is trusted, so that what is known decides. */
const SETTINGS = { trustedCommands: ['*'] };

/** Each vault has a plugin of its own, and the default one a file that can add another at any time. */
const HELP = `case $vault in
  Work) plugin=work:hard ;;
  Quiet) exec sleep 30 ;;
  Shy) echo 'Vault not found.'; exit ;;
  *) plugin=$(cat "$0.plugin" 2>/dev/null || echo home:sweep) ;;
esac
printf 'Obsidian CLI\\n\\nCommands:\\n'
printf '  read                  Read\\n    path=<path>         - Path\\n\\n'
printf '  %-21s Do\\n    dry_run             - Try\\n    Quiet               - Hush\\n    2fa=<code>          - Code\\n    my.key=<text>       - Key\\n' "$plugin"`;

async function start(
  context: TestScope,
  options: Parameters<typeof writeFakeCli>[2] = { help: HELP },
  settings: object = SETTINGS,
): Promise<Served & { readonly cli: FakeCli }> {
  const cli = await writeFakeCli(await makeFolder(context), 'printf "%s\\n" "$*"', options);
  return { ...(await serve(context, { program: { file: cli.path, leadingArguments: [] } }, settings)), cli };
}

interface Listed {
  readonly command: string;
  readonly available: boolean;
  readonly dangerous: boolean;
}

async function listed({ client }: Served): Promise<Map<string, Listed>> {
  const { envelope } = await client.anonymous('/api/v1/commands');
  return new Map((envelope.data as Listed[]).map((entry) => [entry.command, entry]));
}

describe.concurrent('a name that is not documented', () => {
  test('runs with the flags and parameters that help shows, over REST and MCP', async (context) => {
    const served = await start(context);
    const given = { params: { '2fa': '123', 'my.key': 'x' }, flags: ['dry_run', 'Quiet'] };
    const wanted = 'home:sweep 2fa=123 my.key=x dry_run Quiet\n';
    const { status, envelope } = await served.client.post('home:sweep', given);
    expect([status, envelope.stdout, envelope.warnings]).toEqual([200, wanted, undefined]);
    const tool = await callTool(new URL('/mcp', served.client.url), 'execute', {
      command: 'home:sweep',
      ...given,
    });
    expect(tool.structured).toMatchObject({ ok: true, stdout: wanted });
    for (const flags of [['a_b'], ['Loud'], ['2fb'], ['a.b']]) {
      const refused = await served.client.post('home:sweep', { flags });
      expect([flags, refused.status]).toEqual([flags, 400]);
    }
  });

  test('of another vault is found there: named in the body or the query, over MCP in any spelling', async (context) => {
    const { client } = await start(context);
    expect((await client.post('work:hard')).status).toBe(404);
    const { status, envelope } = await client.post('work:hard', { vault: 'Work' });
    expect([status, envelope.stdout]).toEqual([200, 'vault=Work work:hard\n']);
    const unreadable = await client.request('/api/v1/cli/work/hard', { method: 'POST', body: '{' });
    expect(unreadable.envelope.code).toBe('unknown_command');
    const byQuery = await client.get('work:hard', { vault: 'Work' });
    expect([byQuery.status, byQuery.headers['allow']]).toEqual([405, 'POST']);
    const tool = await callTool(new URL('/mcp', client.url), 'execute', {
      command: 'Work Hard',
      vault: 'Work',
    });
    expect(tool.structured).toMatchObject({ ok: true });
    const nowhere = await client.post('work:hart', { vault: 'Work' });
    expect(nowhere).toMatchObject({ status: 404, envelope: { code: 'unknown_command' } });
    expect(nowhere.envelope.hint).toContain('Did you mean work:hard');
    expect((await client.post('work:hard', { vault: 'Shy' })).envelope.code).toBe('unknown_command');
  });

  test('is found as soon as a plugin adds it, and the list says what is there', async (context) => {
    const served = await start(context);
    await until('the list was read', async () => (await listed(served)).has('home:sweep'));
    const list = await listed(served);
    // It is trusted, so that the switch would not refuse it.
    expect(list.get('home:sweep')).toMatchObject({ available: true, dangerous: false });
    expect(list.get('read')?.available).toBe(true);
    for (const name of ['daily', 'remove', 'uninstall']) expect(list.get(name)?.available).toBe(false);
    // Not offered by the app, but still run when called.
    expect((await served.client.post('daily')).envelope.stdout).toBe('daily\n');
  });

  test('is 503 while the program does not answer, and 404 if it answers without such a list', async (context) => {
    const hanging = await start(context, { help: 'exec sleep 30' }, { ...SETTINGS, timeoutSeconds: 1 });
    const refused = await hanging.client.post('some:thing');
    expect(refused).toMatchObject({ status: 503, envelope: { code: 'cli_not_answering' } });
    expect(refused.headers['retry-after']).toBe('5');
    // Immediately: it was asked a moment ago.
    expect((await hanging.client.post('some:thing')).status).toBe(503);
    const other = await start(context, { help: 'echo "usage: other"; exit 2' });
    expect((await other.client.post('some:thing')).status).toBe(404);
  });

  test('is 503 while there is no program', async (context) => {
    const served = await serve(context, { program: { file: '/nowhere/obsidian', leadingArguments: [] } });
    const { status, envelope } = await served.client.post('some:thing');
    expect([status, envelope.code]).toEqual([503, 'cli_not_found']);
    expect([...(await listed(served)).values()].some(({ available }) => available)).toBe(false);
    const { structured } = await callTool(new URL('/mcp', served.client.url), 'search', { command: 'tasks' });
    expect(structured['commands']).toMatchObject([expect.stringMatching(/^tasks /)]);
    expect(structured['hint']).toMatch(/^Nothing can run now/);
    expect((await served.client.post('daily')).status).toBe(503);
  });
});
