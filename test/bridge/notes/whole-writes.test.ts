import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { platformOf } from '../../../src/bridge/cli/platform';
import type { Platform } from '../../../src/bridge/cli/platform';
import { revisionOf } from '../../../src/bridge/notes/revision';
import { appended, prepended } from '../../../src/standin/insertion';
import { serve } from '../../kit/bridge';
import type { Served } from '../../kit/bridge';
import { standIn } from '../../kit/stand-in';
import type { TestScope } from '../../kit/test-scope';

/** The rules of each platform, on the system of the test. */
const HERE = platformOf('linux');
const PLATFORMS: Readonly<Record<string, Platform>> = {
  linux: HERE,
  macos: { ...HERE, requestLimit: 8_000 },
  windows: { ...HERE, requestLimit: 3_500, encodesLineBreaks: true },
};

interface Running extends Served {
  readonly vault: string;
  /** The commands of the processes since the last call of this, without the bridge's own. */
  readonly ran: () => Promise<readonly string[]>;
}

async function running(scope: TestScope, name = 'linux', extra: NodeJS.ProcessEnv = {}): Promise<Running> {
  const { program, environment, vault } = await standIn(scope);
  const trace = `${vault}.trace`;
  await writeFile(trace, '');
  const served = await serve(scope, {
    program,
    platform: PLATFORMS[name]!,
    environment: {
      ...environment,
      OBSIDIAN_STANDIN_TRACE: trace,
      OBSIDIAN_STANDIN_REQUEST_LIMIT: name,
      ...extra,
    },
  });
  await served.client.get('vault');
  const lines = async (): Promise<readonly string[]> => {
    const text = await readFile(trace, 'utf8');
    await writeFile(trace, '');
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { event: string; argv: string[] })
      .filter(({ event }) => event === 'start')
      .map(({ argv }) => argv.find((word) => !word.startsWith('vault=')) ?? '');
  };
  await lines();
  return { ...served, vault, ran: lines };
}

const part = fc.oneof(
  fc.constantFrom('\\n', '\\t', '\\nabla', 'C:\\temp\\new', '\\', '\r\n', '\n', '\t', '---\n', '"', ' '),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);
const text = fc
  .array(part, { minLength: 1, maxLength: 12 })
  .map((parts) => parts.join(''))
  .filter((whole) => whole.isWellFormed() && !whole.includes('\0') && whole !== '');

describe.each(['linux', 'macos', 'windows'])('a text arrives as it was sent: %s', (name) => {
  test('by create, append and prepend, inline or not, and for the daily note', async (scope) => {
    const { client, vault } = await running(scope, name);
    const file = join(vault, 'Whole.md');
    let old = '';
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.constantFrom('create', 'append', 'prepend'),
        fc.boolean(),
        async (content, command, isInline) => {
          const flags = command === 'create' ? ['overwrite'] : isInline ? ['inline'] : [];
          if (command !== 'create') await writeFile(file, old);
          const { envelope, status } = await client.post(command, {
            params: { path: 'Whole.md', content },
            flags,
          });
          expect(envelope.error).toBeUndefined();
          expect(status).toBe(200);
          const expected = {
            create: content,
            append: appended(old, content, isInline),
            prepend: prepended(old, content, isInline),
          }[command];
          expect(await readFile(file, 'utf8')).toBe(expected);
          const { bytes, path } = envelope.data as { bytes: number; path: string };
          expect([bytes, path]).toEqual([Buffer.byteLength(content), 'Whole.md']);
          old = expected ?? '';
        },
      ),
      { numRuns: 8 },
    );
  });
});

describe('a text in pieces', () => {
  test('takes one process for each piece, and three to see that it is whole', async (scope) => {
    const { client, vault, ran } = await running(scope);
    const content = String.raw`\nabla \times C:\new`;
    const { envelope } = await client.post('append', { params: { path: 'Home.md', content } });
    expect(envelope).toMatchObject({
      ok: true,
      data: { path: 'Home.md', bytes: 20, carrier: 'pieces', processes: 7 },
    });
    const whole = await readFile(join(vault, 'Home.md'), 'utf8');
    expect(envelope.data).toMatchObject({ revision: revisionOf(whole) });
    expect(whole.endsWith(`\n${content}`)).toBe(true);
    expect(await ran()).toEqual(['append', 'file', 'append', 'append', 'append', 'file', 'read']);
  });
});
