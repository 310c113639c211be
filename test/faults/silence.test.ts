import { describe, expect, test } from 'vitest';
import { serve, serveFake } from '../kit/bridge';
import { callTool } from '../kit/mcp-client';
import { serveNotes } from '../kit/note-vault';
import { residentVault } from '../kit/resident-stand-in';
import { until } from '../kit/until';

describe.concurrent('what the program says, or does not', () => {
  test.for(['search', 'search:context', 'tags', 'backlinks'])(
    '%s that prints nothing is no_output, and not an empty result',
    async (command, context) => {
      const { client } = await serveFake(context, ':');
      const params = command === 'backlinks' ? { path: 'a.md' } : { query: 'a' };
      const { status, envelope } = await client.post(command, { params });
      expect([status, envelope.code, envelope.exitCode]).toEqual([422, 'no_output', 1]);
      const { structured } = await callTool(new URL('/mcp', client.url), 'execute', {
        command,
        params: command === 'tags' ? {} : params,
      });
      expect(structured['code']).toBe('no_output');
    },
  );

  test('a success with no items has empty data, whether or not JSON was asked for', async (context) => {
    const { client } = await serveFake(
      context,
      `case $command in properties) echo 'No frontmatter found.' ;; *) echo 'No matches found.' ;; esac`,
    );
    for (const format of ['text', 'json']) {
      const { envelope } = await client.get('search', { query: 'a', format });
      expect(envelope).toMatchObject({ ok: true, stdout: 'No matches found.\n', data: [] });
    }
    const { envelope } = await client.get('properties', { path: 'a.md' });
    expect(envelope).toMatchObject({ ok: true, data: {} });
  });

  test('a missing template folder, and an error in place of tasks, are failures', async (context) => {
    const said = 'Error: Template folder "Templates" not found.';
    const { client } = await serveFake(
      context,
      `case $command in tasks) echo 'Error: Something odd.' ;; *) echo '${said}' ;; esac`,
    );
    for (const answer of [await client.get('templates'), await client.get('template:read', { name: 'a' })]) {
      expect(answer.status).toBe(422);
      expect(answer.envelope).toMatchObject({ code: 'cli_failed', stderr: said });
      expect(answer.envelope.hint).toContain('folder that exists');
    }
    expect((await client.get('tasks')).envelope).toMatchObject({ ok: false, code: 'cli_failed' });
  });

  test('what the parser of frontmatter says names the line and the edit that fixes it', async (context) => {
    const { client } = await serveFake(
      context,
      `printf 'YAMLParseError: Nested mappings are not allowed in compact mappings at line 2, column 8:\\n\\ntitle: A: b\\n       ^\\n\\nMore.\\n'`,
    );
    const params = { path: 'a.md', name: 'n', value: 'x' };
    const { status, envelope } = await client.post('property:set', { params });
    expect([status, envelope.code]).toEqual([422, 'cli_failed']);
    expect(envelope.hint).toContain('Line 3 of the note');
    expect(envelope.hint).toContain('with old="title: A: b" and new="title: \\"A: b\\""');
  });

  test('a closed vault: the repeat waits, and the hint says to call once more', async (context) => {
    const { client, cli } = await serveFake(
      context,
      `mark call; [ "$vault" = Cold ] && echo "Error: Command \\"$command\\" not found. It may require a plugin to be enabled."`,
    );
    await client.get('version');
    const started = Date.now();
    const { envelope } = await client.post('append', {
      vault: 'Cold',
      params: { path: 'a.md', content: 'x' },
    });
    expect(Date.now() - started).toBeGreaterThanOrEqual(1_000);
    expect(envelope).toMatchObject({ ok: false, code: 'command_unavailable' });
    expect(envelope.hint).toMatch(/still be opening.*call once more/);
    expect((await cli.calls()).filter(([, command]) => command === 'append')).toHaveLength(2);
  });

  test('no note is open and none is named: 422, also with a text that goes in place', async (context) => {
    const { client, standIn } = await serveNotes(context, { store: 'own' });
    standIn.answering = () =>
      Promise.resolve('Error: No active file. Use file=<name> or path=<path> to specify a file.\n');
    for (const content of ['x', 'a\\nb']) {
      const { status, envelope } = await client.post('append', { params: { content } });
      expect([status, envelope.code]).toEqual([422, 'cli_failed']);
      expect(envelope.stderr).toContain('No active file.');
    }
  });

  test('a program that prints nothing at all shows in the health document, and so do its changes', async (context) => {
    const { client, bridge } = await serveFake(context, ':', {}, { version: ':', help: ':' });
    await client.get('files');
    await until('it is known', () => bridge.status().cli.isMute);
    const health = await client.send('/api/v1/health');
    expect(health.text).toContain('prints nothing for version and help');
    const append = await client.post('append', { params: { path: 'a.md', content: 'x' } });
    expect(append.envelope).toMatchObject({
      ok: true,
      warnings: [expect.stringContaining('check that the change')],
    });
    expect((await client.get('files')).envelope.warnings).toBeUndefined();
  });

  test('a revision is compared before the process where the folder is out of reach', async (context) => {
    const { program } = await residentVault(context);
    const { client } = await serve(
      context,
      { program, openFolder: () => Promise.resolve(undefined) },
      { defaultVault: 'sample-vault' },
    );
    await client.post('create', { params: { path: 'Note.md', content: 'x' } });
    const { envelope } = await client.get('read', { path: 'Note.md' });
    const { revision } = envelope as { revision?: string };
    const append = (ifRevision: string | undefined) =>
      client.post('append', { params: { path: 'Note.md', content: 'y' }, ifRevision });
    expect((await append('0'.repeat(16))).envelope.code).toBe('revision_conflict');
    expect((await append(revision)).envelope.error).toBeUndefined();
    expect((await client.get('read', { path: 'Note.md' })).envelope.stdout).toBe('x\ny\n');
  });

  test('a note is not overwritten with nothing, but with an empty text', async (context) => {
    const { client, text } = await serveNotes(context, { store: 'own' });
    await client.post('create', { params: { path: 'Note.md', content: 'x' } });
    const overwrite = (params: object) =>
      client.post('create', { params: { path: 'Note.md', ...params }, flags: ['overwrite'] });
    const { status, envelope } = await overwrite({});
    expect([status, envelope.code]).toEqual([400, 'missing_parameter']);
    expect(await text('Note.md')).toBe('x');
    expect((await overwrite({ content: '' })).envelope.error).toBeUndefined();
    expect(await text('Note.md')).toBe('');
  });
});
