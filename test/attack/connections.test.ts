import { describe, expect, test } from 'vitest';
import { TEST_KEY } from '../kit/bridge';
import { until } from '../kit/until';
import { inside } from '../kit/inside';
import { makeTarget, refuses, unharmed, useTarget } from './target';
import type { Target } from './target';
import { requestText, Wire } from '../kit/wire';

const LIMITED = 8;
const target = useTarget({ httpLimits: { maxConnections: LIMITED } });
const AUTHORIZED = { Authorization: `Bearer ${TEST_KEY}` };
const HEALTH = requestText('GET /api/v1/health');
const WRITE = requestText('POST /api/v1/cli/create', {
  ...AUTHORIZED,
  'Content-Type': 'application/json',
  'Content-Length': '25',
});

function search(query: string): string {
  return requestText(`GET /api/v1/cli/search?query=${query}`, AUTHORIZED);
}

async function talk(to: Target, bytes: string): Promise<Wire> {
  const wire = await Wire.open(to.client.url);
  wire.write(bytes);
  return wire;
}

/** The number of open connections. */
function connections(): Promise<number> {
  return new Promise((resolve, reject) =>
    inside(target()).server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
}

describe('many requests on one connection', () => {
  test('100 at once are answered in order', async () => {
    const wire = await talk(
      target(),
      Array.from({ length: 100 }, (_, index) => search(`n${index}`)).join(''),
    );
    const answers = await wire.read(100);
    const printed = answers.map(({ body }) => (JSON.parse(body) as { stdout: string }).stdout);
    expect(printed).toEqual(Array.from({ length: 100 }, (_, index) => `search\0query=n${index}\0`));
    wire.reset();
  });

  test('a public endpoint does not answer before the command requested earlier', async () => {
    const wire = await talk(target(), search('slow') + HEALTH);
    const answers = await wire.read(2);
    expect(answers.map(({ body }) => (JSON.parse(body) as { command: string }).command)).toEqual([
      'search',
      'health',
    ]);
    wire.reset();
  });

  test('garbage after a valid request is answered after it, so that the responses are not mixed up', async () => {
    const wire = await talk(target(), `${search('good')}nonsense\r\n\r\n`);
    const answers = await wire.read(3, false, 10_000);
    expect(answers.map(({ status }) => status)).toEqual([200, 400]);
    expect(answers[0]?.body).toContain('query=good');
    expect(await wire.closed(10_000)).toBe(true);
  });

  test('a client that disconnects has all of its requests removed from the queue', async (context) => {
    const held = await makeTarget(context, {}, {}, '[ "$2" = query=first ] && await_gate; echo done');
    const wire = await talk(held, search('first') + search('second').repeat(20));
    await until(
      'the first runs and the others wait',
      async () => held.bridge.status().waiting === 20 && (await held.cli.calls()).length === 2,
    );
    wire.reset();
    await until(
      'the queue is empty',
      () => !held.bridge.status().running && held.bridge.status().waiting === 0,
    );
    expect(inside(held).pending.size).toBe(0);
    await held.cli.openGate();
    expect((await held.client.get('files')).status).toBe(200);
    expect((await held.cli.calls()).slice(1)).toEqual([['search', 'query=first'], ['files']]);
  });
});

describe('clients that disconnect', () => {
  const BROKEN: [name: string, bytes: string][] = [
    ['in the request line', 'GET /api/v1/cli/fi'],
    [
      'in the headers',
      `GET /api/v1/cli/files HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${TEST_KEY}\r\n`,
    ],
    ['before the body', WRITE],
    ['in the body', `${WRITE}{"params": {"na`],
    ['in a tunnel', requestText('CONNECT example.com:443')],
    ['in a web socket', requestText('GET /mcp', { Upgrade: 'websocket', Connection: 'Upgrade' })],
  ];
  test.for(BROKEN)('%s, by RST and by FIN, 50 times each', async ([, bytes]) => {
    await unharmed(target(), async () => {
      for (let count = 0; count < 50; count++) {
        const [reset, goodbye] = await Promise.all([talk(target(), bytes), talk(target(), bytes)]);
        if (count % 2 === 0) await new Promise(setImmediate);
        reset.reset();
        goodbye.socket.end();
        expect(await goodbye.closed(10_000)).toBe(true);
      }
    });
  });

  test('a write only runs once its body is complete', async () => {
    await unharmed(target(), async () => {
      const wire = await talk(target(), `${WRITE}{"params": {"name": "a"}`);
      wire.socket.end();
      expect(await wire.closed(10_000)).toBe(true);
    });
  });
});

describe('unsupported HTTP features', () => {
  test('a tunnel', async () => {
    await refuses(target(), requestText('CONNECT 127.0.0.1:22', AUTHORIZED), 400);
  });

  test('an upgrade is ignored: the request is answered normally', async () => {
    await unharmed(target(), async () => {
      for (const upgrade of ['websocket', 'h2c', 'TLS/1.0']) {
        const wire = await talk(
          target(),
          requestText('GET /api/v1/health', { Upgrade: upgrade, Connection: 'Upgrade' }),
        );
        expect((await wire.read())[0]?.status).toBe(200);
        wire.reset();
      }
    });
  });

  test('an Expect header other than 100-continue', async () => {
    await refuses(
      target(),
      requestText('GET /api/v1/cli/files', { ...AUTHORIZED, Expect: 'the-impossible' }),
      400,
    );
  });

  test('100-continue is sent and the request is answered', async () => {
    const wire = await talk(target(), WRITE.replace('\r\n\r\n', '\r\nExpect: 100-continue\r\n\r\n'));
    await until('granted', () => wire.text.startsWith('HTTP/1.1 100 Continue'));
    wire.write('{"params": {"name": "a"}}');
    expect((await wire.read())[0]?.body).toContain('name=a');
    wire.reset();
  });
});

describe('the number of connections is limited', () => {
  test('connections over the limit are closed at once, the others are served, and closing one makes room for another', async () => {
    await until('nobody is connected', async () => (await connections()) === 0);
    const wires = await Promise.all(
      Array.from({ length: LIMITED + 4 }, () => Wire.open(target().client.url)),
    );
    await until('the surplus is closed', () => wires.filter(({ isClosed }) => isClosed).length === 4);
    for (const wire of wires) wire.write(HEALTH);
    const open = wires.filter(({ isClosed }) => !isClosed);
    const answers = await Promise.all(open.map((wire) => wire.read()));
    expect(answers.map(([answer]) => answer?.status)).toEqual(Array.from({ length: LIMITED }, () => 200));
    await unharmed(target(), async () => {
      for (const wire of wires) wire.reset();
      await until('all have left', async () => (await connections()) === 0);
    });
  });
});
