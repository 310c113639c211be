import { beforeAll, describe, expect, test } from 'vitest';
import { isForeign, openTarget } from '../kit/contract-target';
import type { ContractTarget } from '../kit/contract-target';
import { jsonCall, pathOf } from '../kit/http-client';

let target: ContractTarget;
beforeAll(async () => {
  target = await openTarget();
  return () => target.close();
});

describe('the envelope of a command', () => {
  test('a success has ok true, exitCode 0 and an empty stderr; the status is 200', async () => {
    const { status, headers, envelope } = await target.client.get('files');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    expect(envelope).toMatchObject({ ok: true, command: 'files', exitCode: 0, stderr: '' });
    expect(envelope.stdout).toMatch(/\.md\n/);
    expect(Number.isInteger(envelope.duration)).toBe(true);
    expect(envelope.duration).toBeGreaterThan(0);
    expect(envelope).not.toHaveProperty('error');
    expect(envelope).not.toHaveProperty('code');
  });

  test('a failure of the CLI has ok false, a generic error, its exit code and its text in stderr; 422', async () => {
    const path = 'No such note 5f1c.md';
    const { status, envelope } = await target.client.get('read', { path });
    expect(status).toBe(422);
    expect(envelope).toMatchObject({
      ok: false,
      command: 'read',
      exitCode: 1,
      stdout: '',
      error: 'CLI command failed',
      code: 'file_not_found',
    });
    expect(envelope.stderr).toBe(`Error: File "${path}" not found.`);
    expect(envelope.duration).toBeGreaterThan(0);
  });

  test('a refusal by the bridge has ok false, error and command, and no result', async () => {
    const { status, envelope } = await target.client.get('search');
    expect(status).toBe(400);
    expect(envelope).toMatchObject({ ok: false, command: 'search', code: 'missing_parameter' });
    expect(envelope.error).toContain('"query" is missing.');
    expect(envelope.hint).toMatch(/^Usage: search query=/);
    for (const field of ['exitCode', 'stdout', 'stderr', 'duration'])
      expect(envelope).not.toHaveProperty(field);
  });
});

describe('methods', () => {
  test('each colon in the name is a slash in the path', async () => {
    const { status, envelope } = await target.client.get('search:context', { query: 'Garden' });
    expect([status, envelope.command]).toEqual([200, 'search:context']);
    for (const name of ['search:context', 'search%3Acontext'])
      expect((await target.client.request(`/api/v1/cli/${name}?query=Garden`)).status).toBe(200);
  });

  test('POST is accepted for a reading command', async () => {
    const byGet = await target.client.get('files');
    const byPost = await target.client.post('files');
    expect([byPost.status, byPost.envelope.stdout]).toEqual([200, byGet.envelope.stdout]);
    expect((await target.client.request(pathOf('files'), { method: 'POST' })).status).toBe(200);
  });

  const WRONG: [command: string, method: string, allow: string][] = [
    ['files', 'DELETE', 'GET, POST'],
    ['search:context', 'PUT', 'GET, POST'],
    ['create', 'GET', 'POST'],
    ['create', 'DELETE', 'POST'],
    ['create', 'PATCH', 'POST'],
    ['delete', 'GET', 'DELETE, POST'],
    ['delete', 'OPTIONS', 'DELETE, POST'],
    ['property:remove', 'GET', 'DELETE, POST'],
    ['vault', 'PROPFIND', 'GET, POST'],
    ['vault', 'TRACE', 'GET, POST'],
  ];
  test.each(WRONG)('%s does not take %s: 405 with Allow', async (command, method, allow) => {
    const answer = await target.client.request(pathOf(command), { method });
    expect([answer.status, answer.headers.allow]).toEqual([405, allow]);
    expect(answer.envelope).toMatchObject({ ok: false, command, code: 'method_not_allowed' });
  });

  test('HEAD on a command is 405 without a body', async () => {
    const answer = await target.client.send(pathOf('files'), { method: 'HEAD' });
    expect([answer.status, answer.text, answer.headers.allow]).toEqual([405, '', 'GET, POST']);
  });

  const UNKNOWN = [
    'flies',
    'search:contxt',
    'Files',
    'files:',
    'no:such:thing',
    'vault=x',
    '--help',
    '__files',
  ];
  test.each(UNKNOWN)('an unknown command is 404: %s', async (name) => {
    const { status, envelope } = await target.client.get(name);
    expect(status).toBe(404);
    expect(envelope).toMatchObject({ ok: false, command: name, code: 'unknown_command' });
    expect(envelope.error).toContain(`Unknown command: ${name}.`);
  });

  test('a misspelled command: "did you mean"', async () => {
    expect((await target.client.get('flies')).envelope.hint).toMatch(/Did you mean [^?]*\bfiles\b/);
    expect((await target.client.get('search:contxt')).envelope.hint).toMatch(/Did you mean search:context/);
  });
});

describe('GET requests', () => {
  test('any other key is a parameter, decoded: +, percent signs, UTF-8, equals signs', async () => {
    const note = 'No such note: 100% of a=b + č 🌱.md';
    const { envelope } = await target.client.get('read', { path: note });
    expect(envelope.stderr).toBe(`Error: File "${note}" not found.`);
  });

  test('flags: a comma-separated list', async () => {
    const list = await target.client.get('vaults');
    const total = await target.client.get('vaults', { flags: 'total' });
    expect(Number(total.envelope.stdout)).toBe(list.envelope.stdout?.trimEnd().split('\n').length);
    const both = await target.client.get('vaults', { flags: 'verbose,total' });
    expect(both.status).toBe(200);
    const verbose = await target.client.get('vaults', { flags: 'verbose' });
    expect(verbose.envelope.stdout).toMatch(/^[^\t\n]+\t[^\t\n]+$/m);
  });

  test('vault: selects the vault by name, and an unknown one is a failure of the CLI', async () => {
    const { status, envelope } = await target.client.get('files', { vault: 'no such vault 5f1c' });
    expect(status).toBe(422);
    expect(envelope).toMatchObject({ code: 'vault_not_found', stderr: 'Vault not found.', exitCode: 1 });
  });

  test('vault: a named one, and an empty one, which counts as omitted', async () => {
    const vaults = await target.client.get('vaults');
    const [name = ''] = vaults.envelope.stdout?.split('\n') ?? [];
    const named = await target.client.get('vault', { vault: name, info: 'name' });
    expect(named.envelope.stdout?.trim()).toBe(name);
    const { envelope } = await target.client.get('vault', { vault: '', info: 'name' });
    expect(envelope.ok).toBe(true);
  });

  test('format=json also returns the parsed value', async () => {
    const { envelope } = await target.client.get('search', { query: 'a', format: 'json' });
    expect(envelope.data).toEqual(JSON.parse(envelope.stdout ?? ''));
  });

  test('an unknown parameter is passed on, with a warning', async () => {
    const { status, envelope } = await target.client.get('files', { colour: 'red' });
    expect(status).toBe(200);
    expect(envelope.warnings?.join()).toContain('"colour"');
  });

  test('a body is refused', async () => {
    const call = jsonCall('GET', { params: {} });
    const { status, envelope } = await target.client.request(pathOf('files'), call);
    expect([status, envelope.code]).toEqual([400, 'malformed_body']);
  });

  test.skipIf(isForeign)('help takes its command as a separate word', async () => {
    const { envelope } = await target.client.get('help', { command: 'search:context' });
    expect(envelope.stdout).toMatch(/^ {2}search:context /m);
    expect(envelope.stdout).not.toContain('tasks');
  });
});

describe('plain text for shell scripts', () => {
  test('Accept: text/plain returns the bare stdout, with exit code and duration in headers', async () => {
    const { envelope } = await target.client.get('files');
    const headers = { Accept: 'text/plain' };
    const answer = await target.client.send(pathOf('files'), { headers });
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect([answer.status, answer.headers['x-exit-code']]).toEqual([200, '0']);
    expect(answer.headers['x-duration-ms']).toMatch(/^\d+$/);
    expect(answer.text).toBe(envelope.stdout);
  });

  test('a failure keeps its status, with the error sentence, the output of the CLI, and the hint', async () => {
    const headers = { Accept: 'text/plain' };
    const hintOf = async (path: string) => (await target.client.request(path)).envelope.hint ?? '';
    const read = `${pathOf('read')}?path=no-such-note.md`;
    const failed = await target.client.send(read, { headers });
    expect([failed.status, failed.headers['x-exit-code']]).toEqual([422, '1']);
    const hint = await hintOf(read);
    expect(failed.text).toBe(
      `CLI command failed\nError: File "no-such-note.md" not found.\n${hint && `${hint}\n`}`,
    );
    const refused = await target.client.send(pathOf('search'), { headers });
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(/^The parameter "query" is missing\..*\n/);
    expect(refused.text).toContain(`\n${await hintOf(pathOf('search'))}\n`);
  });
});

describe('concurrency', () => {
  test('rapid requests are queued, and all are answered', async () => {
    const paths = Array.from({ length: 12 }, (_, index) => `No such note ${index}.md`);
    const answers = await Promise.all(paths.map((path) => target.client.get('read', { path })));
    expect(answers.map(({ envelope }) => envelope.stderr)).toEqual(
      paths.map((path) => `Error: File "${path}" not found.`),
    );
  });
});
