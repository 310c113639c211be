import { describe, expect, test } from 'vitest';
import { TEST_KEY } from '../kit/bridge';
import { jsonText, requestText, exchange } from '../kit/wire';
import { CALL, makeTarget } from './target';
import type { Target } from './target';

const AUTHORIZED = { Authorization: `Bearer ${TEST_KEY}` };
const FILES = 'GET /api/v1/cli/files';

const send = (target: Target, bytes: string) => exchange(target.client.url, bytes);

describe('refused attempts leave a trace', () => {
  test('of every kind, with time, reason and client, and nothing of what was sent', async (context) => {
    const target = await makeTarget(context);
    const agent = { 'User-Agent': `curl/8 \u009b2Jx ${'y'.repeat(200)}` };
    await send(target, requestText(FILES, agent));
    await send(target, requestText(FILES, { ...agent, Authorization: 'Bearer SECRET-guess' }));
    await send(target, requestText(FILES, { ...AUTHORIZED, Host: 'evil.example' }));
    await send(target, jsonText('POST /mcp', { ...AUTHORIZED, Origin: 'https://evil.example' }, CALL));
    await send(target, requestText('GET /api/v1/cli/SECRET-name', AUTHORIZED));
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'execute' } };
    const unknown = { ...call, params: { name: 'execute', arguments: { command: 'SECRET-tool' } } };
    await send(target, jsonText('POST /mcp', AUTHORIZED, JSON.stringify(unknown)));
    const { log } = target.bridge;
    const refused = log.listRefused().reverse();
    expect(refused.map(({ reason, status }) => [reason, status])).toEqual([
      ['unauthorized', 401],
      ['unauthorized', 401],
      ['host_not_allowed', 403],
      ['origin_not_allowed', 403],
      ['unknown_command', 404],
      ['unknown_command', 404],
    ]);
    expect(Object.fromEntries(log.countRefused())).toEqual({
      unauthorized: 2,
      host_not_allowed: 1,
      origin_not_allowed: 1,
      unknown_command: 2,
    });
    expect(refused[0]?.userAgent).toMatch(/^curl\/8 .*\\x9b2Jx y+…$/);
    expect(refused[0]?.userAgent.length).toBeLessThan(100);
    expect(refused[0]?.time).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(JSON.stringify(refused)).not.toContain('SECRET');
  });

  test('and neither they nor refused calls push a call out of the log', async (context) => {
    const target = await makeTarget(context, {}, { blockedCommands: ['create'] });
    await target.client.send('/api/v1/cli/delete', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ params: { path: 'a.md' } }),
    });
    for (let round = 0; round < 450; round += 1) {
      await target.client.post('create', { params: { path: 'a.md' } });
      await target.client.get('nonsense');
      await target.client.anonymous('/api/v1/cli/files');
    }
    const { log } = target.bridge;
    expect(log.list().map(({ command }) => command)).toContain('delete');
    expect(log.list().filter(({ code }) => code === 'command_blocked')).toHaveLength(200);
    expect(log.listRefused()).toHaveLength(200);
    expect(log.countRefused().get('unauthorized')).toBe(450);
  });
});
