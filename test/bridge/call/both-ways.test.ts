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

/** A bridge over a program that is known to be the Obsidian CLI. @param behavior what the program does from now on */
async function serveCli(behavior: string): Promise<Told> {
  const { cli, ...served } = await fake;
  await until('help was read', () => served.bridge.status().cli.recognized);
  await writeFile(`${cli.path}.told`, behavior);
  await cli.newCalls();
  return { ...served, calls: async () => (await cli.newCalls()).filter((words) => !isProbe(words)) };
}

type Call = readonly [name: string, params?: Record<string, string>, flags?: readonly string[]];

/** The verdict on one call: fine, fine with a warning, or the code of the failure. */
async function verdictOf({ client }: Served, [name, params = {}, flags = []]: Call): Promise<string> {
  const { envelope } = await client.post(name, { params, flags });
  return envelope.code ?? (envelope.warnings ? 'warned' : 'ok');
}

const NOT_THERE = `echo 'Error: File "x" not found.'`;

/** A program that answers `file` and the lists for the bridge, and says this to the call. */
function told(said: string, { file = ':', files = 'a.md', daily = 'Daily/x.md' } = {}): string {
  const text = said
    .replaceAll('\\', '\\\\')
    .replaceAll('\r', '\\r')
    .replaceAll('\n', '\\n')
    .replaceAll("'", `'\\''`);
  return `case $command in
file) ${file} ;;
files) printf '%s\\n' '${files}' ;;
daily:path) echo '${daily}' ;;
*) printf '${text}' ;;
esac`;
}

/** What \`file\` prints of a note. @param modified shell text for the time, in milliseconds */
const fileOf = (path: string, size: number, modified = '1700000000000'): string =>
  `printf 'path\\t${path}\\nsize\\t${size}\\nmodified\\t%s\\n' "${modified}"`;
const NOW = '$(date +%s%3N)';

describe('the text of a note is compared with the note', () => {
  test.for<[printed: string, size: number, verdict: string]>([
    // Silence is the text of an empty note only; of a byte order mark alone nothing is printed either, perhaps.
    ['', 0, 'ok'],
    ['', 1, 'cli_failed'],
    ['', 3, 'ok'],
    ['', 4, 'cli_failed'],
    // Line breaks alone.
    ['\n', 1, 'ok'],
    ['\r\n', 2, 'ok'],
    ['\n', 40, 'cli_failed'],
    // One line, with and without the line break that is added, and the one that may precede it on Windows.
    ['Error: odd\n', 10, 'ok'],
    ['Error: odd\n', 11, 'ok'],
    ['\r\nError: odd\r\n', 10, 'ok'],
    // A byte order mark that is left out.
    ['Error: odd\n', 13, 'ok'],
    ['Error: odd\n', 15, 'cli_failed'],
    ['Error: File "a.md" not found.\n', 29, 'ok'],
    ['Error: File "a.md" not found.\n', 500, 'file_not_found'],
    ['Vault not found.\n', 16, 'ok'],
    ['Command line interface is not enabled.\n', 38, 'ok'],
    ['Stream closed\n', 13, 'ok'],
    ['Stream closed\n', 500, 'cli_failed'],
  ])('%j of a note of %s bytes: %s', async ([printed, size, verdict]) => {
    const served = await serveCli(told(printed, { file: fileOf('a.md', size) }));
    for (const target of [{ path: 'a.md' }, { file: 'a' }] as Record<string, string>[])
      expect(await verdictOf(served, ['read', target])).toBe(verdict);
    const daily = await serveCli(told(printed, { file: fileOf('Daily/x.md', size) }));
    expect(await verdictOf(daily, ['daily:read'])).toBe(verdict);
  });

  test('a note that no list has: it is the failure, and the same list says what was meant', async () => {
    const served = await serveCli(told('Error: File "A.md" not found.\n'));
    const { envelope } = await served.client.post('read', { params: { path: 'A.md' } });
    expect(envelope).toMatchObject({
      code: 'file_not_found',
      hint: 'Did you mean "a.md"? Case matters in a path.',
    });
    expect((await served.calls()).map(([name]) => name)).toEqual(['read', 'files']);
  });

  test('more than one line is content, unless it is the known failure for this very name', async () => {
    const name = 'a\nb.md';
    const said = `Error: File "${name}" not found.\n`;
    const served = await serveCli(told(said));
    expect(await verdictOf(served, ['read', { path: name }])).toBe('file_not_found');
    expect(await verdictOf(served, ['read', { path: 'a.md' }])).toBe('ok');
  });

  test('what the vault does not tell stays open', async () => {
    const served = await serveCli(`case $command in read) echo 'Error: odd' ;; *) exit 1 ;; esac`);
    expect(await verdictOf(served, ['read', { path: 'a.md' }])).toBe('unconfirmed');
    const silent = await serveCli(`case $command in read) ;; *) exit 1 ;; esac`);
    expect(await verdictOf(silent, ['read', { path: 'a.md' }])).toBe('unconfirmed');
  });
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

describe('an unclear change of one note', () => {
  /** A note that is really modified, where the content is "real" or "silent". */
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
      expect([real, none]).toEqual(['ok', 'no_output']);
    }
    await until('a silent change is seen', async () => (await append('silent')) === 'warned');
  });

  const fresh = fileOf('a.md', 3, NOW);
  const old = fileOf('a.md', 3);
  type Row = [call: Call, said: string, file: string, verdict: string, asked: string[]];
  const SET: Call = ['property:set', { path: 'a.md', name: 'status', value: 'done' }];

  test.for<Row>([
    [SET, '', fresh, 'warned', ['file path=a.md']],
    [SET, 'Lorem', fresh, 'warned', ['file path=a.md']],
    [SET, 'Stream closed', fresh, 'warned', ['file path=a.md']],
    [SET, '', old, 'no_output', ['file path=a.md']],
    [SET, 'Lorem', old, 'cli_failed', ['file path=a.md']],
    [SET, '', NOT_THERE, 'unconfirmed', ['file path=a.md']],
    [['property:remove', { file: 'a', name: 'x' }], '', fresh, 'warned', ['files', 'file file=a']],
    [['append', { content: 'x' }], '', fresh, 'warned', ['file']],
    [['prepend', { path: 'a.md', content: 'x' }], '', old, 'no_output', ['file path=a.md']],
    [['create', { path: 'a.md', content: 'x' }], '', fresh, 'warned', ['file path=a.md']],
    // It may have got another name.
    [['create', { path: 'a.md', content: 'x' }], '', old, 'unconfirmed', ['file path=a.md']],
    [['create', { path: 'N', name: 'a', content: 'x' }], '', fresh, 'warned', ['file path=N/a.md']],
    [['create', { name: 'a', content: 'x' }], '', fresh, 'warned', ['file path=a.md']],
    [['create', { content: 'x' }], '', fresh, 'unconfirmed', []],
    [['delete', { path: 'a.md' }], '', NOT_THERE, 'warned', ['file path=a.md']],
    [['delete', { path: 'a.md' }], 'Lorem', old, 'cli_failed', ['file path=a.md']],
    [['delete', { path: 'a.md' }], '', ':', 'unconfirmed', ['file path=a.md']],
    [['move', { path: 'a.md', to: 'b.md' }], '', NOT_THERE, 'warned', ['file path=a.md']],
    [['move', { path: 'a.md', to: 'b.md' }], '', old, 'no_output', ['file path=a.md']],
    // The note keeps its name.
    [['move', { file: 'a', to: 'b/' }], '', NOT_THERE, 'unconfirmed', ['files']],
    [['rename', { path: 'a.md', name: 'b' }], '', old, 'no_output', ['file path=a.md']],
    [['task', { ref: 'a.md:1' }, ['done']], '', fresh, 'warned', ['file path=a.md']],
    [['task', { line: '1' }, ['daily', 'done']], '', fresh, 'warned', ['daily:path', 'file path=Daily/x.md']],
    [['daily:append', { content: 'x' }], '', fresh, 'warned', ['daily:path', 'file path=Daily/x.md']],
    [['daily:append', { content: 'x' }], 'Lorem', old, 'cli_failed', ['daily:path', 'file path=Daily/x.md']],
    [['history:restore', { path: 'a.md', version: '1' }], 'Done.', fresh, 'warned', ['file path=a.md']],
    [['template:insert', { name: 'T' }], 'Done.', fresh, 'warned', ['file']],
    // No note shows these.
    [['open', { path: 'a.md' }], '', fresh, 'unconfirmed', []],
    [['open', { path: 'a.md' }], 'Lorem', fresh, 'warned', []],
    [['plugin:enable', { id: 'x' }], '', fresh, 'unconfirmed', []],
    [['plugin:enable', { id: 'x' }], 'Lorem', fresh, 'warned', []],
    [['command', { id: 'x' }], '', fresh, 'ok', []],
    // It only reports.
    [['task', { path: 'a.md', line: '1' }], '', fresh, 'warned', []],
  ])(
    '%j, which prints %j, and file answers %s: %s',
    async ([[name, params = {}, flags = []], said, file, verdict, asked]) => {
      const served = await serveCli(told(said, { file }));
      const { envelope } = await served.client.post(name, { params, flags });
      expect(envelope.code ?? (envelope.warnings ? 'warned' : 'ok')).toBe(verdict);
      if (!envelope.ok) expect(envelope.data).toBeUndefined();
      const others = (await served.calls())
        .filter(([command]) => command !== name)
        .map((words) => words.join(' '));
      expect(others).toEqual(asked);
    },
  );

  test("a user's value cannot pass for the confirmation", async () => {
    const value = 'abc\nSet status: done';
    const served = await serveCli(told(`Error: Invalid number: ${value}\n`));
    const params = { path: 'a.md', name: 'status', value, type: 'text' };
    const { envelope } = await served.client.post('property:set', { params });
    expect(envelope).toMatchObject({ code: 'cli_failed', stderr: `Error: Invalid number: ${value}` });
  });
});

describe('a confirmation', () => {
  test('and then a hang: the answer comes half a second later', async () => {
    const served = await serveCli(`echo 'Appended to: a.md'; exec sleep 60`);
    const started = performance.now();
    const { status, envelope } = await served.client.post('append', {
      params: { path: 'a.md', content: 'x' },
    });
    expect(performance.now() - started).toBeLessThan(20_000);
    expect([status, envelope.exitCode, envelope.stdout]).toEqual([200, 0, 'Appended to: a.md\n']);
    expect(envelope.warnings).toEqual([expect.stringContaining('did not exit by itself')]);
    const next = await served.client.get('version');
    expect(next.status).toBe(200);
  });

  test('is waited for to its end', async () => {
    const served = await serveCli(`printf 'Appended to: a'; sleep 1; echo '.md'`);
    const { envelope } = await served.client.post('append', { params: { path: 'a.md', content: 'x' } });
    expect(envelope).toMatchObject({ ok: true, stdout: 'Appended to: a.md\n' });
    expect(envelope.warnings).toBeUndefined();
  });

  test('and then another exit code: whether it was done is unknown', async () => {
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

  test('words and then a signal: whether it was done is unknown', async () => {
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
    [['rename', { path: 'a.md', name: 'C' }], 'Renamed: A -> B.md -> C.md', /a different note.*"A -> B\.md"/],
    [['append', { path: 'This.md', content: 'x' }], 'Appended to: Other.md', /a different note.*"Other\.md"/],
    [['append', { file: 'This', content: 'x' }], 'Appended to: Notes/This.md', undefined],
    [['append', { path: 'notes//this.md', content: 'x' }], 'Appended to: Notes/This.md', undefined],
    [['delete', { path: 'This.md' }], 'Moved to trash: Other.md', /a different note.*"Other\.md"/],
    [
      ['move', { path: 'This.md', to: 'b/' }],
      'Moved: Other.md -> b/Other.md',
      /a different note.*"Other\.md"/,
    ],
    [['move', { file: 'This', to: 'b/' }], 'Moved: a/This.md → b/This.md', undefined],
    [
      ['rename', { path: 'This.md', name: 'b' }],
      'Renamed: Other.md -> b.md',
      /a different note.*"Other\.md"/,
    ],
    [['open', { file: 'Board' }], 'Opened: Notes/Board.canvas', undefined],
    [['create', { path: 'notes//x.md', content: 'x' }], 'Created: Notes/x 1.md', /^"Notes\/x\.md" is taken/],
    [['create', { path: 'Notes/X.md' }], 'Created: notes/x 1.md', /^"notes\/x\.md" is taken/],
    [['create', { name: 'X', template: 'T' }], 'Created: Inbox/X 2.md', /^"Inbox\/X\.md" is taken/],
    [['create', { name: 'X 1' }], 'Created: X 1.md', undefined],
    [['create', { path: 'X.md' }], 'Created: Y.md', /a different note.*"Y\.md"/],
    [['base:create', { path: 'a.base', name: 'Row' }], 'Created: Row 1.md', /^"Row\.md" is taken/],
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
