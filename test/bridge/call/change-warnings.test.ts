import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { Client } from '../../kit/http-client';
import { HOST_STORES } from '../../kit/host-stores';
import { makeKey } from '../../kit/keys';
import { callTool } from '../../kit/mcp-client';
import { useNotes } from '../../kit/note-vault';

const PATH = 'Garden/Plan.md';
/** Longer than the program takes, so it goes in place. */
const LONG = `${'long text\n'.repeat(8_000)}end`;
const BOARD = '## Lane\n\n- [ ] card\n\n%% kanban:settings\n```\n{"a":1}\n```\n%%';
const HEAD = '---\ntitle: Q3 Planning\n---\n';

interface Told {
  readonly command: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly flags?: readonly string[];
  /** The note before. */
  readonly before?: string;
  /** A part of each warning. */
  readonly warnings: readonly string[];
  /** The note afterward, if it is compared. */
  readonly after?: string;
}

const TOLD: Readonly<Record<string, Told>> = {
  'a new note whose frontmatter is not YAML': {
    command: 'create',
    params: { path: 'New.md', content: '---\ntitle: A: b\n---\n' },
    warnings: ['The frontmatter cannot be read now, so Obsidian shows no properties: line 2'],
  },
  'an edit that breaks the frontmatter': {
    command: 'cli-bridge:edit',
    params: { path: PATH, old: 'Q3 Planning', new: 'Q3: Planning' },
    flags: ['all'],
    before: `${HEAD}# Q3 Planning\n`,
    after: '---\ntitle: Q3: Planning\n---\n# Q3: Planning\n',
    warnings: ['An edit with old "title: Q3: Planning" and new "title: \\"Q3: Planning\\"" fixes it.'],
  },
  'an edit that removes the end of the frontmatter': {
    command: 'cli-bridge:edit',
    params: { path: PATH, old: '\n---\n#', new: '\n#' },
    before: `${HEAD}# Plan\n`,
    after: '---\ntitle: Q3 Planning\n# Plan\n',
    warnings: ['The closing --- of the frontmatter is gone'],
  },
  'a code block that is left open': {
    command: 'append',
    params: { path: PATH, content: '```js\nlet a' },
    before: 'text\n',
    warnings: ['A code block is left open'],
  },
  'line feeds in a note with CRLF': {
    command: 'append',
    params: { path: PATH, content: 'one' },
    before: 'a\r\nb\r\n',
    after: 'a\r\nb\r\n\none',
    warnings: ['The note has CRLF line breaks, and the changed lines have LF.'],
  },
  'a link in a row of a table': {
    command: 'append',
    params: { path: PATH, content: '| x | [[a|b]] |' },
    flags: ['inline'],
    before: '| a | b |\n| - | - |\n',
    warnings: ['write [[a\\|b]].'],
  },
  'a row that an empty line parts from its table': {
    command: 'append',
    params: { path: PATH, content: '| x | y |' },
    before: '| a | b |\n| - | - |\n| c | d |\n',
    after: '| a | b |\n| - | - |\n| c | d |\n\n| x | y |',
    warnings: ['Line 5 does not belong to the table above it'],
  },
  'a text behind the settings of a board': {
    command: 'append',
    params: { path: PATH, content: '- [ ] second' },
    before: BOARD,
    after: `${BOARD}\n- [ ] second`,
    warnings: ['where plugins such as Kanban keep their settings'],
  },
  'a canvas that is not JSON': {
    command: 'create',
    params: { path: 'Map.canvas', content: '{"nodes":' },
    warnings: ['not valid JSON'],
  },
  'tags that are none': {
    command: 'create',
    params: { path: 'New.md', content: '---\ntags: [2026, y2026, a b]\n---\n' },
    warnings: ['"2026" as a tag, because it has only digits', '"a b" as a tag, because it contains a space'],
  },
  'a folder whose name differs in case': {
    command: 'create',
    params: { path: 'garden/New.md', content: 'x' },
    before: 'x',
    warnings: ['Made the folder "garden"; "Garden" exists.'],
  },
  'a folder whose name is misspelled': {
    command: 'create',
    params: { path: 'Porjects/Sub/New.md', content: 'x' },
    warnings: ['Made the folder "Porjects"; "Projects" exists.'],
  },
  'a folder for a file': {
    command: 'cli-bridge:attach',
    params: { path: 'Projcts/a.bin', base64: 'AAAA' },
    warnings: ['Made the folder "Projcts"; "Projects" exists.'],
  },
  'a folder alone': {
    command: 'cli-bridge:folder',
    params: { path: 'projects/Sub' },
    flags: ['create'],
    warnings: ['Made the folder "projects"; "Projects" exists.'],
  },
  'a folder like no other': { command: 'create', params: { path: 'Zoo/New.md', content: 'x' }, warnings: [] },
  'a year beside a year': { command: 'create', params: { path: '2027/New.md', content: 'x' }, warnings: [] },
  'a link to a note that is still to be written': {
    command: 'append',
    params: { path: PATH, content: '[[Something else]]' },
    before: 'x',
    warnings: [],
  },
};

const MADE = ['New.md', 'Map.canvas', 'garden', 'Porjects', 'Projcts', 'projects', 'Zoo', '2027'];

describe.each(HOST_STORES)('store: %s', (store) => {
  const served = useNotes({ store });
  beforeEach(async () => {
    const { folder } = served();
    for (const path of MADE) await rm(join(folder, path), { recursive: true, force: true });
    await mkdir(join(folder, '2026'), { recursive: true });
  });

  it.each(Object.entries(TOLD))('warns about %s', async (_what, { command, params, flags, ...told }) => {
    const vault = served();
    if (told.before !== undefined) await vault.write(PATH, told.before);
    const { envelope } = await vault.client.post(command, { params, flags: flags ?? [] });
    expect([envelope.ok, envelope.error]).toEqual([true, undefined]);
    expect(envelope.warnings ?? []).toEqual(
      told.warnings.map((part) => expect.stringContaining(part) as string),
    );
    if (told.after !== undefined) expect(await vault.text(PATH)).toBe(told.after);
  });

  it('warns about what was written in place, and about nothing twice', async () => {
    const vault = served();
    await vault.write(PATH, 'a\r\n');
    const append = async (content: string) =>
      (await vault.client.post('append', { params: { path: PATH, content } })).envelope.warnings;
    expect(await append(`${LONG}\n\`\`\``)).toEqual([
      expect.stringContaining('left open'),
      expect.stringContaining('CRLF'),
    ]);
    expect(await append('one')).toBeUndefined();
  });

  it('does so over MCP, too', async () => {
    const vault = served();
    await vault.write(PATH, BOARD);
    const params = { path: PATH, content: '- [ ] second' };
    const { structured } = await callTool(new URL('/mcp', vault.client.url), 'execute', {
      command: 'append',
      params,
    });
    expect(structured).toMatchObject({
      ok: true,
      warnings: [expect.stringContaining('Kanban')],
      data: { section: 'Lane' },
    });
  });

  it('says nothing about what is undone', async () => {
    const vault = served();
    await vault.write(PATH, '```\nx\n');
    await vault.client.post('append', { params: { path: PATH, content: '```' } });
    const { envelope } = await vault.client.post('cli-bridge:undo', { params: { id: 'last' } });
    expect([envelope.ok, envelope.warnings]).toEqual([true, undefined]);
  });

  const WEEK = '# Week\n\n## Log\n\nline\n';

  it.each([
    ['append', { content: 'x' }, [], 'Week > Log'],
    ['append', { content: LONG }, [], 'Week > Log'],
    ['append', { content: '## Next\nx' }, [], 'Week > Next'],
    ['append', { content: 'x' }, ['inline'], 'Week > Log'],
    ['prepend', { content: 'x' }, [], undefined],
    ['prepend', { content: '# First\n' }, [], 'First'],
  ])('%s %j names its section', async (command, given, flags, section) => {
    const vault = served();
    await vault.write(PATH, WEEK);
    const { envelope } = await vault.client.post(command, { params: { path: PATH, ...given }, flags });
    expect((envelope.data as { readonly section?: string }).section).toBe(section);
  });

  it.each(['x', LONG])("daily:append names the section of today's note", async (content) => {
    const vault = served();
    const path = (await vault.client.get('daily:path')).envelope.stdout?.trim() ?? '';
    await vault.write(path, WEEK);
    const { envelope } = await vault.client.post('daily:append', { params: { content } });
    expect(envelope.data).toMatchObject({ path, section: 'Week > Log' });
  });
});

const ofHost = useNotes({ store: 'own' });

it('names to a key only what it may list and read', async () => {
  const { bridge, client, write } = ofHost();
  const { key, record } = makeKey('agent', { commands: ['create', 'append'] });
  bridge.setKeys([record]);
  const agent = new Client(client.url, key);
  const made = await agent.post('create', { params: { path: 'projects/New.md', content: 'x' } });
  expect([made.envelope.ok, made.envelope.warnings]).toEqual([true, undefined]);
  await write(PATH, '# Secret\n');
  const { envelope } = await agent.post('append', { params: { path: PATH, content: '| [[a|b]] |\n| - |' } });
  expect(envelope.data).not.toHaveProperty('section');
  expect(envelope.warnings).toEqual([expect.stringContaining('splits its cell: write \\|.')]);
});
