import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { endsInFrontmatter } from '../../src/bridge/notes/place-text';
import { revisionOf } from '../../src/bridge/notes/revision';
import { appended, prepended } from '../../src/standin/insertion';
import type { EnvelopeAnswer } from '../kit/http-client';
import { PLATFORM_NAMES, PLATFORMS, serveNotes } from '../kit/note-vault';
import type { NoteVault } from '../kit/note-vault';
import { THIS_TEST } from '../kit/test-scope';
import { RUNS } from './generators';
import { anyString } from '../kit/any-string';

const TIMEOUT_MS = 1_800_000;

const STORES = ['own', 'folders'] as const;
type Store = (typeof STORES)[number];

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
  { weight: 1, arbitrary: anyString({ maxLength: 8 }) },
);
const anyText = fc
  .array(part, { maxLength: 14 })
  .map((parts) => parts.join(''))
  .filter((text) => text.isWellFormed() && !/[\0¤]/.test(text));
const content = anyText.filter((text) => text !== '');
/** What the program does with a byte order mark is not known; `place-text.test.ts` has what the bridge does. */
const oldText = fc
  .oneof(
    anyText,
    fc.constantFrom('', '---\nkey: value\n---\n'),
    anyText.map((text) => `---\nkey: value\n---\n${text}`),
    anyText.map((text) => `a: 1\r\n---\r\n${text}`),
  )
  .filter((text) => !text.startsWith('\ufeff'));
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
      // The last one: none follows the place.
      const lineBreak = /\r?\n(?![^]*\n)/.exec(before)?.[0];
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

/** The processes of a call, in their order. */
function processesOf({ action, content }: Case, store: Store, isShort: boolean): readonly string[] {
  if (action === 'edit') return [];
  const isInline = isShort && !/\\[nt]/.test(content);
  if (isInline) return [action === 'overwrite' ? 'create' : action];
  if (action === 'create') return store === 'own' ? [] : ['file'];
  return action.startsWith('daily:') ? ['daily:path'] : [];
}

async function prepare({ folder, standIn, write, commands }: NoteVault, given: Case): Promise<void> {
  const { path, before } = rule(given);
  await rm(join(folder, path), { force: true });
  if (before !== undefined) await write(path, before);
  standIn.calls.length = 0;
  commands();
}

async function send(vault: NoteVault, given: Case): Promise<EnvelopeAnswer> {
  await prepare(vault, given);
  const { command, ...call } = callOf(given);
  return vault.client.post(command, call);
}

async function check(vault: NoteVault, store: Store, given: Case, limit: number): Promise<void> {
  const { status, envelope } = await send(vault, given);
  const { path, after } = rule(given);
  expect([status, envelope.error]).toEqual([200, undefined]);
  expect((await vault.text(path)) === after).toBe(true);
  const ran = vault.commands();
  const { carrier, processes, bytes, revision } = envelope.data as WriteData;
  expect([processes, bytes]).toEqual([ran.length, Buffer.byteLength(given.content)]);
  expect(ran).toEqual(processesOf(given, store, carrier === 'inline'));
  if (Buffer.byteLength(given.content) > limit) expect(carrier).toBe('in_place');
  if (revision !== undefined) expect(revision).toBe(revisionOf(after));
}

interface WriteData {
  readonly carrier: 'inline' | 'in_place';
  readonly processes: number;
  readonly bytes: number;
  readonly revision?: string;
}

const CASES = PLATFORM_NAMES.flatMap((platform) => STORES.map((store) => [platform, store] as const));

describe.each(CASES)('with the limits of %s, store %s, a text arrives as it was sent', (platform, store) => {
  const limit = PLATFORMS[platform].requestLimit;

  test('whatever it holds', { timeout: TIMEOUT_MS }, async () => {
    const vault = await serveNotes(THIS_TEST, { platform, store });
    await fc.assert(
      fc.asyncProperty(anyCase, (given) => check(vault, store, given, limit)),
      { numRuns: Math.ceil(RUNS / 20) },
    );
  });

  test('whatever its length', { timeout: TIMEOUT_MS }, async () => {
    const vault = await serveNotes(THIS_TEST, { platform, store });
    const sizes = longText(Math.floor(limit / 4), 2e6);
    const long = fc.record({ action, isInline: fc.boolean(), old: oldText, content: sizes });
    await fc.assert(
      fc.asyncProperty(long, (given) => check(vault, store, given, limit)),
      { numRuns: Math.ceil(RUNS / 80) },
    );
  });
});

/** The call itself fits into it, and no text of this test. */
const LEAST_LIMIT = 900;

test('inline and in place give the same note', { timeout: TIMEOUT_MS }, async (context) => {
  const inline = await serveNotes(context);
  const inPlace = await serveNotes(context, { store: 'own', requestLimit: LEAST_LIMIT });
  const both = fc.record({
    action: fc.constantFrom('create', 'overwrite', 'append', 'prepend', 'daily:append', 'daily:prepend'),
    isInline: fc.boolean(),
    old: oldText,
    content: fc
      .tuple(content, content)
      .map((ends) => ends.join(' x'.repeat(LEAST_LIMIT)))
      .filter((text) => !/\\[nt]/.test(text)),
  });
  await fc.assert(
    fc.asyncProperty(both, async (given) => {
      // The program glues a text to it.
      fc.pre(!(given.action.endsWith('prepend') && endsInFrontmatter(given.old ?? '')));
      const { path } = rule(given);
      const [one, other] = [await send(inline, given), await send(inPlace, given)];
      const carriers = [one, other].map(({ envelope }) => (envelope.data as WriteData).carrier);
      expect(carriers).toEqual(['inline', 'in_place']);
      expect(await inPlace.text(path)).toBe(await inline.text(path));
    }),
    { numRuns: RUNS },
  );
});

/** A text of many repeated parts, of about this many bytes. */
function longText(least: number, most: number): fc.Arbitrary<string> {
  return (
    fc
      .tuple(content, fc.integer({ min: least, max: most }))
      .map(([repeated, size]) => repeated.repeat(Math.ceil(size / Buffer.byteLength(repeated))))
      // JSON takes six bytes for a control character, and a body may have 10 MiB.
      .filter((text) => JSON.stringify(text).length < 9e6)
  );
}
