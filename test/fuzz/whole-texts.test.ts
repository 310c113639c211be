import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BODY_LIMIT } from '../../src/bridge/http/body';
import { revisionOf } from '../../src/bridge/notes/revision';
import { appended, prepended } from '../../src/standin/insertion';
import { PLATFORM_NAMES, PLATFORMS, serveNotes } from '../kit/note-vault';
import type { NoteVault } from '../kit/note-vault';
import { THIS_TEST } from '../kit/test-scope';

/** `npm run fuzz` tries many texts, and long ones. */
const IS_LONG = process.env['FUZZ_RUNS'] !== undefined;
const RUNS = IS_LONG ? Math.ceil(Number(process.env['FUZZ_RUNS']) / 20) : 12;
const TIMEOUT_MS = IS_LONG ? 1_800_000 : 60_000;
/** Of texts cut by their size, and of texts as long as any may be. */
const CUT_RUNS = IS_LONG ? Math.ceil(RUNS / 4) : 4;
const LONGEST_RUNS = 2;
/** A chain has at most 1,000 processes; some of them read. */
const MOST_PIECES = IS_LONG ? 900 : 40;

const NOTE = 'Folder/Note.md';
const DAILY = 'Daily/2025-11-20.md';
/** Stands once in the text of a note that is edited. */
const MARK = '¤mark¤';

/** Everything that has a meaning to the program, to a platform, to Markdown or to what puts texts together. */
const PARTS = [
  ...['\\n', '\\t', '\\nabla', '\\\\n', '\\', 'C:\\temp\\new', '\\r\\n', '"\\n"'],
  ...['\r\n', '\n', '\r', '\t', '\r\r\n', '\n\n', ' ', '\u2028', '\u0085', '\u000b', '\u00a0'],
  ...['---\n', '---\r\n', '---', '\ufeff', '# ', '%%', '```\n', '$&', "$'", '"', "'", '`', '=', 'content=x'],
  ...['é', 'e\u0301', '漢', '😀', '👩‍👩‍👧', '\u0001', '\u007f', '\ufffd', '\uffff'],
] as const;
const part = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...PARTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
);
const anyText = fc
  .array(part, { maxLength: 14 })
  .map((parts) => parts.join(''))
  .filter((text) => text.isWellFormed() && !/[\0¤]/.test(text));
const content = anyText.filter((text) => text !== '');
const oldText = fc.oneof(
  anyText,
  anyText.map((text) => `---\nkey: value\n---\n${text}`),
  anyText.map((text) => `a: 1\r\n---\r\n${text}`),
);
const action = fc.constantFrom(
  'create',
  'overwrite',
  'append',
  'prepend',
  'daily:append',
  'daily:prepend',
  'edit',
);

interface Case {
  readonly action: 'create' | 'overwrite' | 'append' | 'prepend' | 'daily:append' | 'daily:prepend' | 'edit';
  readonly isInline: boolean;
  readonly old: string;
  readonly content: string;
}

const anyCase: fc.Arbitrary<Case> = fc.record({ action, isInline: fc.boolean(), old: oldText, content });

/** The note before, and what it should be afterwards. */
function rule({ action, isInline, old, content }: Case): {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string;
} {
  switch (action) {
    case 'create':
      return { path: NOTE, before: undefined, after: content };
    case 'overwrite':
      return { path: NOTE, before: old, after: content };
    case 'append':
    case 'daily:append':
      return { path: pathOf(action), before: old, after: appended(old, content, isInline) };
    case 'prepend':
    case 'daily:prepend':
      return { path: pathOf(action), before: old, after: prepended(old, content, isInline) };
    case 'edit': {
      const before = `${old}${MARK}\\n end`;
      const lineBreak = /\r?\n/.exec(before)?.[0];
      const written = lineBreak === undefined ? content : content.replace(/\r?\n/g, lineBreak);
      return { path: NOTE, before, after: before.split(MARK).join(written) };
    }
  }
}

function pathOf(action: Case['action']): string {
  return action.startsWith('daily:') ? DAILY : NOTE;
}

function callOf({ action, isInline, content }: Case): {
  readonly command: string;
  readonly params: Readonly<Record<string, string>>;
  readonly flags: readonly string[];
} {
  const flags = isInline ? ['inline'] : [];
  switch (action) {
    case 'create':
      return { command: 'create', params: { path: NOTE, content }, flags: [] };
    case 'overwrite':
      return { command: 'create', params: { path: NOTE, content }, flags: ['overwrite'] };
    case 'append':
    case 'prepend':
      return { command: action, params: { path: NOTE, content }, flags };
    case 'daily:append':
    case 'daily:prepend':
      return { command: action, params: { content }, flags };
    case 'edit':
      return { command: 'cli-bridge:edit', params: { path: NOTE, old: MARK, new: content }, flags: [] };
  }
}

/** The processes of a short text, in their order. */
function processesOf(given: Case, isHost: boolean): readonly string[] {
  const { action, content } = given;
  const { after, before } = rule(given);
  const { command } = callOf(given);
  const pairs = (text: string): number => text.match(/\\[nt]/g)?.length ?? 0;
  const rest = (name: string, count: number): readonly string[] => Array.from({ length: count }, () => name);
  if (action === 'edit') {
    if (isHost) return [];
    const inPieces = ['file', 'read', 'create', ...rest('append', pairs(after)), 'file', 'read'];
    if (before === after) return ['file', 'read'];
    return ['file', 'read', ...(pairs(after) === 0 ? ['create'] : inPieces)];
  }
  if (pairs(content) === 0) return [command];
  if (isHost) return action === 'overwrite' ? [] : [command];
  switch (action) {
    case 'create':
      return [command, ...rest('append', pairs(content)), 'file', 'read'];
    case 'overwrite':
      return ['file', 'read', command, ...rest('append', pairs(content)), 'file', 'read'];
    case 'append':
    case 'daily:append':
    case 'prepend':
    case 'daily:prepend': {
      const piece = action.endsWith('append') ? 'append' : 'prepend';
      return [command, 'file', ...rest(piece, pairs(content)), 'file', 'read'];
    }
  }
}

async function prepare({ folder, standIn, write, commands }: NoteVault, given: Case): Promise<void> {
  const { path, before } = rule(given);
  await rm(join(folder, path), { force: true });
  if (before !== undefined) await write(path, before);
  standIn.calls.length = 0;
  commands();
}

describe.each(PLATFORM_NAMES)('with the limits of %s, a text arrives as it was sent', (platform) => {
  test.each([
    ['by the program alone', false],
    ['in the vault of the host', true],
  ])(
    '%s: the file is what the command makes of both texts, in one turn',
    { timeout: TIMEOUT_MS },
    async (_where, isHost) => {
      const vault = await serveNotes(THIS_TEST, { platform, isHost });
      await fc.assert(
        fc.asyncProperty(anyCase, async (given) => {
          await prepare(vault, given);
          const { path, after } = rule(given);
          const { command, ...call } = callOf(given);
          // Another client, at the same time.
          const [{ status, envelope }] = await Promise.all([
            vault.client.post(command, call),
            vault.client.get('files', { folder: 'Nowhere' }),
          ]);
          expect([status, envelope.error]).toEqual([200, undefined]);
          expect(await vault.text(path)).toBe(after);
          const ran = vault.standIn.calls.map((one) => one.command);
          const others = ran.indexOf('files');
          expect([0, ran.length - 1]).toContain(others);
          const expected = processesOf(given, isHost);
          expect(ran.filter((name) => name !== 'files')).toEqual(expected);
          const data = envelope.data as { readonly revision?: string };
          expect(data).toMatchObject({ path, processes: expected.length });
          if (data.revision !== undefined) expect(data.revision).toBe(revisionOf(after));
          expect(vault.notes.kept.size).toBe(0);
        }),
        { numRuns: RUNS },
      );
    },
  );
});

/** A text of many repeated parts, of about this many bytes, that takes no more than this many pieces for its backslashes. */
function longText(least: number, most: number, mostPieces: number): fc.Arbitrary<string> {
  return fc.tuple(content, fc.integer({ min: least, max: most })).map(([repeated, size]) => {
    const pairs = repeated.match(/\\[nt]/g)?.length ?? 0;
    const plain = repeated.replace(/\\(?=[nt])/g, '/');
    const count = Math.ceil(size / Buffer.byteLength(repeated));
    const whole = pairs === 0 ? count : Math.min(count, Math.floor(mostPieces / (pairs + 1)));
    return repeated.repeat(whole) + plain.repeat(count - whole);
  });
}

const IN_PIECES: Readonly<Record<Case['action'], RegExp>> = {
  create: /^create( append)* file read$/,
  overwrite: /^file read create( append)* file read$/,
  append: /^append file( append)* file read$/,
  prepend: /^prepend file( prepend)* file read$/,
  'daily:append': /^daily:append file( append)* file read$/,
  'daily:prepend': /^daily:prepend file( prepend)* file read$/,
  edit: /^file read file read create( append)* file read$/,
};

async function checkLong(vault: NoteVault, given: Case, limit: number): Promise<void> {
  await prepare(vault, given);
  const { path, after } = rule(given);
  const { command, ...call } = callOf(given);
  const { status, envelope } = await vault.client.post(command, call);
  const ran = vault.commands();
  if (status === 413 && Buffer.byteLength(JSON.stringify(call)) > BODY_LIMIT) {
    expect([envelope.code, ran.length]).toEqual(['body_too_large', 0]);
    return;
  }
  if (status === 413) {
    expect([envelope.code, ran.length]).toEqual(['content_too_large', given.action === 'edit' ? 2 : 0]);
    // A control character takes six.
    expect(Buffer.byteLength(after) * 6).toBeGreaterThan(900 * (limit - 600));
    return;
  }
  expect([status, envelope.error]).toEqual([200, undefined]);
  const written = await vault.text(path);
  expect(written === after).toBe(true);
  expect(envelope.data).toMatchObject({
    path,
    processes: ran.length,
    bytes: Buffer.byteLength(given.content),
  });
  if (ran.length <= 1) return;
  expect(ran.join(' ')).toMatch(IN_PIECES[given.action]);
  expect(ran.length).toBeGreaterThanOrEqual(Buffer.byteLength(given.content) / limit);
}

describe.each(PLATFORM_NAMES)('with the limits of %s, a text that is cut by its size', (platform) => {
  test('at any place', { timeout: TIMEOUT_MS }, async (context) => {
    const limit = 900;
    const vault = await serveNotes(context, { platform, requestLimit: limit });
    const cut = fc.record({
      action,
      isInline: fc.boolean(),
      old: oldText,
      content: longText(500, 6_000, MOST_PIECES),
    });
    await fc.assert(
      fc.asyncProperty(cut, (given) => checkLong(vault, given, limit)),
      { numRuns: CUT_RUNS },
    );
  });

  test.runIf(IS_LONG)(
    'of up to 5 MB, or in up to 1,000 processes',
    { timeout: TIMEOUT_MS },
    async (context) => {
      const vault = await serveNotes(context, { platform });
      const limit = PLATFORMS[platform].requestLimit;
      const sizes = longText(Math.min(1e6, limit * 300), Math.min(5e6, limit * 900), MOST_PIECES);
      for (const one of ['create', 'overwrite', 'append', 'prepend', 'edit'] as const) {
        const long = fc.record({
          action: fc.constant(one),
          isInline: fc.boolean(),
          old: oldText,
          content: sizes,
        });
        await fc.assert(
          fc.asyncProperty(long, (given) => checkLong(vault, given, limit)),
          { numRuns: LONGEST_RUNS },
        );
      }
    },
  );
});
