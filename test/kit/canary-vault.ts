import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../../src/bridge/settings';
import type { BridgePorts } from '../../src/bridge/ports';
import { Client } from './http-client';
import { makeKey } from './keys';
import { serveNotes } from './note-vault';
import type { NoteVault } from './note-vault';
import type { TestScope } from './test-scope';

/** Each word occurs in one place of a private note, or in its path, and nowhere else. */
export const CANARIES = [
  'zq7folder',
  'zq7sub',
  'zq7note',
  'zq7single',
  'zq7alias',
  'zq7tag',
  'zq7property',
  'zq7value',
  'zq7heading',
  'zq7task',
  'zq7link',
  'zq7text',
  'zq7block',
  'zq7base',
  'zq7view',
  'zq7picture',
  'zq7canvas',
  'zq7template',
  'zq7inside',
  'zq7prompt',
  'zq7asking',
  'zq7description',
] as const;

/** The folders and notes that are private. */
export const PRIVATE = [
  'zq7folder',
  'Projects/zq7single.md',
  'Templates/zq7template.md',
  'Prompts/zq7prompt.md',
] as const;

const NOTE = `---
aliases:
  - zq7alias
tags:
  - zq7tag/deep
zq7property: zq7value
---
# zq7heading

- [ ] zq7task
- [[zq7link]] and [[Home]] and [[Inbox]]

zq7text ^zq7block
`;

/** The private notes of the vault, by their paths. */
const NOTES: Readonly<Record<string, string>> = {
  'zq7folder/zq7note.md': NOTE,
  'zq7folder/zq7sub/Acme.md': NOTE,
  'zq7folder/Inbox.md': NOTE,
  'zq7folder/zq7base.base': 'views:\n  - type: table\n    name: zq7view\n',
  'zq7folder/zq7picture.png': 'zq7text',
  'zq7folder/zq7canvas.canvas': '{"nodes":[],"edges":[]}',
  'Projects/zq7single.md': NOTE,
  'Templates/zq7template.md': 'zq7inside',
  'Prompts/zq7prompt.md': '---\ndescription: zq7description\n---\nzq7asking',
  // A public note with links that lead to private ones, but do not say so.
  'Notes/Linking.md': '# Links\n\n[[Acme]] and [[Home]] and [[Nobody]]\n',
};

/** A copy of the sample vault with private notes that are full of canaries. */
export interface CanaryVault extends NoteVault {
  /** A client with a key that allows everything. */
  readonly guest: Client;
}

/** Serves it. @param host `own` as in the plugin's vault, `folders` as in the standalone host */
export async function serveCanaries(
  test: TestScope,
  host: 'own' | 'folders',
  settings: Partial<Settings> = {},
  ports: Partial<BridgePorts> = {},
): Promise<CanaryVault> {
  const { key, record } = makeKey('guest');
  const served = await serveNotes(test, {
    store: host,
    ports: { keys: [record], ...ports },
    settings: {
      privateFolders: [...PRIVATE],
      allowDangerousCommands: true,
      promptsFolder: 'Prompts',
      guideNote: 'zq7folder/zq7note.md',
      ...settings,
    },
  });
  for (const [path, text] of Object.entries(NOTES)) await served.write(path, text);
  const bookmarks = join(served.folder, '.obsidian/bookmarks.json');
  const { items } = JSON.parse(await readFile(bookmarks, 'utf8')) as { items: object[] };
  items.push({ type: 'file', path: 'zq7folder/zq7note.md', title: 'zq7note' });
  await writeFile(bookmarks, JSON.stringify({ items }));
  await mkdir(join(served.folder, 'Empty'), { recursive: true });
  return { ...served, guest: new Client(served.client.url, key) };
}

/** The canaries in an answer that its request did not have. */
export function leaked(answer: string, request: unknown): string[] {
  const [said, asked] = [answer.toLowerCase(), JSON.stringify(request).toLowerCase()];
  return CANARIES.filter((canary) => said.includes(canary) && !asked.includes(canary));
}
