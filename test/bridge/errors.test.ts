import { describe, expect, test } from 'vitest';
import { BridgeError, hintFor, sentenceOf } from '../../src/bridge/errors';
import { FAILURES } from '../../src/bridge/error-codes/error-codes';
import type { FailureCode } from '../../src/bridge/error-codes/error-codes';
import { amount } from '../../src/bridge/text/printable';
import { REST_WORDS } from '../kit/mcp-client';

const CODES = Object.keys(FAILURES) as FailureCode[];
const FACTS = {
  detail: 'What is wrong and what to do.',
  path: 'Home.md',
  folder: 'Notes',
  file: 'Photo.png',
  kind: 'an image',
  revision: '5f1c0a9e7d3b2846',
  wanted: '0123456789abcdef',
  command: 'daily:read',
  endpoint: 'append',
  allow: ['GET', 'POST'],
  method: 'PUT',
  limit: 60_000,
  size: 60_001,
  platform: 'Linux',
  seconds: 30,
  what: 'printed nothing',
  problem: 'It was not found.',
  searched: 'PATH, /usr/bin/obsidian',
  reason: 'EAGAIN',
  vault: 'Notes',
  paths: '/home/me/Notes, /mnt/Notes',
  name: 'Home',
  list: '"Home.md", "Notes/Home.md"',
  line: 3,
  lines: [3, 5],
  areAll: true,
  notes: 700,
  heading: 'Tasks',
  block: 'tasks',
  isRepeated: false,
  client: 'Kitchen tablet',
  lacks: 'it has read access only',
  id: '4',
  why: 'its text is no longer kept',
  how: 'would create the note',
};
/** The error sentences that the contract prescribes. */
const FIXED = ['CLI command failed', 'Command is blocked: daily:read'];

describe.each(CODES)('%s', (code) => {
  const { status } = FAILURES[code];
  const sentence = sentenceOf(code, FACTS);

  test('has a status of the contract, or 413 or 415', () => {
    expect([400, 401, 403, 404, 405, 422, 500, 503, 413, 415]).toContain(status);
    if (status === 415) expect(code).toBe('unsupported_media_type');
    if (status === 413)
      expect(['body_too_large', 'command_too_large', 'content_too_large', 'no_store']).toContain(code);
    if (status === 405) expect(code).toBe('method_not_allowed');
    if (status === 500) expect(code).toBe('internal_error');
  });

  test('has a whole sentence, in one line', () => {
    expect(sentence).not.toMatch(/\n|undefined|\[object|NaN| {2}/);
    if (!FIXED.includes(sentence)) expect(sentence).toMatch(/^(?:[A-Z0-9]|append )[^]+\.$/);
  });

  test('becomes an error that carries code, status and facts, and no cause', () => {
    const error = BridgeError.of(code, FACTS);
    expect(error).toMatchObject({ code, status, message: sentence, name: 'BridgeError' });
    expect(error).toBeInstanceOf(Error);
    expect(error.cause).toBeUndefined();
    expect(error.about('read')).toMatchObject({
      code,
      status,
      message: sentence,
      context: { command: 'read' },
    });
  });
});

test('failures of the program have a generic error; a blocked command has the prescribed wording', () => {
  const generic = CODES.filter(
    (code) => sentenceOf(code, { ...FACTS, problem: undefined }) === 'CLI command failed',
  );
  expect(generic.sort()).toEqual(
    [
      'file_not_found',
      'vault_not_found',
      'cli_disabled',
      'app_not_running',
      'command_unavailable',
      'cli_failed',
    ].sort(),
  );
  expect(generic.every((code) => FAILURES[code].status === 422)).toBe(true);
  expect(sentenceOf('command_blocked', { command: 'delete' })).toBe('Command is blocked: delete');
  expect(sentenceOf('read_only', { command: 'delete' })).toMatch(/^Command is blocked: delete /);
});

/** What a request to /mcp can fail with before it reaches a tool, or what only REST has. */
const NOT_OF_TOOLS: readonly FailureCode[] = [
  'bad_request',
  'https_request',
  'malformed_body',
  'host_not_allowed',
  'origin_not_allowed',
  'not_found',
  'rest_disabled',
  'method_not_allowed',
  'body_too_large',
  'unsupported_media_type',
  'batch_failed',
];

test.each(CODES.filter((code) => !NOT_OF_TOOLS.includes(code)))(
  '%s speaks of tools and parameters over MCP, never of REST',
  (code) => {
    const hints = [undefined, 'append', 'cli-bridge:edit'].map((command) =>
      hintFor(code, { command, interface: 'mcp', setting: 'Blocked commands' }),
    );
    expect([sentenceOf(code, FACTS), ...hints].join(' ')).not.toMatch(REST_WORDS);
  },
);

test('sentences contain the numbers and names that help', () => {
  expect(sentenceOf('command_too_large', FACTS)).toMatch(/60,001 bytes .* 60,000 on Linux; nothing was run/);
  expect(sentenceOf('method_not_allowed', FACTS)).toBe('append needs GET or POST, not PUT.');
  expect(sentenceOf('cli_not_found', FACTS)).toContain('PATH, /usr/bin/obsidian');
  expect([0, 999, 1_000, 67_108_864].map(amount)).toEqual(['0', '999', '1,000', '67,108,864']);
});

test('errors before the command starts are 503 and say that nothing was run', () => {
  for (const code of ['queue_full', 'queue_timeout', 'stopping', 'spawn_failed'] as const) {
    expect(FAILURES[code].status).toBe(503);
    expect(sentenceOf(code, FACTS)).toContain('nothing was run');
  }
  for (const code of ['timeout', 'cancelled'] as const) {
    expect(FAILURES[code].status).toBe(422);
    expect(sentenceOf(code, FACTS)).toContain('may have been carried out');
  }
});
