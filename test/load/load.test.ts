import { setMaxListeners } from 'node:events';
import { expect, test } from 'vitest';
import { makeTarget, unharmed } from '../attack/target';
import { inside } from '../kit/inside';
import { until } from '../kit/until';
import type { Client } from '../kit/http-client';
import { jsonCall } from '../kit/http-client';

/** Leaves marks at the start and the end of each run, and prints its query. */
const MARKED = 'mark "start $2"; mark "end $2"; printf %s "$2"';
/** Requests at once: as many as may wait with one key. */
const BURST = 500;
const PATIENT = { timeoutSeconds: 120 };
const TIMEOUT_MS = 60_000;

interface Answered {
  readonly status: number;
  readonly printed: string | undefined;
  readonly code: string | undefined;
  readonly retryAfter: string | undefined;
}

async function overRest(client: Client, nonce: string): Promise<Answered> {
  const { status, headers, envelope } = await client.get('search', { query: nonce });
  return { status, printed: envelope.stdout, code: envelope.code, retryAfter: headers['retry-after'] };
}

async function overMcp(client: Client, nonce: string): Promise<Answered> {
  const params = { name: 'execute', arguments: { command: 'search', params: { query: nonce } } };
  // The same id everywhere: each response must still reach its own request.
  const answer = await client.send(
    '/mcp',
    jsonCall('POST', { jsonrpc: '2.0', id: 7, method: 'tools/call', params }),
  );
  const { result } = JSON.parse(answer.text) as {
    result: { structuredContent: { stdout: string; code?: string } };
  };
  const { stdout, code } = result.structuredContent;
  return { status: answer.status, printed: stdout, code, retryAfter: undefined };
}

/** Starts this many requests as fast as connections can be made, every other one over MCP. */
async function burst(client: Client, count: number): Promise<Promise<Answered>[]> {
  const started: Promise<Answered>[] = [];
  for (let index = 0; index < count; index++) {
    started.push(index % 2 === 0 ? overRest(client, `rest${index}`) : overMcp(client, `mcp${index}`));
    await new Promise(setImmediate);
  }
  return started;
}

function nonces(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `query=${index % 2 === 0 ? 'rest' : 'mcp'}${index}`);
}

test(
  'many requests at once over REST and MCP: each gets its own response, in order, one process at a time',
  { timeout: TIMEOUT_MS },
  async (context) => {
    const target = await makeTarget(context, {}, PATIENT, MARKED);
    await overMcp(target.client, 'warm');
    const before = (await target.cli.marks()).length;
    const answers = await Promise.all(await burst(target.client, BURST));
    expect(answers.map(({ printed }) => printed)).toEqual(nonces(BURST));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const marks = (await target.cli.marks()).slice(before);
    const order = marks.filter((mark) => mark.startsWith('start ')).map((mark) => mark.slice(6));
    expect(marks).toEqual(order.flatMap((nonce) => [`start ${nonce}`, `end ${nonce}`]));
    for (const kind of ['rest', 'mcp']) {
      const isKind = (nonce: string): boolean => nonce.startsWith(`query=${kind}`);
      expect(order.filter(isKind)).toEqual(nonces(BURST).filter(isKind));
    }
  },
);

test(
  'a full queue: 503 with Retry-After beyond it; clients that disconnect make room, the others are served',
  { timeout: TIMEOUT_MS },
  async (context) => {
    const target = await makeTarget(
      context,
      {},
      PATIENT,
      '[ "$2" = query=hold ] && await_gate; printf %s "$2"',
    );
    await overMcp(target.client, 'warm');
    const held = overRest(target.client, 'hold');
    await until('the first runs', async () =>
      (await target.cli.calls()).some((words) => words[1] === 'query=hold'),
    );
    const staying = await burst(target.client, 100);
    const leaving = new AbortController();
    setMaxListeners(0, leaving.signal);
    const left = Array.from({ length: 400 }, () =>
      target.client.post('create', { params: { name: 'a' } }, leaving.signal).catch(() => 'left'),
    );
    await until('the queue is full', () => target.bridge.status().waiting === 500);

    const surplus = await Promise.all(await burst(target.client, 50));
    for (const [index, { status, code, retryAfter }] of surplus.entries()) {
      expect([status, code]).toEqual([index % 2 === 0 ? 503 : 200, 'queue_full']);
      if (index % 2 === 0) expect(Number(retryAfter)).toBeGreaterThan(0);
    }
    expect((await target.client.anonymous('/api/v1/health')).status).toBe(200);

    leaving.abort();
    expect(new Set(await Promise.all(left))).toEqual(new Set(['left']));
    await until('they have left the queue', () => target.bridge.status().waiting === 100);
    await until('their responses are closed', () => inside(target).pending.size === 101);
    const late = await burst(target.client, 10);
    await target.cli.openGate();
    expect((await held).printed).toBe('query=hold');
    expect((await Promise.all(staying)).map(({ printed }) => printed)).toEqual(nonces(100));
    expect((await Promise.all(late)).map(({ printed }) => printed)).toEqual(nonces(10));
    // Looking up the program, one call to load MCP, the held one, and those that stayed or came late: nothing twice.
    expect(await target.cli.calls()).toHaveLength(3 + 100 + 10);
    await unharmed(target, () => Promise.resolve());
  },
);
