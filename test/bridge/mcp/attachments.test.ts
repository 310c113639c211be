import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as TransportV2,
} from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { serve, TEST_KEY } from '../../kit/bridge';
import type { Served } from '../../kit/bridge';
import { legacyMessage, sendMessage } from '../../kit/mcp-client';
import { NoteFolder } from '../../kit/note-folder';
import { residentVault } from '../../kit/resident-stand-in';
import { ScriptedApprovals } from '../../kit/scripted-approvals';
import { groupScope } from '../../kit/test-scope';

const GET = 'cli-bridge:attachment';
const ADD = 'cli-bridge:attach';
const MIB = 1024 * 1024;
/** How images begin, in Latin-1. */
const PNG = '\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x01\x40\x00\x00\x00\xf0';
const STARTS: Readonly<Record<string, string>> = {
  'image/png': PNG,
  'image/jpeg': '\xff\xd8\xff\xe0\x00\x02\xff\xc0\x00\x11\x08\x00\xf0\x01\x40',
  'image/gif': 'GIF89a\x40\x01\xf0\x00',
  'image/webp': 'RIFF\x01\n\r\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00\x3f\x01\x00\xef\x00\x00',
};
/** Random bytes that begin as files of the type do. */
function bytesOf(mimeType: string, size: number): Buffer {
  const start = Buffer.from(STARTS[mimeType] ?? '', 'latin1');
  return Buffer.concat([start, randomBytes(size - start.length)]);
}
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const NAME = { name: 'test', version: '1' };
const INIT = { requestInit: { headers: { Authorization: `Bearer ${TEST_KEY}` } } };

const scope = groupScope();
const person = new ScriptedApprovals();
let folder: string;
let served: Served;
beforeAll(async () => {
  const { vault, program } = await residentVault(scope);
  folder = vault;
  served = await serve(scope, {
    program,
    hostVault: 'sample-vault',
    notes: new NoteFolder(vault),
    approvals: person,
  });
  await served.client.get('vault');
});

/** What a client makes of the answer to a call of a tool. */
interface Answer {
  readonly isError?: boolean | undefined;
  readonly content: readonly Readonly<Record<string, unknown>>[];
  readonly structuredContent?: Readonly<Record<string, unknown>> | undefined;
}

interface Caller {
  readonly execute: (given: Record<string, unknown>) => Promise<Answer>;
  readonly close: () => Promise<void>;
}

/** A client of the official SDK. */
async function connectV2(mode: 'legacy' | { pin: string }): Promise<Caller> {
  const client = new ClientV2(NAME, { versionNegotiation: { mode } });
  await client.connect(new TransportV2(new URL('/mcp', served.client.url), INIT));
  return {
    execute: async (given) => (await client.callTool({ name: 'execute', arguments: given })) as Answer,
    close: () => client.close(),
  };
}

async function connectV1(): Promise<Caller> {
  const client = new ClientV1(NAME);
  await client.connect(new TransportV1(new URL('/mcp', served.client.url), INIT));
  return {
    execute: async (given) => (await client.callTool({ name: 'execute', arguments: given })) as Answer,
    close: () => client.close(),
  };
}

const CLIENTS: readonly (readonly [name: string, connect: () => Promise<Caller>])[] = [
  ['the SDK of the second generation, 2025 era', () => connectV2('legacy')],
  ['the SDK of the second generation, 2026 era', () => connectV2({ pin: '2026-07-28' })],
  ['the SDK of the first generation', connectV1],
];

describe.each(CLIENTS)('%s', (_name, connect) => {
  test('gets an image as an image, sound as sound, and anything else as a resource', async () => {
    const { execute, close } = await connect();
    for (const [path, type, mimeType] of [
      ['Photo.png', 'image', 'image/png'],
      ['Photo.JPG', 'image', 'image/jpeg'],
      ['Photo.gif', 'image', 'image/gif'],
      ['Photo.webp', 'image', 'image/webp'],
      ['Voice.mp3', 'audio', 'audio/mpeg'],
      ['Table.xlsx', 'resource', XLSX],
      ['Über 100 %.pdf', 'resource', 'application/pdf'],
    ] as const) {
      const bytes = bytesOf(mimeType, 3_000);
      await writeFile(join(folder, path), bytes);
      const { content, structuredContent } = await execute({ command: GET, params: { path } });
      expect(structuredContent).toBeUndefined();
      const [text, block, ...others] = content;
      expect(others).toEqual([]);
      expect(JSON.parse(String(text?.['text']))).toEqual({
        ok: true,
        data: { mediaType: mimeType, bytes: 3_000, ...(type === 'image' && { width: 320, height: 240 }) },
      });
      const base64 = bytes.toString('base64');
      const uri = `vault:///${encodeURIComponent(path)}`;
      expect(block).toEqual(
        type === 'resource'
          ? { type, resource: { uri, mimeType, blob: base64 } }
          : { type, mimeType, data: base64 },
      );
    }
    await close();
  });

  test('gets an image by what it is, and a damaged one as bytes', async () => {
    const { execute, close } = await connect();
    const block = async (path: string, bytes: Buffer) => {
      await writeFile(join(folder, path), bytes);
      return (await execute({ command: GET, params: { path } })).content[1];
    };
    expect(await block('Saved as.jpg', bytesOf('image/png', 100))).toMatchObject({ mimeType: 'image/png' });
    for (const bytes of [Buffer.from([0]), Buffer.from('\xff\xd8', 'latin1')]) {
      expect(await block('Damaged.png', bytes)).toMatchObject({
        type: 'resource',
        resource: { mimeType: 'application/octet-stream', blob: bytes.toString('base64') },
      });
    }
    await close();
  });
});

test('text comes in stdout, below a line that names it, unless it is not UTF-8', async () => {
  const { execute, close } = await connectV1();
  const get = async (path: string, bytes: Buffer) => {
    await writeFile(join(folder, path), bytes);
    return execute({ command: GET, params: { path } });
  };
  for (const [path, mediaType, text] of [
    ['Packing.txt', 'text/plain', '\uFEFF- tent\r\n- rope 🪢\n'],
    ['Drawing.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['Names.csv', 'text/csv', 'a,b\n1,"2"\n'],
    ['Script.unknown', 'application/octet-stream', 'echo\n'],
  ] as const) {
    const bytes = Buffer.from(text);
    const { content, structuredContent } = await get(path, bytes);
    expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }]);
    expect(structuredContent).toMatchObject({
      stdout: `${path} (${mediaType}, ${bytes.length} bytes):\n${text}`,
    });
  }
  await writeFile(join(folder, 'Long.csv'), 'a,b\n'.repeat(500));
  const long = await execute({ command: GET, params: { path: 'Long.csv' }, max_chars: 1_000 });
  expect(long.structuredContent?.['hint']).toMatch(/call again with the same arguments and offset \d+\.$/);
  const latin = Buffer.from('Übung', 'latin1');
  expect((await get('Latin.txt', latin)).content[1]).toMatchObject({
    resource: { blob: latin.toString('base64') },
  });
  await close();
});

test('5 MiB come, and beyond that the way over REST', async () => {
  const { execute, close } = await connectV1();
  const bytes = bytesOf('image/png', 5 * MIB);
  await writeFile(join(folder, 'Large.png'), bytes);
  const { content } = await execute({ command: GET, params: { path: 'Large.png' } });
  expect(content[1]?.['data'] === bytes.toString('base64')).toBe(true);
  await writeFile(join(folder, 'Large.png'), Buffer.alloc(5 * MIB + 1));
  const larger = await execute({ command: GET, params: { path: 'Large.png' } });
  expect([larger.isError, larger.content.length]).toEqual([true, 1]);
  expect(larger.structuredContent).toMatchObject({
    code: 'output_too_large',
    hint: expect.stringContaining('GET /api/v1/cli/cli-bridge/attachment') as string,
  });
  await close();
});

test('a file of up to 1 MiB is added, and no larger one', async () => {
  const { execute, close } = await connectV1();
  const bytes = randomBytes(MIB);
  const params = { path: 'Added.png', base64: bytes.toString('base64') };
  const added = await execute({ command: ADD, params });
  expect(added.structuredContent).toMatchObject({ ok: true });
  expect(added.structuredContent).not.toHaveProperty('data.bytes');
  expect((await readFile(join(folder, params.path))).equals(bytes)).toBe(true);
  const larger = { path: 'Larger.png', base64: randomBytes(MIB + 1).toString('base64') };
  const refused = await execute({ command: ADD, params: larger });
  expect(refused.structuredContent).toMatchObject({ ok: false, code: 'content_too_large' });
  const several = await execute({ calls: [{ command: ADD, params: larger }] });
  expect(several.structuredContent).toMatchObject({ ok: false, code: 'content_too_large' });
  await close();
});

test('an image that no model takes is refused with its size, and REST still has it', async () => {
  const huge = Buffer.from(bytesOf('image/png', 100));
  huge.writeUInt32BE(8_001, 16);
  await writeFile(join(folder, 'Huge.png'), huge);
  const { execute, close } = await connectV1();
  const { isError, structuredContent } = await execute({ command: GET, params: { path: 'Huge.png' } });
  expect(isError).toBe(true);
  expect(structuredContent).toMatchObject({
    code: 'output_too_large',
    error: expect.stringContaining('8,001 × 240') as string,
  });
  const { envelope } = await served.client.get(GET, { path: 'Huge.png' });
  expect(envelope).toMatchObject({ ok: true, data: { mediaType: 'image/png', bytes: 100 } });
  await close();
});

test('a host that can scale sends an image in the size that models take, unless all of it is asked for', async () => {
  const { program, vault } = await residentVault(scope);
  const small = bytesOf('image/png', 100);
  const { client } = await serve(scope, {
    program,
    hostVault: 'sample-vault',
    notes: new NoteFolder(vault),
    scaleImage: (image, { longestSide: width }) =>
      image.bytes.length > 1_000
        ? Promise.resolve({ mediaType: 'image/png', bytes: small, width, height: 1 })
        : Promise.reject(new Error('No image.')),
  });
  const get = async (full: boolean | string) => {
    const given = { command: GET, params: { path: 'Wide.png' }, full };
    const message = legacyMessage('tools/call', { name: 'execute', arguments: given });
    const { content } = (await sendMessage(new URL('/mcp', client.url), message)).body
      .result as unknown as Answer;
    return JSON.parse(String(content[0]?.['text'])) as unknown;
  };
  const wide = bytesOf('image/png', 6 * MIB);
  wide.writeUInt32BE(4_000, 16);
  await writeFile(join(vault, 'Wide.png'), wide);
  const facts = { mediaType: 'image/png', bytes: 100, width: 1_568, height: 1 };
  expect(await get(false)).toEqual({
    ok: true,
    data: facts,
    warnings: ['This is a smaller copy: the file has 4,000 × 240 pixels and 6,291,456 bytes.'],
  });
  expect(await get(true)).toMatchObject({
    code: 'output_too_large',
    error: expect.stringContaining('6,291,456 bytes') as string,
  });
  await writeFile(join(vault, 'Wide.png'), wide.subarray(0, 1_000));
  expect(await get('false')).toMatchObject({
    code: 'output_too_large',
    error: expect.stringContaining('scaling it failed') as string,
  });
  expect(await get('true')).toMatchObject({ data: { bytes: 1_000, width: 4_000 } });
});

test('several calls answer with the facts of each file', async () => {
  await writeFile(join(folder, 'Photo.png'), randomBytes(10));
  const { execute, close } = await connectV1();
  const { content, structuredContent } = await execute({
    calls: [{ command: GET, params: { path: 'Photo.png' } }],
  });
  expect(content).toHaveLength(1);
  expect(structuredContent).toMatchObject({
    ok: true,
    results: [{ ok: true, path: 'Photo.png', data: { mediaType: 'image/png', bytes: 10 } }],
  });
  await close();
});

describe('a person who is asked', () => {
  const params = { path: 'Asked.png', base64: randomBytes(100_000).toString('base64') };
  const FACTS = /^100,000, SHA-256 [0-9a-f]{64}$/;

  test('in the app sees path and size, and not the bytes', async () => {
    served.change({ askFirst: ['create'] });
    person.always = 'allow';
    const { envelope } = await served.client.post(ADD, { params });
    served.change({ askFirst: [] });
    expect(envelope).toMatchObject({ ok: true });
    expect(person.asked[0]?.request.calls[0]).toMatchObject({
      effect: { words: 'save the file Asked.png' },
      parameters: [
        ['path', 'Asked.png'],
        ['bytes', expect.stringMatching(FACTS)],
      ],
    });
  });

  test('in the app sees the same for a file that is replaced', async () => {
    served.change({ askFirst: ['create'] });
    person.always = 'allow';
    const { envelope } = await served.client.post(ADD, { params, flags: ['overwrite'] });
    served.change({ askFirst: [] });
    expect(envelope).toMatchObject({ ok: true });
    expect(person.asked.at(-1)?.request.calls[0]).toMatchObject({
      parameters: [
        ['path', 'Asked.png'],
        ['bytes', expect.stringMatching(FACTS)],
      ],
      risks: ['overwrites'],
    });
  });
});
