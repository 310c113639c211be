import { failingProgram } from '../kit/failing-program';
import { beforeAll, describe, expect, test } from 'vitest';
import { FAILURES } from '../../src/bridge/error-codes/error-codes';
import type { FailureCode } from '../../src/bridge/error-codes/error-codes';
import { DEFAULT_SETTINGS } from '../../src/bridge/settings';
import type { Settings } from '../../src/bridge/settings';
import { serve, serveFake } from '../kit/bridge';
import { jsonCall, pathOf } from '../kit/http-client';
import type { Client, Envelope, HttpCall } from '../kit/http-client';
import { makeKey } from '../kit/keys';
import { callTool } from '../kit/mcp-client';
import { overMcp } from '../kit/spoken-hint';
import { useNotes } from '../kit/note-vault';
import { groupScope } from '../kit/test-scope';
import { until } from '../kit/until';
import { exchange } from '../kit/wire';
import { StoreFailure, StoreTimeout } from '../../src/bridge/notes/note-store';

const BEHAVIOR = failingProgram(`path=Slow.md) exec sleep 60 ;;
path=Gate.md) await_gate ;;
query=silence) exit ;;`);

/** A call of a command, which can be made over REST and over MCP. */
interface CommandCall {
  readonly command: string;
  readonly vault?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  /** Settings that it takes to fail. */
  readonly given?: Partial<Settings>;
}

const append = (path: string): CommandCall => ({ command: 'append', params: { path, content: 'x' } });

/** One call of a command for each code that a call can end with. */
const CALLS: Partial<Record<FailureCode, CommandCall>> = {
  invalid_parameter: { command: 'read', params: { path: '../a.md', name: { a: 1 } } },
  missing_parameter: { command: 'append', params: { path: 'a.md' } },
  unknown_parameter: { command: 'append', params: { fiel: 'a', content: 'x' } },
  ambiguous_vault: { command: 'tags', vault: 'Twin' },
  command_blocked: { command: 'tags', given: { blockedCommands: ['tags'] } },
  read_only: { ...append('a.md'), given: { readOnly: true } },
  command_dangerous: { command: 'eval', params: { code: '1' } },
  bridge_protected: {
    command: 'plugin:disable',
    params: { id: 'cli-bridge' },
    given: { allowDangerousCommands: true },
  },
  not_text: append('Photo.png'),
  vault_not_allowed: { command: 'tags', vault: 'Twin', given: { allowedVaults: ['Notes'] } },
  approval_unavailable: { ...append('a.md'), given: { askFirst: ['append'] } },
  unknown_command: { command: 'reed' },
  command_too_large: { command: 'search', params: { query: 'x'.repeat(70_000) } },
  timeout: { ...append('Slow.md'), given: { timeoutSeconds: 1 } },
  unconfirmed: append('Silent.md'),
  no_output: { command: 'search', params: { query: 'silence' } },
  output_too_large: { command: 'read', params: { path: 'Long.md' } },
  ambiguous_name: { command: 'append', params: { file: 'Same', content: 'x' } },
  file_not_found: append('Missing.md'),
  vault_not_found: { command: 'tags', vault: 'Gone' },
  cli_disabled: append('Off.md'),
  app_not_running: append('Away.md'),
  command_unavailable: { command: 'daily' },
  cli_failed: append('Odd.md'),
};

const edit = (params: object) => ({ command: 'cli-bridge:edit', params: { path: 'Note.md', ...params } });

/** One call for each code that takes a note: this one. */
const NOTE = '---\na: b: c\n---\n# Log\n\nOne.\n\n# Log\n\nOne.\n';
const OF_NOTES: Partial<
  Record<FailureCode, { command: string; params: Record<string, unknown>; flags?: string[] }>
> = {
  already_exists: {
    command: 'cli-bridge:attach',
    params: { path: 'Attachments/irrigation-plan.svg', base64: '' },
  },
  folder_not_empty: { command: 'cli-bridge:folder', params: { path: 'Attachments' }, flags: ['delete'] },
  needs_app: { command: 'cli-bridge:folder', params: { path: 'Attachments', to: 'Files' } },
  text_not_found: edit({ old: 'one.', new: 'Two.' }),
  text_ambiguous: edit({ old: 'One.', new: 'Two.' }),
  heading_not_found: edit({ heading: 'Logs', content: 'Two.' }),
  heading_ambiguous: edit({ heading: 'Log', content: 'Two.' }),
  invalid_frontmatter: { command: 'property:set', params: { path: 'Note.md', name: 'n', value: 'x' } },
  block_not_found: edit({ block: 'tasks', content: 'Two.' }),
  revision_conflict: { command: 'append', params: { path: 'Note.md', content: 'Two.' } },
  write_failed: {
    command: 'create',
    params: { path: 'Note.md', content: '\\new' },
    flags: ['overwrite'],
  },
  content_too_large: { command: 'base:create', params: { path: 'Books.base', content: '\\n' } },
  no_store: { command: 'append', params: { path: 'Note.md', content: '\\n' } },
  unconfirmed: { command: 'append', params: { path: 'Note.md', content: '\\n' } },
  store_timeout: { command: 'append', params: { path: 'Note.md', content: '\\n' } },
  question_not_found: { command: 'cli-bridge:questions', params: { id: 'none' } },
  change_not_found: { command: 'cli-bridge:undo', params: { id: 'last' } },
};

const FILES = '/api/v1/cli/files';
const OF_MCP = makeKey('agent', { interfaces: ['mcp'] });
const OF_REST = makeKey('script');

/** One request for each code that a request can end with before it is a call of a command. */
const REQUESTS: Partial<Record<FailureCode, { path: string; call?: HttpCall; given?: Partial<Settings> }>> = {
  malformed_body: { path: pathOf('read'), call: jsonCall('POST', { path: 'a.md' }) },
  unauthorized: { path: FILES, call: { headers: { Authorization: 'Bearer no' } } },
  key_scope: { path: FILES, call: { headers: { Authorization: `Bearer ${OF_MCP.key}` } } },
  private_path: {
    path: `${FILES}?folder=Diary`,
    call: { headers: { Authorization: `Bearer ${OF_REST.key}` } },
    given: { privateFolders: ['Diary'] },
  },
  host_not_allowed: { path: FILES, call: { headers: { Host: 'evil.example' } } },
  origin_not_allowed: { path: '/mcp', call: { method: 'POST', headers: { Origin: 'https://evil.example' } } },
  not_found: { path: '/api/v2' },
  no_events: { path: '/api/v1/events' },
  rest_disabled: { path: FILES, given: { restEnabled: false } },
  mcp_disabled: { path: '/mcp', call: { method: 'POST' }, given: { mcpEnabled: false } },
  method_not_allowed: { path: FILES, call: { method: 'DELETE' } },
  body_too_large: {
    path: pathOf('append'),
    call: { method: 'POST', headers: { 'Content-Type': 'application/json', 'Content-Length': 20_000_000 } },
  },
  batch_failed: {
    path: '/api/v1/batch',
    call: jsonCall('POST', { calls: [append('Missing.md'), append('a.md')] }),
  },
  unsupported_media_type: { path: '/mcp', call: { method: 'POST', body: '{}' } },
};

/** Codes that need a bridge of their own, each with its test below; and what nobody can fix. */
const OTHERS: readonly FailureCode[] = [
  'bad_request',
  // Seen in test/bridge/http/callers-mistakes.test.ts.
  'https_request',
  'cli_not_found',
  'cli_not_answering',
  'queue_full',
  'queue_timeout',
  'stopping',
  'cancelled',
  // Seen in test/bridge/mcp/search-run.test.ts.
  'not_a_read',
  'not_run',
  // Seen in test/bridge/commands/approval/approval-queue.test.ts: they take a person.
  'denied_by_user',
  'client_paused',
  'approval_timeout',
  // Seen in test/bridge/call/approval/kept-questions.test.ts.
  'approval_pending',
  // Seen in test/bridge/commands/hints/hints.test.ts: over REST it is a warning.
  'folder_not_found',
  // Seen in test/bridge/notes/undo.test.ts.
  'not_undoable',
  // Seen in test/bridge/notes/write-note.test.ts.
  'write_incomplete',
  // Seen in test/bridge/call/carriers/replace-notes.test.ts: it takes more than 500 notes.
  'too_many_notes',
  // Seen in test/attack: they take a system that starts no process, and clients that read nothing.
  'spawn_failed',
  'answers_full',
  'internal_error',
  // Seen in test/bridge/call/repeats.test.ts: it takes a call before it.
  'idempotency_conflict',
];

const scope = groupScope();
const served = serveFake(scope, BEHAVIOR);
beforeAll(async () => {
  const { bridge } = await served;
  bridge.setKeys([OF_MCP.record, OF_REST.record]);
  await until('the program is recognized', () => bridge.status().cli.recognized);
});

function expectNextStep({ ok, code, error, hint }: Envelope, wanted: string): void {
  expect([ok, code]).toEqual([false, wanted]);
  expect(hint).toMatch(/^[A-Z"][^\n]+[.!?]$|^Usage: /);
  expect(hint).not.toBe(error);
}

async function under<T>(
  given: Partial<Settings> | undefined,
  act: (client: Client) => Promise<T>,
): Promise<T> {
  const { client, change, bridge } = await served;
  change(given ?? {});
  try {
    return await act(client);
  } finally {
    change({ ...DEFAULT_SETTINGS, port: bridge.status().listening?.port ?? 0 });
  }
}

test('every failure code is tried here', () => {
  const tried = [CALLS, REQUESTS, OF_NOTES].flatMap(Object.keys).concat(OTHERS);
  expect([...new Set(tried)].sort()).toEqual(Object.keys(FAILURES).sort());
});

test.each(Object.entries(CALLS))('%s: the next step, over REST and MCP alike', async (code, call) => {
  const { given, command, ...named } = call;
  await under(given, async (client) => {
    const { status, envelope } = await client.post(command, named);
    expect(status).toBe(FAILURES[code as FailureCode].status);
    expectNextStep(envelope, code);
    const { structured } = await callTool(new URL('/mcp', client.url), 'execute', { command, ...named });
    // MCP refuses every unknown name, so that it cannot know that the open note was not meant.
    const hint = code === 'unknown_parameter' ? (expect.any(String) as string) : overMcp(envelope.hint);
    expect([structured['code'], structured['hint']]).toEqual([code, hint]);
  });
});

test.each(Object.entries(REQUESTS))('%s: the next step', async (code, { path, call, given }) => {
  await under(given, async (client) => {
    const { status, envelope } = await client.request(path, call);
    expect(status).toBe(FAILURES[code as FailureCode].status);
    expectNextStep(envelope, code);
  });
});

const ofHost = useNotes({ store: 'own' });
const nowhere = useNotes();

test.each(Object.entries(OF_NOTES))(
  '%s: the next step, over REST and MCP alike',
  async (code, { command, params, flags = [] }) => {
    const { client, notes, write, text } = (code === 'no_store' ? nowhere : ofHost)();
    await write('Note.md', NOTE);
    const isUnchanged = code === 'write_failed';
    if (isUnchanged || code === 'unconfirmed')
      notes.failure = new StoreFailure('The file system refused it (EIO).', { isUnchanged });
    if (code === 'store_timeout') notes.failure = new StoreTimeout({ isUnchanged: true, seconds: 5 });
    const revision = code === 'revision_conflict' ? '0'.repeat(16) : undefined;
    const { status, envelope } = await client.post(command, { params, flags, ifRevision: revision });
    expect(status).toBe(FAILURES[code as FailureCode].status);
    expectNextStep(envelope, code);
    const given = { command, params, flags, ...(revision !== undefined && { if_revision: revision }) };
    const { structured } = await callTool(new URL('/mcp', client.url), 'execute', given);
    expect([structured['code'], structured['hint']]).toEqual([code, envelope.hint]);
    expect(await text('Note.md')).toBe(NOTE);
  },
);

describe('with a bridge of their own', () => {
  test('bad_request: a raw letter in the address is named with its percent-encoded form', async () => {
    const { client } = await served;
    const request = `GET ${FILES}?folder=Grüße HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;
    const [answer] = (await exchange(client.url, request)).answers();
    expectNextStep(JSON.parse(answer?.body ?? '{}') as Envelope, 'bad_request');
    expect(answer?.body).toContain('%C3%BC');
  });

  test('cli_not_found', async (context) => {
    const { client } = await serve(context, { program: { file: '/nowhere/obsidian', leadingArguments: [] } });
    const { envelope } = await client.get('files');
    expectNextStep(envelope, 'cli_not_found');
    const { structured } = await callTool(new URL('/mcp', client.url), 'execute', { command: 'files' });
    expect(structured['hint']).toBe(envelope.hint);
  });

  test('not_run', async () => {
    const { client } = await served;
    const batch = jsonCall('POST', { calls: [append('Missing.md'), append('a.md')] });
    const { envelope } = await client.request('/api/v1/batch', batch);
    const [, left] = envelope.data as Envelope[];
    expectNextStep(left ?? { ok: true }, 'not_run');
  });

  test('cli_not_answering', async (context) => {
    const { client } = await serveFake(context, ':', { timeoutSeconds: 1 }, { help: 'exec sleep 30' });
    expectNextStep((await client.post('some:thing')).envelope, 'cli_not_answering');
  });

  test('queue_timeout, queue_full, stopping, cancelled', async (context) => {
    const { client, bridge, change, cli } = await serveFake(context, 'await_gate', { timeoutSeconds: 600 });
    const running = client.post('append', { params: { path: 'a.md', content: 'x' } });
    await until('it runs', async () => (await cli.calls()).length === 1);
    change({ timeoutSeconds: 1 });
    expectNextStep((await client.get('files')).envelope, 'queue_timeout');
    change({ timeoutSeconds: 600 });
    const waiting = Array.from({ length: 500 }, () => client.get('files'));
    await until('the queue is full', () => bridge.status().waiting === 500);
    expectNextStep((await client.get('files')).envelope, 'queue_full');
    const stopped = bridge.stop(0);
    for (const { envelope } of await Promise.all(waiting)) expectNextStep(envelope, 'stopping');
    expectNextStep((await running).envelope, 'cancelled');
    await stopped;
  });
});
