import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CLI_DISABLED_SENTENCE, catalogueNames, given, programCommands } from '../answers';
import { get } from '../checking';
import { runScripted, verdictOf } from '../scripted-turn';

const NOT_FOUND = 'Error: File "a.md" not found.';

/** Failures that any command may print. */
const FAILURES: readonly [said: string, code: string][] = [
  [NOT_FOUND, 'file_not_found'],
  ['Error: No active file.', 'cli_failed'],
  ['Error: No active file. Use file=<name> or path=<path> to specify a file.', 'cli_failed'],
  ['Error: Missing required parameter: id=<plugin-id>\nUsage: plugin id=<plugin-id>', 'cli_failed'],
  ['Missing required parameter: content', 'cli_failed'],
  ['Error: Destination file already exists!', 'cli_failed'],
  ['Error: Invalid number: abc', 'cli_failed'],
  ['Error: View not found: x', 'cli_failed'],
  ['Error: Something that nobody has seen yet', 'cli_failed'],
  ["TypeError: Cannot read properties of null (reading 'getParentPrefix')", 'cli_failed'],
  ['Plugin "x" not found. Use "plugins" to list available plugins.', 'cli_failed'],
  ['Restricted: plugins are disabled.', 'cli_failed'],
  ['No commands matching "x".', 'cli_failed'],
  ['Vault not found.', 'vault_not_found'],
  [CLI_DISABLED_SENTENCE, 'cli_disabled'],
  [
    'The CLI is unable to find Obsidian. Please make sure Obsidian is running and try again.',
    'app_not_running',
  ],
];

/** Prints what happened in a developer's console, so that an error is content: only known failures count. */
const CONSOLES = ['dev:errors', 'dev:console', 'dev:dom'];
/** Nothing distinguishes an item of these lists from an unknown error. */
const UNTOLD = ['snippets', 'snippets:enabled'];

/** Commands that print lists, and what silence, words that nobody knows, and an unknown error come to. */
const EXPECTED: readonly [names: readonly string[], silence: string, otherWords: string][] = [
  // Nothing may be there, and any text may be.
  [['help', 'diff', 'history', 'history:list', 'base:views', 'commands', 'hotkeys', 'hotkey'], 'ok', 'ok'],
  [['plugins', 'plugins:enabled', 'themes', 'theme', 'snippets', 'snippets:enabled'], 'ok', 'ok'],
  [['publish:site', 'publish:list', 'publish:status', 'sync:status', 'sync:history'], 'ok', 'ok'],
  [['sync:deleted', 'workspace', 'workspaces', 'tabs', 'recents', 'dev:css', ...CONSOLES], 'ok', 'ok'],
  [['files', 'folders', 'unresolved', 'orphans', 'deadends', 'tag', 'templates'], 'ok', 'ok'],
  // They say so when they find nothing.
  [['bases', 'bookmarks', 'links', 'aliases', 'search', 'vaults', 'backlinks', 'tags'], 'warned', 'ok'],
  [['tasks', 'daily:path'], 'warned', 'ok'],
  // Their shape is known.
  [['file', 'folder', 'vault', 'plugin', 'wordcount', 'version'], 'warned', 'warned'],
  [['search:context', 'base:query', 'outline'], 'warned', 'warned'],
  // Text of any form: silence is asked about.
  [['read', 'daily:read', 'history:read', 'sync:read', 'template:read'], 'unconfirmed', 'ok'],
  [['properties', 'property:read'], 'unconfirmed', 'ok'],
  [['random:read'], 'warned', 'ok'],
  // They confirm what they did: silence is asked about, and unconfirmed when that is not answered.
  [['append', 'prepend', 'create', 'delete', 'move', 'rename', 'open'], 'unconfirmed', 'warned'],
  [['daily:append', 'daily:prepend', 'property:set', 'property:remove'], 'unconfirmed', 'warned'],
  [['base:create', 'plugin:reload', 'reload', 'eval'], 'unconfirmed', 'warned'],
  // Nobody knows how they confirm, but there is a way to ask.
  [['history:restore', 'sync:restore', 'template:insert', 'workspace:save'], 'unconfirmed', 'warned'],
  [['workspace:delete', 'plugin:enable', 'plugin:disable', 'plugin:install'], 'unconfirmed', 'warned'],
  [['plugin:uninstall', 'theme:install', 'theme:uninstall'], 'unconfirmed', 'warned'],
  [['snippet:enable', 'snippet:disable'], 'unconfirmed', 'warned'],
  // Only report as they are called here.
  [['task'], 'unconfirmed', 'ok'],
  [['plugins:restrict', 'dev:debug'], 'warned', 'ok'],
  // Nobody knows how they confirm, nor how to ask.
  [['restart', 'remove', 'uninstall', 'bookmark', 'command', 'daily', 'history:open'], 'warned', 'warned'],
  [['publish:add', 'publish:remove', 'publish:open', 'random', 'search:open', 'sync'], 'warned', 'warned'],
  [['sync:open', 'theme:set', 'unique', 'vault:open', 'web', 'workspace:load'], 'warned', 'warned'],
  [['tab:open', 'devtools', 'dev:cdp', 'dev:screenshot', 'dev:mobile'], 'warned', 'warned'],
];

/** What a success prints. */
const CONFIRMATIONS: Readonly<Record<string, string>> = {
  create: 'Created: a.md',
  append: 'Appended to: a.md',
  prepend: 'Prepended to: a.md',
  'daily:append': 'Appended to: 2026-01-05.md',
  'daily:prepend': 'Prepended to: 2026-01-05.md',
  delete: 'Moved to trash: a.md',
  move: 'Moved: a.md -> b.md',
  rename: 'Renamed: a.md -> b.md',
  open: 'Opened: a.md',
  'property:set': 'Set status: done',
  'property:remove': 'Removed: status',
  'base:create': 'Created: Row.md',
  'plugin:reload': 'Reloaded: x',
  reload: 'Reloading...',
  eval: '=> 2',
  version: '1.13.7 (installer 1.13.4)',
  wordcount: 'words: 103\ncharacters: 991',
  'search:context': 'a.md:3: Error: a line of a note',
  'base:query': '[]',
  outline: '└── Heading',
  file: 'path\ta.md\nsize\t3',
  folder: 'path\tx\nfiles\t3',
  vault: 'name\tNotes',
  plugin: 'type\tcommunity',
};

describe.each(programCommands.map((command) => [command.name, command] as const))('%s', (name, command) => {
  const rule = EXPECTED.find(([names]) => names.includes(name));
  const call = given(command);
  const answering = async (first: string, later = ''): Promise<string> =>
    verdictOf(await runScripted(name, call, (_line, run) => (run === 1 ? first : later)));

  test('has its row in the table', () => {
    expect(EXPECTED.filter(([names]) => names.includes(name))).toHaveLength(1);
  });

  test('success, and nothing found', async () => {
    const { success, kind, nothing } = command;
    const confirmation = CONFIRMATIONS[name];
    const isSure = kind === 'read' || confirmation !== undefined || rule?.[2] === 'ok';
    const ran = await runScripted(name, call, () => `${confirmation ?? 'Note'}\n`);
    if (isSure) expect(verdictOf(ran)).toBe('ok');
    if (isSure) expect(ran.asked).toEqual([name]);
    if (success.shape === 'confirmation') expect(confirmation).toBeDefined();
    for (const sentence of nothing?.sentences ?? []) expect(await answering(`${sentence}\n`)).toBe('ok');
  });

  test('each known failure, as it is and behind an empty line', async () => {
    for (const [said, code] of FAILURES) {
      // The question fails in the same way.
      for (const text of [said, `\r\n${said.replace('\n', '\r\n')}\r\n`]) {
        const ran = await runScripted(name, call, () => text);
        const isKnown = !['View', 'that nobody', 'Type', 'Destination', 'Invalid', 'Plugin', 'Restricted', 'No commands', 'Missing'].some((word) => said.includes(word)); // prettier-ignore
        if (CONSOLES.includes(name) && !isKnown) continue;
        if (UNTOLD.includes(name) && !isKnown && /^Error: [^\n]*$/.test(said)) {
          expect(verdictOf(ran)).toBe('warned');
          continue;
        }
        if (name === 'properties' && said.startsWith('Missing')) continue;
        expect([said, ran.code]).toEqual([
          said,
          name === 'eval' && code === 'cli_failed' ? code : ran.code && code,
        ]);
        expect(ran.exitCode).toBe(1);
        expect(ran.stderr.replaceAll('\r', '').trim()).toContain(said.split('\n')[0]);
      }
    }
  });

  test('silence, and words that nobody knows', async () => {
    const [, silence, otherWords] = rule ?? [];
    expect(await answering('')).toBe(silence);
    expect(await answering('Lorem ipsum dolor', 'Lorem ipsum dolor')).toBe(otherWords);
  });

  test('words of a broken connection: a change may have been made, a list was not read', async () => {
    for (const said of ['Stream closed', 'Broken pipe', 'write() failed', 'Error: Stream closed']) {
      const ran = await runScripted(name, call, () => ({ stdout: said }));
      if (command.kind !== 'read') {
        expect(ran).toMatchObject({ code: 'unconfirmed', exitCode: 1, stderr: said });
        expect(ran.error).toMatch(/may or may not have happened/);
        expect(ran.asked).toEqual([name]);
        const failed = await runScripted(name, call, () => ({ stderr: said, exitCode: 1 }));
        expect(failed).toMatchObject({ code: 'unconfirmed', stderr: said });
      } else if (!CONSOLES.includes(name)) expect(ran.code).toBeDefined();
    }
  });

  test("the user's own text that looks like each of them is content", async () => {
    if (!command.printsUserText) return;
    for (const [said] of [...FAILURES, ['Stream closed'], ['No matches found.'], ['Created: a.md']]) {
      if (name === 'search:context') {
        expect(await answering(`a.md:1: ${said}`)).toBe('ok');
      } else if (command.success.shape === 'text' || command.success.shape === 'paths') {
        expect(await answering(`Prose\n${said}\n`)).toBe('ok');
      }
      if (command.success.shape === 'text') expect(await answering(`${said}\nProse\n`)).toBe('ok');
    }
    if (command.success.shape === 'paths') {
      expect(await answering('Error: odd.md\n', 'path\tError: odd.md\n')).toBe('ok');
      expect(await answering('Error: odd.md\n')).toBe('warned');
      expect(await answering('Error: odd.md\n', 'Error: File "Error: odd.md" not found.\n')).toBe(
        'cli_failed',
      );
    }
    if (
      command.flags.some((flag) => flag.name === 'total') &&
      name !== 'outline' &&
      command.success.shape !== 'text'
    ) {
      // The number of items tells that the line is one.
      if (name !== 'dev:dom') expect(await answering('Error: odd\n', '1\n')).toBe('ok');
    }
  });

  test('another program: its exit code counts, and nothing is asked', async () => {
    for (const said of ['', NOT_FOUND, 'Stream closed', 'Lorem']) {
      const ran = await runScripted(name, call, () => said, false);
      expect([verdictOf(ran), ran.stdout, ran.asked]).toEqual(['ok', said, [name]]);
    }
  });

  test('another exit code than 0: the reason is in stderr, wherever it was printed', async () => {
    for (const isRecognised of [true, false]) {
      const ran = await runScripted(
        name,
        call,
        () => ({ stdout: 'The disk is full.\n', exitCode: 7 }),
        isRecognised,
      );
      expect(ran).toMatchObject({ exitCode: 7, code: 'cli_failed', stderr: 'The disk is full.' });
      expect(ran.asked).toEqual([name]);
    }
  });
});

test('the table has every command, and no other', () => {
  expect(EXPECTED.flatMap(([names]) => names).sort()).toEqual([...catalogueNames].sort());
});

describe('one question settles an unclear change', () => {
  const fresh = (path = 'a.md'): string =>
    `path\t${path}\nsize\t3\ncreated\t${Date.now() + 5}\nmodified\t${Date.now() + 5}\n`;
  const old = 'path\ta.md\nsize\t3\ncreated\t1700000000000\nmodified\t1700000000000\n';
  const missing = `${NOT_FOUND}\n`;
  type Row = [
    name: string,
    question: string,
    answer: () => string,
    verdict: string,
    more?: Record<string, string>,
  ];

  test.each<Row>([
    ['append', 'file', fresh, 'ok'],
    ['append', 'file', () => old, 'unconfirmed'],
    ['append', 'file', () => missing, 'file_not_found'],
    ['prepend', 'file', fresh, 'ok'],
    ['create', 'file', fresh, 'ok'],
    ['create', 'file', () => old, 'unconfirmed'],
    ['create', 'file', () => missing, 'cli_failed'],
    // What is missing now may have been missing before.
    ['delete', 'file', () => missing, 'unconfirmed'],
    ['delete', 'file', () => old, 'cli_failed'],
    ['move', 'file', () => old, 'cli_failed'],
    ['move', 'file', () => missing, 'unconfirmed'],
    ['history:restore', 'file', fresh, 'ok'],
    ['history:restore', 'file', () => old, 'unconfirmed'],
    ['open', 'file', () => old, 'ok'],
    ['property:set', 'property:read', () => 'done\n', 'ok'],
    ['property:set', 'property:read', () => 'open\n', 'unconfirmed'],
    ['property:remove', 'property:read', () => 'done\n', 'cli_failed'],
    ['property:remove', 'property:read', () => 'Error: Property "status" not found.\n', 'ok'],
    ['plugin:enable', 'plugins:enabled', () => 'dataview\nother\n', 'ok'],
    ['plugin:enable', 'plugins:enabled', () => 'other\n', 'cli_failed'],
    ['plugin:disable', 'plugins:enabled', () => 'other\n', 'ok'],
    ['plugin:uninstall', 'plugins', () => 'dataview\n', 'cli_failed'],
    ['workspace:delete', 'workspaces', () => 'Name (active)\n', 'cli_failed'],
  ])('%s, silent: %s answers %s: %s', async (name, question, answer, verdict) => {
    const ran = await runScripted(name, given(get(name)), (line) => (line.command === name ? '' : answer()));
    expect(ran.asked).toContain(question);
    expect(verdictOf(ran)).toBe(verdict);
    if (verdict !== 'ok') expect(ran.error).not.toBe('');
  });

  test('a daily note is looked for first', async () => {
    const script =
      (modified?: number) => (line: { command: string; parameters: ReadonlyMap<string, string> }) => {
        if (line.command === 'daily:path') return 'Daily/x.md\n';
        if (line.command !== 'file') return '';
        expect(line.parameters.get('path')).toBe('Daily/x.md');
        // The call makes it where there is none, so that none was missed.
        if (modified === undefined) return missing;
        return `path\tDaily/x.md\nsize\t3\nmodified\t${modified}\n`;
      };
    const call = { params: { content: 'x' } };
    const done = await runScripted('daily:append', call, script(Date.now() + 5));
    expect([verdictOf(done), done.asked]).toEqual(['ok', ['daily:append', 'daily:path', 'file']]);
    expect(verdictOf(await runScripted('daily:append', call, script(1)))).toBe('unconfirmed');
    expect(verdictOf(await runScripted('daily:append', call, script()))).toBe('cli_failed');
  });

  test('a note that stands at the destination may have been there before the move', async () => {
    const ran = await runScripted('move', { params: { path: 'a.md', to: 'b/' } }, (line) =>
      line.command === 'move' ? '' : line.parameters.get('path') === 'b/a.md' ? old : missing,
    );
    expect(verdictOf(ran)).toBe('unconfirmed');
  });

  test('a task is looked for in the note of its reference, or in the daily note, never in the open one', async () => {
    const asked: string[] = [];
    const script = (line: { command: string; parameters: ReadonlyMap<string, string> }): string => {
      asked.push(`${line.command} ${line.parameters.get('path') ?? ''}`);
      if (line.command === 'task') return '';
      return line.command === 'daily:path' ? 'Daily/x.md\n' : fresh(line.parameters.get('path'));
    };
    const byReference = await runScripted('task', { params: { ref: 'Todo.md:1' }, flags: ['done'] }, script);
    const ofToday = await runScripted('task', { params: { line: '1' }, flags: ['daily', 'done'] }, script);
    expect([byReference, ofToday].map(verdictOf)).toEqual(['ok', 'ok']);
    expect(asked.filter((line) => line.startsWith('file'))).toEqual(['file Todo.md', 'file Daily/x.md']);
  });

  test('the question goes to the same vault, and a question that cannot be run proves nothing', async () => {
    const ran = await runScripted('append', { ...given(get('append')), vault: 'V' }, (line) => {
      expect(line.vault).toBe('V');
      if (line.command === 'file') throw new Error('no');
      return '';
    });
    expect(verdictOf(ran)).toBe('unconfirmed');
    for (const printed of [
      { stdout: old, exitCode: 1 },
      { stdout: fresh(), endedBy: 'timeout' as const },
    ]) {
      const failed = await runScripted('append', given(get('append')), (_line, run) =>
        run === 1 ? '' : printed,
      );
      expect(verdictOf(failed)).toBe('unconfirmed');
    }
  });

  test("a user's value cannot pass for the confirmation", async () => {
    const value = 'abc\nSet status: done';
    const ran = await runScripted(
      'property:set',
      { params: { name: 'status', value, type: 'number' } },
      () => `Error: Invalid number: ${value}\n`,
    );
    expect(ran).toMatchObject({ code: 'cli_failed', stderr: `Error: Invalid number: ${value}` });
  });
});

describe('a note is never taken for a failure', () => {
  test.for<[printed: string, question: string, verdict: string]>([
    ['Error: odd\n', 'Error: boom\n', 'unconfirmed'],
    ['Error: boom\n', 'Error: boom\n', 'cli_failed'],
    ['', 'Vault not found.\n', 'unconfirmed'],
    ['Vault not found.\n', 'Vault not found.\n', 'vault_not_found'],
    ['', 'Error: File "a.md" not found.\n', 'file_not_found'],
  ])('%j, and the question fails with %j: %s', async ([printed, question, verdict]) => {
    const ran = await runScripted('read', { params: { path: 'a.md' } }, (line) =>
      line.command === 'file' ? question : printed,
    );
    expect(verdictOf(ran)).toBe(verdict);
  });

  const rows = (text: string): string => `path\ta.md\nsize\t${Buffer.byteLength(text)}\n`;
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(
      ...FAILURES.map(([said]) => said),
      'Stream closed',
      'No matches found.',
      'Error:',
      '=> 1',
    ),
  );
  const note = fc
    .array(text, { maxLength: 3 })
    .chain((lines) => fc.constantFrom('', '\n', ' ', '\r\n').map((between) => lines.join(between)));

  test.each([
    ['read', ['file']],
    ['daily:read', ['daily:path', 'file']],
  ])('property: %s gives any text as it is', async (name) => {
    await fc.assert(
      fc.asyncProperty(note, fc.boolean(), async (content, endsLine) => {
        const printed = endsLine || content === '' ? content : `${content}\n`;
        const ran = await runScripted(name, { params: { path: 'a.md' }, vault: 'V' }, (line) =>
          line.command === name ? printed : line.command === 'file' ? rows(content) : 'a.md\n',
        );
        expect([ran.code, ran.stdout]).toEqual([undefined, printed]);
        expect(ran.doubts).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });

  test('what is not as long as the note is not its text', async () => {
    for (const said of ['Error: File is not a markdown file.', 'TypeError: x', 'Stream closed']) {
      const ran = await runScripted('read', { params: { path: 'a.md' } }, (line) =>
        line.command === 'read' ? `${said}\n` : 'path\ta.md\nsize\t5000\n',
      );
      expect(ran).toMatchObject({ code: 'cli_failed', stdout: '', stderr: said });
    }
    const silent = await runScripted('read', { params: { path: 'a.md' } }, (line) =>
      line.command === 'read' ? '' : 'path\ta.md\nsize\t5000\n',
    );
    expect(silent).toMatchObject({
      code: 'cli_failed',
      stderr: expect.stringContaining('5000 bytes') as string,
    });
  });

  test('a property may have any value, and a property any name', async () => {
    const value = await runScripted('property:read', { params: { path: 'a.md', name: 'motto' } }, (line) =>
      line.command === 'property:read' ? 'Error: No active file.\n' : '{"motto": "Error: No active file."}',
    );
    expect(verdictOf(value)).toBe('ok');
    const name = await runScripted('properties', { params: { path: 'a.md' } }, (line) =>
      line.parameters.has('format') ? '{"Error": "none"}' : 'Error: none\n',
    );
    expect(verdictOf(name)).toBe('ok');
  });
});

describe('eval: its last word counts', () => {
  test.each([
    ['=> 1', 'ok'],
    ['[warn] x\n=> 1', 'ok'],
    ['Error: nothing to do\n=> 1', 'ok'],
    ['=> line 1\nError: in a log\nline 3', 'ok'],
    ['=> "Error: only a value"', 'ok'],
    ['[warn] x\nError: boom', 'cli_failed'],
    // The last line of the value, or an error after a line that was logged.
    ['=> 1\nError: boom', 'unconfirmed'],
    // A value of several lines.
    ['=> {\n  "log": "x"\n}', 'ok'],
    ['[warn] x\n=> {\n  "a": [\n    1\n  ]\n}', 'ok'],
    // An empty text.
    ['=> ', 'ok'],
    ['[log] =>x\nError: boom', 'cli_failed'],
    ['ReferenceError: x is not defined', 'cli_failed'],
    ['Error: boom\n    at eval (x.js:1)', 'cli_failed'],
    ['some words', 'warned'],
    ['', 'unconfirmed'],
  ])('%j: %s', async (said, verdict) => {
    expect(verdictOf(await runScripted('eval', { params: { code: 'x' } }, () => said))).toBe(verdict);
  });
});

describe('lists', () => {
  test('one file of an odd name does not make a list fail, and an error is still one', async () => {
    const run = async (said: string, total = '') =>
      verdictOf(
        await runScripted('files', {}, (line) =>
          line.command === 'file' || line.flags.includes('total') ? total : said,
        ),
      );
    expect(await run('Error: odd.md\nNote.md\n')).toBe('ok');
    expect(await run('Error: odd.md\n', 'path\tError: odd.md\n')).toBe('ok');
    expect(await run('Error: Could not read Foo.md\n', 'Error: File "x" not found.\n')).toBe('cli_failed');
    expect(await run('Error: odd\n', '1\n')).toBe('ok');
    expect(await run('Error: Folder "x" not found.\n', 'Error: Folder "x" not found.\n')).toBe('cli_failed');
    expect(
      await run("TypeError: Cannot read properties of null (reading 'x.md')\n    at f (app.js:1:2)\n"),
    ).toBe('cli_failed');
  });
});

describe('a run that the bridge had to end', () => {
  test.each(['timeout', 'cancelled'] as const)(
    '%s: what was confirmed before is confirmed',
    async (endedBy) => {
      const printed = { stdout: 'Appended to: a.md\n', exitCode: 143, endedBy };
      const ran = await runScripted('append', given(get('append')), () => printed);
      expect(ran).toMatchObject({ exitCode: 0, stdout: 'Appended to: a.md\n', stderr: '' });
      expect(ran).not.toHaveProperty('code');
      expect(ran.doubts?.[0]).toMatch(/did not end by itself/);
      const silent = await runScripted('append', given(get('append')), () => ({ exitCode: 143, endedBy }));
      expect(silent.code).toBe(endedBy);
      expect((await runScripted('read', given(get('read')), () => printed)).code).toBe(endedBy);
      const other = await runScripted('append', given(get('append')), () => printed, false);
      expect(other.code).toBe(endedBy);
    },
  );
});

describe('very long output is judged in a moment, whatever it says', () => {
  const many = (text: string): string => text.repeat(Math.floor(20_000_000 / text.length));

  test.each([
    ['suggestions without end', `Error: Command "read" not found. Did you mean: a${many(', a')}`],
    ['a file name without end', `Error: File "${many('" not found.')}`],
    ['a parameter without end', `Error: Missing required parameter: a=${many('a=')} `],
    ['a usage behind line breaks', `Error: Missing required parameter: a${many('\n')}x`],
    ['an exception without end', `${many('Error')}:`],
    ['a stack without end', `TypeError: x${many('\n   at x')}!`],
  ])('%s gets a verdict', async (_what, text) => {
    for (const name of ['read', 'files', 'plugin:reload', 'append', 'eval']) {
      await expect(runScripted(name, given(get(name)), () => text)).resolves.toBeDefined();
    }
  });
});
