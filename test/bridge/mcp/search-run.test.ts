import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { openFolder } from '../../../src/bridge/notes/file-store';
import { makeKey } from '../../kit/keys';
import { callTool, legacyMessage, sendMessage } from '../../kit/mcp-client';
import { residentVault } from '../../kit/resident-stand-in';
import { serve } from '../../kit/bridge';
import type { Served } from '../../kit/bridge';
import { groupScope } from '../../kit/test-scope';
import { until } from '../../kit/until';

let served: Served;
let vault: string;
let url: URL;
const scope = groupScope();
const reader = makeKey('reader', { access: 'read' });
const NOTE = '---\na: 1\n---\n# One\ntext\n\n## Two\nthe Archive\n\n### Three\ndeep\n\n## Four\nend\n';
beforeAll(async () => {
  const { program, vault: folder } = await residentVault(scope);
  vault = folder;
  served = await serve(scope, { program, openFolder, keys: [reader.record] }, { trustedCommands: ['dev:*'] });
  url = new URL('/mcp', served.client.url);
  await until('help was read', () => served.bridge.catalogue.revision > 0);
  await writeFile(join(vault, 'Parts.md'), NOTE);
});

type Fields = Record<string, unknown>;

const call = (tool: string, given: Fields) => callTool(url, tool, given);
const ok = async (tool: string, given: Fields): Promise<Fields> => {
  const { isError, structured, text } = await call(tool, given);
  if (isError) throw new Error(text);
  return structured;
};

const read = (path: string): Fields => ({ command: 'read', params: { path } });

describe('search runs what reads', () => {
  test('with the answer of execute, alone and several at once', async () => {
    for (const given of [
      { params: { path: 'Parts.md' }, max_chars: 1_000 },
      { params: { path: 'Parts.md' }, offset: -10 },
      { params: { file: 'Parts' } },
    ]) {
      const same = await ok('execute', { command: 'read', ...given });
      expect(await ok('search', { run: 'read', ...given })).toEqual(same);
    }
    const calls = [
      { run: 'read', params: { path: 'Parts.md' } },
      { command: 'outline', params: { path: 'Parts.md' } },
    ];
    expect(await ok('search', { calls })).toEqual(await ok('execute', { calls }));
  });

  test.each([
    [{ run: 'append', params: { path: 'Parts.md', content: 'x' } }, 'Call execute: {"command":"append"'],
    [{ run: 'append', params: { path: 'Parts.md', content: 'x'.repeat(500) } }, 'command="append"'],
    [{ run: 'dev:console', flags: ['clear'] }, 'Call execute: {"command":"dev:console"'],
    [{ calls: [{ run: 'append', params: { path: 'Parts.md', content: 'x' } }] }, 'the same calls'],
  ])('and refuses a change with the call of execute: %j', async (given, hint) => {
    const { isError, structured } = await call('search', given);
    expect(isError).toBe(true);
    expect(structured).toMatchObject({
      ok: false,
      code: 'not_a_read',
      hint: expect.stringContaining(hint) as string,
    });
    expect(await readFile(join(vault, 'Parts.md'), 'utf8')).toBe(NOTE);
  });

  test('and daily:read where its note is there', async () => {
    const { structured } = await call('search', { run: 'daily:read' });
    expect(structured).toMatchObject({ code: 'not_a_read' });
    await ok('execute', { command: 'daily:append', params: { content: '# Log\ntea' } });
    const { stdout } = await ok('search', { run: 'daily:read', heading: 'Log' });
    expect(stdout).toMatch(/^# Log\ntea\n?$/);
  });

  test('but a key that only reads hears of its key', async () => {
    const { structured } = await callTool(
      url,
      'search',
      { run: 'append', params: { path: 'A', content: 'x' } },
      reader.key,
    );
    expect(structured).toMatchObject({ code: 'key_scope' });
  });

  test.each([
    { run: 'read', query: 'read a note' },
    { run: 'read', category: 'files' },
    { run: 'read', command: 'read' },
    { calls: [{ run: 'read' }], query: 'x' },
    { command: 'read', params: { path: 'Parts.md' } },
    { query: 'x', heading: 'One' },
    { run: 'read', calls: [{ run: 'read' }] },
    { calls: [{ run: 'read', command: 'outline' }] },
  ])('and does not find at the same time: %j', async (given) => {
    const { isError, structured } = await call('search', given);
    expect([isError, structured['code']]).toEqual([true, 'invalid_parameter']);
  });
});

describe('an output is cut', () => {
  const PARTS = { run: 'read', params: { path: 'Parts.md' } };

  test('to the lines with a text, whatever its case', async () => {
    expect(await ok('search', { ...PARTS, only: 'ARCHIVE' })).toMatchObject({
      stdout: 'the Archive\n',
      part: { matched: 1, of: 14 },
    });
  });

  test('to the items of JSON with a text', async () => {
    const params = { path: 'Parts.md', format: 'json' };
    const { data, part } = await ok('search', { run: 'outline', params, only: 'two' });
    expect(JSON.stringify(data)).toMatch(/Two/);
    expect(JSON.stringify(data)).not.toMatch(/Four/);
    expect(part).toEqual({ matched: 1, of: 4 });
  });

  test('to a section, with its own line and its subsections', async () => {
    const whole = await ok('search', PARTS);
    for (const heading of ['Two', '## Two', 'One > Two'])
      expect(await ok('search', { ...PARTS, heading })).toMatchObject({
        stdout: '## Two\nthe Archive\n\n### Three\ndeep\n\n',
        part: { lines: '7-12', of: 14 },
        revision: whole['revision'],
      });
    expect(
      await ok('execute', { command: 'read', params: { path: 'Parts.md' }, heading: 'Four' }),
    ).toMatchObject({
      stdout: '## Four\nend\n',
      part: { lines: '13-14', of: 14 },
    });
  });

  test.each([
    ['4-5', '# One\ntext\n', '4-5'],
    ['14', 'end\n', '14-14'],
    [14, 'end\n', '14-14'],
    ['13-500', '## Four\nend\n', '13-14'],
    ['500', '', ''],
    ['-2', '## Four\nend\n', '13-14'],
    [-1, 'end\n', '14-14'],
    ['-500', NOTE, '1-14'],
  ])('to lines %s', async (lines, stdout, shown) => {
    expect(await ok('search', { ...PARTS, lines })).toMatchObject({ stdout, part: { lines: shown, of: 14 } });
  });

  test('each of calls by its own, and a missing heading stops the rest', async () => {
    const of = (heading: string) => ({ ...PARTS, heading });
    const { results } = await ok('search', { calls: [of('Four'), of('Five'), of('Two')] });
    expect(results).toMatchObject([
      { ok: true, command: 'read', path: 'Parts.md', stdout: '## Four\nend\n' },
      { ok: false, code: 'heading_not_found', data: { candidates: [{}, {}, {}, {}] } },
      { ok: false, code: 'not_run' },
    ]);
  });

  test.each([
    ['execute', { command: 'append', params: { path: 'Parts.md', content: 'x' }, only: 'x' }],
    ['execute', { command: 'cli-bridge:edit', params: { path: 'Parts.md', content: 'x' }, heading: 'Two' }],
    ['search', { run: 'files', lines: '1-2' }],
    ['search', { run: 'files', heading: 'Two' }],
    ['search', { run: 'files', flags: ['total'], only: 'x' }],
    ['search', { ...PARTS, only: 'x', lines: '1' }],
    ['search', { ...PARTS, lines: '5-4' }],
    ['search', { ...PARTS, lines: '0' }],
    ['search', { ...PARTS, lines: '-0' }],
  ])('where that fits, and else nothing runs: %s %j', async (tool, given) => {
    const { isError, structured } = await call(tool, given);
    expect([isError, structured['code']]).toEqual([true, 'invalid_parameter']);
    expect(await readFile(join(vault, 'Parts.md'), 'utf8')).toBe(NOTE);
  });
});

describe('what a client adds', () => {
  test('is ignored with a warning where nothing changes', async () => {
    expect(await ok('search', { query: 'read a note', dry_run: true })).toMatchObject({
      warnings: ['Ignored: dry_run.'],
    });
    expect(await ok('execute', { command: 'read', params: { path: 'Parts.md' }, mood: 1 })).toMatchObject({
      warnings: ['Ignored: mood.'],
    });
  });

  test.each(['toolCallId', 'wait_for_previous', 'thought_signature', '_meta'])(
    'does not stop a change: %s',
    async (name) => {
      const params = { path: 'Added.md', content: 'x', overwrite: true };
      const answer = await ok('execute', { command: 'create', params, [name]: 'x' });
      expect(answer).toMatchObject({ warnings: [`Ignored: ${name}.`] });
    },
  );

  test('as an object is written as JSON where the file is JSON, and refused elsewhere', async () => {
    const canvas = { nodes: [{ id: 'a', type: 'text', text: 'x' }], edges: [] };
    await ok('execute', { command: 'create', params: { path: 'Plan.canvas', content: canvas } });
    expect(JSON.parse(await readFile(join(vault, 'Plan.canvas'), 'utf8'))).toEqual(canvas);
    const note = { command: 'create', params: { path: 'Object.md', content: canvas } };
    expect((await call('execute', note)).structured).toMatchObject({ code: 'invalid_parameter' });
  });

  test('next to calls is reported once, and stops a change that it might be about', async () => {
    const calls = [read('Parts.md'), read('Home.md')];
    const { warnings, results } = await ok('search', { calls, toolCallId: 'x' });
    expect(warnings).toEqual(['Ignored: toolCallId.']);
    for (const result of results as object[]) expect(result).not.toHaveProperty('warnings');
    const change = { command: 'append', params: { path: 'Parts.md', content: 'x' } };
    const { structured } = await call('execute', { calls: [change], dry_run: true });
    expect(structured).toMatchObject({ code: 'invalid_parameter', data: { index: 0 } });
  });

  test('as text for nothing, true and false is read as that', async () => {
    const given = {
      run: 'read',
      params: { path: 'Parts.md' },
      heading: 'None',
      flags: ['null'],
      vault: 'undefined',
    };
    expect(await ok('search', { ...given, full: 'False', query: 'null', calls: 'None' })).toMatchObject({
      stdout: NOTE,
    });
  });
});

describe('the guide of the user', () => {
  const hello = async (key?: string): Promise<string> => {
    const clientInfo = { name: 't', version: '1' };
    const message = legacyMessage('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo,
    });
    const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
    return String((await sendMessage(url, message, { headers })).body.result?.['instructions']);
  };

  test('is named first where it is set and the key may read it', async () => {
    expect(await hello()).not.toContain('rules for this vault');
    served.change({ guideNote: 'Agents.md' });
    const sentence = 'Read path="Agents.md" before the first change: the user\'s rules for this vault.\n';
    for (const key of [undefined, reader.key]) expect((await hello(key)).startsWith(sentence)).toBe(true);
    served.change({ blockedCommands: ['read'] });
    expect(await hello()).not.toContain('rules for this vault');
    served.change({ blockedCommands: [], guideNote: '' });
  });
});
