import { describe, expect, test } from 'vitest';
import { TEST_KEY } from '../kit/bridge';
import { until } from '../kit/until';
import { makeTarget, unharmed } from './target';
import { jsonText, requestText, Wire } from '../kit/wire';

const AUTHORIZED = { Authorization: `Bearer ${TEST_KEY}` };
const HEALTH = requestText('GET /api/v1/health');

function search(seconds: string): string {
  return requestText(`GET /api/v1/cli/search?query=${seconds}`, AUTHORIZED);
}

/** Sleeps for as long as the query says. */
const SLEEPER = `case $command in
search) sleep "\${2#query=}"; echo slept ;;
append) sleep 0.8; mark appended; echo 'Appended to: a.md' ;;
esac`;

describe.concurrent('requests behind others on one connection', () => {
  test('a body that does not arrive times out, even if an earlier response was sent meanwhile', async (context) => {
    const target = await makeTarget(
      context,
      { httpLimits: { headersMs: 800, requestMs: 800, checkMs: 50 } },
      {},
      SLEEPER,
    );
    const half = requestText('POST /api/v1/cli/append', { ...AUTHORIZED, 'Content-Length': '1000' });
    const unasked = requestText('GET /api/v1/health', { 'Content-Length': '1000' });
    for (const bytes of [search('0.2') + half, HEALTH + unasked]) {
      const wire = await Wire.open(target.client.url);
      wire.write(bytes);
      const started = performance.now();
      expect(await wire.closed(10_000)).toBe(true);
      expect(performance.now() - started).toBeGreaterThan(600);
      expect(wire.answers()[0]?.status).toBe(200);
    }
    expect(await target.cli.marks()).toEqual([]);
  });

  test('a long command after a quick one is answered, even past the timeout for reading a response', async (context) => {
    const target = await makeTarget(context, { httpLimits: { stalledMs: 300 } }, {}, SLEEPER);
    const wire = await Wire.open(target.client.url);
    const append = jsonText(
      'POST /api/v1/cli/append',
      AUTHORIZED,
      '{"params":{"path":"a.md","content":"x"}}',
    );
    wire.write(search('0.2') + HEALTH + append);
    const answers = await wire.read(3);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers[2]?.body).toContain('Appended to: a.md');
    expect(await target.cli.marks()).toEqual(['appended']);
    wire.reset();
  });

  test('a complete body does not time out while its request waits for a long command', async (context) => {
    const target = await makeTarget(
      context,
      { httpLimits: { headersMs: 300, requestMs: 300, checkMs: 50 } },
      {},
      SLEEPER,
    );
    await unharmed(target, () => Promise.resolve());
    const wire = await Wire.open(target.client.url);
    const append = jsonText(
      'POST /api/v1/cli/append',
      AUTHORIZED,
      '{"params":{"path":"a.md","content":"x"}}',
    );
    wire.write(search('0.8') + append);
    expect((await wire.read(2)).map(({ status }) => status)).toEqual([200, 200]);
    // It is not even read until the program has been looked up again, which waits in the queue.
    const running = target.client.get('search', { query: '0.8' });
    await until('it runs', () => target.bridge.status().running);
    target.change({ cliPath: '/elsewhere' });
    wire.write(append);
    expect((await wire.read(3)).at(-1)?.status).toBe(200);
    expect((await running).status).toBe(200);
    wire.reset();
  });
});
