import { beforeAll, describe, expect, test } from 'vitest';
import { callTool } from '../../kit/mcp-client';
import { groupScope } from '../../kit/test-scope';
import { startBridge } from './running-bridge';
import type { RunningBridge } from './running-bridge';

let running: RunningBridge;
const scope = groupScope();
beforeAll(async () => {
  running = await startBridge(scope, { settings: { allowDangerousCommands: true } });
});

interface Result {
  readonly ok: boolean;
  readonly command: string;
  readonly stdout: string;
  readonly code?: string;
  readonly truncated?: boolean;
  readonly nextOffset?: number;
  readonly hint?: string;
}

async function execute(given: Record<string, unknown>) {
  const { isError, structured, text } = await callTool(running.url, 'execute', given);
  return { isError, text, ...structured, results: (structured['results'] ?? []) as Result[] };
}

const read = (path: string) => ({ command: 'read', params: { path } });
const APPEND = { command: 'append', params: { path: 'a.md', content: 'x' } };

describe('calls of execute', () => {
  test('run together, each with its answer', async () => {
    const answer = await execute({
      calls: [APPEND, { command: 'daily/path' }, { command: 'tags', flags: 'counts' }],
    });
    expect(answer).toMatchObject({ ok: true, isError: false });
    expect(answer.results.map(({ ok, command, stdout }) => [ok, command, stdout])).toEqual([
      [true, 'append', 'Appended to: Note.md\n'],
      [true, 'daily:path', 'ran daily:path\n'],
      [true, 'tags', 'ran tags\n'],
    ]);
  });

  test('stop at the first failure, or go on', async () => {
    const calls = [{ command: 'restart' }, APPEND];
    const stopped = await execute({ calls });
    expect(stopped).toMatchObject({ ok: false, isError: true });
    expect(stopped.results.map(({ code }) => code)).toEqual(['cli_failed', 'not_run']);
    const all = await execute({ calls, stop_on_error: false });
    expect(all).toMatchObject({ ok: false, isError: false });
    expect(all.results.map(({ code }) => code)).toEqual(['cli_failed', undefined]);
  });

  test('are taken as models give them: as text, with a vault for all', async () => {
    const before = (await running.ran()).length;
    const { results } = await execute({
      calls: JSON.stringify([
        { command: 'read', params: { path: 'a.md' } },
        { run: 'read', params: { path: 'b.md' }, vault: 'Other' },
      ]),
      vault: 'Work',
      command: null,
    });
    expect(results.every(({ ok }) => ok)).toBe(true);
    expect((await running.ran()).slice(before)).toEqual([
      'vault=Work read path=a.md',
      'vault=Other read path=b.md',
    ]);
  });

  test.each([
    ['a command that is not known', { command: 'reed' }, 'unknown_command'],
    [
      'a parameter that the command lacks',
      { command: 'read', params: { paht: 'a.md' } },
      'unknown_parameter',
    ],
    ['no target for what removes', { command: 'delete' }, 'missing_parameter'],
    ['an offset', { ...read('a.md'), offset: 5 }, 'invalid_parameter'],
    ['max_chars of its own', { ...read('a.md'), max_chars: 5_000 }, 'invalid_parameter'],
  ])('are refused as a whole for %s', async (_, call, code) => {
    const before = await running.ran();
    const answer = await execute({ calls: [APPEND, call, APPEND] });
    expect(answer).toMatchObject({ ok: false, isError: true, code, data: { index: 1 } });
    expect(await running.ran()).toEqual(before);
  });

  test.each([
    ['none', { calls: [] }],
    ['too many', { calls: Array.from({ length: 21 }, () => APPEND) }],
    ['text that is not a list', { calls: 'read' }],
    ['a command beside them', { calls: [APPEND], command: 'read' }],
    ['parameters beside them', { calls: [APPEND], params: { path: 'A.md' } }],
    ['an offset beside them', { calls: [APPEND], offset: 5 }],
  ])('are refused: %s', async (_, given) => {
    const before = await running.ran();
    expect(await execute(given)).toMatchObject({ ok: false, isError: true, code: 'invalid_parameter' });
    expect(await running.ran()).toEqual(before);
  });

  test('may have far more parts than one call', async () => {
    const flags = Array.from({ length: 90 }, () => 'total');
    const calls = Array.from({ length: 20 }, () => ({ command: 'tags', flags }));
    for (const given of [calls, JSON.stringify(calls)])
      expect(await execute({ calls: given })).toMatchObject({ ok: true });
  });

  test('share the characters: short answers are whole, long ones have equal parts, and the rest can be had', async () => {
    const calls = [read('Long.md'), read('a.md'), { command: 'command', params: { id: 'long' } }];
    const { results, text } = await execute({ calls, max_chars: 4_000 });
    expect(text.length).toBeLessThan(7_000);
    const [first, short, second] = results;
    expect(short).toMatchObject({ stdout: 'ran read\n' });
    expect(short).not.toHaveProperty('truncated');
    for (const cut of [first, second]) {
      expect(cut?.truncated).toBe(true);
      expect(cut?.stdout.length).toBeGreaterThan(1_900);
      expect(cut?.stdout.length).toBeLessThanOrEqual(2_000);
      expect(cut?.hint).toContain('by itself');
    }
    for (const [call, cut] of [
      [calls[0], first],
      [calls[2], second],
    ] as const) {
      const rest = await execute({ ...call, offset: cut?.nextOffset, max_chars: 1_000 });
      const after = /(\d+) of a long text\n$/.exec(cut?.stdout ?? '')?.[1];
      expect(String((rest as { stdout?: unknown }).stdout)).toMatch(
        new RegExp(`^line ${Number(after) + 1} of`),
      );
    }
  });

  test('that all fail say so in few characters', async () => {
    const calls = Array.from({ length: 20 }, () => read('Wall.md'));
    const failing = Array.from({ length: 20 }, () => ({ command: 'restart' }));
    const { text, results } = await execute({ calls: failing, stop_on_error: false });
    expect(results.every(({ code }) => code === 'cli_failed')).toBe(true);
    expect(text.length).toBeLessThan(15_000);
    expect((await execute({ calls })).text.length).toBeLessThan(30_000);
  });
});
