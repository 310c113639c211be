import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serveFake } from '../../kit/bridge';
import { makeFolder } from '../../kit/folder';
import type { TestScope } from '../../kit/test-scope';
import { callTool } from '../../kit/mcp-client';
import { requestText, Wire } from '../../kit/wire';

/** What is hard to cut, to decode or to escape, many times over. */
const PIECE = Buffer.concat([
  Buffer.from('line\r\n"quoted" \\ \u0001\u0000\u2028 äß漢字😀\uFEFF'),
  Buffer.from([0xff, 0xe2, 0x82, 0x41, 0xf0, 0x9f, 0x98]),
]);
const HARD = Buffer.concat(Array.from({ length: 20_000 }, () => PIECE));
const TEXT = HARD.toString();
const DAMAGED = 'Some bytes of the output are not UTF-8 and show as U+FFFD.';

/** A bridge whose program prints this. @param behavior shell lines; the bytes are in `$printed` */
async function printing(context: TestScope, bytes: Buffer, behavior = 'cat "$printed"') {
  const file = join(await makeFolder(context), 'printed');
  await writeFile(file, bytes);
  return serveFake(context, `printed='${file}'\n${behavior}`);
}

test('a long output arrives as it was printed, as JSON and as text', async (context) => {
  const { client } = await printing(context, HARD);
  const { status, envelope } = await client.get('files');
  expect([status, envelope.ok, envelope.exitCode, envelope.stderr]).toEqual([200, true, 0, '']);
  expect(envelope.stdout === TEXT).toBe(true);
  expect(envelope.warnings).toEqual([DAMAGED]);
  const plain = await client.send('/api/v1/cli/files', { headers: { Accept: 'text/plain' } });
  expect(plain.status).toBe(200);
  expect(plain.text === TEXT).toBe(true);
  expect(plain.headers).toMatchObject({ 'x-exit-code': '0', 'x-warning': DAMAGED });
});

test('a connection is still used after a long answer', async (context) => {
  const { client } = await printing(context, HARD);
  const wire = await Wire.open(client.url);
  const files = requestText('GET /api/v1/cli/files', { Authorization: `Bearer ${client.key}` });
  wire.write(files + files + requestText('GET /api/v1/health'));
  const answers = await wire.read(3);
  wire.reset();
  const [one, two, three] = answers.map(
    ({ body }) => JSON.parse(body) as { command: string; stdout: string },
  );
  expect([one?.stdout === TEXT, two?.stdout === TEXT, three?.command]).toEqual([true, true, 'health']);
});

test('the long output of a failure is passed on whole, whichever stream it was printed to', async (context) => {
  const { client } = await printing(
    context,
    HARD,
    `case $command in files) cat "$printed"; exit 7 ;; *) cat "$printed"; cat "$printed" >&2; exit 7 ;; esac`,
  );
  const one = await client.get('files');
  expect([one.status, one.envelope.exitCode, one.envelope.code]).toEqual([422, 7, 'cli_failed']);
  expect(one.envelope.stdout === TEXT).toBe(true);
  const both = await client.get('folders');
  expect([both.envelope.stdout === TEXT, both.envelope.stderr === TEXT]).toEqual([true, true]);
  const plain = await client.send('/api/v1/cli/folders', { headers: { Accept: 'text/plain' } });
  expect(plain.text.startsWith('CLI command failed\n')).toBe(true);
  expect(plain.text.includes(TEXT.trimEnd())).toBe(true);
});

test('long JSON is parsed up to 1 MiB of text and 100,000 values, where the command is known to print it', async (context) => {
  const items = Array.from({ length: 9_000 }, (_, index) => ({ path: `Ü ${index}.md`, matches: [index] }));
  const json = JSON.stringify(items, undefined, 1);
  const { client } = await printing(
    context,
    Buffer.from(json),
    `case $2 in query=many) head -c 200000 /dev/zero | sed 's/./0,/g; s/^/[/; s/$/0]/' | tr '\\000' 0 ;; *) cat "$printed" ;; esac`,
  );
  const found = await client.get('search', { query: 'x', format: 'json' });
  expect(found.envelope.data).toEqual(items);
  expect(found.envelope.stdout === json).toBe(true);
  const many = await client.get('search', { query: 'many', format: 'json' });
  expect(many.envelope).not.toHaveProperty('data');
  expect(many.envelope.warnings).toEqual([
    'JSON was asked for, but the output is made of more than 100,000 values, so there is no data.',
  ]);
  const read = await client.get('read', { path: 'a.md', format: 'json' });
  expect(read.envelope.data).toEqual({ path: 'a.md' });
});

test('a page over MCP continues the last one, anywhere in a long output', async (context) => {
  const { client } = await printing(context, HARD);
  const url = new URL('/mcp', client.url);
  const page = (offset: number) =>
    callTool(url, 'execute', { command: 'files', offset, max_chars: 20_000 }).then(
      ({ structured }) => structured as { stdout: string; nextOffset?: number; totalChars: number },
    );
  for (const start of [0, 327_680, TEXT.length - 50_000]) {
    const one = await page(start);
    const two = await page(one.nextOffset ?? 0);
    expect(one.totalChars).toBe(TEXT.length);
    // A place within a character is moved to before it.
    expect([start, start - 1].some((at) => TEXT.startsWith(one.stdout + two.stdout, at))).toBe(true);
  }
  const last = await page(TEXT.length - 100);
  expect([TEXT.endsWith(last.stdout), last.nextOffset]).toEqual([true, undefined]);
});
