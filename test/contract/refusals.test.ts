import { describe, expect, test } from 'vitest';
import { serveFake, TEST_KEY } from '../kit/bridge';
import { isProbe } from '../kit/fake-cli';
import { pathOf } from '../kit/http-client';
import type { Envelope, HttpCall } from '../kit/http-client';
import { groupScope } from '../kit/test-scope';
import { exchange } from '../kit/wire';

const served = serveFake(groupScope(), 'echo ran');
const JSON_TYPE = { 'Content-Type': 'application/json' };

/** A request that is refused: its path and contents, and the expected code and error. */
type Refusal = readonly [what: string, path: string, call: HttpCall, code: string, says: RegExp];

function post(body: string | Buffer, headers: Record<string, string> = JSON_TYPE): HttpCall {
  return { method: 'POST', body, headers };
}

const APPEND = pathOf('append');

const BODIES: Refusal[] = [
  ['invalid JSON', APPEND, post('path=a.md'), 'malformed_body', /not valid JSON/],
  ['truncated JSON', APPEND, post('{"params": {"path": "a.md"'), 'malformed_body', /not valid JSON/],
  ['a trailing comma', APPEND, post('{"params": {},}'), 'malformed_body', /not valid JSON/],
  ['single quotes', APPEND, post("{'params': {}}"), 'malformed_body', /not valid JSON/],
  ['only spaces', APPEND, post('  '), 'malformed_body', /not valid JSON/],
  ['two values', APPEND, post('{}{}'), 'malformed_body', /not valid JSON/],
  ['a list', APPEND, post('[]'), 'malformed_body', /must be a JSON object/],
  ['a string', APPEND, post('"a.md"'), 'malformed_body', /must be a JSON object/],
  ['null', APPEND, post('null'), 'malformed_body', /must be a JSON object/],
  ['bytes that are not UTF-8', APPEND, post(Buffer.from([0x7b, 0xff, 0x7d])), 'malformed_body', /UTF-8/],
  ['parameters at the top', APPEND, post('{"path": "a.md"}'), 'malformed_body', /"params"/],
  ['"__proto__" at the top', APPEND, post('{"__proto__": {}}'), 'malformed_body', /field/],
  ['params that are a list', APPEND, post('{"params": ["a.md"]}'), 'malformed_body', /"params" must be/],
  ['params that are null', APPEND, post('{"params": null}'), 'malformed_body', /"params" must be/],
  ['flags that are a string', APPEND, post('{"flags": "inline"}'), 'malformed_body', /"flags" must be/],
  ['vault that is a number', APPEND, post('{"vault": 7}'), 'malformed_body', /"vault" must be/],
  [
    'another media type',
    APPEND,
    post('{}', { 'Content-Type': 'text/plain' }),
    'malformed_body',
    /Content-Type/,
  ],
  [
    'a form',
    APPEND,
    post('a=b', { 'Content-Type': 'application/x-www-form-urlencoded' }),
    'malformed_body',
    /JSON/,
  ],
  ['no media type', APPEND, post('{}', {}), 'malformed_body', /Content-Type/],
  [
    'a similar media type',
    APPEND,
    post('{}', { 'Content-Type': 'text/application/json' }),
    'malformed_body',
    /JSON/,
  ],
  [
    'another charset',
    APPEND,
    post('{}', { 'Content-Type': 'application/json; charset=latin1' }),
    'malformed_body',
    /JSON/,
  ],
  ['unclosed nesting', APPEND, post('['.repeat(200_000)), 'malformed_body', /JSON|nested too deeply/],
];

function params(command: string, values: Record<string, unknown>, rest: object = {}): [string, HttpCall] {
  return [pathOf(command), post(JSON.stringify({ params: values, ...rest }))];
}

const VALUES: Refusal[] = [
  [
    'a value that is an object',
    ...params('append', { content: {} }),
    'invalid_parameter',
    /must be a string/,
  ],
  ['a value that is a list', ...params('append', { content: [] }), 'invalid_parameter', /must be a string/],
  ['a value that is null', ...params('append', { content: null }), 'invalid_parameter', /must be a string/],
  ['NUL', ...params('append', { content: 'a\0b' }), 'invalid_parameter', /NUL/],
  ['a lone surrogate', ...params('append', { content: '\ud83d' }), 'invalid_parameter', /half a character/],
  ['a number too large', ...params('append', { content: 2 ** 60 }), 'invalid_parameter', /too large/],
  ['a name with "="', ...params('append', { 'a=b': 'c' }), 'invalid_parameter', /parameter name/],
  ['a name with a space', ...params('append', { 'a b': 'c' }), 'invalid_parameter', /parameter name/],
  ['an empty name', ...params('append', { '': 'c' }), 'invalid_parameter', /parameter name/],
  ['a name like an option', ...params('append', { '--copy': 'c' }), 'invalid_parameter', /parameter name/],
  [
    'a name every object has',
    ...params('append', { constructor: 'c' }),
    'invalid_parameter',
    /parameter name/,
  ],
  [
    'vault among the parameters',
    ...params('append', { vault: 'Other' }),
    'invalid_parameter',
    /field "vault"/,
  ],
  [
    'Vault among the parameters',
    ...params('append', { Vault: 'Other' }),
    'invalid_parameter',
    /field "vault"/,
  ],
  ['a flag with a value', ...params('files', {}, { flags: ['vault=Other'] }), 'invalid_parameter', /flag/],
  ['a flag that is a URL', ...params('files', {}, { flags: ['obsidian://x'] }), 'invalid_parameter', /flag/],
  ['a flag that is a number', ...params('files', {}, { flags: [1] }), 'invalid_parameter', /flag/],
  ['the flag vault', ...params('files', {}, { flags: ['vault'] }), 'invalid_parameter', /value/],
  ['a parameter as a flag', ...params('files', {}, { flags: ['folder'] }), 'invalid_parameter', /not a flag/],
  ['a flag set to false', ...params('files', { total: false }), 'invalid_parameter', /is a flag/],
  ['a vault with a line break', ...params('files', {}, { vault: 'a\nb' }), 'invalid_parameter', /"vault"/],
  ['a vault with NUL', ...params('files', {}, { vault: 'a\0' }), 'invalid_parameter', /"vault"/],
  [
    'a path out of the vault',
    ...params('create', { path: '../x.md' }),
    'invalid_parameter',
    /inside the vault/,
  ],
  ['the same with backslashes', ...params('create', { path: 'a\\..\\..\\x' }), 'invalid_parameter', /inside/],
  ['an absolute path', ...params('create', { path: '/etc/x.md' }), 'invalid_parameter', /inside the vault/],
  ['a drive', ...params('create', { path: 'C:\\x.md' }), 'invalid_parameter', /inside the vault/],
  [
    'a name that is a path out',
    ...params('create', { name: '../x' }),
    'invalid_parameter',
    /inside the vault/,
  ],
  ['a move out', ...params('move', { path: 'a.md', to: '../' }), 'invalid_parameter', /inside the vault/],
  [
    'a required one missing',
    ...params('append', { path: 'a.md' }),
    'missing_parameter',
    /"content" is missing\. Usage:/,
  ],
  [
    'a required one empty',
    ...params('append', { path: 'a', content: '' }),
    'missing_parameter',
    /must not be empty/,
  ],
  [
    'a misspelled path',
    ...params('delete', { filepath: 'a.md' }),
    'unknown_parameter',
    /Did you mean "path"/,
  ],
  [
    'a command of several words for help',
    ...params('help', { command: 'a b' }),
    'invalid_parameter',
    /single name/,
  ],
];

const ADDRESSES: Refusal[] = [
  ['a percent sign alone', `${pathOf('search')}?query=100%`, {}, 'bad_request', /percent sign/],
  ['percent-encoding that is not UTF-8', `${pathOf('search')}?query=%ff`, {}, 'bad_request', /percent sign/],
  ['a key given twice', `${pathOf('search')}?query=a&query=b`, {}, 'invalid_parameter', /more than once/],
  [
    'the same key, encoded',
    `${pathOf('search')}?query=a&quer%79=b`,
    {},
    'invalid_parameter',
    /more than once/,
  ],
  ['a POST with a query string', `${APPEND}?path=a.md`, post('{}'), 'invalid_parameter', /query string/],
  [
    'a DELETE with a query string',
    `${pathOf('delete')}?path=a.md`,
    { method: 'DELETE' },
    'invalid_parameter',
    /query/,
  ],
  ['NUL in the query', `${pathOf('search')}?query=a%00b`, {}, 'invalid_parameter', /NUL/],
  [
    'a GET with a body',
    pathOf('files'),
    { body: '{}', headers: JSON_TYPE },
    'malformed_body',
    /query string/,
  ],
];

describe('400: a malformed request gets its error and code, and starts no process', () => {
  for (const [title, rows] of Object.entries({ body: BODIES, value: VALUES, address: ADDRESSES })) {
    describe(`the ${title}`, () => {
      test.for(rows)('%s', async ([, path, call, code, says]) => {
        const { client, cli } = await served;
        await cli.newCalls();
        const { status, envelope } = await client.request(path, call);
        expect([status, envelope.code]).toEqual([400, code]);
        expect(`${envelope.error} ${envelope.hint}`).toMatch(says);
        const command = path.replace(/\?.*/, '').replace('/api/v1/cli/', '').replaceAll('/', ':');
        expect(envelope).toMatchObject({ ok: false, command });
        expect(envelope).not.toHaveProperty('exitCode');
        await client.anonymous('/api/v1/health');
        expect((await cli.newCalls()).filter((words) => !isProbe(words))).toEqual([]);
      });
    });
  }
});

describe('what is accepted on purpose', () => {
  const ACCEPTED: [what: string, call: HttpCall, argv: string[]][] = [
    ['no body', { method: 'POST' }, ['files']],
    ['an empty object', post('{}'), ['files']],
    ['a byte order mark', post('\uFEFF{"flags": ["total"]}'), ['files', 'total']],
    ['a charset', post('{}', { 'Content-Type': 'Application/JSON; Charset="UTF-8"' }), ['files']],
    ['an empty vault', post('{"vault": ""}'), ['files']],
    ['flags twice', post('{"flags": ["total", "total"]}'), ['files', 'total']],
    [
      'the vault first, whatever the order',
      post('{"flags": ["total"], "params": {"folder": "a b", "ext": "md"}, "vault": "My = Vault"}'),
      ['vault=My = Vault', 'files', 'folder=a b', 'ext=md', 'total'],
    ],
  ];
  test.for(ACCEPTED)('%s', async ([, call, argv]) => {
    const { client, cli } = await served;
    await cli.newCalls();
    expect((await client.request(pathOf('files'), call)).status).toBe(200);
    expect((await cli.newCalls()).filter((words) => !isProbe(words))).toEqual([argv]);
  });

  test('no value is interpreted by a shell', async (context) => {
    const { client, cli } = await serveFake(context, `printf '%s\\0' "$@"`);
    const content = `$(touch /tmp/x) \`id\` "a" 'b' ; & | > /dev/null * ~ \\ \n\t\r é 🌱 %00 =`;
    const { envelope } = await client.post('append', { params: { path: '-n.md', content } });
    const argv = ['append', 'path=-n.md', `content=${content}`];
    expect(envelope.stdout).toBe(`${argv.join('\0')}\0`);
    // These words are no confirmation, so that the note is asked about.
    expect(await cli.calls()).toEqual([argv, ['file', 'path=-n.md']]);
  });
});

describe('413: too large', () => {
  test('a call that is too large for the CLI, with the sizes in the error', async (context) => {
    const { client, cli } = await serveFake(context, 'echo ran');
    // Text in content is carried in another way, and a path is never so long.
    const { status, envelope } = await client.post('search', { params: { query: 'x'.repeat(70_000) } });
    expect([status, envelope.code]).toEqual([413, 'command_too_large']);
    expect(envelope.error).toMatch(/70,\d{3} bytes .* at most \d+,\d{3}/);
    expect(await cli.calls()).toEqual([]);
  });
});

describe('the order of the checks: the first failure answers', () => {
  test('key, command, method, policy, program, body', async (context) => {
    const { client, cli, change } = await serveFake(context, 'echo ran', { blockedCommands: ['append'] });
    const broken = { ...post('{'), method: 'PATCH' };
    expect((await client.anonymous(pathOf('nope'), broken)).status).toBe(401);
    expect((await client.request(pathOf('nope'), broken)).status).toBe(404);
    expect((await client.request(APPEND, broken)).status).toBe(405);
    expect((await client.request(APPEND, post('{'))).status).toBe(403);
    change({ blockedCommands: [] });
    expect((await client.request(APPEND, post('{'))).status).toBe(400);
    expect(await cli.calls()).toEqual([]);
  });
});

describe('every response is a JSON object, even to invalid HTTP', () => {
  const host = 'Host: localhost\r\n';
  const RAW: [what: string, bytes: string, status: number][] = [
    ['not HTTP at all', 'hello\r\n\r\n', 400],
    ['a method that does not exist', `BREW /api/v1/health HTTP/1.1\r\n${host}\r\n`, 400],
    ['no Host header', 'GET /api/v1/health HTTP/1.1\r\n\r\n', 400],
    ['an empty Host header', 'GET /api/v1/health HTTP/1.1\r\nHost:\r\n\r\n', 403],
    ['HTTP/1.0 without Host', 'GET /api/v1/health HTTP/1.0\r\n\r\n', 403],
    ['an absolute URL of another host', `GET http://evil.example/api/v1/health HTTP/1.1\r\n${host}\r\n`, 403],
    ['headers over 16 KiB', `GET / HTTP/1.1\r\n${host}X: ${'x'.repeat(20_000)}\r\n\r\n`, 400],
    ['a tunnel', `CONNECT example.org:443 HTTP/1.1\r\n${host}\r\n`, 400],
    ['an unknown Expect header', `GET /api/v1/health HTTP/1.1\r\n${host}Expect: magic\r\n\r\n`, 400],
    [
      'two lengths',
      `POST /api/v1/cli/files HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
      400,
    ],
    [
      'length and chunks at once',
      `POST /api/v1/cli/files HTTP/1.1\r\n${host}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
  ];
  test.for(RAW)('%s', async ([, bytes, status]) => {
    const { client } = await served;
    const [answer] = (await exchange(client.url, bytes)).answers();
    expect(answer?.status).toBe(status);
    expect(JSON.parse(answer?.body ?? '') as Envelope).toMatchObject({
      ok: false,
      error: expect.stringMatching(/./) as string,
      code: expect.stringMatching(/^[a-z_]+$/) as string,
    });
  });

  test('pipelined requests are answered in order', async (context) => {
    const { client } = await serveFake(context, 'sleep 0.1; printf "%s" "$2"');
    const one = (query: string): string =>
      `GET /api/v1/cli/search?query=${query} HTTP/1.1\r\n${host}Authorization: Bearer ${TEST_KEY}\r\n\r\n`;
    const health = `GET /api/v1/health HTTP/1.1\r\n${host}\r\n`;
    const wire = await exchange(client.url, one('a') + health + one('b'), 3);
    const bodies = wire.answers().map(({ body }) => JSON.parse(body) as Envelope);
    expect(bodies.map(({ command }) => command)).toEqual(['search', 'health', 'search']);
    expect([bodies[0]?.stdout, bodies[2]?.stdout]).toEqual(['query=a', 'query=b']);
  });
});
