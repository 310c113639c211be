import { beforeAll, describe, expect, test } from 'vitest';
import { platformOf } from '../../src/bridge/cli/platform';
import type { AuditEntry } from '../../src/bridge/request-log';
import type { KeyRecord } from '../../src/bridge/key-records';
import type { Settings } from '../../src/bridge/settings';
import { NoteFolder } from '../kit/note-folder';
import { serve } from '../kit/bridge';
import type { Served } from '../kit/bridge';
import { Client, jsonCall } from '../kit/http-client';
import type { Envelope } from '../kit/http-client';
import { filesIn } from '../kit/folder';
import type { Files } from '../kit/folder';
import { makeKey } from '../kit/keys';
import { callTool } from '../kit/mcp-client';
import { residentVault } from '../kit/resident-stand-in';
import { oneTextStore } from '../kit/one-text-store';
import { ScriptedApprovals } from '../kit/scripted-approvals';
import { groupScope } from '../kit/test-scope';
import type { TestScope } from '../kit/test-scope';
import { makeTarget } from './target';

const EDIT = 'cli-bridge:edit';
const HOME = 'Home.md';

interface Keyed extends Served, Files {
  readonly key: string;
  readonly record: KeyRecord;
  readonly entries: readonly AuditEntry[];
}

/** A bridge for the sample vault, and a client with a key of its own. */
async function serveKey(
  scope: TestScope,
  limits: Partial<KeyRecord> = {},
  settings: Partial<Settings> = {},
): Promise<Keyed> {
  const { vault, program } = await residentVault(scope);
  const { key, record } = makeKey('a', limits);
  const entries: AuditEntry[] = [];
  const served = await serve(
    scope,
    {
      program,
      platform: { ...platformOf('linux'), requestLimit: 8_000 },
      keys: [record],
      audit: (entry) => entries.push(entry),
      hostVault: 'sample-vault',
      notes: new NoteFolder(vault),
    },
    { defaultVault: 'sample-vault', ...settings },
  );
  await served.client.get('vault');
  return {
    ...served,
    key,
    record,
    entries,
    ...filesIn(vault),
  };
}

interface BatchCall {
  readonly command: string;
  readonly vault?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
}

/** The code of the whole answer, the index that its data names, and the code of each call. */
interface BatchCodes {
  readonly code?: unknown;
  readonly index?: unknown;
  readonly codes: readonly unknown[];
}

const INTERFACES = ['rest', 'mcp'] as const;

async function batch(
  { client }: Served,
  key: string,
  through: 'rest' | 'mcp',
  calls: readonly BatchCall[],
): Promise<BatchCodes> {
  if (through === 'rest') {
    const answer = await new Client(client.url, key).request('/api/v1/batch', jsonCall('POST', { calls }));
    const { code, data } = answer.envelope;
    const results = Array.isArray(data) ? (data as Envelope[]) : [];
    return { code, index: (data as { index?: number }).index, codes: results.map((one) => one.code) };
  }
  const { structured } = await callTool(new URL('/mcp', client.url), 'execute', { calls }, key);
  const results = (structured['results'] ?? []) as { code?: string }[];
  const data = structured['data'] as { index?: number } | undefined;
  return { code: structured['code'], index: data?.index, codes: results.map(({ code }) => code) };
}

const read = { command: 'read', params: { path: HOME } };
const write = { command: 'append', params: { path: HOME, content: 'Never' } };
const edit = { command: EDIT, params: { path: HOME, old: '#', new: '-' }, flags: ['all'] };

/** What a key or the settings do not allow, and the code for it. */
const BEYOND: [what: string, call: BatchCall, limits: Partial<KeyRecord>, Partial<Settings>, string][] = [
  ['a change, with a key for reading', write, { access: 'read' }, {}, 'key_scope'],
  ['an edit, with a key for reading', edit, { access: 'read' }, {}, 'key_scope'],
  ['an edit, with a key for append', edit, { commands: ['read', 'append', 'create'] }, {}, 'key_scope'],
  ['an edit in another vault', { ...edit, vault: 'Work' }, { vaults: ['sample-vault'] }, {}, 'key_scope'],
  ['an edit in any vault', { ...edit, vault: '*' }, { vaults: ['sample-vault'] }, {}, 'key_scope'],
  ['a change that is to be asked for', write, { ask: true }, {}, 'approval_unavailable'],
  ['an edit that is to be asked for', edit, { ask: true }, {}, 'approval_unavailable'],
  ['an edit where create is asked for', edit, {}, { askFirst: ['create'] }, 'approval_unavailable'],
  ['an edit where append is blocked', edit, {}, { blockedCommands: ['append'] }, 'command_blocked'],
  ['an edit in read-only mode', edit, {}, { readOnly: true }, 'read_only'],
  ['an edit outside', { ...edit, params: { ...edit.params, path: '../a.md' } }, {}, {}, 'invalid_parameter'],
];

const scope = groupScope();
let keyed: Keyed;
beforeAll(async () => {
  keyed = await serveKey(scope);
});

describe('what a client may not do', () => {
  test.for(BEYOND)('in a batch or alone, over either interface: %s', async (given) => {
    const [, call, limits, settings, code] = given;
    const { bridge, change, client, key, text, entries } = keyed;
    bridge.setKeys([makeKey('a', limits).record]);
    change({ blockedCommands: [], askFirst: [], readOnly: false, ...settings });
    const before = await text(HOME);
    for (const through of INTERFACES) {
      expect(await batch(keyed, key, through, [read, call])).toEqual({ code, index: 1, codes: [] });
      const { command, ...body } = call;
      const alone =
        through === 'rest'
          ? (await new Client(client.url, key).post(command, body)).envelope
          : (await callTool(new URL('/mcp', client.url), 'execute', { ...call }, key)).structured;
      expect(alone).toMatchObject({ code });
    }
    expect(await text(HOME)).toBe(before);
    expect(entries).toEqual([]);
  });

  test('what is taken from its key in the middle of a batch: the rest does not run', async (scope) => {
    const served = await serveKey(scope);
    const { bridge, record, entries } = served;
    // Each change is recorded before the next call begins.
    Object.assign(entries, {
      push: (entry: AuditEntry) => {
        bridge.setKeys([{ ...record, access: 'read' }]);
        return Array.prototype.push.call(entries, entry);
      },
    });
    const call = (path: string) => ({ command: 'create', params: { path, content: 'x' } });
    const answer = await batch(served, served.key, 'rest', [
      call('One.md'),
      call('Two.md'),
      call('Three.md'),
    ]);
    expect(answer.codes).toEqual([undefined, 'key_scope', 'not_run']);
    expect([await served.isThere('One.md'), await served.isThere('Two.md')]).toEqual([true, false]);
  });
});

describe.concurrent('the record of changes', () => {
  const long = 'A line of a long text.\n'.repeat(2_000);

  test('has each change once, with its client', async (scope) => {
    const served = await serveKey(scope, { name: 'Tablet' });
    const { codes } = await batch(served, served.key, 'rest', [
      { command: 'create', params: { path: 'Long.md', content: long } },
      { command: 'read', params: { path: 'Long.md' } },
      { command: EDIT, params: { path: 'Long.md', old: long.trimEnd(), new: `${long}End` } },
      { command: EDIT, params: { path: 'Long.md', old: 'nowhere', new: '' } },
    ]);
    expect(codes).toEqual([undefined, undefined, undefined, 'text_not_found']);
    expect(await served.text('Long.md')).toBe(`${long}End\n`);
    expect(
      served.entries.map(({ client, command, target, result }) => [client, command, target, result]),
    ).toEqual([
      ['Tablet', 'create', { path: 'Long.md' }, 'ok'],
      ['Tablet', EDIT, { path: 'Long.md' }, 'ok'],
      ['Tablet', EDIT, { path: 'Long.md' }, 'text_not_found'],
    ]);
  });
});

test('headings with more marks in a row than any script has are compared as they are written', async (scope) => {
  const served = await serveKey(scope);
  const marks = '\u0323'.repeat(40);
  const content = `# Cafe\u0301\n\n# Cafe\u0301${marks}\n`;
  await batch(served, served.key, 'rest', [{ command: 'create', params: { path: 'Marks.md', content } }]);
  const editBelow = (heading: string): BatchCall => ({
    command: EDIT,
    params: { path: 'Marks.md', heading, content: 'x' },
  });
  const headings = ['Café', `Cafe\u0301${marks}`, `Café${marks}`];
  const results = headings.map((heading) => batch(served, served.key, 'rest', [editBelow(heading)]));
  const codes = (await Promise.all(results)).map((result) => result.codes[0]);
  expect(codes).toEqual([undefined, undefined, 'heading_not_found']);
});

test('texts of notes are kept for the open question alone, and not without limit', async (scope) => {
  const text = 'A line of a long note.\n'.repeat(300_000);
  const read: string[] = [];
  const notes = oneTextStore(text, {
    read: (path) => {
      read.push(path);
      return Promise.resolve(text);
    },
  });
  const person = new ScriptedApprovals();
  const ports = { approvals: person, hostVault: 'Home', notes };
  const { client, bridge } = await makeTarget(scope, ports, { askFirst: ['append'] });
  const paths = ['1.md', '2.md', '3.md', '4.md'];
  const calls = paths.map((path) => ({ command: 'append', params: { path, content: 'x' } }));
  const several = client.request('/api/v1/batch', jsonCall('POST', { calls }));
  const question = await person.nth(1);
  expect(question.request.calls.map(({ difference }) => difference !== undefined)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  const one = client.post('append', { params: { path: 'Later.md', content: 'x' } });
  await client.get('files');
  expect(read).not.toContain('Later.md');
  question.answer('deny');
  expect((await several).envelope.code).toBe('denied_by_user');
  const next = await person.nth(2);
  expect(next.request.calls[0]?.difference?.path).toBe('Later.md');
  await bridge.stop(0);
  expect((await one).envelope.code).toBe('stopping');
});
