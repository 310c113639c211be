import { describe, expect, test } from 'vitest';
import { read } from '../docs/pages';
import { serveNotes } from '../kit/note-vault';
import type { NoteVault } from '../kit/note-vault';
import { THIS_TEST } from '../kit/test-scope';

/** One call of every day, and how many processes it takes in the plugin's own vault and in the standalone host. */
interface Everyday {
  readonly what: string;
  readonly command: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly flags?: readonly string[];
  readonly own: number;
  readonly folders: number;
}

const LATEX = String.raw`$\nabla \times E$`;
const LONG = 'A line of a long text.\n'.repeat(4_000);
const path = 'Projects/Website Relaunch.md';
const file = 'Website Relaunch';

const EVERYDAY: readonly Everyday[] = [
  { what: 'read by path', command: 'read', params: { path }, own: 1, folders: 1 },
  { what: 'read by name', command: 'read', params: { file }, own: 1, folders: 1 },
  { what: 'outline by name', command: 'outline', params: { file }, own: 1, folders: 1 },
  { what: 'backlinks by name', command: 'backlinks', params: { file }, own: 1, folders: 1 },
  { what: 'links by path', command: 'links', params: { path }, own: 1, folders: 1 },
  { what: 'properties by path', command: 'properties', params: { path }, own: 1, folders: 1 },
  {
    what: 'property:read by path',
    command: 'property:read',
    params: { path, name: 'status' },
    own: 1,
    folders: 1,
  },
  { what: 'file by name', command: 'file', params: { file }, own: 1, folders: 1 },
  { what: 'search', command: 'search', params: { query: 'garden' }, own: 1, folders: 1 },
  {
    what: 'search in a folder',
    command: 'search',
    params: { query: 'e', path: 'Projects' },
    own: 1,
    folders: 1,
  },
  {
    what: 'search in a folder that is not there',
    command: 'search',
    params: { query: 'e', path: 'Nowhere' },
    own: 2,
    folders: 2,
  },
  { what: 'files', command: 'files', own: 1, folders: 1 },
  { what: 'tags', command: 'tags', flags: ['counts'], own: 1, folders: 1 },
  { what: 'tasks', command: 'tasks', flags: ['todo'], own: 1, folders: 1 },
  { what: 'daily:read', command: 'daily:read', own: 1, folders: 1 },
  { what: 'daily:path', command: 'daily:path', own: 1, folders: 1 },
  { what: 'read of a missing note', command: 'read', params: { path: 'Nowhere.md' }, own: 2, folders: 2 },
  { what: 'append by path', command: 'append', params: { path, content: '- one' }, own: 1, folders: 1 },
  { what: 'append by name', command: 'append', params: { file, content: '- one' }, own: 1, folders: 2 },
  { what: 'prepend by path', command: 'prepend', params: { path, content: '- one' }, own: 1, folders: 1 },
  { what: 'daily:append', command: 'daily:append', params: { content: '- one' }, own: 1, folders: 1 },
  { what: 'create', command: 'create', params: { path: 'New.md', content: 'one' }, own: 1, folders: 1 },
  {
    what: 'property:set by path',
    command: 'property:set',
    params: { path: 'New.md', name: 'status', value: 'x' },
    own: 1,
    folders: 1,
  },
  {
    what: 'property:set by name',
    command: 'property:set',
    params: { file: 'New', name: 'status', value: 'y' },
    own: 1,
    folders: 2,
  },
  {
    what: 'property:set in place by path',
    command: 'property:set',
    params: { path, name: 'status', value: 'x' },
    own: 0,
    folders: 0,
  },
  {
    what: 'property:set in place by name',
    command: 'property:set',
    params: { file, name: 'status', value: 'y' },
    own: 0,
    folders: 1,
  },
  { what: 'rename', command: 'rename', params: { path: 'New.md', name: 'Newer' }, own: 1, folders: 1 },
  { what: 'move', command: 'move', params: { path: 'Newer.md', to: 'Projects' }, own: 1, folders: 1 },
  { what: 'delete', command: 'delete', params: { path: 'Projects/Newer.md' }, own: 1, folders: 1 },
  {
    what: 'an edit by path',
    command: 'cli-bridge:edit',
    params: { path: 'Inbox.md', heading: 'Inbox', content: 'x' },
    own: 0,
    folders: 0,
  },
  {
    what: 'an edit by name',
    command: 'cli-bridge:edit',
    params: { file: 'Inbox', heading: 'Inbox', content: 'y' },
    own: 0,
    folders: 1,
  },
  { what: 'append of LaTeX', command: 'append', params: { path, content: LATEX }, own: 0, folders: 0 },
  { what: 'append of 90 KB', command: 'append', params: { path, content: LONG }, own: 0, folders: 0 },
  {
    what: 'overwriting with 90 KB',
    command: 'create',
    params: { path, content: LONG },
    flags: ['overwrite'],
    own: 0,
    folders: 0,
  },
  {
    what: 'a new note of 90 KB',
    command: 'create',
    params: { path: 'Long.md', content: LONG },
    own: 0,
    folders: 1,
  },
  { what: 'daily:append of LaTeX', command: 'daily:append', params: { content: LATEX }, own: 1, folders: 1 },
];

/** What a vault was called with, call by call. */
async function processesIn(vault: NoteVault): Promise<readonly (readonly [string, number])[]> {
  const counted: (readonly [string, number])[] = [];
  for (const { what, command, params = {}, flags = [] } of EVERYDAY) {
    await vault.client.post(command, { params, flags });
    counted.push([what, vault.commands().length]);
  }
  return counted;
}

describe('everyday calls take no more processes than they need', () => {
  test.each(['own', 'folders'] as const)('where the store is: %s', async (store) => {
    const vault = await serveNotes(THIS_TEST, { store });
    expect(Object.fromEntries(await processesIn(vault))).toEqual(
      Object.fromEntries(EVERYDAY.map((call) => [call.what, call[store]])),
    );
  });
});

test('the page on performance has the same numbers', () => {
  const rows = read('docs/contributing/performance.md')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  for (const { what, own, folders } of EVERYDAY)
    expect(rows).toContainEqual(['', what, String(own), String(folders), '']);
});
