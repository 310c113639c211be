import { describe, expect, test } from 'vitest';
import type { Settings } from '../../src/bridge/settings';
import { serveFake, TEST_KEY } from '../kit/bridge';
import type { Served } from '../kit/bridge';
import type { FakeCli } from '../kit/fake-cli';
import { inside } from '../kit/inside';
import type { TestScope } from '../kit/test-scope';
import { until } from '../kit/until';
import { requestText, Wire } from '../kit/wire';
import type { WireAnswer } from '../kit/wire';

const AUTHORIZED = { Authorization: `Bearer ${TEST_KEY}`, 'Content-Type': 'application/json' };
const NEW_KEY = 'another-key-for-tests';

type Bridge = Served & { readonly cli: FakeCli };

const serve = (context: TestScope): Promise<Bridge> => serveFake(context, 'await_gate; echo "Created: a.md"');

/** What takes rights away, and the status and code that REST then answers with. */
const REVOKED: [what: string, revoke: (bridge: Bridge) => void, status: number, code: string][] = [
  ['a new key', ({ bridge }) => bridge.setApiKey(NEW_KEY), 401, 'unauthorized'],
  ['the REST interface switched off', narrow({ restEnabled: false }), 404, 'rest_disabled'],
  ['read-only mode', narrow({ readOnly: true }), 403, 'read_only'],
  ['a blocked command', narrow({ blockedCommands: ['create'] }), 403, 'command_blocked'],
  ['a list of allowed commands', narrow({ allowedCommands: ['files'] }), 403, 'command_blocked'],
  ['a list of allowed vaults', narrow({ allowedVaults: ['Work'] }), 403, 'vault_not_allowed'],
];

function narrow(settings: Partial<Settings>): (bridge: Bridge) => void {
  return ({ change }) => change(settings);
}

/** Sends the headers of a request, waits until the server has them, takes rights away, and then sends the body. */
async function sendLate(
  served: Bridge,
  line: string,
  body: string,
  between: () => void,
): Promise<WireAnswer | undefined> {
  const wire = await Wire.open(served.client.url);
  const length = String(Buffer.byteLength(body));
  wire.write(requestText(line, { ...AUTHORIZED, 'Content-Length': length }, body.slice(0, 5)));
  await until('the headers have been read', () => inside(served).pending.size === 1);
  between();
  wire.write(body.slice(5));
  const [answer] = await wire.read();
  wire.reset();
  return answer;
}

const call = (name: string, given: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } });

describe.concurrent('a call that waits in the queue', () => {
  test.for(REVOKED)('does not run after %s', async ([, revoke, status, code], context) => {
    const served = await serve(context);
    const { client, cli, bridge } = served;
    const running = client.get('files');
    await until('the first runs', async () => (await cli.calls()).length === 1);
    const waiting = client.post('create', { params: { path: 'a.md' } });
    await until('the second waits', () => bridge.status().waiting === 1);
    revoke(served);
    await cli.openGate();
    await running;
    const answer = await waiting;
    expect([answer.status, answer.envelope.code]).toEqual([status, code]);
    expect(await cli.calls()).toEqual([['files']]);
  });

  test.for([
    ['a new key', ({ bridge }: Bridge) => bridge.setApiKey(NEW_KEY), 'unauthorized'],
    ['MCP switched off', narrow({ mcpEnabled: false }), 'mcp_disabled'],
  ] as const)('over MCP does not run after %s', async ([, revoke, code], context) => {
    const served = await serve(context);
    const { client, cli, bridge } = served;
    const running = client.get('files');
    await until('the first runs', async () => (await cli.calls()).length === 1);
    const wire = await Wire.open(client.url);
    const body = call('execute', { command: 'create', params: { path: 'a.md' } });
    wire.write(requestText('POST /mcp', { ...AUTHORIZED, 'Content-Length': String(body.length) }, body));
    await until('the second waits', () => bridge.status().waiting === 1);
    revoke(served);
    await cli.openGate();
    await running;
    const [answer] = await wire.read();
    wire.reset();
    expect(answer?.body).toContain(code);
    expect(await cli.calls()).toEqual([['files']]);
  });
});

describe.concurrent('a body that arrives late, on an old connection', () => {
  test.for(REVOKED)('runs nothing after %s', async ([, revoke, status, code], context) => {
    const served = await serve(context);
    await served.cli.openGate();
    const body = JSON.stringify({ params: { path: 'a.md' } });
    const answer = await sendLate(served, 'POST /api/v1/cli/create', body, () => revoke(served));
    expect(answer?.status).toBe(status);
    expect(JSON.parse(answer?.body ?? '')).toMatchObject({ ok: false, code });
    expect(await served.cli.calls()).toEqual([]);
  });

  test.for([
    ['execute', call('execute', { command: 'files' })],
    ['search', call('search', { query: 'files' })],
    ['the list of tools', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })],
  ] as const)('gets nothing from MCP: %s', async ([, body], context) => {
    for (const [revoke, status] of [
      [({ bridge }: Bridge) => bridge.setApiKey(NEW_KEY), 401],
      [narrow({ mcpEnabled: false }), 404],
    ] as const) {
      const served = await serve(context);
      await served.cli.openGate();
      const answer = await sendLate(served, 'POST /mcp', body, () => revoke(served));
      expect(answer?.status).toBe(status);
      expect(await served.cli.calls()).toEqual([]);
    }
  });

  test('is not refused where nothing was taken away', async (context) => {
    const served = await serve(context);
    await served.cli.openGate();
    const body = JSON.stringify({ params: { path: 'a.md' } });
    const answer = await sendLate(served, 'POST /api/v1/cli/create', body, () => undefined);
    expect(answer?.status).toBe(200);
  });
});
