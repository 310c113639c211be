import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { aroundHits, wordsOfQuery } from '../../../src/bridge/mcp/hit-lines';
import { callTool } from '../../kit/mcp-client';
import { residentVault } from '../../kit/resident-stand-in';
import { groupScope } from '../../kit/test-scope';
import { until } from '../../kit/until';
import { startBridge } from './running-bridge';
import type { RunningBridge } from './running-bridge';

let running: RunningBridge;
let vault: string;
const scope = groupScope();
beforeAll(async () => {
  const { program, vault: folder } = await residentVault(scope);
  vault = folder;
  running = await startBridge(scope, { program });
  await until('help was read', () => running.bridge.catalogue.revision > 0);
});

async function execute(given: Record<string, unknown>) {
  const { structured, text } = await callTool(running.url, 'execute', given);
  expect(JSON.parse(text)).toEqual(structured);
  return structured;
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(vault, path)), { recursive: true });
  await writeFile(join(vault, path), text);
}

describe('search:context', () => {
  const FAR = 'far away '.repeat(60);
  const LINE = `${FAR}the Red kite 🪁 ${FAR}and a blue whale, ${FAR}the end`;

  const lineOf = async (query: string, more: Record<string, unknown> = {}): Promise<string> => {
    await write('Lines/Long.md', `# Title\n${LINE}\nshort red line\n`);
    const params = { query, path: 'Lines' };
    const { stdout } = await execute({ command: 'search:context', params, ...more });
    return (
      String(stdout)
        .split('\n')
        .find((line) => line.startsWith('Lines/Long.md:2: ')) ?? ''
    );
  };

  test.each([
    ['a word', 'red', /^…[^…]{85,105}the Red kite[^…]{90,105}…$/],
    ['a phrase', '"blue whale"', /^…[^…]{90,105}blue whale[^…]{95,100}…$/],
    ['words far apart', 'red whale', /^…[^…]+Red kite[^…]+ … [^…]+whale[^…]+…$/],
    ['a rare word beside a common one', 'far whale', /a blue whale/],
    ['either word', 'content:red OR content:"whale"', /^…[^…]+Red kite[^…]+ … [^…]+whale[^…]+…$/],
    ['a word but not the excluded', 'red -beach', /^…[^…]+Red kite[^…]+…$/],
    ['an emoji, which stays whole', '"kite 🪁"', /^…[^…]+kite 🪁[^…]+…$/],
  ] as const)('shows the text around %s', async (_, query, form) => {
    const line = await lineOf(query);
    expect(line.slice('Lines/Long.md:2: '.length)).toMatch(form);
  });

  test.each([
    ['/r.d kite/ -path:/a b/', []],
    ['section:(red kite) line:whale', ['red', 'kite', 'whale']],
    ['[status:"in work"] tag:#red -path:"a b" OR task-todo:x', ['in work', '#red', 'x']],
  ])('finds the words of %s', (query, words) => expect(wordsOfQuery(query)).toEqual(words));

  test('shows the beginning of a long line without a hit, and no half characters', () => {
    expect(aroundHits(LINE, ['none'])).toMatch(/^far away [^…]{180,195}…$/);
    expect(aroundHits(LINE, [])).toBe(LINE);
    const icons = '🪁'.repeat(300);
    for (const line of [`x${icons}hit${icons}`, `${icons}hit${icons}`])
      expect(aroundHits(line, ['hit']).isWellFormed()).toBe(true);
  });

  test('shows whole lines with full, alone and in calls', async () => {
    expect(await lineOf('red', { full: true })).toBe(`Lines/Long.md:2: ${LINE}`);
    const call = { command: 'search:context', params: { query: 'red', path: 'Lines' } };
    for (const given of [{ calls: [{ ...call, full: true }] }, { calls: [call], full: true }])
      expect(JSON.stringify(await execute(given))).toContain(LINE);
    const { results } = await execute({ calls: [call], full: false });
    expect(JSON.stringify(results)).not.toContain(LINE);
  });

  test('leaves short lines and bare paths as they are', async () => {
    await write('Short/Red.md', 'nothing of the kind\n');
    await write('Short/Other.md', 'a red line\n');
    const { stdout } = await execute({ command: 'search:context', params: { query: 'red', path: 'Short' } });
    expect(stdout).toBe('Short/Other.md:1: a red line\nShort/Red.md\n');
  });

  test('does the same in JSON', async () => {
    await lineOf('red');
    const params = { query: 'red', path: 'Lines', format: 'json' };
    const { data } = await execute({ command: 'search:context', params });
    expect(data).toEqual([
      {
        file: 'Lines/Long.md',
        matches: [
          { line: 2, text: expect.stringMatching(/^…[^…]+Red kite[^…]+…$/) as string },
          { line: 3, text: 'short red line' },
        ],
      },
    ]);
  });
});

test('a search that is cut says how to find less', async () => {
  const { hint } = await execute({ command: 'search:context', params: { query: 'the' }, max_chars: 1_000 });
  expect(hint).toMatch(/Or narrow it: path, limit, format, a phrase in quotes, only\.$/);
});

describe('JSON', () => {
  test.each([
    ['a list', { command: 'outline', params: { path: 'Home.md', format: 'json' } }],
    ['of a base, by default', { command: 'base:query', params: { path: 'Projects/Projects.base' } }],
    ['an object', { command: 'properties', params: { path: 'Home.md', format: 'json' } }],
    ['nothing found', { command: 'search', params: { query: 'no such words', format: 'json' } }],
  ])('comes once, as data: %s', async (_, call) => {
    const answer = await execute(call);
    expect(answer).not.toHaveProperty('stdout');
    const rest = await running.client.get(call.command, { ...call.params, format: 'json' });
    expect(answer['data']).toEqual(rest.envelope.data);
  });

  test('that is cut comes as text without its spaces', async () => {
    await write('Many.md', '# Heading\n'.repeat(100));
    const call = { command: 'outline', params: { path: 'Many.md', format: 'json' }, max_chars: 3_000 };
    const first = await execute(call);
    expect(first).toMatchObject({
      truncated: true,
      hint: expect.stringContaining('join all parts') as string,
    });
    expect(first).not.toHaveProperty('data');
    const second = await execute({ ...call, offset: first['nextOffset'] });
    const whole = `${String(first['stdout'])}${String(second['stdout'])}`;
    expect(whole).not.toMatch(/\s"/);
    expect(JSON.parse(whole)).toHaveLength(100);
  });

  test('that is a bare number stays text', async () => {
    const { stdout } = await execute({
      command: 'tasks',
      params: { path: 'Inbox.md', format: 'json' },
      flags: ['total'],
    });
    expect(stdout).toMatch(/^\d+\n?$/);
  });
});

/** The id that undoes a change. */
const CHANGE = expect.stringMatching(/^[0-9a-f]{8}$/) as string;

test.each([
  ['create', { path: 'New/Made.md', content: 'a' }, {}],
  ['create', { path: 'New/Made.md', content: 'a', overwrite: true }, {}],
  ['append', { file: 'Made', content: 'b b' }, { path: 'New/Made.md' }],
  ['cli-bridge:edit', { path: 'New/Made.md', old: 'b b', new: 'c c' }, { line: 2 }],
  ['cli-bridge:edit', { path: 'New/Made.md', old: 'c', new: 'd', all: true }, { line: 2, replacements: 2 }],
  [
    'daily:append',
    { content: String.raw`\new` },
    { path: 'Daily/2025-11-20.md', section: 'Thursday, 2025-11-20 > Notes' },
  ],
  ['rename', { path: 'New/Made.md', name: 'Renamed' }, { path: 'New/Renamed.md' }],
])('%s of %j answers with what the call did not say, and no more', async (command, params, told) => {
  const answer = await execute({ command, params });
  const { change } = (answer['data'] ?? {}) as { change?: string };
  expect(answer).toEqual({
    ok: true,
    ...((change !== undefined || Object.keys(told).length > 0) && {
      data: { ...told, ...(change !== undefined && { change: CHANGE }) },
    }),
  });
});

test('the notes that a replacement would change are listed once', async () => {
  const params = { from: 'the', to: 'THE', folder: 'Projects' };
  const dry = await execute({ command: 'cli-bridge:replace', params, flags: ['dry'] });
  expect(dry).toMatchObject({ stdout: expect.stringMatching(/^Projects\/.+\.md: \d+$/m) as string });
  expect(dry).not.toHaveProperty('data.paths');
  const done = await execute({ command: 'cli-bridge:replace', params });
  expect(done).not.toHaveProperty('stdout');
  expect(done).toHaveProperty('data.paths');
});

test('a change answers with its revision only where one was given', async () => {
  const params = { path: 'Inbox.md', content: 'x' };
  expect(await execute({ command: 'append', params })).not.toHaveProperty('data.revision');
  const { revision } = await execute({ command: 'read', params: { path: 'Inbox.md' } });
  const again = await execute({ command: 'append', params, if_revision: revision });
  expect(again).toHaveProperty('data.revision');
});

test('an old version has its header in stdout and its text in data; where it is cut, both in stdout', async () => {
  const text = 'An old line.\n'.repeat(200);
  for (const content of [text, 'new'])
    await execute({ command: 'create', params: { path: 'Old.md', content }, flags: ['overwrite'] });
  const call = { command: 'history:read', params: { path: 'Old.md', version: 1 } };
  const whole = await execute(call);
  expect(whole).toMatchObject({
    stdout: expect.stringMatching(/^Old\.md .*\n---\n$/) as string,
    data: { text },
  });
  const cut = await execute({ ...call, max_chars: 1_000 });
  expect(cut).toMatchObject({ stdout: expect.stringMatching(/---\nAn old line/) as string, truncated: true });
  expect(cut).not.toHaveProperty('data');
});

test('each of several calls names its note, by its path where that is known, else in the way the call did', async () => {
  const { results } = await execute({
    calls: [
      { command: 'read', params: { file: 'Home' } },
      { command: 'outline', params: { file: 'Home', format: 'json' } },
      { command: 'read', params: { path: 'Missing.md' } },
      { command: 'append', params: { path: 'Inbox.md', content: 'x' } },
      { command: 'search', params: { query: 'Kyoto', path: 'Travel' } },
      { command: 'files', params: { folder: 'Travel' } },
    ],
    stop_on_error: false,
  });
  expect(results).toMatchObject([
    { command: 'read', data: { path: 'Home.md' } },
    { command: 'outline', file: 'Home' },
    { command: 'read', ok: false, path: 'Missing.md' },
    { command: 'append', path: 'Inbox.md' },
    { command: 'search' },
    { command: 'files' },
  ]);
  for (const result of (results as object[]).slice(4)) expect(result).not.toHaveProperty('path');
});
