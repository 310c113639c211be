import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { revisionOf } from '../../src/bridge/notes/revision';
import { appended, prepended } from '../../src/standin/insertion';
import { PLATFORM_NAMES, PLATFORMS, serveNotes } from '../kit/note-vault';
import type { NoteVault, PlatformName } from '../kit/note-vault';
import { THIS_TEST } from '../kit/test-scope';

/** `npm run fuzz` tries many texts, and long ones. */
const IS_LONG = process.env['FUZZ_RUNS'] !== undefined;
const RUNS = IS_LONG ? Number(process.env['FUZZ_RUNS']) : 25;
const LONG_RUNS = 12;

const NOTE = 'Folder/Note.md';
const DAILY = 'Daily/2025-11-20.md';
/** Stands once in the text of a note that is edited. */
const MARK = '§mark§';

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
  .filter((text) => text.isWellFormed() && !/[\0§]/.test(text));
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
    default: {
      const piece = action.endsWith('append') ? 'append' : 'prepend';
      return [command, 'file', ...rest(piece, pairs(content)), 'file', 'read'];
    }
  }
}

async function prepare({ folder, standIn, write, commands }: NoteVault, given: Case): Promise<void> {
  const { path, before } = rule(given);
  const { rm } = await import('node:fs/promises');
  await rm(`${folder}/${path}`, { force: true });
  if (before !== undefined) await write(path, before);
  standIn.calls.length = 0;
  commands();
}

describe.each(PLATFORM_NAMES)('with the limits of %s, a text arrives as it was sent', (platform) => {
  test.each([
    ['by the program alone', false],
    ['in the vault of the host', true],
  ])('%s: the file is what the command makes of both texts, in one turn', async (_where, isHost) => {
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
        const { data } = envelope;
        expect(data).toMatchObject({ path, processes: expected.length });
        if (data && 'revision' in (data as object))
          expect(data).toMatchObject({ revision: revisionOf(after) });
        expect(vault.notes.kept.size).toBe(0);
      }),
      { numRuns: RUNS },
    );
  });
});
