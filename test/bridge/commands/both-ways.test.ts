import { writeFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { describe, expect, test } from 'vitest';
import { serveFake } from '../../kit/bridge';
import type { Served } from '../../kit/bridge';
import { isProbe } from '../../kit/fake-cli';
import { groupScope } from '../../kit/test-scope';
import { until } from '../../kit/until';

const scope = groupScope();
const fake = serveFake(scope, '. "$0.told"', { allowDangerousCommands: true, timeoutSeconds: 5 });

interface Told extends Served {
  /** What the program was called with since it was told what to do, but for the bridge's own calls. */
  readonly calls: () => Promise<string[][]>;
}

/** A bridge over a program that is known to be the Obsidian CLI. @param behaviour what the program does from now on */
async function serveCli(behaviour: string): Promise<Told> {
  const { cli, ...served } = await fake;
  await until('help was read', () => served.bridge.status().cli.recognised);
  await writeFile(`${cli.path}.told`, behaviour);
  await cli.newCalls();
  return { ...served, calls: async () => (await cli.newCalls()).filter((words) => !isProbe(words)) };
}

type Call = readonly [name: string, params?: Record<string, string>, flags?: readonly string[]];

/** The verdict on one call: fine, fine with a warning, or the code of the failure. */
async function verdictOf({ client }: Served, [name, params = {}, flags = []]: Call): Promise<string> {
  const { envelope } = await client.post(name, { params, flags });
  return envelope.code ?? (envelope.warnings ? 'warned' : 'ok');
}

const ODD = 'Error: odd.md';
const NOT_THERE = `echo 'Error: File "x" not found.'`;
const BUSY = 'Error: Could not read the index of Foo.md';

describe('a list with one item that is named like an error', () => {
  /** Says what the list prints, and what proves that it is an item. */
  const PROVEN: readonly (readonly [call: Call, question: string, answer: string])[] = [
    [['files'], '*path=Error*', `printf 'path\\t${ODD}\\n'`],
    [['orphans'], '*path=Error*', `printf 'path\\t${ODD}\\n'`],
    [['search', { query: 'x' }], '*path=Error*', `printf 'path\\t${ODD}\\n'`],
    [['tag', { name: 'x' }], '*path=Error*', `printf 'path\\t${ODD}\\n'`],
    [['history:list'], '*path=Error*', `printf 'path\\t${ODD}\\n'`],
    [['backlinks', { path: 'a.md' }], '*total*', 'echo 1'],
    [['recents'], '*total*', 'echo 1'],
    [['publish:list'], '*total*', 'echo 1'],
    [['publish:status'], '*total*', 'echo 1'],
    [['sync:deleted'], '*total*', 'echo 1'],
    [['bookmarks'], '*total*', 'echo 1'],
    [['aliases'], '*total*', 'echo 1'],
    [['templates'], '*total*', 'echo 1'],
    [['workspaces'], '*total*', 'echo 1'],
    [['folders'], '*total*', 'echo 1'],
    [['tabs'], '* ids*', `printf '${ODD}\\tab12\\n'`],
    [['themes'], '* versions*', `printf '${ODD}\\t1.0.0\\n'`],
    [['theme'], '*themes*', `printf 'Minimal\\n${ODD}\\n'`],
    [['vault', { info: 'name' }], 'vault', `printf 'name\\t${ODD}\\nfiles\\t3\\n'`],
    [['base:query', { path: 'a.base', format: 'paths' }], '*format=json*', `echo '[{"path": "${ODD}"}]'`],
    [['base:query', { path: 'a.base', format: 'csv' }], '*format=json*', `echo '[{"Error": "odd.md"}]'`],
    [['outline', { path: 'a.md', format: 'md' }], '*total*', 'echo 1'],
  ];

  test.for(PROVEN)('%j is asked about with %s', async ([call, question, answer]) => {
    const pattern = question.replaceAll(' ', '\\ ');
    const said = `case " $* " in ${pattern === 'vault' ? '*\\ vault\\ ' : pattern}) ${answer} ;; *) echo '${ODD}' ;; esac`;
    const served = await serveCli(said);
    expect(await verdictOf(served, call)).toBe('ok');
    expect(await served.calls()).toHaveLength(2);
    // The same failure, whatever is asked.
    expect(await verdictOf(await serveCli(`echo '${ODD}'`), call)).toBe('cli_failed');
  });

  test('where nothing can tell, it is an answer with a warning; words of the program are a failure', async () => {
    for (const name of ['snippets', 'snippets:enabled']) {
      const served = await serveCli(`echo '${ODD}'`);
      expect(await verdictOf(served, [name])).toBe('warned');
      expect(await served.calls()).toHaveLength(1);
      const engine = `echo "TypeError: Cannot read properties of undefined (reading 'customCss')"`;
      for (const said of [engine, `echo 'Error: No active file.'`])
        expect(await verdictOf(await serveCli(said), [name])).toBe('cli_failed');
    }
  });

  test('an error that ends like a path is not a path, and a broken connection is not an item', async () => {
    for (const name of ['orphans', 'files', 'deadends', 'bases']) {
      const busy = await serveCli(`case $command in file) ${NOT_THERE} ;; *) echo '${BUSY}' ;; esac`);
      expect(await verdictOf(busy, [name])).toBe('cli_failed');
      expect(await verdictOf(await serveCli(`echo 'Error: Stream closed'`), [name])).toBe('cli_failed');
    }
    const context3 = await serveCli(
      `case $command in file) ${NOT_THERE} ;; *) echo 'Error: Foo.md:3: bad' ;; esac`,
    );
    expect(await verdictOf(context3, ['search:context', { query: 'x' }])).toBe('cli_failed');
  });

  test('a list that counts nothing has no item', async () => {
    const served = await serveCli(`case "$*" in *total*) echo 0 ;; *) echo 'Error: Busy' ;; esac`);
    expect(await verdictOf(served, ['aliases'])).toBe('cli_failed');
  });

  test('a property named like the beginning of an error is not the error', async () => {
    const say = (json: string) =>
      serveCli(`case "$*" in *format=json*) echo '${json}' ;; *) echo 'Error: boom' ;; esac`);
    expect(await verdictOf(await say('{"Error": "boom"}'), ['properties', { path: 'a.md' }])).toBe('ok');
    expect(await verdictOf(await say('{"E": 1}'), ['properties', { path: 'a.md' }])).toBe('cli_failed');
  });
});

describe('properties: what was there before proves nothing', () => {
  const SET: Call = ['property:set', { path: 'a.md', name: 'status', value: 'Error: x' }];
  const REMOVE: Call = ['property:remove', { path: 'a.md', name: 'status' }];
  const file = (modified: string) => `file) printf 'path\\ta.md\\nmodified\\t%s\\n' "${modified}" ;;`;
  const NOW = '$(date +%s%3N)';
  const gone = `property:read) echo 'Error: Property "status" not found.' ;;`;

  test.for<[call: Call, said: string, modified: string, property: string, verdict: string]>([
    // The note was modified.
    [SET, '', NOW, `property:read) echo 'Error: x' ;;`, 'ok'],
    [SET, 'Lorem', NOW, `property:read) echo 'Error: x' ;;`, 'ok'],
    // It was not, and the value is there.
    [SET, '', '1700000000000', `property:read) echo 'Error: x' ;;`, 'ok'],
    [SET, 'Lorem', '1700000000000', `property:read) echo 'Error: x' ;;`, 'warned'],
    [SET, '', '1700000000000', 'property:read) echo open ;;', 'unconfirmed'],
    [SET, 'Lorem', '1700000000000', 'property:read) echo open ;;', 'unconfirmed'],
    [REMOVE, '', NOW, gone, 'ok'],
    [REMOVE, 'Lorem', '1700000000000', gone, 'warned'],
    [REMOVE, '', '1700000000000', 'property:read) echo done ;;', 'cli_failed'],
    [REMOVE, 'Lorem', '1700000000000', 'property:read) echo done ;;', 'warned'],
  ])('%j printing %j, modified %s, %s: %s', async ([call, said, modified, property, verdict]) => {
    const behaviour = `case $command in ${file(modified)} ${property} *) printf '%s' '${said}' ;; esac`;
    expect(await verdictOf(await serveCli(behaviour), call)).toBe(verdict);
  });

  test('a plugin that was installed before does not prove that it was installed', async () => {
    const say = (list: string) =>
      serveCli(`case $command in plugins) echo ${list} ;; *) echo 'No network' ;; esac`);
    const install: Call = ['plugin:install', { id: 'dataview' }];
    expect(await verdictOf(await say('dataview'), install)).toBe('warned');
    expect(await verdictOf(await say('other'), install)).toBe('cli_failed');
  });
});

describe('the text of a template', () => {
  const READ: Call = ['template:read', { name: 'Meeting' }];
  const program = (said: string, size: number | undefined, list = 'Meeting') => `case $command in
file) ${size === undefined ? NOT_THERE : `printf 'path\\tTemplates/Meeting.md\\nsize\\t${size}\\n'`} ;;
templates) echo '${list}' ;;
*) printf '%s' '${said}' ;;
esac`;

  test.for<[said: string, size: number | undefined, list: string, verdict: string]>([
    ['Error: What went wrong\n', 23, 'Meeting', 'ok'],
    ['Error: Template "Meeting" not found.\n', 36, 'Meeting', 'ok'],
    ['Error: The folder is locked.\n', 23, 'Meeting', 'cli_failed'],
    ['Error: Template "Meeting" not found.\n', 23, 'Meeting', 'cli_failed'],
    ['Error: Template "Meeting" not found.\n', undefined, 'Other', 'cli_failed'],
    ['Error: The folder is locked.\n', undefined, 'Meeting', 'unconfirmed'],
    ['', 0, 'Meeting', 'ok'],
    ['', 23, 'Meeting', 'cli_failed'],
  ])('%j, %s bytes, listed %s: %s', async ([said, size, list, verdict]) => {
    expect(await verdictOf(await serveCli(program(said, size, list)), READ)).toBe(verdict);
  });
});

describe('the text of a note is compared to the byte', () => {
  test.for<[printed: string, size: number, verdict: string]>([
    // Silence is the text of an empty note only; of a byte order mark alone nothing is printed either, perhaps.
    ['', 0, 'ok'],
    ['', 1, 'cli_failed'],
    ['', 2, 'cli_failed'],
    ['', 3, 'warned'],
    ['', 4, 'cli_failed'],
    // Line breaks alone.
    ['\n', 1, 'ok'],
    ['\r\n', 2, 'ok'],
    ['\n\n', 2, 'ok'],
    ['\n', 40, 'cli_failed'],
    // One line, with and without the line break that is added, and the one that may stand before it on Windows.
    ['Error: odd\n', 10, 'ok'],
    ['Error: odd\n', 11, 'ok'],
    ['\r\nError: odd\r\n', 10, 'ok'],
    ['\r\nError: odd\r\n', 14, 'ok'],
    ['Error: odd\n', 9, 'cli_failed'],
    ['Error: odd\n', 12, 'cli_failed'],
    // A byte order mark that is left out.
    ['Error: odd\n', 13, 'unconfirmed'],
    ['Error: File "a.md" not found.\n', 32, 'unconfirmed'],
    ['Vault not found.\n', 19, 'unconfirmed'],
    // It cannot be true: the note is there.
    ['Error: File "a.md" not found.\n', 29, 'ok'],
    ['Error: File "a.md" not found.\n', 31, 'file_not_found'],
  ])('%j of a note of %s bytes: %s', async ([printed, size, verdict]) => {
    const escaped = printed.replaceAll('\r', '\\r').replaceAll('\n', '\\n');
    const served = await serveCli(
      `case $command in file) printf 'path\\ta.md\\nsize\\t${size}\\n' ;; *) printf '${escaped}' ;; esac`,
    );
    expect(await verdictOf(served, ['read', { path: 'a.md' }])).toBe(verdict);
  });
});

test('an old version of a note that is there cannot say that it is not', async () => {
  const served = await serveCli(
    `case $command in file) printf 'path\\ta.md\\nsize\\t7\\n' ;; *) echo 'Error: File "a.md" not found.' ;; esac`,
  );
  expect(await verdictOf(served, ['history:read', { path: 'a.md' }])).toBe('unconfirmed');
});

test.for<string>(['Stream closed', 'Error: write() failed'])(
  'the beginning of a note is not taken for the whole, where the connection broke: %s',
  async (said) => {
    const served = await serveCli(`printf 'The begin'; echo '${said}' >&2`);
    const { envelope } = await served.client.post('read', { params: { path: 'a.md' } });
    expect(envelope).toMatchObject({ ok: false, code: 'unconfirmed', stdout: 'The begin' });
    expect(envelope.error).toMatch(/the end may be missing/);
    expect(envelope.hint).toMatch(/only reads/);
  },
);

test('a warning of some library beside a note says nothing', async () => {
  const served = await serveCli(`echo 'A note'; echo '(node) warning: Stream closed late' >&2`);
  expect(await verdictOf(served, ['read', { path: 'a.md' }])).toBe('ok');
});

describe('a silent change', () => {
  /** A note that is really modified, where the content is "real". */
  const APPEND = `note=$0.note
case $command in
append) case "$*" in *real*) echo x >> "$note"; echo 'Appended to: a.md' ;; *silent*) echo x >> "$note" ;; esac ;;
file) printf 'path\\ta.md\\nsize\\t3\\nmodified\\t%s\\n' "$(stat -c %.3Y "$note" | tr -d .)" ;;
esac`;

  test('right after a real one is not proven by that one', async () => {
    const served = await serveCli(APPEND);
    const append = (content: string) => verdictOf(served, ['append', { path: 'a.md', content }]);
    for (let round = 0; round < 5; round++) {
      const [real, none] = await Promise.all([append('real'), append('nothing')]);
      expect([real, none]).toEqual(['ok', 'unconfirmed']);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await append('silent')).toBe('ok');
  });

  const file = (path: string) => `printf 'path\\t${path}\\nmodified\\t1\\n'`;
  test.for<[call: Call, answer: string, verdict: string]>([
    [['open', { path: 'Notes/a.md' }], file('Notes/a.md'), 'ok'],
    [['open', { file: 'a' }], file('Notes/a.md'), 'ok'],
    [['open', { path: 'Notes/a.md' }], file('b.md'), 'unconfirmed'],
    [['open', { path: 'a.md' }], `echo 'Error: No active file.'`, 'cli_failed'],
    [['move', { path: 'a.md', to: 'b.md' }], file('a.md'), 'cli_failed'],
    [['move', { path: 'a.md', to: 'b.md' }], NOT_THERE, 'unconfirmed'],
    [['rename', { path: 'a.md', name: 'b' }], file('a.md'), 'cli_failed'],
    [['delete', { path: 'a.md' }], file('a.md'), 'cli_failed'],
    [['delete', { path: 'a.md' }], NOT_THERE, 'unconfirmed'],
    [['delete', { path: 'a.md' }], ':', 'unconfirmed'],
  ])('%j, and file answers %s: %s', async ([call, answer, verdict]) => {
    const served = await serveCli(`case $command in file) ${answer} ;; esac`);
    expect(await verdictOf(served, call)).toBe(verdict);
    expect((await served.calls()).map(([name]) => name).filter((name) => name === 'file')).toHaveLength(1);
  });
});

describe('a confirmation', () => {
  test('and then a hang: the answer comes half a second later', async () => {
    const served = await serveCli(`echo 'Appended to: a.md'; exec sleep 60`);
    const started = performance.now();
    const { status, envelope } = await served.client.post('append', {
      params: { path: 'a.md', content: 'x' },
    });
    expect(performance.now() - started).toBeLessThan(10_000);
    expect([status, envelope.exitCode, envelope.stdout]).toEqual([200, 0, 'Appended to: a.md\n']);
    expect(envelope.warnings).toEqual([expect.stringContaining('did not end by itself')]);
    const next = await served.client.get('version');
    expect(next.status).toBe(200);
  });

  test('is waited for to its end', async () => {
    const served = await serveCli(`printf 'Appended to: a'; sleep 1; echo '.md'`);
    const { envelope } = await served.client.post('append', { params: { path: 'a.md', content: 'x' } });
    expect(envelope).toMatchObject({ ok: true, stdout: 'Appended to: a.md\n' });
    expect(envelope.warnings).toBeUndefined();
  });

  test('and then another exit code: nobody knows whether it was done', async () => {
    const served = await serveCli(`echo 'Appended to: a.md'; echo 'disk full' >&2; exit 1`);
    const { status, envelope } = await served.client.post('append', {
      params: { path: 'a.md', content: 'x' },
    });
    expect(status).toBe(422);
    expect(envelope).toMatchObject({
      code: 'unconfirmed',
      exitCode: 1,
      stdout: 'Appended to: a.md\n',
      stderr: 'disk full\n',
    });
    expect(envelope.error).toMatch(/printed its confirmation and then ended with exit code 1/);
    expect(await served.calls()).toHaveLength(1);
  });

  test('words and then a signal: nobody knows whether it was done', async () => {
    const served = await serveCli(`echo 'Writing a.md'; kill -KILL $$`);
    const { status, envelope } = await served.client.post('append', {
      params: { path: 'a.md', content: 'x' },
    });
    expect(status).toBe(422);
    expect(envelope).toMatchObject({ code: 'unconfirmed', exitCode: 137 });
    expect(envelope.error).toContain('was ended by the signal 9');
  });

  test.for<[script: string, expected: object]>([
    [
      `echo 'Error: File "a.md" not found.'; exit 255`,
      { code: 'file_not_found', exitCode: 255, hint: expect.stringMatching(/^Check the name/) as unknown },
    ],
    [`echo 'Vault not found.' >&2; exit 255`, { code: 'vault_not_found', exitCode: 255 }],
    [`echo 'Error: File "a.md" not found.'; kill -KILL $$`, { code: 'file_not_found', exitCode: 137 }],
    [
      `echo 'The disk is full.'; exit 255`,
      { code: 'cli_failed', exitCode: 255, hint: expect.stringMatching(/^The CLI's own words/) as unknown },
    ],
    [`printf 'Gtk-Message: x\nBroken pipe\n' >&2; exit 1`, { code: 'unconfirmed', exitCode: 1 }],
  ])('a change that ends with %j', async ([script, expected]) => {
    const served = await serveCli(script);
    const { envelope } = await served.client.post('append', { params: { path: 'a.md', content: 'x' } });
    expect(envelope).toMatchObject(expected);
  });

  test.for<[call: Call, said: string, warning: RegExp | undefined]>([
    [['move', { path: 'a.md', to: 'A → B.md' }], 'Moved: a.md -> A → B.md', undefined],
    [['rename', { path: 'A -> B.md', name: 'C' }], 'Renamed: A -> B.md -> C.md', undefined],
    [['rename', { path: 'a.md', name: 'C' }], 'Renamed: A -> B.md -> C.md', /another note.*"A -> B\.md"/],
    [['append', { path: 'This.md', content: 'x' }], 'Appended to: Other.md', /another note.*"Other\.md"/],
    [['append', { file: 'This', content: 'x' }], 'Appended to: Notes/This.md', undefined],
    [['append', { path: 'notes//this.md', content: 'x' }], 'Appended to: Notes/This.md', undefined],
    [['delete', { path: 'This.md' }], 'Moved to trash: Other.md', /another note.*"Other\.md"/],
    [['move', { path: 'This.md', to: 'b/' }], 'Moved: Other.md -> b/Other.md', /another note.*"Other\.md"/],
    [['move', { file: 'This', to: 'b/' }], 'Moved: a/This.md → b/This.md', undefined],
    [['rename', { path: 'This.md', name: 'b' }], 'Renamed: Other.md -> b.md', /another note.*"Other\.md"/],
    [['open', { file: 'Board' }], 'Opened: Notes/Board.canvas', undefined],
    [['create', { path: 'notes//x.md', content: 'x' }], 'Created: Notes/x 1.md', /is a note of this name/],
    [['create', { path: 'Notes/X.md' }], 'Created: notes/x 1.md', /is a note of this name/],
    [['create', { name: 'X', template: 'T' }], 'Created: Inbox/X 2.md', /is a note of this name/],
    [['create', { name: 'X 1' }], 'Created: X 1.md', undefined],
    [['create', { path: 'X.md' }], 'Created: Y.md', /another note.*"Y\.md"/],
    [['base:create', { path: 'a.base', name: 'Row' }], 'Created: Row 1.md', /is a note of this name/],
  ])('%j answered with %j', async ([call, said, warning]) => {
    const served = await serveCli(`echo '${said}'`);
    const [name, params = {}] = call;
    const { envelope } = await served.client.post(name, { params });
    expect(envelope).toMatchObject({ ok: true });
    expect(envelope.warnings).toEqual(warning && [expect.stringMatching(warning)]);
  });
});

describe('hints', () => {
  test('a reading command can be called again, a change must be looked at first', async () => {
    const served = await serveCli(':');
    const hintOf = async (name: string, params: Record<string, string>) =>
      (await served.client.post(name, { params })).envelope.hint;
    expect(await hintOf('read', { path: 'a.md' })).toMatch(/only reads/);
    expect(await hintOf('append', { path: 'a.md', content: 'x' })).toMatch(/before you repeat/);
  });
});
