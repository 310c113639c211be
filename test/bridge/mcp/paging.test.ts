import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CallOutcome } from '../../../src/bridge/call/outcome';
import { OutputCache } from '../../../src/bridge/mcp/output-cache';
import { pageOf } from '../../../src/bridge/mcp/run-answer';
import { callTool } from '../../kit/mcp-client';
import { groupScope } from '../../kit/test-scope';
import { startBridge } from './running-bridge';
import type { RunningBridge } from './running-bridge';

describe('a page', () => {
  const text = fc.array(fc.constantFrom('a', '\n', '\r\n', 'é', '🌱', 'long line '), { maxLength: 400 });

  test('continues the last one, fits, and does not split a character', () => {
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

describe('the output cache', () => {
  const outcome = (stdout: string) => ({ stdout }) as CallOutcome;

  test('is bounded in number', () => {
    const cache = new OutputCache(() => 0);
    const bases = Array.from({ length: 20 }, (_, count) => cache.add(`call ${count}`, outcome('x')) ?? 0);
    expect(cache.find('call 3', bases[3] ?? 0)).toBeUndefined();
    expect(cache.find('call 4', bases[4] ?? 0)).toBeDefined();
  });

  test('is bounded in size', () => {
    const cache = new OutputCache(() => 0);
    expect(cache.add('huge', outcome('x'.repeat(4_000_001)))).toBeUndefined();
    const one = cache.add('one', outcome('x'.repeat(3_000_000))) ?? 0;
    const two = cache.add('two', outcome('x'.repeat(3_000_000))) ?? 0;
    expect(cache.find('one', one + 1)).toBeUndefined();
    expect(cache.find('two', two + 1)).toBeDefined();
  });

  test('is found by the offsets of its own run only, and for its own call only', () => {
    const cache = new OutputCache(() => 0);
    const [one = 0, two = 0] = ['one', 'two'].map((text) => cache.add('call', outcome(text)));
    expect(two - one).toBeGreaterThan(4_000_000);
    for (const [base, text] of [
      [one, 'one'],
      [two, 'two'],
    ] as const) {
      for (const offset of [base, base + 1, base + 4_000_000])
        expect(cache.find('call', offset)).toMatchObject({ base, outcome: { stdout: text } });
      expect(cache.find('other', base)).toBeUndefined();
    }
    for (const offset of [0, 1, 4_000_000, one - 1, two + 10_000_000, Number.MAX_SAFE_INTEGER])
      expect(cache.find('call', offset)).toBeUndefined();
  });

  test('offsets are whole numbers that text carries exactly, and differ after a restart', () => {
    const bases = Array.from({ length: 3 }, () => new OutputCache(() => 0).add('call', outcome('x')) ?? 0);
    expect(new Set(bases).size).toBe(3);
    for (const base of bases) expect(String(base + 4_000_000)).toMatch(/^\d{1,15}$/);
  });

  test('expires', () => {
    let now = 0;
    const cache = new OutputCache(() => now);
    const base = cache.add('call', outcome('x')) ?? 0;
    expect(cache.find('call', base)).toBeDefined();
    now = 11 * 60_000;
    expect(cache.find('call', base)).toBeUndefined();
  });
});

describe('long output', () => {
  let running: RunningBridge;
  const scope = groupScope();
  beforeAll(async () => {
    running = await startBridge(scope, { settings: { allowDangerousCommands: true } });
  });

  const READ_LONG = { command: 'read', params: { path: 'Long.md' } };
  const READ = { ...READ_LONG, max_chars: 45_000 };
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

  test.each([
    [1, 1_000],
    [1_000_000, 45_000],
    ['-7', 1_000],
  ])('has the nearest length there is where max_chars is %j', async (wanted, most) => {
    const { structured } = await callTool(running.url, 'execute', { ...READ, max_chars: wanted });
    expect(String(structured['stdout']).length).toBeGreaterThan(most - 100);
    expect(String(structured['stdout']).length).toBeLessThanOrEqual(most);
    const { text } = await callTool(running.url, 'execute', { calls: [READ_LONG], max_chars: wanted });
    expect(text.length).toBeGreaterThan(most);
    expect(text.length).toBeLessThan(most * 1.5);
  });

  test('of a note says how to read a part of it', async () => {
    const { structured } = await callTool(running.url, 'execute', READ);
    expect(structured['hint']).toMatch(/heading, lines, only [^]* outline [^]* cli-bridge:edit/);
  });

  test('that is JSON says so where it is cut, and only there', async () => {
    const hintOf = async (params: Record<string, string>, maxChars: number, offset = 0) => {
      const call = {
        command: 'properties',
        params: { path: 'Long.md', ...params },
        max_chars: maxChars,
        offset,
      };
      return (await callTool(running.url, 'execute', call)).structured['hint'];
    };
    expect(await hintOf({ format: 'json' }, 1_000)).toMatch(/join all parts before you parse it/);
    expect(await hintOf({ format: 'json' }, 1_000, -500)).toMatch(/^The last 500 [^]* join all parts/);
    expect(await hintOf({ format: 'tsv' }, 1_000)).not.toMatch(/parse/);
  });

  test.each([
    ['a read', READ],
    ['a write', WRITE],
  ])('of %s, from its end', async (_, call) => {
    const { structured } = await callTool(running.url, 'execute', { ...call, offset: -500 });
    const text = String(structured['stdout']);
    expect(text).toHaveLength(500);
    expect(text).toMatch(/line 4000 of a long text\n$/);
    expect(structured).not.toHaveProperty('truncated');
    expect(structured['hint']).toMatch(/^The last 500 of \S+ characters\.$/);
  });

  test('from further back than it is long: all of it', async () => {
    const call = { command: 'read', params: { path: 'Short.md' }, offset: '-5000' };
    expect((await callTool(running.url, 'execute', call)).structured['stdout']).toBe('ran read\n');
  });

  test('from its end, and longer than one answer: goes on', async () => {
    const first = await callTool(running.url, 'execute', { ...WRITE, max_chars: 1_000, offset: -1_500 });
    expect(first.structured['truncated']).toBe(true);
    const offset = first.structured['nextOffset'];
    const next = await callTool(running.url, 'execute', { ...WRITE, max_chars: 1_000, offset });
    const whole = `${String(first.structured['stdout'])}${String(next.structured['stdout'])}`;
    expect(whole).toHaveLength(1_500);
    expect(whole).toMatch(/line 4000 of a long text\n$/);
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

  test('two clients that make the same call each get the pages of their own run', async () => {
    const call = { ...WRITE, max_chars: 1_000 };
    const firsts: Record<string, unknown>[] = [];
    for (let client = 0; client < 2; client++)
      firsts.push((await callTool(running.url, 'execute', call)).structured);
    const texts = firsts.map((first) => String(first['stdout']));
    expect(texts[0]?.split('\n')[0]).not.toBe(texts[1]?.split('\n')[0]);
    const before = (await running.ran()).length;
    for (const [client, text] of texts.entries()) {
      const next = Number(firsts[client]?.['nextOffset']);
      const page = async (offset: number) => {
        const { structured } = await callTool(running.url, 'execute', { ...call, offset });
        return structured;
      };
      // Only the first line distinguishes the runs.
      expect((await page(next - text.length))['stdout']).toBe(text);
      const second = await page(next);
      expect(second['hint']).toMatch(/^Characters \d{3} to 1,\d{3} of 9\d,\d{3}\. /);
      const totalChars = Number(second['totalChars']);
      const behind = await page(next + totalChars);
      expect(behind).toMatchObject({ stdout: '', totalChars });
      expect(behind).not.toHaveProperty('truncated');
    }
    expect((await running.ran()).length).toBe(before);
  });

  test('what was printed in one vault is not shown once the call goes to another', async (context) => {
    const moved = await startBridge(context, {
      settings: { allowDangerousCommands: true, defaultVault: 'First' },
    });
    const first = (await callTool(moved.url, 'execute', WRITE)).structured;
    const next = { ...WRITE, offset: first['nextOffset'] };
    expect((await callTool(moved.url, 'execute', next)).structured['ok']).toBe(true);
    moved.change({ allowedVaults: ['Second'], defaultVault: 'Second' });
    const { structured } = await callTool(moved.url, 'execute', next);
    expect(structured).toMatchObject({
      ok: false,
      error: expect.stringContaining('Nothing was run') as string,
    });
  });

  test('output of an earlier run of a write is not shown as the rest of its last run', async () => {
    const call = { command: 'command', params: { id: 'turns' } };
    expect((await callTool(running.url, 'execute', call)).structured['truncated']).toBe(true);
    expect((await callTool(running.url, 'execute', call)).structured).not.toHaveProperty('truncated');
    const rest = await callTool(running.url, 'execute', { ...call, offset: 100 });
    expect(rest.structured['error']).toContain('Nothing was run');
  });

  test.each([
    ['another command', { command: 'append', params: { path: 'A.md', content: 'x' } }],
    ['other parameters', { ...WRITE, params: { id: 'other' } }],
    ['another vault', { ...WRITE, vault: 'Other' }],
    ['a read whose second run shows something else', { command: 'random:read' }],
    ['a read that empties what it shows', { command: 'dev:errors', flags: ['clear'] }],
  ])('%s is not run again just for an offset', async (_, call) => {
    const before = await running.ran();
    const { isError, structured } = await callTool(running.url, 'execute', { ...call, offset: 100 });
    expect(isError).toBe(true);
    expect(structured['error']).toContain('Nothing was run');
    expect(await running.ran()).toEqual(before);
  });

  test('a line longer than a page is cut within the line', async () => {
    const call = { command: 'read', params: { path: 'Wall.md' }, max_chars: 10_000 };
    expect((await pages(call)).map((text) => text.length)).toEqual([10_000, 10_000, 10_000]);
  });

  test('an offset beyond the end says how long the output is', async () => {
    const call = { command: 'read', params: { path: 'Short.md' }, offset: 500 };
    const { isError, structured } = await callTool(running.url, 'execute', call);
    expect(isError).toBe(false);
    expect(structured).toMatchObject({ stdout: '', totalChars: 9 });
    expect(structured).not.toHaveProperty('truncated');
  });
});
