import { beforeAll, describe, expect, test } from 'vitest';
import { serve, serveFake } from '../../../kit/bridge';
import { writeFakeCli } from '../../../kit/fake-cli';
import { makeFolder } from '../../../kit/folder';
import { callTool } from '../../../kit/mcp-client';
import { serveNotes } from '../../../kit/note-vault';
import { groupScope, THIS_TEST } from '../../../kit/test-scope';
import type { TestScope } from '../../../kit/test-scope';
import { until } from '../../../kit/until';

/** A vault with two notes called Home, one of them open, which finds nothing else but Plan. */
const BEHAVIOR = `case $command in
files) printf 'Home.md\\nNotes/Home.md\\nNotes/Plan.md\\n'; exit ;;
esac
for word in "$@"; do
  case $word in
    file=Home | file=Home.md | file=Plan | path=Home.md | path=Notes/Plan.md) found=yes ;;
    file=* | path=*) wrong=\${word#*=} ;;
  esac
done
[ -n "$found$wrong" ] || found=yes
[ -n "$found" ] || { echo "Error: File \\"$wrong\\" not found."; exit; }
case $command in
file) printf 'path\\tNotes/Home.md\\nname\\tHome\\n' ;;
append) case "$*" in *file=Plan*) echo 'Appended to: Notes/Plan.md' ;; *) echo 'Appended to: Home.md' ;; esac ;;
*) echo 'the text' ;;
esac`;

const served = await serveFake(groupScope(), BEHAVIOR);
beforeAll(() => until('help was read', () => served.bridge.catalogue.revision > 0));

describe('a file that does not exist', () => {
  test.each(['Notes', 'notes/'])('%s is a folder: no file is named in its place', async (path) => {
    const { client } = served;
    const hint =
      '"Notes" is a folder, and this takes one file: run files with folder="Notes" to list its files.';
    for (const [command, params] of [
      ['read', { path }],
      ['append', { path, content: 'x' }],
    ] as const)
      expect((await client.post(command, { params })).envelope).toMatchObject({
        code: 'file_not_found',
        hint,
      });
  });

  test('the question is asked in the vault of the call, and only after that answer', async () => {
    const { client, cli } = served;
    await cli.newCalls();
    await client.get('read', { path: 'Notes/Plan.md' });
    expect(await cli.newCalls()).toEqual([['read', 'path=Notes/Plan.md']]);
    await client.get('read', { path: 'Plan', vault: 'Garden' });
    expect((await cli.newCalls()).at(-1)).toEqual(['vault=Garden', 'files']);
  });
});

describe('in a vault of many notes', () => {
  const many = `seq -f 'Folder/Note %.0f.md' 40000`;
  const behavior = BEHAVIOR.replace('files)', `files) ${many};`).replace('exit ;;', `${many}; exit ;;`);

  test('the one that was meant is found wherever it is in the list, and so is its namesake', async (scope) => {
    const { client, bridge } = await serveFake(scope, behavior);
    await until('help was read', () => bridge.status().cli.recognized);
    const missing = await client.get('read', { path: 'Notes/Plan' });
    expect(missing.envelope.hint).toContain('Did you mean "Notes/Plan.md"?');
    const ambiguous = await client.post('append', { params: { file: 'Home', content: 'x' } });
    expect(ambiguous.envelope.code).toBe('ambiguous_name');
  });
});

describe('a name that several notes have', () => {
  test('is refused for what changes something, with the candidates, and nothing is changed', async () => {
    const { client, cli } = served;
    await cli.newCalls();
    const { status, envelope } = await client.post('append', { params: { file: 'Home', content: 'x' } });
    expect(status).toBe(422);
    expect(envelope).toMatchObject({
      code: 'ambiguous_name',
      hint: expect.stringContaining('"path"') as string,
    });
    expect(envelope.error).toContain('"Home.md", "Notes/Home.md"');
    expect((await cli.newCalls()).map(([command]) => command)).toEqual(['files']);
  });

  test('is read as the program takes it, in one process', async () => {
    const { client, cli } = served;
    await cli.newCalls();
    const { status, envelope } = await client.get('read', { file: 'Home' });
    expect({ status, stdout: envelope.stdout }).toEqual({ status: 200, stdout: 'the text\n' });
    expect(await cli.newCalls()).toEqual([['read', 'file=Home']]);
  });

  test.each([{}, { defaultVault: '' }])(
    'is read by the standalone host with a warning, in one process: %j',
    async (settings) => {
      const vault = await serveNotes(THIS_TEST, { store: 'folders', settings });
      await vault.write('Twins/Home.md', 'two');
      await vault.write('.trash/Home.md', 'gone');
      vault.commands();
      const { envelope } = await vault.client.get('read', { file: 'home' });
      expect(envelope.warnings).toEqual([
        'Several files are called "home": "Home.md", "Twins/Home.md". To be sure of the file, name it with path.',
      ]);
      const one = await vault.client.get('read', { file: 'Inbox' });
      expect(one.envelope).toMatchObject({ ok: true, data: { path: 'Inbox.md' } });
      expect(one.envelope.warnings).toBeUndefined();
      vault.change({ blockedCommands: ['files'] });
      const unlisted = await vault.client.get('read', { file: 'Home' });
      expect(unlisted.envelope.warnings).toEqual([
        'Several files are called "Home". To be sure of the file, name it with path.',
      ]);
      expect(vault.commands()).toEqual(['read', 'read', 'read']);
    },
  );

  test('a name that is there once, a path, and a name with a folder run without a word', async () => {
    const { client } = served;
    for (const params of [{ file: 'Plan' }, { path: 'Home.md' }, { path: 'Home.md', file: 'Home' }]) {
      const { status, envelope } = await client.post('append', { params: { ...params, content: 'x' } });
      expect({ status, warnings: envelope.warnings }).toEqual({ status: 200, warnings: undefined });
    }
  });
});

test('the answer to a path says over REST which note was read, over MCP only if the call did not, in one process', async () => {
  const { client, cli } = served;
  await cli.newCalls();
  const params = { path: 'Notes/Plan.md' };
  expect((await client.get('read', params)).envelope).toMatchObject({ ok: true, data: params });
  expect((await cli.newCalls()).map(([command]) => command)).toEqual(['read']);
  const given = { command: 'read', params };
  const { structured } = await callTool(new URL('/mcp', client.url), 'execute', given);
  expect(structured).toMatchObject({ ok: true });
  expect(structured).not.toHaveProperty('data');
});

test('a program that is not known to be the real one gets one process a request', async (scope) => {
  const cli = await writeFakeCli(await makeFolder(scope), BEHAVIOR, { help: ':' });
  const { client } = await serve(scope, { program: { file: cli.path, leadingArguments: [] } });
  await client.post('append', { params: { file: 'Home', content: 'x' } });
  await client.get('read', { path: 'Nowhere' });
  await client.post('create', { params: { path: 'Draft v1.2', content: 'x' } });
  expect(await cli.calls()).toEqual([
    ['append', 'file=Home', 'content=x'],
    ['read', 'path=Nowhere'],
    ['create', 'path=Draft v1.2', 'content=x'],
  ]);
});

describe('whether several notes have the name', () => {
  const append = { params: { file: 'Home', content: 'x' } };
  const start = async (scope: TestScope, files: string) => {
    const behavior = `[ "$command" != files ] || { ${files}; }\n${BEHAVIOR}`;
    const started = await serveFake(scope, behavior, { timeoutSeconds: 1 });
    await until('help was read', () => started.bridge.status().cli.recognized);
    return started;
  };

  test('is asked again of a vault that was closed', async (scope) => {
    const cold = 'Error: Command \\"files\\" not found. It may require a plugin to be enabled.';
    const { client, cli } = await start(
      scope,
      `[ "$(marks | wc -l)" -gt 0 ] || { mark; echo "${cold}"; exit; }`,
    );
    const { envelope } = await client.post('append', { ...append, vault: 'Work' });
    expect(envelope.code).toBe('ambiguous_name');
    expect((await cli.calls()).map(([, command]) => command)).toEqual(['files', 'files']);
  });

  test('is not known while the program does not answer: what changes something is refused, over MCP too', async (scope) => {
    const { client, cli } = await start(scope, 'exec sleep 30');
    const refused = await client.post('append', append);
    expect(refused).toMatchObject({ status: 503, envelope: { code: 'cli_not_answering' } });
    expect(refused.envelope.error).toContain('whether several files are called "Home"; nothing was run');
    expect(refused.envelope.hint).toContain('"path"');
    expect(refused.headers['retry-after']).toBe('5');
    const { structured } = await callTool(new URL('/mcp', client.url), 'execute', {
      command: 'append',
      ...append,
    });
    expect(structured).toMatchObject({ code: 'cli_not_answering', hint: refused.envelope.hint });
    expect((await cli.calls()).map(([command]) => command)).toEqual(['files', 'files']);
    expect((await client.get('read', { file: 'Home' })).status).toBe(200);
  });

  test.each(['exit 1', 'echo "Unknown command: files"; exit 2', 'exit'])(
    'is taken for granted where the program answers with something else: %s',
    async (files) => {
      const { client } = await start(THIS_TEST, files);
      expect((await client.post('append', append)).status).toBe(200);
    },
  );
});
