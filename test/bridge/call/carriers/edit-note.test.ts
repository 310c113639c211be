import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { serve, serveFake } from '../../../kit/bridge';
import type { Served } from '../../../kit/bridge';
import { Client, jsonCall } from '../../../kit/http-client';
import { makeKey } from '../../../kit/keys';
import { callTool } from '../../../kit/mcp-client';
import { NoteFolder } from '../../../kit/note-folder';
import { residentVault } from '../../../kit/resident-stand-in';
import { serveNotes } from '../../../kit/note-vault';
import { groupScope, THIS_TEST } from '../../../kit/test-scope';
import { until } from '../../../kit/until';

const EDIT = 'cli-bridge:edit';
const PATH = 'Projects/Edited note.md';
const NOTE = '---\ntitle: "C:\\\\new"\n---\n# Plan\n\nThe \\nabla of \\tau.\n\n## Tasks\n\n- one\n\n## Log\n';

let served: Served;
let vault: string;
const scope = groupScope();
beforeAll(async () => {
  const { vault: folder, program } = await residentVault(scope);
  vault = folder;
  served = await serve(scope, { program, hostVault: 'sample-vault', notes: new NoteFolder(folder) });
  const { bridge, client } = served;
  await client.get('files');
  await until('the program is recognized', () => bridge.status().cli.recognized);
});
beforeEach(async () => {
  served.change({ blockedCommands: [], allowedCommands: [], readOnly: false });
  await writeFile(join(vault, PATH), NOTE);
});

const text = (): Promise<string> => readFile(join(vault, PATH), 'utf8');
const edit = (params: Record<string, unknown>, flags: string[] = [], client: Client = served.client) =>
  client.post(EDIT, { params: { path: PATH, ...params }, flags });

describe('an edit', () => {
  test('replaces exact text, and leaves every other byte as it was', async () => {
    const { status, envelope } = await edit({ old: '\\tau', new: '\\new\n' });
    expect([status, envelope.stdout, envelope.command]).toEqual([200, `Edited: ${PATH}\n`, EDIT]);
    expect(envelope.data).toMatchObject({ path: PATH, bytes: 5, replacements: 1 });
    expect(envelope.data).toMatchObject({ revision: expect.stringMatching(/^[0-9a-f]{16}$/) as string });
    expect(envelope.warnings).toBeUndefined();
    expect(await text()).toBe(NOTE.replace('\\tau', '\\new\n'));
    const read = await served.client.get('read', { path: PATH });
    expect((read.envelope as { revision?: string }).revision).toBe(
      (envelope.data as { revision: string }).revision,
    );
  });

  test('keeps CRLF and a missing final line break, and replaces all', async () => {
    await writeFile(join(vault, PATH), 'a b\r\na\r\nlast a');
    const { envelope } = await edit({ old: 'a', new: 'x\ny' }, ['all']);
    expect(envelope.data).toMatchObject({ replacements: 4 });
    expect(await text()).toBe('x\r\ny b\r\nx\r\ny\r\nlx\r\nyst x\r\ny');
  });

  test('warns where subsections are replaced with their section', async () => {
    const { envelope } = await edit({ heading: 'Plan', content: 'All new.' });
    expect(envelope.warnings).toEqual([
      'These subsections are part of the section and were replaced with it: "Tasks", "Log".',
    ]);
    expect((await edit({ heading: 'Plan', content: 'Newer.' })).envelope.warnings).toBeUndefined();
  });

  test('changes sections: replace, append and prepend', async () => {
    await edit({ heading: 'Tasks', content: '- two', mode: 'append' });
    await edit({ heading: 'Plan > Log', content: '- today' });
    await edit({ heading: 'Tasks', content: 'Open:', mode: 'prepend' });
    expect(await text()).toBe(
      NOTE.replace('## Tasks\n\n- one', '## Tasks\nOpen:\n\n- one\n- two').replace(
        '## Log\n',
        '## Log\n- today\n',
      ),
    );
  });

  test.each([
    ['text after a list', '# A\n- one\n', { content: 'text' }, '# A\n- one\n\ntext\n'],
    ['a list after text', '# A\ntext\n# B\n', { content: '- one' }, '# A\ntext\n\n- one\n\n# B\n'],
    ['text after a table', '# A\n| a |\n| - |\n', { content: 'text' }, '# A\n| a |\n| - |\n\ntext\n'],
    ['an item after items', '# A\n- one\n\n\n# B\n', { content: '- two\n' }, '# A\n- one\n- two\n\n\n# B\n'],
    ['a row after rows', '# A\n| a |\n| - |', { content: '| b |' }, '# A\n| a |\n| - |\n| b |'],
    ['a line after text', '# A\ntext\n', { content: 'more' }, '# A\ntext\nmore\n'],
    ['a quote after a quote', '# A\n> one\n', { content: '> two' }, '# A\n> one\n> two\n'],
    ['below subsections', '# A\n## B\n- b\n# C\n', { content: 'text' }, '# A\n## B\n- b\n\ntext\n\n# C\n'],
    ['above them', '# A\n- a\n## B\n', { content: '- b', own: true }, '# A\n- a\n- b\n\n## B\n'],
    ['with CRLF', '# A\r\n- a\r\n', { content: 'b\nc' }, '# A\r\n- a\r\n\r\nb\r\nc\r\n'],
  ] as const)('appends to a section: %s', async (_, before, { content, ...flags }, after) => {
    await writeFile(join(vault, PATH), before);
    await edit({ heading: 'A', content, mode: 'append' }, Object.keys(flags));
    expect(await text()).toBe(after);
  });

  test('leaves subsections alone with the flag own, and reports the line and the section', async () => {
    const { envelope } = await edit({ heading: 'Plan', content: 'All new.' }, ['own']);
    expect(envelope.warnings).toBeUndefined();
    expect(envelope.data).toMatchObject({ path: PATH, replacements: 1, line: 4, section: 'Plan' });
    expect(await text()).toBe(NOTE.replace('The \\nabla of \\tau.', 'All new.'));
    const below = await edit({ heading: 'Log', content: 'x', mode: 'append' });
    expect(below.envelope.data).toMatchObject({ line: 12, section: 'Plan > Log' });
    const exact = await edit({ old: 'one', new: '1' });
    expect(exact.envelope.data).toMatchObject({ line: 10, section: 'Plan > Tasks' });
    const above = await edit({ old: 'new', new: 'New' });
    expect(above.envelope.data).not.toHaveProperty('section');
  });

  test('warns which subsection the text lies below once it is appended', async () => {
    const { envelope } = await edit({ heading: 'Plan', content: '- x', mode: 'append' });
    expect(envelope.warnings).toEqual([
      'The text is below the subsection "Log", which ends the section. With the flag own, it goes above the first subsection.',
    ]);
    expect(envelope.data).toMatchObject({ line: 4, section: 'Plan > Log' });
    expect(await text()).toBe(`${NOTE}- x\n`);
    const own = await edit({ heading: 'Plan', content: 'x', mode: 'append' }, ['own']);
    expect([own.envelope.warnings, own.envelope.data]).toMatchObject([undefined, { section: 'Plan' }]);
  });

  test('keeps the settings of a board below its last list', async () => {
    const settings = '\n\n\n%% kanban:settings\n```\n{"kanban-plugin":"board"}\n```\n%%\n';
    await writeFile(join(vault, PATH), `## Done\n\n- [x] one${settings}`);
    await edit({ heading: 'Done', content: '- [x] two', mode: 'append' });
    expect(await text()).toBe(`## Done\n\n- [x] one\n- [x] two${settings}`);
    await edit({ heading: 'Done', content: '- [x] new' });
    expect(await text()).toBe(`## Done\n\n- [x] new${settings}`);
    await edit({ heading: 'Archive', content: '- [x] old' }, ['make']);
    expect(await text()).toBe(`## Done\n\n- [x] new\n\n## Archive\n- [x] old${settings}`);
  });

  test('adds a missing heading with the flag make, once', async () => {
    const make = () => edit({ heading: 'Ideas', content: '- x', mode: 'append' }, ['make']);
    const { envelope } = await make();
    expect(envelope.data).toMatchObject({ line: 14, section: 'Plan > Ideas', replacements: 1 });
    await make();
    expect(await text()).toBe(`${NOTE}\n## Ideas\n- x\n- x\n`);
    const byPath = await edit({ heading: 'Ideas > Later', content: 'x' }, ['make']);
    expect(byPath.envelope).toMatchObject({
      code: 'heading_not_found',
      hint: expect.stringContaining('not by a path') as string,
    });
  });

  test('changes the block that an id marks', async () => {
    const before = '# Plan\n- one ^id\n  - below\n\ntext ^other\n';
    await writeFile(join(vault, PATH), before);
    const { envelope } = await edit({ block: '^id', content: '- two', mode: 'append' });
    expect(envelope.data).toMatchObject({ path: PATH, bytes: 5, line: 2, section: 'Plan' });
    expect(await text()).toBe(before.replace('below', 'below\n- two'));
    await edit({ block: 'id', content: 'new' });
    await edit({ block: 'other', content: 'x', mode: 'prepend' });
    expect(await text()).toBe('# Plan\n- new ^id\n  - below\n- two\n\nx\n\ntext ^other\n');
  });

  test('replaces all, the end of the note without a final line break too', async () => {
    await writeFile(join(vault, PATH), 'bar\nbar');
    expect((await edit({ old: 'bar\n', new: 'x\n' }, ['all'])).envelope.data).toMatchObject({
      replacements: 2,
    });
    expect(await text()).toBe('x\nx');
  });

  test('drops the heading of the section from the content, and says so', async () => {
    const { envelope } = await edit({ heading: 'Log', content: '## Log\n\n- today' });
    expect(envelope.warnings).toEqual([
      'The content began with the heading of the section, which was not repeated.',
    ]);
    expect(await text()).toBe(NOTE.replace('## Log\n', '## Log\n\n- today\n'));
  });

  test('forgives a final line break that the note lacks', async () => {
    await writeFile(join(vault, PATH), 'first\nlast');
    expect((await edit({ old: 'first\nlast\n', new: 'new\n' })).status).toBe(200);
    expect(await text()).toBe('new');
  });

  test('finds the note by its name, too', async () => {
    const { status } = await served.client.post(EDIT, {
      params: { file: 'Edited note', old: 'one', new: '1' },
    });
    expect(status).toBe(200);
    expect(await text()).toContain('- 1\n');
  });

  test('writes nothing where the text stays the same', async () => {
    const before = (await stat(join(vault, PATH))).mtimeMs;
    expect((await edit({ old: 'one', new: 'one' })).status).toBe(200);
    expect((await stat(join(vault, PATH))).mtimeMs).toBe(before);
  });

  test.each([
    [{ old: 'none such', new: 'x' }, 'text_not_found', { path: PATH }],
    [{ old: 'ONE', new: 'x' }, 'text_not_found', { path: PATH, line: 10, text: '- one' }],
    [
      { old: '## Tasks\n\n- one task\n', new: 'x' },
      'text_not_found',
      { path: PATH, line: 10, text: '- one' },
    ],
    [
      { old: '## ', new: 'x' },
      'text_ambiguous',
      {
        path: PATH,
        lines: [
          { line: 8, text: '## Tasks' },
          { line: 12, text: '## Log' },
        ],
      },
    ],
    [
      { heading: 'Task', content: 'x' },
      'heading_not_found',
      { path: PATH, candidates: [{ heading: 'Plan > Tasks', line: 8 }] },
    ],
    [{ block: '^none', content: 'x' }, 'block_not_found', { path: PATH, candidates: [] }],
  ])('changes nothing and says why: %j', async (params, code, data) => {
    const { status, envelope } = await edit(params);
    expect([status, envelope.code, envelope.command]).toEqual([422, code, EDIT]);
    expect(envelope.data).toMatchObject(data);
    expect(envelope.hint).toMatch(/\.$/);
    expect(await text()).toBe(NOTE);
    const { structured, isError } = await callTool(new URL('/mcp', served.client.url), 'execute', {
      command: EDIT,
      params: { path: PATH, ...params },
    });
    expect([isError, structured['code'], structured['data']]).toMatchObject([true, code, data]);
  });

  test('names each of several headings', async () => {
    await writeFile(join(vault, PATH), '# A\n## B\n# B\n');
    const { envelope } = await edit({ heading: 'B', content: 'x' });
    expect([envelope.code, envelope.data]).toMatchObject([
      'heading_ambiguous',
      {
        path: PATH,
        candidates: [
          { heading: 'A > B', line: 2 },
          { heading: '# B', line: 3 },
        ],
      },
    ]);
    expect((await edit({ heading: '# B', content: 'x' })).status).toBe(200);
    expect(await text()).toBe('# A\n## B\n# B\nx\n');
  });

  test('replaces every occurrence of spaces', async () => {
    await writeFile(join(vault, PATH), 'a\tb\tc\n');
    expect((await edit({ old: '\t', new: ' ' }, ['all'])).status).toBe(200);
    expect(await text()).toBe('a b c\n');
  });

  test.each([
    [{ path: '', old: 'a', new: 'b' }, 'missing_parameter'],
    [{}, 'missing_parameter'],
    [{ old: '', new: 'b' }, 'missing_parameter'],
    [{ old: 'a' }, 'missing_parameter'],
    [{ heading: 'A' }, 'missing_parameter'],
    [{ old: 'a', new: 'b', heading: 'A' }, 'invalid_parameter'],
    [{ old: 'a', new: 'b', content: 'A' }, 'invalid_parameter'],
    [{ block: 'a', heading: 'A', content: 'b' }, 'invalid_parameter'],
    [{ block: 'a', new: 'b' }, 'invalid_parameter'],
    [{ block: 'a' }, 'missing_parameter'],
    [{ block: 'a', content: ' ' }, 'missing_parameter'],
    [{ block: '', content: 'a' }, 'missing_parameter'],
    [{ heading: 'A', content: '', mode: 'remove' }, 'invalid_parameter'],
    [{ old: 'a', nwe: 'b' }, 'unknown_parameter'],
    [{ path: '../a.md', old: 'a', new: 'b' }, 'invalid_parameter'],
  ])('is refused with 400: %j', async (params, code) => {
    const { status, envelope } = await edit(params);
    expect([status, envelope.code]).toEqual([400, code]);
    expect(await text()).toBe(NOTE);
  });

  test('gives texts of the note only to a key that may read it', async () => {
    const before = '# A\n## Secret\nhidden one\nhidden two ^id\n# Secret\n';
    await writeFile(join(vault, PATH), before);
    const { key, record } = makeKey('editor', { commands: [EDIT] });
    served.bridge.setKeys([record]);
    const client = new Client(served.client.url, key);
    const tried = async (params: Record<string, string>) => (await edit(params, [], client)).envelope;
    const path = PATH;
    for (const [params, data] of [
      [
        { old: 'hidden', new: 'x' },
        { path, lines: [{ line: 3 }, { line: 4 }] },
      ],
      [
        { old: 'hidden three', new: 'x' },
        { path, line: 3 },
      ],
      [
        { heading: 'None', content: 'x' },
        { path, candidates: [{ line: 1 }, { line: 2 }, { line: 5 }] },
      ],
      [
        { heading: 'Secret', content: 'x' },
        { path, candidates: [{ line: 2 }, { line: 5 }] },
      ],
      [
        { block: 'none', content: 'x' },
        { path, candidates: [{ line: 3 }] },
      ],
    ] as const) {
      const { data: told, error, hint } = await tried(params);
      expect(told).toEqual(data);
      expect(`${error} ${hint}`).not.toContain('hidden one');
    }
    for (const params of [
      { heading: 'A', content: 'x', mode: 'append' },
      { heading: 'A', content: 'x' },
    ]) {
      const { ok, data, warnings } = await tried(params);
      expect([ok, JSON.stringify([data, warnings]).includes('Secret')]).toEqual([true, false]);
      expect(data).not.toHaveProperty('section');
      expect(warnings).toHaveLength(1);
    }
  });

  test('for a missing note: the words of the program, and what was probably meant', async () => {
    const { status, envelope } = await edit({ path: 'Edited note', old: 'a', new: 'b' });
    expect([status, envelope.code]).toEqual([422, 'file_not_found']);
    expect(envelope.hint).toContain(PATH);
  });

  test('only with the revision that it names', async () => {
    const { envelope } = await served.client.get('read', { path: PATH });
    const { revision } = envelope as { revision?: string };
    const body = { params: { path: PATH, old: 'one', new: '1' }, ifRevision: revision };
    const send = () => served.client.request(`/api/v1/cli/cli-bridge/edit`, jsonCall('POST', body));
    expect((await send()).status).toBe(200);
    const late = await send();
    expect([late.status, late.envelope.code]).toEqual([422, 'revision_conflict']);
  });

  test('is blocked where create or append is, unless the allow-list names it; and in read-only mode', async () => {
    const tried = async (settings: Parameters<Served['change']>[0]) => {
      served.change({ blockedCommands: [], allowedCommands: [], readOnly: false, ...settings });
      const { status, envelope } = await edit({ old: 'one', new: 'one' });
      return status === 200 ? 'ok' : envelope.code;
    };
    expect(await tried({ blockedCommands: ['create'] })).toBe('command_blocked');
    expect(await tried({ blockedCommands: ['delete'] })).toBe('ok');
    expect(await tried({ blockedCommands: ['append'], allowedCommands: [EDIT] })).toBe('ok');
    expect(await tried({ blockedCommands: ['cli-bridge:*'], allowedCommands: [EDIT] })).toBe(
      'command_blocked',
    );
    expect(await tried({ allowedCommands: ['create', 'append'] })).toBe('command_blocked');
    expect(await tried({ readOnly: true })).toBe('read_only');
  });

  test('is listed as available, and found by search', async () => {
    const { envelope } = await served.client
      .get('version')
      .then(() => served.client.anonymous('/api/v1/commands'));
    const listed = (envelope.data as { command: string }[]).find(({ command }) => command === EDIT);
    expect(listed).toMatchObject({
      httpMethod: 'POST',
      category: 'bridge',
      dangerous: false,
      available: true,
    });
    const { structured } = await callTool(new URL('/mcp', served.client.url), 'search', {
      query: 'change a sentence in the middle of a note',
    });
    const [first] = structured['commands'] as string[];
    expect(first?.startsWith(`${EDIT} path=<note>`)).toBe(true);
    expect(first).toContain(' # write. ');
  });

  test('goes into a batch with what it depends on', async () => {
    const call = { path: PATH, heading: 'Log', content: 'x', mode: 'append' };
    const body = {
      calls: [
        { command: 'read', params: { path: PATH } },
        { command: EDIT, params: call },
      ],
    };
    const { status } = await served.client.request('/api/v1/batch', jsonCall('POST', body));
    expect(status).toBe(200);
    const broken = {
      calls: [
        { command: 'read', params: { path: PATH } },
        { command: EDIT, params: { path: PATH } },
      ],
    };
    const refused = await served.client.request('/api/v1/batch', jsonCall('POST', broken));
    expect([refused.status, refused.envelope.data]).toEqual([400, { index: 1 }]);
  });
});

test('an edit of a note of 76 KB takes less than 400 tokens over MCP', async () => {
  const long = `${'A line of a long note, with some words in it.\n'.repeat(1_600)}one phrase\n`;
  await writeFile(join(vault, PATH), long);
  const given = { command: EDIT, params: { path: PATH, old: 'one phrase', new: 'another one' } };
  const { isError, text: answer } = await callTool(new URL('/mcp', served.client.url), 'execute', given);
  expect(isError).toBe(false);
  expect(await text()).toBe(long.replace('one phrase', 'another one'));
  // A token has about four characters; of such JSON, not less than two.
  expect((JSON.stringify(given).length + answer.length) / 2).toBeLessThan(400);
});

test('a program that is not known to be the Obsidian CLI gets no edit', async (context) => {
  const plain = { version: 'echo plain', help: ':' };
  const { client, cli } = await serveFake(context, 'echo done', {}, plain);
  const { status, envelope } = await edit({ old: 'a', new: 'b' }, [], client);
  expect([status, envelope.code]).toEqual([422, 'command_unavailable']);
  expect(envelope.stderr).toContain('Obsidian CLI');
  expect(await cli.calls()).toEqual([]);
});

test('no answer to an edit reveals text to a key that may only edit', async () => {
  const vault = await serveNotes(THIS_TEST, { store: 'own' });
  const key = makeKey('editor', { commands: [EDIT, 'cli-bridge:undo', 'cli-bridge:changes'] });
  vault.bridge.setKeys([key.record]);
  const note = '# Hidden plan\n\nHidden line.\n\n## Hidden part\n\nHidden line.\n\n- Hidden item ^hidden\n';
  const edits: Record<string, string>[] = [
    { old: 'Hidden lime.', new: 'x' },
    { old: 'line.', new: 'x' },
    { heading: 'Plan', content: 'x' },
    { heading: 'None', content: 'x' },
    { block: 'none', content: 'x' },
    { heading: '1', content: 'x', mode: 'append' },
  ];
  const mcp = new URL('/mcp', vault.client.url);
  const params = edits.map((edit) => ({ path: 'Note.md', ...edit }));
  await vault.write('Note.md', note);
  const calls = params.map((each) => ({ command: EDIT, params: each }));
  const batch = await callTool(mcp, 'execute', { calls, stop_on_error: false }, key.key);
  expect(batch.text).toContain('text_ambiguous');
  expect(batch.text).not.toMatch(/Hidden (?!lime)|#hidden/);
  const editor = new Client(vault.client.url, key.key);
  for (const each of params) {
    const { text } = await editor.post(EDIT, { params: each });
    expect(text).not.toMatch(/[Hh]idden/);
  }
  const whole = { path: 'Note.md', old: 'plan', new: 'plot' };
  for (const { text } of [
    await editor.post(EDIT, { params: whole }),
    await editor.post('cli-bridge:undo', { params: { id: 'last' }, flags: ['dry'] }),
    await editor.get('cli-bridge:changes'),
  ])
    expect(text).not.toMatch(/[Hh]idden/);
  expect(await vault.text('Note.md')).toBe(note.replace('plan', 'plot'));
});
