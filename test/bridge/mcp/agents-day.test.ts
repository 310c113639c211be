import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, test } from 'vitest';
import type { RunAnswer, SearchAnswer } from '../../../src/bridge/mcp/tool-definitions';
import { TEST_KEY } from '../../kit/bridge';
import { groupScope } from '../../kit/test-scope';
import { startBridge } from './running-bridge';
import type { RunningBridge } from './running-bridge';
import { residentVault } from '../../kit/resident-stand-in';

/** An agent works over the stand-in vault through a real client, from what `search` returns. */
describe("an agent's day", () => {
  let running: RunningBridge;
  let vault: string;
  const client = new Client({ name: 'agent', version: '1' }, { versionNegotiation: { mode: 'auto' } });

  const scope = groupScope();
  beforeAll(async () => {
    const { program, vault: folder } = await residentVault(scope);
    vault = folder;
    running = await startBridge(scope, { program });
    const requestInit = { headers: { Authorization: `Bearer ${TEST_KEY}` } };
    await client.connect(new StreamableHTTPClientTransport(running.url, { requestInit }));
    scope.onTestFinished(() => client.close());
  });

  async function search(query: string): Promise<SearchAnswer> {
    const { structuredContent } = await client.callTool({ name: 'search', arguments: { query } });
    return structuredContent as SearchAnswer;
  }

  async function execute(command: string, rest: Record<string, unknown> = {}): Promise<RunAnswer> {
    const { structuredContent } = await client.callTool({
      name: 'execute',
      arguments: { command, ...rest },
    });
    return structuredContent as RunAnswer;
  }

  /** Runs a command that has to succeed. */
  async function done(command: string, rest: Record<string, unknown> = {}): Promise<string> {
    const answer = await execute(command, rest);
    expect(answer, JSON.stringify(answer)).toMatchObject({ ok: true });
    return answer.stdout ?? '';
  }

  const NOTE = 'Projects/Agent notes.md';
  const TEXT =
    '# Agent notes\n\n```ts\nconst price = "$5";\n\tif (a && b) {}\n```\n\n| a | b |\n|---|---|\n| 1 | "two" |\n\n- [ ] water the ficus\n- [ ] buy soil\n';

  test('discovers what to call', async () => {
    const { commands } = await search('make a new note with some text');
    const create = commands.find((line) => line.startsWith('create '));
    expect(create).toContain('[path=<path>] [content=<text>]');
  });

  test('creates a note with code and a table, character by character', async () => {
    await done('create', { params: { path: NOTE, content: TEXT } });
    expect(await readFile(join(vault, NOTE), 'utf8')).toBe(TEXT);
    expect(await done('read', { params: { path: NOTE } })).toContain(TEXT.trimEnd());
  });

  test('finds it by its text', async () => {
    expect(await done('search', { params: { query: 'water the ficus' } })).toContain(NOTE);
  });

  test('ticks a task', async () => {
    const { commands } = await search('mark a task as done');
    expect(commands[0]).toMatch(/^task /);
    const line = TEXT.split('\n').indexOf('- [ ] water the ficus') + 1;
    await done('task', { params: { path: NOTE, line }, flags: ['done'] });
    expect(await readFile(join(vault, NOTE), 'utf8')).toContain('- [x] water the ficus\n- [ ] buy soil');
  });

  test('learns that there is no such line to tick', async () => {
    const params = { path: NOTE, line: 999 };
    const answer = await execute('task', { params, flags: ['done'] });
    expect(answer).toMatchObject({ ok: false, code: 'cli_failed' });
    expect(answer['stderr']).toContain('Line 999 is out of range');
  });

  test('learns that a new note got another name, and only then', async () => {
    const made = await execute('create', { params: { path: NOTE, content: 'x' } });
    expect(made.warnings).toEqual([
      '"Projects/Agent notes.md" is taken, whatever its case, and was left as it was; the new note is "Projects/Agent notes 1.md".',
    ]);
    const again = { calls: Array.from({ length: 2 }, () => ({ command: 'create', params: { path: NOTE } })) };
    const { structuredContent } = await client.callTool({ name: 'execute', arguments: again });
    const { results } = structuredContent as { results: readonly RunAnswer[] };
    expect(results.map(({ warnings }) => warnings?.[0])).toEqual([
      '"Projects/Agent notes.md" is taken, whatever its case, and was left as it was; the new note is "Projects/Agent notes 2.md".',
      '"Projects/Agent notes.md" is taken, whatever its case, and was left as it was; the new note is "Projects/Agent notes 3.md".',
    ]);
    const numbered = await execute('create', { params: { path: 'Projects/Part 2.md', content: 'x' } });
    expect(numbered.ok).toBe(true);
    expect(numbered.data).not.toHaveProperty('path');
    expect(numbered.warnings).toBeUndefined();
  });

  test('learns what to use in place of a command that the app does not have', async () => {
    const refused = await execute('remove');
    expect(refused).toMatchObject({ ok: false, code: 'command_unavailable' });
    expect(refused.hint).toContain('use delete');
  });

  test.each(['vault:open'])('learns the same of %s from search as from execute', async (command) => {
    const { commands } = await search(command);
    const [, reason = ''] = /# off: (.*?)\. [A-Z]/.exec(commands[0] ?? '') ?? [];
    const refused = await execute(command, { params: { name: 'Minimal' } });
    expect(refused).toMatchObject({ ok: false, code: 'command_unavailable' });
    expect(reason).not.toBe('');
    expect(String(refused.hint).toLowerCase()).toContain(reason.toLowerCase());
  });

  test('sets properties', async () => {
    await done('property:set', { params: { path: NOTE, name: 'status', value: 'active' } });
    await done('property:set', { params: { path: NOTE, name: 'rating', value: 5, type: 'number' } });
    expect(await done('property:read', { params: { path: NOTE, name: 'status' } })).toBe('active\n');
    expect(await readFile(join(vault, NOTE), 'utf8')).toMatch(/^---\n[^]*rating: 5\n[^]*---\n/);
  });

  test('appends to the daily note', async () => {
    const { commands } = await search('jot something down in my diary');
    expect(commands.map((line) => line.split(' ')[0])).toContain('daily:append');
    await done('daily:append', { params: { content: '- met the agent' } });
    expect(await done('daily:read')).toContain('- met the agent');
  });

  test('pages through a long note without losing a character', async () => {
    const long = Array.from(
      { length: 3_000 },
      (_, index) => `Line ${index}: grün 🌱 ${'x'.repeat(index % 30)}`,
    );
    await writeFile(join(vault, 'Long.md'), `${long.join('\n')}\n`);
    let text = '';
    let offset: number | undefined = 0;
    while (offset !== undefined) {
      const page = await execute('read', { params: { path: 'Long.md' }, offset });
      text += page.stdout;
      offset = page.nextOffset;
    }
    expect(text.trimEnd()).toBe(long.join('\n'));
  });

  test('recovers from a misspelt command', async () => {
    const refused = await execute('dailly:apend', { params: { content: 'x' } });
    expect(refused.hint).toContain('daily:append');
    await done('daily:append', { params: { content: '- second try' } });
  });

  test('recovers from a missing and from a misspelt parameter', async () => {
    const missing = await execute('append', { params: { path: NOTE } });
    expect(missing).toMatchObject({ ok: false, code: 'missing_parameter' });
    expect(missing.hint).toContain('content=<text>');
    const misspelt = await execute('append', { params: { filepath: NOTE, content: 'x' } });
    expect(misspelt.hint).toContain('Did you mean "path"?');
    await done('append', { params: { path: NOTE, content: 'The end' } });
    expect(await readFile(join(vault, NOTE), 'utf8')).toContain('The end');
  });

  test('recovers from a note that does not exist', async () => {
    const missing = await execute('read', { params: { path: 'Projects/Agent note.md' } });
    expect(missing).toMatchObject({ ok: false, code: 'file_not_found' });
    expect(missing.stderr).toContain('not found');
    expect(await done('files', { params: { folder: 'Projects' } })).toContain(NOTE);
  });

  test('stops at a blocked and at a dangerous command, and learns whom to ask', async () => {
    const dangerous = await execute('eval', { params: { code: '1' } });
    expect(dangerous).toMatchObject({ ok: false, code: 'command_dangerous' });
    running.change({ blockedCommands: ['delete'] });
    const blocked = await execute('delete', { params: { path: NOTE } });
    expect(blocked).toMatchObject({ ok: false, code: 'command_blocked' });
    for (const { hint } of [dangerous, blocked]) expect(hint).toContain('ask the user');
    running.change({ blockedCommands: [] });
    expect(await readFile(join(vault, NOTE), 'utf8')).toContain('Agent notes');
  });
});
