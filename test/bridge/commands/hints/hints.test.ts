import { writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { hintFor } from '../../../../src/bridge/commands/hints/hints';
import { requestHint } from '../../../../src/bridge/http/request-hints';
import { FAILURES } from '../../../../src/bridge/errors';
import type { FailureCode } from '../../../../src/bridge/errors';
import { DEFAULT_SETTINGS } from '../../../../src/bridge/settings';
import { serveFake } from '../../../kit/bridge';
import { callTool } from '../../../kit/mcp-client';
import { until } from '../../../kit/until';
import { Wire } from '../../../kit/wire';

/** What nobody can fix with another call or a setting. */
const BEYOND_REPAIR: readonly FailureCode[] = ['internal_error'];

test('every failure has a hint, except those that nobody can fix', () => {
  const hintOf = (code: FailureCode): string | undefined =>
    requestHint(code) ?? hintFor(code, { command: 'append', settings: DEFAULT_SETTINGS });
  const codes = Object.keys(FAILURES) as FailureCode[];
  expect(codes.filter((code) => hintOf(code) === undefined)).toEqual(BEYOND_REPAIR);
  for (const code of codes) {
    const hint = hintOf(code);
    if (hint !== undefined) expect(hint, code).toMatch(/^[A-Z][^\n]+[.!?]$/);
  }
});

/** What the program says, and what the hint must name. */
const SAID: readonly (readonly [
  command: string,
  params: Record<string, string>,
  said: string,
  hint: RegExp,
])[] = [
  ['read', { path: 'x.md' }, 'Error: File "x.md" not found.', /files|Did you mean/],
  [
    'task',
    { path: 'a.md', line: '99' },
    'Error: Line 99 is out of range (file has 5 lines).',
    /5 lines.*tasks/,
  ],
  [
    'plugin:reload',
    { id: 'x' },
    'Plugin "x" not found. Use "plugins" to list available plugins.',
    /run plugins/,
  ],
  ['plugin:reload', { id: 'x' }, 'Plugin "x" is not enabled.', /plugin:enable/],
  ['plugin:enable', { id: 'x' }, 'Restricted: plugins are disabled.', /restricted mode/],
  ['templates', {}, 'Error: No template folder configured.', /template folder/],
  [
    'daily',
    {},
    'Error: Command "daily" not found. It may require a plugin to be enabled.',
    /core plugin "Daily notes"/,
  ],
  ['remove', {}, 'Error: Command "remove" not found. It may require a plugin to be enabled.', /use delete/],
  ['rename', { path: 'a.md', name: 'b' }, 'Error: Destination file already exists!', /another name/],
  ['base:query', { path: 'a.base', view: 'x' }, 'Error: View not found: x', /Read the base.*base:views/],
  ['base:query', { file: 'Plan' }, 'Error: File "Plan" not found.', /files|Did you mean/],
  [
    'template:insert',
    { name: 'x' },
    'Error: No active editor. Open a file first.',
    /^It only works on the note open/,
  ],
  ['folder', { path: 'x' }, 'Error: Folder "x" not found.', /folders/],
  [
    'files',
    {},
    'Command line interface is not enabled. Please turn it on in Settings > General > Advanced.',
    /turn/i,
  ],
  ['files', { vault: 'Nope' }, 'Vault not found.', /vaults/],
  [
    'move',
    { path: 'a.md', to: 'b/' },
    'Error: Something else went wrong.',
    /own words.*help with command=move/,
  ],
];

test('the words of the program lead to a hint, the same over REST and MCP', async (context) => {
  const { client, cli, bridge } = await serveFake(context, 'cat "$0.said"', {
    trustedCommands: ['plugin:*'],
  });
  await until('help was read', () => bridge.status().cli.recognised);
  for (const [command, { vault, ...params }, said, hint] of SAID) {
    await writeFile(`${cli.path}.said`, `${said}\n`);
    const call = { params, ...(vault !== undefined && { vault }) };
    const { status, envelope } = await client.post(command, call);
    expect([said, status]).toEqual([said, 422]);
    expect([said, envelope.hint]).toEqual([said, expect.stringMatching(hint)]);
    const tool = await callTool(new URL('/mcp', client.url), 'execute', { command, ...call });
    expect(tool.structured['hint']).toBe(envelope.hint);
  }
});

test('a tag with only nested tags below it is distinguished from one that does not exist', async (context) => {
  const { client, bridge, cli } = await serveFake(
    context,
    `case $command in
      tags) printf '#book/read\\t2\\n#Book\\t1\\n#bookmark\\t4\\n#a/b\\n' ;;
      tag) name=\${2#name=}; echo "Error: Tag \\"#\${name#'#'}\\" not found." ;;
    esac`,
  );
  await until('help was read', () => Promise.resolve(bridge.status().cli.recognised));
  const hintOf = async (name: string) => (await client.get('tag', { name })).envelope.hint;
  expect(await hintOf('a')).toBe('No note has #a itself. Did you mean a/b?');
  expect(await hintOf('#book')).toContain('book/read, Book?');
  expect(await hintOf('tag:#a')).toContain('a/b?');
  expect(await hintOf('tag:#book/read')).toBe('Did you mean book/read?');
  expect(await hintOf('zebra')).toContain('Run tags');
  expect((await cli.newCalls()).filter(([command]) => command === 'tags')).toHaveLength(5);
  await Promise.all([hintOf('a'), client.get('vault')]);
  const asked = (await cli.newCalls()).map(([command]) => command);
  expect([0, 3], 'nothing ran in between').toContain(asked.indexOf('vault'));
  expect(asked.slice().sort()).toEqual(['tag', 'tag', 'tags', 'vault']);
});

describe('what never reached the program', () => {
  test('has the same hint over REST and MCP', async (context) => {
    const { client } = await serveFake(context, 'echo ran', { blockedCommands: ['files'] });
    const url = new URL('/mcp', client.url);
    const both = async (command: string, params: Record<string, string>): Promise<[unknown, unknown]> => [
      (await client.post(command, { params })).envelope.hint,
      (await callTool(url, 'execute', { command, params })).structured['hint'],
    ];
    for (const [command, params, word] of [
      ['files', {}, '"Blocked commands"'],
      ['eval', { code: '1' }, '"Allow dangerous commands"'],
      ['append', { path: 'a.md' }, 'help with command=append'],
      ['nope', {}, '/api/v1/commands'],
      ['search', { query: 'x'.repeat(100_000) }, 'Shorten the parameters'],
      ['unique', { content: 'x'.repeat(100_000) }, 'Run unique without content first'],
    ] as const) {
      const [rest, mcp] = await both(command, params);
      expect([command, rest]).toEqual([command, expect.stringContaining(word)]);
      expect(mcp).toBe(rest);
    }
  });

  test('says how to send it', async (context) => {
    const { client, change } = await serveFake(context, 'echo ran');
    const hintOf = async (path: string, call?: Parameters<typeof client.request>[1]) =>
      (await client.request(path, call)).envelope.hint;
    const json = { 'Content-Type': 'application/json' };
    const files = '/api/v1/cli/files';
    const read = { method: 'POST', headers: json, body: '{"path":"a.md"}' };
    expect(await hintOf('/api/v1/cli/read', read)).toContain('{"params": {"path": ...}}');
    expect(await hintOf('/api/v1/nothing')).toContain('/api/v1/commands');
    expect(await hintOf(files, { method: 'DELETE' })).toContain('POST');
    expect(await hintOf(files, { headers: { Authorization: 'Bearer no' } })).toContain('Bearer <key>');
    expect(await hintOf(files, { headers: { Host: 'evil.example' } })).toContain('127.0.0.1');
    expect(await hintOf('/mcp', { method: 'POST', body: '{}' })).toContain('application/json');
    change({ restEnabled: false });
    expect(await hintOf(files)).toContain('"REST interface"');
  });

  test('a raw letter in the address: which one, and how to write it', async (context) => {
    const { client } = await serveFake(context, 'echo ran');
    const answerTo = async (target: Buffer): Promise<string> => {
      const wire = await Wire.open(client.url);
      wire.socket.end(
        Buffer.concat([
          Buffer.from('GET /api/v1/cli/search?query='),
          target,
          Buffer.from(` HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${client.key}\r\n\r\n`),
        ]),
      );
      await wire.closed(3_000);
      const [answer] = wire.answers();
      expect(answer?.status).toBe(400);
      return String((JSON.parse(answer?.body ?? '{}') as { hint?: string }).hint);
    };
    expect(await answerTo(Buffer.from('Grüße'))).toBe('Percent-encode it: "ü" is %C3%BC.');
    expect(await answerTo(Buffer.from('京都'))).toBe('Percent-encode it: "京" is %E4%BA%AC.');
    expect(await answerTo(Buffer.from('Gr\u00fc', 'latin1'))).toContain('percent-encoded');
  });
});

test('a failure without a word says so', async (context) => {
  const { client } = await serveFake(context, 'kill -KILL $$');
  const { status, envelope } = await client.get('tags');
  expect([status, envelope.exitCode, envelope.stderr]).toEqual([422, 137, '']);
  expect(envelope.hint).toMatch(/^The CLI did not say why/);
});
