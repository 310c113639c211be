import { expect, test } from 'vitest';
import { serve } from '../../kit/bridge';
import { Client } from '../../kit/http-client';
import { makeKey } from '../../kit/keys';
import { callTool } from '../../kit/mcp-client';
import { residentVault } from '../../kit/resident-stand-in';
import { ScriptedApprovals } from '../../kit/scripted-approvals';
import { THIS_TEST } from '../../kit/test-scope';
import { until } from '../../kit/until';

const EXTRA = { 'shelf:list': 'Lists the shelf', 'shelf:dust': 'Dusts the shelf', 'shelf:new': 'New' };

test('what the user declares of plugin commands decides who may run them, and how', async () => {
  const { program } = await residentVault(THIS_TEST, {
    OBSIDIAN_STANDIN_EXTRA_COMMANDS: JSON.stringify(EXTRA),
  });
  const reader = makeKey('reader', { access: 'read' });
  const writer = makeKey('writer', { access: 'write' });
  const limited = makeKey('limited', { commands: ['read', 'shelf:dust'] });
  const { bridge, client, change } = await serve(
    THIS_TEST,
    { program, keys: [reader.record, writer.record, limited.record] },
    { defaultVault: 'sample-vault' },
  );
  await until('help was read', () => bridge.catalogue.get('shelf:list') !== undefined);
  const codeOf = async (name: string, key = client.key, method: 'get' | 'post' = 'post'): Promise<string> => {
    const { envelope } = await new Client(client.url, key)[method](name);
    return envelope.code ?? 'ok';
  };
  const listed = async (name: string): Promise<unknown> => {
    const { envelope } = await client.anonymous('/api/v1/commands');
    return (envelope.data as { command: string }[]).find(({ command }) => command === name);
  };
  expect(await codeOf('shelf:list')).toBe('command_dangerous');
  expect(await listed('shelf:list')).toMatchObject({ dangerous: true, httpMethod: 'POST' });

  // An official command stays what its record says.
  change({ readCommands: ['shelf:list', 'append', 'eval'], trustedCommands: ['shelf:dust'] });
  for (const key of [client.key, reader.key, writer.key])
    expect(await codeOf('shelf:list', key, 'get')).toBe('ok');
  expect(await codeOf('shelf:list', limited.key)).toBe('key_scope');
  const run = { run: 'shelf:list' };
  const url = new URL('/mcp', client.url);
  expect((await callTool(url, 'search', run, reader.key)).structured).toMatchObject({ ok: true });
  expect(await listed('shelf:list')).toMatchObject({ dangerous: false, httpMethod: 'GET' });
  expect(await codeOf('append', reader.key)).toBe('key_scope');
  expect(await codeOf('eval')).toBe('command_dangerous');

  expect(await codeOf('shelf:dust', writer.key)).toBe('ok');
  expect(await codeOf('shelf:dust', reader.key)).toBe('key_scope');
  expect(await listed('shelf:dust')).toMatchObject({ dangerous: false, httpMethod: 'POST' });
  // Nothing was said of this one.
  expect(await codeOf('shelf:new', writer.key)).toBe('key_scope');
  expect(await codeOf('shelf:new')).toBe('command_dangerous');

  change({ readCommands: [] });
  expect(await codeOf('shelf:list', reader.key)).toBe('key_scope');
  expect(await listed('shelf:list')).toMatchObject({ dangerous: true, httpMethod: 'POST' });
});

test('a call that waits for the user ends when its command is no longer declared to read', async () => {
  const { program } = await residentVault(THIS_TEST, {
    OBSIDIAN_STANDIN_EXTRA_COMMANDS: JSON.stringify(EXTRA),
  });
  const reader = makeKey('reader', { access: 'read' });
  const { bridge, client, change } = await serve(
    THIS_TEST,
    { program, keys: [reader.record], approvals: new ScriptedApprovals(), answerMs: 20 },
    { defaultVault: 'sample-vault', readCommands: ['shelf:list'], askFirst: ['shelf:list'] },
  );
  await until('help was read', () => bridge.catalogue.get('shelf:list') !== undefined);
  const { envelope } = await new Client(client.url, reader.key).post('shelf:list');
  expect(envelope.code).toBe('approval_pending');
  change({ readCommands: [] });
  await until('it has ended', () => bridge.questions()[0]?.state === 'gone');
  expect(bridge.questions()[0]?.answer).toMatchObject({ code: 'key_scope' });
});
