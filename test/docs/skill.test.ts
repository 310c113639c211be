import { openFolder } from '../../src/bridge/notes/file-store';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { BODY_LIMIT } from '../../src/bridge/text/bytes';
import { serve } from '../kit/bridge';
import { jsonCall } from '../kit/http-client';
import type { Client } from '../kit/http-client';
import { callTool } from '../kit/mcp-client';
import { residentVault } from '../kit/resident-stand-in';
import { groupScope } from '../kit/test-scope';
import { codeBlocks, read } from './pages';

const PAGE = 'skills/obsidian-vault/SKILL.md';
const [, head = '', body = ''] = /^---\n([^]*?)\n---\n([^]*)$/.exec(read(PAGE)) ?? [];

test('the skill has the form of the Agent Skills specification', () => {
  const fields = parse(head) as Record<string, string>;
  const known = ['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools'];
  expect(known).toEqual(expect.arrayContaining(Object.keys(fields)));
  expect(fields['name']).toBe(basename(dirname(PAGE)));
  expect(fields['name']).toMatch(/^(?=.{1,64}$)[a-z0-9]+(-[a-z0-9]+)*$/);
  expect(fields['description']).toMatch(/^[^<>]{1,1024}$/);
  expect(fields['compatibility']).toMatch(/^.{1,500}$/);
});

test('the skill is short', () => {
  expect(countTokens(body)).toBeLessThan(2_000);
});

describe('the skill, on a real bridge', () => {
  const scope = groupScope();
  let client: Client;
  let url: URL;
  let vault: string;
  beforeAll(async () => {
    const { vault: folder, program } = await residentVault(scope);
    ({ client } = await serve(scope, { program, openFolder }));
    url = new URL('/mcp', client.url);
    vault = folder;
  });

  const text = (path: string): Promise<string> => readFile(join(vault, path), 'utf8');

  test('every call for the tools works, and does what is said of it', async () => {
    const calls = codeBlocks(PAGE, 'json').flatMap((block) => block.trim().split('\n'));
    expect(calls.length).toBeGreaterThan(10);
    const outputs: string[] = [];
    for (const call of calls) {
      const given = JSON.parse(call) as Record<string, unknown>;
      const tool = call.includes('"run":') ? 'search' : 'execute';
      const { isError, text: answer, structured } = await callTool(url, tool, given);
      expect(isError, `${call}\n${answer}`).toBe(false);
      // What a template makes of a note is not known, so that cannot be undone.
      if (!call.includes('"template"')) expect(structured['warnings'], call).toBeUndefined();
      outputs.push(answer);
    }
    const inbox = await text('Inbox.md');
    expect(inbox).toContain('Sorted on Sundays.');
    expect(inbox).toContain('- [ ] Buy soil');
    expect(inbox.split('\n')[6]).toMatch(/^- \[x\] /);
    expect(await text('Projects/Kick-off.md')).toContain('## Agenda');
    expect(await text('../standin-trash/Garden plan.md')).toContain('due: 2026-12-24');
    expect(outputs.join('\n')).toMatch(/line\W+7\b/);
  });

  test('its limits are those of the bridge', async () => {
    const [, ofTools, ofRest] = /up to (\d+) in `calls`, over REST up to (\d+) in a batch/.exec(body) ?? [];
    // The first fails, and so the others are not run.
    const missing = { command: 'read', params: { path: 'Missing.md' } };
    const calls = (count: number) => Array.from({ length: count }, () => missing);
    for (const [count, code] of [
      [Number(ofTools), undefined],
      [Number(ofTools) + 1, 'invalid_parameter'],
    ] as const) {
      const { structured } = await callTool(url, 'execute', { calls: calls(count) });
      expect([structured['code'], Array.isArray(structured['results'])]).toEqual([code, code === undefined]);
    }
    for (const [count, status] of [
      [Number(ofRest), 422],
      [Number(ofRest) + 1, 400],
    ] as const) {
      const answer = await client.send('/api/v1/batch', {
        ...jsonCall('POST', { calls: calls(count) }),
      });
      expect(answer.status, answer.text).toBe(status);
    }
    expect(body).toContain(`up to ${BODY_LIMIT / 2 ** 20} MiB`);
  });
});
