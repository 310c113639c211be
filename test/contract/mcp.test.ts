import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTarget } from '../kit/contract-target';
import type { ContractTarget } from '../kit/contract-target';
import { jsonCall } from '../kit/http-client';

let target: ContractTarget;
let agent: McpClient;
beforeAll(async () => {
  target = await openTarget();
  agent = new McpClient({ name: 'contract', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', target.client.url), {
    requestInit: { headers: { Authorization: `Bearer ${target.client.key}` } },
  });
  await agent.connect(transport);
});
afterAll(async () => {
  await agent.close();
  await target.close();
});

function textOf(result: unknown): string {
  const { content } = result as { content: { type: string; text?: string }[] };
  return content.map(({ text }) => text ?? '').join('\n');
}

describe('the MCP endpoint', () => {
  test('works with a standard Streamable HTTP client', () => {
    expect(agent.getServerVersion()?.name).toMatch(/./);
    expect(agent.getServerCapabilities()).toHaveProperty('tools');
  });

  test('exposes two tools, search and execute, with schemas', async () => {
    const { tools } = await agent.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(['execute', 'search']);
    for (const tool of tools) expect(tool.inputSchema.type).toBe('object');
  });

  test('search finds the command that execute then runs', async () => {
    const found = textOf(await agent.callTool({ name: 'search', arguments: { query: 'daily note path' } }));
    expect(found).toContain('daily:path');
    const result = await agent.callTool({ name: 'execute', arguments: { command: 'daily:path' } });
    expect(result.isError ?? false).toBe(false);
    const { envelope } = await target.client.get('daily:path');
    expect(textOf(result)).toContain(envelope.stdout?.trim());
  });

  test('a failure of the CLI is an error result with the output of the CLI', async () => {
    const params = { path: 'No such note 5f1c.md' };
    const result = await agent.callTool({ name: 'execute', arguments: { command: 'read', params } });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain('No such note 5f1c.md');
  });

  test('MCP refuses what REST refuses', async () => {
    const params = { code: '1+1' };
    const result = await agent.callTool({ name: 'execute', arguments: { command: 'eval', params } });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(/dangerous/i);
  });

  test.each(['GET', 'DELETE', 'PUT'])('only takes POST: %s is 405', async (method) => {
    const answer = await target.client.send('/mcp', { method });
    expect([answer.status, answer.headers.allow]).toEqual([405, 'POST']);
  });

  test('invalid JSON is 400', async () => {
    const call = { ...jsonCall('POST', {}), body: '{' };
    expect((await target.client.send('/mcp', call)).status).toBe(400);
  });
});
