import { expect, test } from 'vitest';
import { TEST_KEY } from '../kit/bridge';
import { jsonCall } from '../kit/http-client';
import { jsonText, requestText, Wire } from '../kit/wire';
import { makeTarget, unharmed, useTarget } from './target';

const target = useTarget();
const AUTHORIZED = { Authorization: `Bearer ${TEST_KEY}` };
const MEGABYTE = 1_000_000;

test('a client that sends all of a body that is too large before it reads still sees the 413', async () => {
  await unharmed(target(), async () => {
    const body = `{"params":{"name":"${'x'.repeat(20 * MEGABYTE)}"}}`;
    for (const path of ['/api/v1/cli/create', '/mcp']) {
      const wire = await Wire.open(target().client.url);
      wire.socket.pause();
      const headers = { ...AUTHORIZED, Connection: 'close' };
      await new Promise((resolve) => wire.socket.write(jsonText(`POST ${path}`, headers, body), resolve));
      wire.socket.resume();
      expect((await wire.read())[0]?.status).toBe(413);
      expect(await wire.closed(10_000)).toBe(true);
      expect(wire.answers()).toHaveLength(1);
    }
  });
});

test('a body without an end is read for 64 MiB, then the connection closes', async () => {
  await unharmed(target(), async () => {
    const wire = await Wire.open(target().client.url);
    wire.write(requestText('POST /api/v1/cli/create', { ...AUTHORIZED, 'Content-Length': '1000000000' }));
    const piece = Buffer.alloc(MEGABYTE, ' ');
    let sent = 0;
    while (!wire.socket.destroyed && sent < 200) {
      await new Promise((resolve) => wire.socket.write(piece, resolve));
      sent++;
    }
    expect(await wire.closed(10_000)).toBe(true);
    expect(wire.answers().map(({ status }) => status)).toEqual([413]);
  });
});

test('a long name is refused before anything looks at it, and does not come back', async () => {
  await unharmed(target(), async () => {
    const calls = [{ command: 'x'.repeat(9 * MEGABYTE) }];
    const batch = await target().client.send('/api/v1/batch', jsonCall('POST', { calls }));
    expect([batch.status, batch.text.length < 2_000]).toEqual([404, true]);
    const path = await target().client.send(`/api/v1/cli/${'x'.repeat(5_000)}`);
    expect([path.status, path.text.length < 2_000]).toEqual([404, true]);
    const message = { jsonrpc: '2.0', id: 'x'.repeat(MEGABYTE), method: 'tools/list' };
    const mcp = await target().client.send('/mcp', jsonCall('POST', message));
    expect([mcp.status, mcp.text.length < 2_000]).toEqual([400, true]);
  });
});

test('many warnings fit into the headers of an answer', async () => {
  const query = Array.from({ length: 90 }, (_, index) => `${'n'.repeat(50)}${index}=1`).join('&');
  const { status, headers } = await target().client.send(`/api/v1/cli/files?${query}`, {
    headers: { Accept: 'text/plain' },
  });
  expect(status).toBe(200);
  const warned = [headers['x-warning'] ?? ''].flat().join('');
  expect(warned.length).toBeGreaterThan(3_000);
  expect(warned.length).toBeLessThan(4_500);
});

test('all calls of a batch print as much as one', async (context) => {
  const { client } = await makeTarget(context, {}, {}, 'head -c 7000000 /dev/zero | tr "\\0" x');
  const calls = [1, 2, 3].map(() => ({ command: 'files' }));
  const { status, envelope } = await client.request('/api/v1/batch', jsonCall('POST', { calls }));
  expect(status).toBe(422);
  const codes = (envelope.data as { code?: string }[]).map(({ code }) => code);
  expect(codes).toEqual([undefined, undefined, 'output_too_large']);
});
