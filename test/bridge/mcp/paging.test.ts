import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Outcome } from '../../../src/bridge/commands/runner';
import { KeptOutcomes } from '../../../src/bridge/mcp/kept-outcomes';
import { pageOf } from '../../../src/bridge/mcp/output-page';
import { callTool } from './calls';
import { startBridge } from './running-bridge';
import type { RunningBridge } from './running-bridge';

describe('a page', () => {
  const text = fc.array(fc.constantFrom('a', '\n', '\r\n', 'é', '🌱', 'long line '), { maxLength: 400 });

  test('follows on the last, fits, and splits no character', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 60 }), (parts, size) => {
        const whole = parts.join('');
        const pages: string[] = [];
        let offset: number | undefined = 0;
        while (offset !== undefined) {
          const page = pageOf(whole, offset, size);
          expect(page.text.length).toBeLessThanOrEqual(size);
          expect(page.text.isWellFormed()).toBe(true);
          pages.push(page.text);
          offset = page.next;
        }
        expect(pages.join('')).toBe(whole);
      }),
    );
  });

  test('ends at a line end where one is near', () => {
    expect(pageOf('one\ntwo\nthree', 0, 10)).toEqual({ text: 'one\ntwo\n', next: 8 });
    expect(pageOf(`a\n${'b'.repeat(20)}`, 0, 10)).toEqual({ text: `a\n${'b'.repeat(8)}`, next: 10 });
  });

  test('begins with a whole character', () => expect(pageOf('a🌱b', 2, 10).text).toBe('🌱b'));
});

describe('what is kept', () => {
  const outcome = (stdout: string) => ({ stdout }) as Outcome;

  test('is bounded in number', () => {
    const kept = new KeptOutcomes(() => 0);
    for (let count = 0; count < 20; count++) kept.keep(`call ${count}`, outcome('x'));
    expect(kept.find('call 3')).toBeUndefined();
    expect(kept.find('call 4')).toBeDefined();
  });

  test('is bounded in size', () => {
    const kept = new KeptOutcomes(() => 0);
    expect(kept.keep('huge', outcome('x'.repeat(4_000_001)))).toBe(false);
    kept.keep('one', outcome('x'.repeat(3_000_000)));
    kept.keep('two', outcome('x'.repeat(3_000_000)));
    expect(kept.find('one')).toBeUndefined();
    expect(kept.find('two')).toBeDefined();
  });

  test('is forgotten when it no longer counts', () => {
    const kept = new KeptOutcomes(() => 0);
    kept.keep('call', outcome('x'));
    kept.forget('call');
    expect(kept.find('call')).toBeUndefined();
  });

  test('is forgotten with time', () => {
    let now = 0;
    const kept = new KeptOutcomes(() => now);
    kept.keep('call', outcome('x'));
    now = 11 * 60_000;
    expect(kept.find('call')).toBeUndefined();
  });
});

describe('long output', () => {
  let running: RunningBridge;
  beforeAll(async () => {
    running = await startBridge({ settings: { allowDangerousCommands: true } });
  });
  afterAll(() => running.stop());

  const READ = { command: 'read', params: { path: 'Long.md' }, max_chars: 45_000 };
  const WRITE = { command: 'command', params: { id: 'long' }, max_chars: 45_000 };

  async function pages(call: Record<string, unknown>): Promise<string[]> {
    const texts: string[] = [];
    let offset = 0;
    for (;;) {
      const { structured } = await callTool(running.url, 'execute', { ...call, offset });
      texts.push(String(structured['stdout']));
      if (structured['truncated'] !== true) return texts;
      expect(structured['hint']).toContain(`offset ${String(structured['nextOffset'])}`);
      offset = Number(structured['nextOffset']);
    }
  }

  test('is cut at 20,000 characters, at a line end, with a hint', async () => {
    const { structured } = await callTool(running.url, 'execute', { ...READ, max_chars: undefined });
    expect(structured['truncated']).toBe(true);
    expect(String(structured['stdout'])).toMatch(/text\n$/);
    expect(String(structured['stdout']).length).toBeLessThanOrEqual(20_000);
    expect(structured['totalChars']).toBeGreaterThan(90_000);
  });

  test('a read is paged by running it again', async () => {
    const before = (await running.ran()).length;
    const texts = await pages(READ);
    expect(texts.length).toBe(3);
    expect((await running.ran()).length - before).toBe(3);
  });

  test('a write is paged from what its one run printed', async () => {
    const before = (await running.ran()).length;
    const whole = (await pages(WRITE)).join('');
    expect((await running.ran()).length - before).toBe(1);
    expect(whole.match(/^run/gm)).toHaveLength(1);
    expect(whole.match(/\nline 4000 /)).toBeTruthy();
  });

  test('what a write printed before its last run is not shown as the rest of that', async () => {
    const call = { command: 'command', params: { id: 'turns' } };
    expect((await callTool(running.url, 'execute', call)).structured['truncated']).toBe(true);
    expect((await callTool(running.url, 'execute', call)).structured['truncated']).toBe(false);
    const rest = await callTool(running.url, 'execute', { ...call, offset: 100 });
    expect(rest.structured['error']).toContain('Nothing was run');
  });

  test.each([
    ['another command', { command: 'append', params: { path: 'A.md', content: 'x' } }],
    ['other parameters', { ...WRITE, params: { id: 'other' } }],
    ['another vault', { ...WRITE, vault: 'Other' }],
    ['a read whose second run shows something else', { command: 'random:read' }],
    ['a read that empties what it shows', { command: 'dev:errors', flags: ['clear'] }],
  ])('with an offset, %s is not run just for that', async (_, call) => {
    const before = await running.ran();
    const { isError, structured } = await callTool(running.url, 'execute', { ...call, offset: 100 });
    expect(isError).toBe(true);
    expect(structured['error']).toContain('Nothing was run');
    expect(await running.ran()).toEqual(before);
  });

  test('a line longer than a page is cut inside', async () => {
    const call = { command: 'read', params: { path: 'Wall.md' }, max_chars: 10_000 };
    expect((await pages(call)).map((text) => text.length)).toEqual([10_000, 10_000, 10_000]);
  });

  test('an offset behind the end says how much there is', async () => {
    const call = { command: 'read', params: { path: 'Short.md' }, offset: 500 };
    const { isError, structured } = await callTool(running.url, 'execute', call);
    expect(isError).toBe(false);
    expect(structured).toMatchObject({ stdout: '', truncated: false, totalChars: 9 });
  });
});
