import { expect, test } from 'vitest';
import { revisionOf } from '../../../../src/bridge/notes/revision';
import { jsonCall } from '../../../kit/http-client';
import { callTool } from '../../../kit/mcp-client';
import { serveNotes } from '../../../kit/note-vault';
import type { NoteVault } from '../../../kit/note-vault';
import { THIS_TEST } from '../../../kit/test-scope';

const PATH = 'Shared.md';
const EDIT = 'cli-bridge:edit';

interface Tried {
  readonly code: string | undefined;
  readonly error: string | undefined;
}

/** One client: each changes a line of its own, the odd ones over MCP. */
async function edit({ client }: NoteVault, index: number, revision: string): Promise<Tried> {
  const params = { path: PATH, old: `line ${index}.`, new: `line ${index}, done.` };
  if (index % 2 === 0) {
    const call = jsonCall('POST', { params, ifRevision: revision });
    const { envelope } = await client.request('/api/v1/cli/cli-bridge/edit', call);
    return { code: envelope.code, error: envelope.error };
  }
  const given = { command: EDIT, params, if_revision: revision };
  const { structured } = await callTool(new URL('/mcp', client.url), 'execute', given);
  return structured as unknown as Tried;
}

/** Tries until its change is made; some clients give up early. @returns whether it was made */
async function persist(vault: NoteVault, index: number, first: string): Promise<boolean> {
  let revision = first;
  const most = index % 3 === 0 ? 2 : Infinity;
  for (let tries = 0; tries < most; tries++) {
    const { code, error = '' } = await edit(vault, index, revision);
    if (code === undefined) return true;
    expect(code).toBe('revision_conflict');
    revision = /has revision ([0-9a-f]{16}) now/.exec(error)?.[1] ?? '';
  }
  return false;
}

test.each<['own' | 'folders', number]>([
  ['own', 32],
  ['folders', 10],
])(
  'clients that edit one note at a time, store %s: each change is there once, or was refused',
  async (store, count) => {
    const vault = await serveNotes(THIS_TEST, { store });
    const indexes = Array.from({ length: count }, (_, index) => index);
    const old = indexes.map((index) => `line ${index}.\n`).join('');
    await vault.write(PATH, old);
    const made = await Promise.all(indexes.map((index) => persist(vault, index, revisionOf(old))));
    const lines = indexes.map((index) => `line ${index}${made[index] ? ', done' : ''}.\n`);
    expect(await vault.text(PATH)).toBe(lines.join(''));
    expect(new Set(made)).toEqual(new Set([true, false]));
  },
);
