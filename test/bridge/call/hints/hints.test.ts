import { writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { hintFor } from '../../../../src/bridge/errors';
import { FAILURES } from '../../../../src/bridge/error-codes/error-codes';
import type { FailureCode } from '../../../../src/bridge/error-codes/error-codes';
import { serveFake } from '../../../kit/bridge';
import { isProbe } from '../../../kit/fake-cli';
import { callTool } from '../../../kit/mcp-client';
import { overMcp } from '../../../kit/spoken-hint';
import { groupScope } from '../../../kit/test-scope';
import { until } from '../../../kit/until';
import { Wire } from '../../../kit/wire';

/** What neither another call nor a setting can fix. */
const BEYOND_REPAIR: readonly FailureCode[] = ['internal_error'];

test('every failure has a hint, except those that nothing can fix', () => {
  const hintOf = (code: FailureCode): string | undefined =>
    hintFor(code, { command: 'append', setting: 'Read-only mode' });
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
  [
    'rename',
    { path: 'a.md', name: 'b' },
    'Error: Destination file already exists!',
    /"b\.md" is in the way: give another name/,
  ],
  ['base:query', { path: 'a.base', view: 'x' }, 'Error: View not found: x', /Read the base.*base:views/],
  ['base:query', { file: 'Plan' }, 'Error: File "Plan" not found.', /files|Did you mean/],
  [
    'template:insert',
    { name: 'x' },
    'Error: No active editor. Open a file first.',
    /^It only works on the note open/,
  ],
  [
    'move',
    { path: 'a.md', to: 'New/' },
    "Error: ENOENT: no such file or directory, rename '/home/me/Notes/a.md' -> '/home/me/Notes/New/a.md'",
    /does not create it: create a note in it first/,
  ],
  ['delete', { path: 'x' }, 'Error: "x" is a folder, not a file.', /run files with folder="x"/],
  [
    'create',
    { name: 'a' },
    'Error: name cannot contain "/". Use path for a full file path.',
    /folder in path/,
  ],
  ['create', { template: 'T' }, 'Error: Templates plugin is not enabled.', /core plugin "Templates"/],
  ['create', { template: 'T' }, 'Error: Template folder "Templates" not found.', /folder that exists/],
  ['create', { template: 'T' }, 'Error: Template "T" not found.', /Run templates/],
  [
    'command',
    { id: 'x' },
    'Command "x" not found. Use "commands" to list available command IDs.',
    /^Run commands to list the ids/,
  ],
  ['sync:status', {}, 'status: disconnected\nSync is not set up for this vault.', /Settings → Sync/],
  ['sync', {}, 'Error: Sync is not set up for this vault.', /Settings → Sync/],
  ['wordcount', { path: 'a.png' }, 'Error: Word count is only available for markdown files.', /Only notes/],
  [
    'property:set',
    { path: 'a.md', name: 'x', value: 'y', type: 'datetime' },
    'Error: Invalid datetime format. Use YYYY-MM-DDTHH:mm or YYYY-MM-DDTHH:mm:ss',
    /YYYY-MM-DDTHH:mm/,
  ],
  ['property:read', { path: 'a.md', name: 'x' }, 'Error: Property "x" not found.', /take a moment/],
  ['workspace:load', { name: 'x' }, 'Error: Workspace "x" not found.', /Run workspaces/],
  ['workspace:save', {}, 'Missing required parameter: name\nUsage: workspace:save', /^Usage: workspace:save/],
  ['random', {}, 'No markdown files found.', /no note there/],
  ['search', { query: 'x:y' }, 'Error: Operator "x" not recognized', /quotation marks/],
  ['dev:dom', { selector: 'p[' }, 'Error: Invalid selector: p[', /Write a CSS selector/],
  ['links', { path: 'a.md' }, 'Error: Command "links" not found. Did you mean: aliases?', /"Outgoing links"/],
  [
    'random:read',
    {},
    'Error: Command "random:read" not found. It may require a plugin to be enabled.',
    /update it/,
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

test('the words of the program lead to a hint, over REST and MCP alike', async (context) => {
  const { client, cli, bridge } = await serveFake(context, 'cat "$0.said"', {
    trustedCommands: ['plugin:*', 'command', 'dev:*'],
  });
  await until('help was read', () => bridge.status().cli.recognized);
  for (const [command, { vault, ...params }, said, hint] of SAID) {
    await writeFile(`${cli.path}.said`, `${said}\n`);
    const call = { params, ...(vault !== undefined && { vault }) };
    const { status, envelope } = await client.post(command, call);
    expect([said, status]).toEqual([said, 422]);
    expect([said, envelope.hint]).toEqual([said, expect.stringMatching(hint)]);
    expect(JSON.stringify(envelope)).not.toContain('/home/me');
    const tool = await callTool(new URL('/mcp', client.url), 'execute', { command, ...call });
    expect(tool.structured['hint']).toBe(overMcp(envelope.hint));
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
  await until('help was read', () => Promise.resolve(bridge.status().cli.recognized));
  const hintOf = async (name: string) => (await client.get('tag', { name })).envelope.hint;
  expect(await hintOf('a')).toBe(
    'No note has #a itself; search query=tag:#a finds its nested tags. Did you mean a/b?',
  );
  expect(await hintOf('#book')).toContain('book/read, Book?');
  expect(await hintOf('tag:#a')).toContain('a/b?');
  expect(await hintOf('tag:#book/read')).toBe('Did you mean book/read?');
  expect(await hintOf('zebra')).toContain('Run tags');
  expect((await cli.newCalls()).filter(([command]) => command === 'tags')).toHaveLength(5);
  await Promise.all([hintOf('a'), client.get('vault')]);
  const asked = (await cli.newCalls()).map(([command]) => command);
  expect([0, 2], 'nothing ran in between').toContain(asked.indexOf('vault'));
  expect(asked.slice().sort()).toEqual(['tag', 'tags', 'vault']);
});

describe('names that the program does not find', () => {
  const served = serveFake(
    groupScope(),
    `case $command in
files) case "$*" in *folder=*total*) echo 0 ;; *folder=*) ;; *) printf 'Home.md\\nNotes/Plan.md\\nImg/plan.png\\nB\\303\\274cher.md\\n' ;; esac ;;
folders) printf '/\\nNotes\\nNotes/Old\\nImg\\n' ;;
tags) printf '#project\\n#project/a\\n#project/b\\n' ;;
tag) case "$*" in *verbose*) printf '#project\\t2\\n' ;; esac ;;
search | search:context) echo 'No matches found.' ;;
random:read) echo 'No markdown files found.' ;;
append) for word; do case $word in file=* | path=*) echo "Error: File \\"\${word#*=}\\" not found." ;; esac; done ;;
folder | folders) echo "Error: Folder \\"\${2#*=}\\" not found." ;;
*) case "$*" in *total*) echo 0 ;; esac ;;
esac`,
    { trustedCommands: ['command'] },
  );
  const asked = async () =>
    (await (await served).cli.newCalls()).filter((words) => !isProbe(words)).map(([name]) => name);
  const ready = async () => {
    const { bridge } = await served;
    await until('help was read', () => bridge.status().cli.recognized);
    await asked();
    return served;
  };

  const MAKE_IT = ' To make the note, use create with the same path.';

  test.for<[given: string, hint: string]>([
    ['home.md', 'Did you mean "Home.md"? Case matters in a path.'],
    ['Home', 'Did you mean "Home.md"? A path needs the extension.'],
    ['Plan.md', 'Did you mean "Notes/Plan.md"?'],
    ['[[Plan]]', 'Give the name without the brackets of a link. Did you mean "Notes/Plan.md"?'],
    [
      '[[Plan#Goals|the plan]]',
      'Give the name without the brackets of a link. Did you mean "Notes/Plan.md"?',
    ],
    ['"Plan.md"', 'Give the name without the quotation marks. Did you mean "Notes/Plan.md"?'],
    [
      'Plan.md#Goals',
      'Give the name without the heading, because it names a whole file. Did you mean "Notes/Plan.md"?',
    ],
    ['Büch.md', 'No file has exactly this name. It is in the name of "Bücher.md".' + MAKE_IT],
    ['Zebra.md', 'No file has this name. Use search to find notes by text.' + MAKE_IT],
  ])('the file %j: %s', async ([path, hint]) => {
    const { client } = await ready();
    const { envelope } = await client.post('append', { params: { path, content: 'x' } });
    expect(envelope).toMatchObject({ code: 'file_not_found', hint });
    expect(await asked()).toEqual(['append', 'files']);
  });

  test('are not given to a client that may not list files', async () => {
    const { client, change } = await ready();
    change({ blockedCommands: ['files', 'folders'] });
    const { envelope } = await client.post('append', { params: { path: 'home.md', content: 'x' } });
    expect(envelope.hint).toMatch(/^Check the name/);
    expect((await client.get('search', { query: 'x', path: 'Note' })).envelope.warnings).toBeUndefined();
    expect(await asked()).toEqual(['append', 'search']);
    change({ blockedCommands: [] });
  });

  test('a folder that the program misses itself', async () => {
    const { client } = await ready();
    const folder = await client.get('folder', { path: 'Note' });
    expect(folder.envelope).toMatchObject({ code: 'cli_failed', hint: 'Did you mean "Notes"?' });
    const random = await client.get('random:read', { folder: 'Note' });
    expect(random.envelope).toMatchObject({ code: 'cli_failed', hint: 'Did you mean "Notes"?' });
    expect(await asked()).toEqual(['folder', 'folders', 'random:read', 'folders']);
  });

  test('a tag that only nested tags have is found, and lists nothing', async () => {
    const { client } = await ready();
    for (const flags of ['', 'verbose']) {
      const { status, envelope } = await client.get('tag', { name: 'project', flags });
      expect([status, envelope.warnings]).toEqual([
        200,
        [
          'No note has #project itself; search query=tag:#project finds its nested tags. ' +
            'Did you mean project/a, project/b?',
        ],
      ]);
      expect(await asked()).toEqual(['tag', 'tags']);
    }
  });
});

test('text that was written although opening the note failed must not be written again', async (context) => {
  const { client, bridge } = await serveFake(
    context,
    `case $command in
file) printf 'path\\ta.md\\nsize\\t3\\nmodified\\t%s\\n' "$(date +%s%3N)" ;;
*) echo 'Error: Cannot open view' ;;
esac`,
  );
  await until('help was read', () => bridge.status().cli.recognized);
  const call = { params: { path: 'a.md', content: 'x' } };
  const opened = await client.post('create', { ...call, flags: ['open'] });
  expect(opened.envelope).toMatchObject({
    code: 'cli_failed',
    hint: expect.stringMatching(/was written.*do not repeat/) as unknown,
  });
  const closed = await client.post('create', call);
  expect(closed.envelope.hint).not.toMatch(/was written/);
});

test('data has only the text of an older version', async (context) => {
  const { client, bridge } = await serveFake(
    context,
    `printf 'a.md (version 1, 2026-08-16 02:38)\\n---\\n---\\ntags: x\\n---\\nText\\n'`,
  );
  await until('help was read', () => bridge.status().cli.recognized);
  for (const command of ['history:read', 'sync:read']) {
    const { envelope } = await client.get(command, { path: 'a.md', version: '1' });
    expect(envelope).toMatchObject({ ok: true, data: { text: '---\ntags: x\n---\nText\n' } });
    expect(envelope.stdout).toMatch(/^a\.md \(version 1/);
    expect(envelope.warnings).toBeUndefined();
  }
});

describe('what never reached the program', () => {
  test('has a hint in the words of its interface', async (context) => {
    const { client } = await serveFake(context, 'echo ran', { blockedCommands: ['files'] });
    const url = new URL('/mcp', client.url);
    const both = async (command: string, params: Record<string, string>): Promise<[unknown, unknown]> => [
      (await client.post(command, { params })).envelope.hint,
      (await callTool(url, 'execute', { command, params })).structured['hint'],
    ];
    for (const [command, params, word] of [
      ['files', {}, '"Blocked commands"'],
      ['eval', { code: '1' }, '"Allow dangerous commands"'],
      ['append', { path: 'a.md' }, 'Usage: append'],
      ['append', { path: '../a.md', content: 'x' }, 'help with command=append'],
      ['nope', {}, '/api/v1/commands'],
      ['search', { query: 'x'.repeat(100_000), path: 'Folder' }, 'Shorten query.'],
      ['unique', { content: 'x'.repeat(100_000) }, 'install CLI Bridge'],
    ] as const) {
      const [rest, mcp] = await both(command, params);
      expect([command, rest]).toEqual([command, expect.stringContaining(word)]);
      expect(mcp).toBe(overMcp(rest));
      expect(mcp).not.toMatch(/\/api\/|Run help/);
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
