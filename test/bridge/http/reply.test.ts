import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../../src/bridge/commands/outcome';
import { BridgeError } from '../../../src/bridge/errors';
import { FAILURES } from '../../../src/bridge/failures';
import { documentReply, empty, errorReply, json, outcomeReply, plain } from '../../../src/bridge/http/reply';
import type { Reply } from '../../../src/bridge/http/reply';

const SUCCESS: Outcome = {
  command: 'daily:read',
  exitCode: 0,
  stdout: 'Text é😀\n',
  stderr: '',
  duration: 12,
  waited: 3,
  outputBytes: 10,
  discardedBytes: 0,
  isPartial: false,
  damaged: false,
  warnings: [],
};
const FAILURE: Outcome = {
  ...SUCCESS,
  exitCode: 1,
  stdout: '',
  stderr: 'Error: File "a.md" not found.',
  code: 'file_not_found',
  error: 'CLI command failed',
};

const bodyOf = (reply: Reply): Record<string, unknown> => {
  const body = reply.body;
  return JSON.parse(typeof body === 'string' ? body : body.toString()) as Record<string, unknown>;
};

test('a failure as text ends with one line break, even if stderr has its own', () => {
  const reply = outcomeReply({ ...FAILURE, stderr: 'It failed.\n' }, true);
  expect(reply.body).toBe('CLI command failed\nIt failed.\n');
});

test('as text, warnings are headers that ASCII can carry, and a failure shows the output so far', () => {
  const warned = outcomeReply({ ...SUCCESS, warnings: ['One.', 'Note "Übung 日\n" \uD800'] }, true);
  expect(warned.headers['X-Warning']).toEqual(['One.', 'Note "%C3%9Cbung %E6%97%A5%0A" %EF%BF%BD']);
  expect(warned.body).toBe(SUCCESS.stdout);
  expect(outcomeReply(SUCCESS, true).headers).not.toHaveProperty('X-Warning');
  const cut = outcomeReply({ ...FAILURE, error: 'Too slow.', stderr: '', stdout: 'so far\n' }, true);
  expect(cut.body).toBe('Too slow.\nso far\n');
  const twice = outcomeReply({ ...FAILURE, stdout: 'It failed.\n', stderr: 'It failed.\n' }, true);
  expect(twice.body).toBe('CLI command failed\nIt failed.\n');
});

test('as text, the hint follows what went wrong, and the output so far comes last', () => {
  const hint = 'Run files.';
  const failed = outcomeReply({ ...FAILURE, hint, stdout: 'so far\n' }, true);
  expect(failed.body).toBe('CLI command failed\nError: File "a.md" not found.\nRun files.\nso far\n');
  const refused = errorReply(BridgeError.of('unauthorized', { detail: 'No key.', hint }), true);
  expect(refused.body).toBe('No key.\nRun files.\n');
});

describe('the envelope of a command that ran', () => {
  test('success has ok true, exitCode 0, an empty stderr and no error', () => {
    const reply = outcomeReply(SUCCESS, false);
    expect(reply.status).toBe(200);
    expect(bodyOf(reply)).toEqual({
      ok: true,
      command: 'daily:read',
      exitCode: 0,
      stdout: 'Text é😀\n',
      stderr: '',
      duration: 12,
      waited: 3,
    });
  });

  test('a failure of the program has ok false, the generic error, its text in stderr, 422', () => {
    const reply = outcomeReply(FAILURE, false);
    expect(reply.status).toBe(422);
    expect(bodyOf(reply)).toEqual({
      ok: false,
      command: 'daily:read',
      exitCode: 1,
      stdout: '',
      stderr: 'Error: File "a.md" not found.',
      duration: 12,
      waited: 3,
      error: 'CLI command failed',
      code: 'file_not_found',
    });
  });

  test('warnings and data only when there are any', () => {
    expect(bodyOf(outcomeReply({ ...SUCCESS, warnings: ['Look.'] }, false))['warnings']).toEqual(['Look.']);
    for (const data of [[], {}, 0, '', null, false])
      expect(bodyOf(outcomeReply({ ...SUCCESS, data }, false))['data']).toEqual(data);
    const plainBody = bodyOf(outcomeReply(SUCCESS, false));
    for (const field of ['warnings', 'data', 'code', 'error']) expect(plainBody).not.toHaveProperty(field);
  });

  test('a timeout is 422 with exit code 124 and the output so far', () => {
    const outcome = {
      ...FAILURE,
      exitCode: 124,
      stdout: 'so far',
      code: 'timeout',
      error: 'Too slow.',
    } as const;
    const reply = outcomeReply(outcome, false);
    expect(reply.status).toBe(422);
    expect(bodyOf(reply)).toMatchObject({ ok: false, exitCode: 124, stdout: 'so far', code: 'timeout' });
  });

  test('as text, the bare stdout with the same status', () => {
    expect(outcomeReply(SUCCESS, true)).toMatchObject({
      status: 200,
      body: 'Text é😀\n',
      headers: {
        'Content-Type': 'text/plain; charset=utf-8',
        'X-Exit-Code': '0',
        'X-Duration-Ms': '12',
      },
    });
    expect(outcomeReply(FAILURE, true)).toMatchObject({
      status: 422,
      body: 'CLI command failed\nError: File "a.md" not found.\n',
      headers: { 'X-Exit-Code': '1' },
    });
  });
});

describe('the public endpoints', () => {
  test('the document is text in stdout and parsed in data, with duration 0', () => {
    const document = { status: 'ok', list: [1, 'é'] };
    const reply = documentReply('health', document);
    expect(reply.status).toBe(200);
    const { stdout, ...rest } = bodyOf(reply);
    expect(JSON.parse(String(stdout))).toEqual(document);
    expect(rest).toEqual({
      ok: true,
      command: 'health',
      exitCode: 0,
      stderr: '',
      duration: 0,
      data: document,
    });
  });
});

describe('refusals', () => {
  test('a blocked command: ok false, the sentence of the contract, command, 403', () => {
    const reply = errorReply(BridgeError.of('command_blocked', { command: 'read' }));
    expect(reply.status).toBe(403);
    expect(bodyOf(reply)).toEqual({
      ok: false,
      command: 'read',
      error: 'Command is blocked: read',
      code: 'command_blocked',
    });
  });

  test('command is left out when the path names none', () => {
    const body = bodyOf(errorReply(BridgeError.of('not_found', {})));
    expect(Object.keys(body)).toEqual(['ok', 'error', 'code', 'hint']);
  });

  test('the command from the path is added without changing the rest', () => {
    const error = BridgeError.of('method_not_allowed', { allow: ['GET', 'POST'] }).about('daily:read');
    const reply = errorReply(error);
    expect(bodyOf(reply)).toMatchObject({ command: 'daily:read', code: 'method_not_allowed' });
    expect(reply.headers['Allow']).toBe('GET, POST');
    expect(reply.status).toBe(405);
  });

  test('the headers that belong to a status: Retry-After with 503, WWW-Authenticate with 401', () => {
    const full = errorReply(BridgeError.of('queue_full', { limit: 1_000, retryAfter: 1 }));
    expect(full).toMatchObject({ status: 503, headers: { 'Retry-After': '1' } });
    const key = errorReply(BridgeError.of('unauthorized', { detail: 'No.' }));
    expect(key.headers['WWW-Authenticate']).toBe('Bearer realm="CLI Bridge"');
    const other = errorReply(BridgeError.of('rest_disabled', {}));
    for (const name of ['Allow', 'Retry-After', 'WWW-Authenticate'])
      expect(other.headers).not.toHaveProperty(name);
  });

  test('as text, the error sentence and the hint with the same status and headers', () => {
    expect(errorReply(BridgeError.of('queue_full', { limit: 1_000, retryAfter: 1 }), true)).toMatchObject({
      status: 503,
      body: expect.stringMatching(/^1,000 requests are waiting .*\.\nNothing was run: .*\.\n$/) as string,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '1' },
    });
  });

  test('no response contains a stack or the name of an error class', () => {
    for (const code of Object.keys(FAILURES) as (keyof typeof FAILURES)[]) {
      const facts = {
        detail: 'Detail.',
        command: 'read',
        suggestions: [],
        allow: ['GET'],
        limit: 1,
        size: 2,
        path: 'a.md',
        wanted: 'b',
        lines: [1],
        areAll: true,
        heading: 'A',
        folder: 'A',
        file: 'a.png',
        kind: 'an image',
      };
      const error = BridgeError.of(code, {
        ...facts,
        platform: 'Linux',
        seconds: 1,
        searched: 'x',
        reason: 'y',
      });
      const { body } = errorReply(error);
      expect(body).not.toMatch(/BridgeError|\bat .*:\d+:\d+|stack/);
      const names = Object.keys(JSON.parse(body) as object).filter((name) => name !== 'hint');
      expect(names).toEqual(['ok', 'command', 'error', 'code']);
    }
  });
});

test('no response may be cached or sniffed', () => {
  for (const reply of [json(200, '{}'), plain(200, ''), empty(204), json(500, '{}', { Allow: 'GET' })])
    expect(reply.headers).toMatchObject({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
});
