import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { openFolder } from '../../../src/bridge/notes/file-store';
import { serve } from '../../kit/bridge';
import { legacyMessage, sendMessage } from '../../kit/mcp-client';
import { residentVault } from '../../kit/resident-stand-in';
import { groupScope } from '../../kit/test-scope';

type Fields = Record<string, unknown>;

interface Result {
  readonly content: readonly Fields[];
  readonly structuredContent?: Fields;
  readonly isError?: boolean;
}

/** What a client gives its model of a result, as texts and files. */
type Client = (result: Result) => { readonly facts: unknown; readonly files: readonly unknown[] };

const blocksOf = ({ content }: Result) => ({
  facts: JSON.parse(String(content[0]?.['text'])) as unknown,
  files: content.slice(1),
});

/** Keeps structured content alone, where there is any. */
const STRUCTURED: Client = (result) =>
  result.structuredContent ? { facts: result.structuredContent, files: [] } : blocksOf(result);
/** Keeps content alone. */
const CONTENT: Client = blocksOf;

const GET = 'cli-bridge:attachment';
const PNG = Buffer.from('89504e470d0a1a0a0000000d4948445200000002000000030802', 'hex');

let url: URL;
const scope = groupScope();
beforeAll(async () => {
  const { program, vault } = await residentVault(scope);
  const served = await serve(scope, { program, openFolder });
  url = new URL('/mcp', served.client.url);
  await writeFile(join(vault, 'Picture.png'), PNG);
  await writeFile(join(vault, 'Paper.pdf'), Buffer.from('%PDF-1.7\n\x00\xff', 'latin1'));
  await writeFile(join(vault, 'Names.csv'), 'name,age\nAda,36\n');
});

const attachment = (path: string) => ({ run: GET, params: { path } });

describe.each([
  ['text', { run: 'read', params: { path: 'Home.md' } }, { ok: true, stdout: /./ }],
  ['JSON', { run: 'outline', params: { path: 'Home.md', format: 'json' } }, { ok: true }],
  [
    'a CSV',
    attachment('Names.csv'),
    { ok: true, stdout: /^Names\.csv \(text\/csv, 16 bytes\):\nname,age\nAda,36\n$/ },
  ],
  ['an image', attachment('Picture.png'), { ok: true, data: { width: 2, height: 3 } }, 'image'],
  ['a PDF', attachment('Paper.pdf'), { ok: true, data: { mediaType: 'application/pdf' } }, 'resource'],
  ['a failure', { run: 'read', params: { path: 'Missing.md' } }, { ok: false, code: 'file_not_found' }],
  ['a refusal', { run: 'append', params: { path: 'Home.md', content: 'x' } }, { code: 'not_a_read' }],
  ['usage lines', { query: 'read a note' }, { commands: /read path=/ }],
  [
    'a batch',
    { calls: [attachment('Picture.png'), { run: 'read', params: { path: 'Home.md' } }] },
    { ok: true },
  ],
] as const)('%s', (_name, given, told, file?: string) => {
  test('says the same to a model whose client keeps one of the two forms', async () => {
    const message = legacyMessage('tools/call', { name: 'search', arguments: given });
    const result = (await sendMessage(url, message)).body.result as unknown as Result;
    const seen = [STRUCTURED, CONTENT].map((client) => client(result));
    expect(seen[0]).toEqual(seen[1]);
    for (const { facts, files } of seen) {
      for (const [name, value] of Object.entries(told)) {
        const fact = (facts as Fields)[name];
        if (value instanceof RegExp) expect(String(fact)).toMatch(value);
        else if (typeof value === 'object') expect(fact).toMatchObject(value);
        else expect(fact).toBe(value);
      }
      expect(files.map((block) => (block as Fields)['type'])).toEqual(file === undefined ? [] : [file]);
    }
  });
});
