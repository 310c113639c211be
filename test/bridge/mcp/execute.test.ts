import { beforeAll, describe, expect, test } from 'vitest';
import { callTool, legacyMessage, modernRequest, sendMessage } from '../../kit/mcp-client';
import { groupScope } from '../../kit/test-scope';
import { until } from '../../kit/until';
import { startBridge } from './running-bridge';
import type { RunningBridge } from './running-bridge';

let running: RunningBridge;
const scope = groupScope();
beforeAll(async () => {
  running = await startBridge(scope);
});

const READ = { name: 'execute', arguments: { command: 'read' } };
const execute = (given: Record<string, unknown>) => callTool(running.url, 'execute', given);

/** What the program was called with for these arguments. */
async function lineOf(given: Record<string, unknown>): Promise<string | undefined> {
  const before = (await running.ran()).length;
  const { isError, text } = await execute(given);
  if (isError) throw new Error(text);
  return (await running.ran())[before];
}

describe('a correct call', () => {
  test('runs the command and returns its output', async () => {
    const { isError, structured } = await execute({ command: 'read', params: { path: 'Note.md' } });
    expect(isError).toBe(false);
    expect(structured).toEqual({ ok: true, stdout: 'ran read\n' });
  });

  test('takes numbers and booleans', async () => {
    const params = { query: 7, limit: 3, total: true };
    expect(await lineOf({ command: 'search', params })).toBe('search query=7 limit=3 total');
  });

  test('passes line breaks in content as they are', async () => {
    const given = { command: 'append', params: { path: 'Note.md', content: 'one\ttwo three' } };
    expect(await lineOf(given)).toBe('append path=Note.md content=one\ttwo three');
  });
});

describe('spelling is corrected', () => {
  test.each([
    'daily_append',
    'daily/append',
    'Daily Append',
    'obsidian daily:append',
    'dailyAppend',
    ' daily:append ',
  ])('the command "%s"', async (command) => {
    expect(await lineOf({ command, params: { content: 'x' } })).toBe('daily:append content=x');
  });

  test.each([
    ['a flag as a parameter that is true', { params: { path: 'N.md', overwrite: true } }],
    ['a flag as the text "true"', { params: { path: 'N.md', overwrite: 'true' } }],
    ['a flag with dashes', { params: { path: 'N.md' }, flags: ['--overwrite'] }],
    ['a flag in capitals', { params: { path: 'N.md' }, flags: ['Overwrite'] }],
    ['flags as one text', { params: { path: 'N.md' }, flags: 'overwrite' }],
    ['flags as a JSON text', { params: { path: 'N.md' }, flags: '["overwrite"]' }],
    ['a parameter as a flag', { flags: ['path=N.md', 'overwrite'] }],
    ['params as a JSON text', { params: '{"path":"N.md"}', flags: ['overwrite'] }],
    ['a parameter in capitals', { params: { Path: 'N.md' }, flags: ['overwrite'] }],
    [
      'null for what is not given',
      { params: { path: 'N.md' }, flags: ['overwrite'], vault: null, offset: null },
    ],
    ['numbers as text', { params: { path: 'N.md' }, flags: ['overwrite'], max_chars: '1000' }],
  ])('%s', async (_, given) => {
    expect(await lineOf({ command: 'create', ...given })).toBe('create path=N.md overwrite');
  });

  test('a flag that is false is left out', async () => {
    const params = { path: 'N.md', overwrite: false, open: 'false' };
    expect(await lineOf({ command: 'create', params })).toBe('create path=N.md');
  });

  test('the case of an allowed value is corrected', async () => {
    expect(await lineOf({ command: 'tags', params: { format: 'JSON' } })).toBe('tags format=json');
  });

  test('the case and separators of a parameter are corrected', async () => {
    expect(await lineOf({ command: 'daily', params: { pane_type: 'Split' } })).toBe('daily paneType=split');
  });
});

describe('what the program reports', () => {
  test("a missing file is a failure with the program's words and a hint", async (context) => {
    const help = `printf 'Commands:\\n  files                 List\\n'`;
    const { url, bridge } = await startBridge(context, { help });
    await until('help was read', () => bridge.status().cli.recognized);
    const call = { command: 'read', params: { path: 'Missing.md' } };
    const { isError, structured } = await callTool(url, 'execute', call);
    expect(isError).toBe(true);
    expect(structured).toMatchObject({ ok: false, exitCode: 1, code: 'file_not_found' });
    expect(structured).not.toHaveProperty('stdout');
    expect(structured['stderr']).toContain('File "Missing.md" not found.');
    expect(structured['hint']).toContain('search');
  });

  test('an exit code is passed on', async () => {
    running.change({ allowDangerousCommands: true });
    const { isError, structured } = await execute({ command: 'restart' });
    running.change({ allowDangerousCommands: false });
    expect(isError).toBe(true);
    expect(structured).toMatchObject({ ok: false, exitCode: 3 });
  });

  test('a timeout says that the command may have been carried out', async () => {
    running.change({ timeoutSeconds: 1 });
    const { structured } = await execute({ command: 'append', params: { path: 'Slow.md', content: 'x' } });
    running.change({ timeoutSeconds: 30 });
    expect(structured).toMatchObject({ ok: false, code: 'timeout', exitCode: 124 });
    expect(structured['hint']).toContain('before you repeat it');
  });
});

describe('the log', () => {
  test('has each call and each refusal as MCP, by name', async () => {
    await execute({ command: 'read' });
    await execute({ command: 'eval', params: { code: 'secret' } });
    const [refused, run] = running.bridge.log.list();
    expect(run).toMatchObject({ interface: 'mcp', command: 'read', status: 200 });
    expect(refused).toMatchObject({
      interface: 'mcp',
      command: 'eval',
      code: 'command_dangerous',
      status: 403,
    });
    expect(JSON.stringify(running.bridge.log.list())).not.toContain('secret');
  });

  test('no error was reported', () => expect(running.faults).toEqual([]));
});

test('a missing program is a result that says what the user can do', async (context) => {
  const program = { file: '/nowhere/obsidian', leadingArguments: [] };
  const broken = await startBridge(context, { program });
  const { isError, structured } = await callTool(broken.url, 'execute', { command: 'read' });
  expect(isError).toBe(true);
  expect(structured).toMatchObject({ code: 'cli_not_found' });
  expect(structured['hint']).toContain('Turn on "Command line interface" in Obsidian');
});

test('an error of the bridge is not an answer for the model: 500, reported, and without its message', async (context) => {
  const broken = await startBridge(context);
  broken.bridge.log.record = () => {
    throw new TypeError('private');
  };
  for (const [body, options] of [
    [legacyMessage('tools/call', READ), {}],
    modernRequest('tools/call', READ),
  ] as const) {
    const { status, text } = await sendMessage(broken.url, body, options);
    expect(status).toBe(500);
    expect(text).toContain('"internal_error"');
    expect(text).not.toContain('private');
  }
  expect(broken.faults).toHaveLength(2);
});
