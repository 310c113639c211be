import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { serve } from '../kit/bridge';
import { built } from '../kit/built';
import { makeFolder } from '../kit/folder';
import type { Envelope } from '../kit/http-client';
import { standIn } from '../kit/stand-in';
import { THIS_TEST } from '../kit/test-scope';
import type { TestScope } from '../kit/test-scope';

/** What happens to one process of a chain. */
type Fault = 'refused' | 'killed' | 'killed_after' | 'silent' | 'silent_after' | 'hung' | 'hung_after';

/** Runs the stand-in, except for one call, counted without the bridge's own, to which it does what the environment says. */
const FAULTY = `
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
const { FAULT, FAULT_AT, FAULT_COUNT, FAULT_PROGRAM } = process.env;
const argv = process.argv.slice(2);
const run = (stdio) => spawnSync(process.execPath, [FAULT_PROGRAM, ...argv], { stdio });
const isOwn = ['version', 'help', 'vault'].includes(argv.find((word) => !word.startsWith('vault=')));
const count = isOwn ? 0 : 1 + Number(existsSync(FAULT_COUNT) ? readFileSync(FAULT_COUNT, 'utf8') : 0);
if (!isOwn) writeFileSync(FAULT_COUNT, String(count));
if (isOwn || count !== Number(FAULT_AT)) run('inherit');
else {
  if (FAULT.endsWith('_after')) run('ignore');
  if (FAULT === 'refused') console.log('Error: EIO: i/o error, write');
  if (FAULT.startsWith('killed')) process.kill(process.pid, 'SIGKILL');
  if (FAULT.startsWith('hung')) setInterval(() => {}, 1000);
}
`;

/** Three pieces. */
const CONTENT = String.raw`a\nab\tä😀`;
const OLD = 'The old text.\r\n\r\n';

interface Ended {
  readonly status: number;
  readonly envelope: Envelope;
  readonly data: { readonly written?: number; readonly total?: number; readonly restored?: boolean };
  /** Of the note afterwards; undefined where there is none. */
  readonly text: string | undefined;
}

async function writing(
  scope: TestScope,
  [fault, at]: readonly [Fault, number],
  call: { readonly command: string; readonly flags?: readonly string[]; readonly old?: string },
): Promise<Ended> {
  const { environment, vault } = await standIn(scope);
  const folder = await makeFolder(scope);
  const faulty = join(folder, 'faulty.mjs');
  await writeFile(faulty, FAULTY);
  const file = join(vault, 'Note.md');
  if (call.old !== undefined) await writeFile(file, call.old);
  const { client } = await serve(
    scope,
    {
      program: { file: process.execPath, leadingArguments: [faulty] },
      environment: {
        ...environment,
        FAULT: fault,
        FAULT_AT: String(at),
        FAULT_COUNT: join(folder, 'count'),
        FAULT_PROGRAM: built.standIn,
      },
    },
    { timeoutSeconds: fault.startsWith('hung') ? 6 : 60 },
  );
  await client.get('vault');
  const { status, envelope } = await client.post(call.command, {
    params: { path: 'Note.md', content: CONTENT },
    flags: call.flags ?? [],
  });
  const text = existsSync(file) ? await readFile(file, 'utf8') : undefined;
  return { status, envelope, data: envelope.data ?? {}, text };
}

/** Whether the text is a part of the content that ends where it may be cut, at the end it is written from. */
function partOf(command: string, text: string): string | undefined {
  const parts = command === 'prepend' ? ['', 'tä😀', 'nab\\tä😀', CONTENT] : ['', 'a\\', 'a\\nab\\', CONTENT];
  return parts.find((part) => part === text);
}

/** `npm run fuzz` tries every fault at every process. */
const IS_LONG = process.env['FUZZ_RUNS'] !== undefined;
const FEW: readonly (readonly [Fault, number])[] = [
  ['refused', 1],
  ['refused', 3],
  ['refused', 5],
  ['killed', 2],
  ['killed_after', 3],
  ['silent', 3],
  ['silent_after', 1],
  ['hung', 3],
];
const AFTER: readonly Fault[] = ['refused', 'killed', 'killed_after', 'silent', 'silent_after'];
const EVERY = [
  ...AFTER.flatMap((fault) => [1, 2, 3, 4, 5].map((at) => [fault, at] as const)),
  ...(['hung', 'hung_after'] as const).flatMap((fault) => [1, 2, 3].map((at) => [fault, at] as const)),
];

const CASES: readonly (readonly [Fault, number])[] = IS_LONG ? EVERY : FEW;

describe('a fault in a chain leaves nothing half done, or says what stands there', () => {
  test.each(CASES)('of a new note: %s at process %i', async (...fault) => {
    const { status, envelope, data, text } = await writing(THIS_TEST, fault, { command: 'create' });
    if (status === 200) {
      expect(text).toBe(CONTENT);
      return;
    }
    expect(status).toBe(422);
    if (envelope.code !== 'write_incomplete') {
      expect(text).toBeUndefined();
      return;
    }
    expect(data.total).toBe(Buffer.byteLength(CONTENT));
    if (data.restored) expect([text, data.written]).toEqual([undefined, 0]);
    else if (text !== undefined) {
      const part = partOf('create', text);
      expect(part).toBeDefined();
      expect(data.written).toBeLessThanOrEqual(Buffer.byteLength(part ?? ''));
      if (envelope.error?.includes('the first')) expect(data.written).toBe(Buffer.byteLength(text));
    }
    // What may still be on its way is never taken away.
    if (!fault[0].startsWith('refused')) expect(data.restored).toBe(false);
    else expect(data.restored).toBe(true);
  });

  test.each(CASES.filter(([, at]) => at > 2))(
    'of an overwritten note: %s at process %i',
    async (...[fault, at]) => {
      // The old text is read first.
      const flags = ['overwrite'];
      const call = { command: 'create', flags, old: OLD };
      const { status, envelope, data, text } = await writing(THIS_TEST, [fault, at], call);
      if (status === 200) {
        expect(text).toBe(CONTENT);
        return;
      }
      expect(status).toBe(422);
      if (envelope.code !== 'write_incomplete' || data.restored) {
        expect(text).toBe(OLD);
        return;
      }
      if (text !== OLD) expect(partOf('create', text ?? '')).toBeDefined();
      if (envelope.error?.includes('the first')) expect(data.written).toBe(Buffer.byteLength(text ?? ''));
      expect(fault).not.toBe('refused');
    },
  );

  test.each([
    ['append', 'refused', 3],
    ['append', 'killed_after', 4],
    ['append', 'hung_after', 4],
    ['prepend', 'silent_after', 4],
  ] as const)('%s: %s at process %i', async (command, fault, at) => {
    const {
      status,
      envelope,
      data,
      text = '',
    } = await writing(THIS_TEST, [fault, at], { command, old: OLD });
    const added = command === 'append' ? text.slice(OLD.length + 1) : text.slice(0, -OLD.length - 1);
    expect(text).toBe(command === 'append' ? `${OLD}\n${added}` : `${added}\n${OLD}`);
    expect(partOf(command, added)).toBeDefined();
    if (status === 200) {
      expect(added).toBe(CONTENT);
      return;
    }
    expect(envelope).toMatchObject({ code: 'write_incomplete', data: { path: 'Note.md', restored: false } });
    // The size of the file tells exactly what has arrived.
    expect(data.written).toBe(Buffer.byteLength(added));
    expect(envelope.error).toMatch(command === 'append' ? /^Only the first/ : /^Only the last/);
  });
});
