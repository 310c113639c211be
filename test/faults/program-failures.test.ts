import { describe, expect, test } from 'vitest';
import { BEHAVIORS, printing } from '../kit/fake-cli';
import { serveFake } from '../kit/bridge';
import { isRunning } from '../kit/processes';
import { until } from '../kit/until';

/** Each row is one behavior of the program and the whole answer it becomes. */
describe.concurrent('a program that fails: 422, and the failure in the envelope', () => {
  test('a program that hangs is ended: exitCode 124, code timeout, the output so far', async (context) => {
    const { client, cli } = await serveFake(context, BEHAVIORS.hang, { timeoutSeconds: 1 });
    const { status, envelope } = await client.get('files');
    expect(status).toBe(422);
    expect(envelope).toMatchObject({
      ok: false,
      command: 'files',
      exitCode: 124,
      stdout: 'so far',
      stderr: 'and there',
      code: 'timeout',
    });
    expect(envelope.error).toContain('within 1 second ');
    expect(envelope.error).not.toContain('carried out');
    const written = await client.post('append', { params: { path: 'a.md', content: 'x' } });
    expect(written.envelope.error).toContain('It may have been carried out: check before you repeat it.');
    expect(envelope.duration).toBeGreaterThanOrEqual(1_000);
    expect((await cli.calls()).map(([name]) => name)).toEqual(['files', 'append']);
  });

  test('a program that ignores signals is killed, with its children', async (context) => {
    const { client, cli } = await serveFake(context, BEHAVIORS.stubborn, { timeoutSeconds: 1 });
    const { status, envelope } = await client.get('files');
    expect(status).toBe(422);
    expect(envelope).toMatchObject({ exitCode: 124, stdout: 'so far', code: 'timeout' });
    const [mark = ''] = await cli.marks();
    const pid = Number(mark.replace('pid ', ''));
    expect(pid).toBeGreaterThan(0);
    await until('the whole group has ended', () => !isRunning(-pid));
  });

  test('an exit code of 7 is passed on, with both streams', async (context) => {
    const { client } = await serveFake(context, BEHAVIORS.exits7);
    const { status, envelope } = await client.get('files');
    expect(status).toBe(422);
    expect(envelope).toMatchObject({
      ok: false,
      command: 'files',
      exitCode: 7,
      stdout: 'half an answer',
      stderr: 'the disk is full',
      error: 'CLI command failed',
      code: 'cli_failed',
    });
  });

  test('a program ended by signal n has the exit code 128 + n', async (context) => {
    const [polite, forced] = await Promise.all([
      serveFake(context, BEHAVIORS.ownSignal).then(({ client }) => client.get('files')),
      serveFake(context, BEHAVIORS.killed).then(({ client }) => client.get('files')),
    ]);
    expect(polite.status).toBe(422);
    expect(polite.envelope).toMatchObject({ exitCode: 143, stdout: 'half an answer', code: 'cli_failed' });
    expect(forced.status).toBe(422);
    expect(forced.envelope).toMatchObject({ exitCode: 137, error: 'CLI command failed' });
  });

  test('a failure that is printed with exit code 0 counts as one: exitCode 1, its text in stderr', async (context) => {
    const { client } = await serveFake(context, BEHAVIORS.fileNotFound);
    for (const answer of [
      await client.get('read', { path: 'x.md' }),
      await client.post('append', { params: { path: 'x.md', content: 'a' } }),
    ]) {
      expect(answer.status).toBe(422);
      expect(answer.envelope).toMatchObject({
        ok: false,
        exitCode: 1,
        stdout: '',
        error: 'CLI command failed',
        code: 'file_not_found',
      });
      expect(answer.envelope.stderr).toBe('Error: File "x.md" not found.');
    }
  });

  test('a note that merely reads like a failure is a note', async (context) => {
    const { client } = await serveFake(
      context,
      `printf 'Error: File "x.md" not found.\\nThat was the log of Monday.\\n'`,
    );
    const { status, envelope } = await client.get('read', { path: 'log.md' });
    expect(status).toBe(200);
    expect(envelope).toMatchObject({
      ok: true,
      exitCode: 0,
      stdout: 'Error: File "x.md" not found.\nThat was the log of Monday.\n',
      stderr: '',
    });
    const other = await serveFake(
      context,
      `case $command in
file) printf 'path\\tlog.md\\nsize\\t29\\n' ;;
*) printf 'Error: everything is on fire\\n' ;;
esac`,
    );
    expect((await other.client.get('read', { path: 'log.md' })).envelope).toMatchObject({ ok: true });
    expect((await other.client.get('files')).envelope).toMatchObject({ ok: false, code: 'cli_failed' });
  });

  test("a program whose help is not Obsidian's gets one process a call, and its exit code counts", async (context) => {
    const help = 'echo The help is not ready.';
    const cold = 'echo "Error: Command \\"$command\\" not found. It may require a plugin to be enabled."';
    for (const behavior of [cold, BEHAVIORS.fileNotFound, 'echo "Vault not found."', ':']) {
      const { client, cli } = await serveFake(context, behavior, { defaultVault: 'V' }, { help });
      expect((await client.get('read', { path: 'x.md' })).envelope).toMatchObject({ ok: true, exitCode: 0 });
      expect((await client.get('vaults')).envelope).toMatchObject({ ok: true });
      const append = await client.post('append', { params: { path: 'x.md', content: 'a' } });
      expect(append.envelope).toMatchObject({ ok: true, exitCode: 0 });
      expect((await cli.calls()).map(([, command]) => command)).toEqual(['read', 'vaults', 'append']);
    }
  });

  test.for([
    "TypeError: Cannot read properties of null (reading 'getParentPrefix')",
    'Error: Folder "x" not found.',
  ])('"%s" with exit code 0 has the code cli_failed', async (printed, context) => {
    const { client } = await serveFake(context, `cat <<'END'\n${printed}\nEND`);
    const { status, envelope } = await client.get('files', { folder: 'x' });
    expect(status).toBe(422);
    expect(envelope).toMatchObject({ exitCode: 1, stdout: '', stderr: printed, code: 'cli_failed' });
  });
});

describe.concurrent('output arrives whole', () => {
  test('exactly 16 MiB; one byte more is output_too_large, without any output', async (context) => {
    const limit = 16 * 1024 * 1024;
    const whole = await serveFake(context, printing(limit));
    const { status, envelope } = await whole.client.get('read', { path: 'big.md' });
    expect([status, envelope.ok, envelope.stdout?.length]).toEqual([200, true, limit]);
    const over = await serveFake(context, `${printing(limit)}; printf y; sleep 30`);
    const refused = await over.client.get('read', { path: 'big.md' });
    expect(refused.status).toBe(422);
    expect(refused.envelope).toMatchObject({ ok: false, stdout: '', code: 'output_too_large' });
    expect(refused.envelope.exitCode).not.toBe(0);
    expect(refused.envelope.error).toContain('16,777,216');
    expect(refused.envelope.duration).toBeLessThan(20_000);
  });

  test('bytes that are not UTF-8 show as U+FFFD, with a warning', async (context) => {
    const { client } = await serveFake(context, BEHAVIORS.brokenUtf8);
    const { status, envelope } = await client.get('read', { path: 'x.md' });
    expect(status).toBe(200);
    expect(envelope.stdout).toBe('good \uFFFD\uFFFD bad \uFFFD');
    expect(envelope.warnings).toHaveLength(1);
    expect(envelope.warnings?.[0]).toContain('UTF-8');
  });

  test('a character whose bytes arrive one by one stays one character', async (context) => {
    const { client } = await serveFake(
      context,
      `for byte in 360 237 216 211; do printf "\\\\$byte"; sleep 0.02; done`,
    );
    const { envelope } = await client.get('read', { path: 'x.md' });
    expect(envelope.stdout).toBe('🎉');
    expect(envelope.warnings).toBeUndefined();
  });

  test('lines of an old installer are removed from the head, and only there', async (context) => {
    const noise = `2026-09-15 12:05:01 Loading updated app package /opt/obsidian.asar
Your Obsidian installer is out of date. Please download the latest installer.`;
    const version = `cat <<'END'\n${noise}\n1.13.7 (installer 1.5.8)\nEND`;
    const behavior = `cat <<'END'\n${noise}\na.md\n${noise}\nEND`;
    const { client } = await serveFake(context, behavior, {}, { version });
    const { envelope } = await client.get('files');
    expect(envelope.stdout).toBe(`a.md\n${noise}\n`);
    const failing = await serveFake(
      context,
      `cat <<'END'\n${noise}\nError: File "x.md" not found.\nEND`,
      {},
      { version },
    );
    // A program that prints no such lines itself: they are a note's.
    const other = await serveFake(context, behavior);
    const whole = (await other.client.get('read', { path: 'x.md' })).envelope.stdout;
    expect(whole).toBe(`${noise}\na.md\n${noise}\n`);
    const answer = await failing.client.get('read', { path: 'x.md' });
    expect(answer.envelope).toMatchObject({
      code: 'file_not_found',
      stderr: 'Error: File "x.md" not found.',
    });
  });

  test('an old installer: no note is judged by the length of its start-up lines', async (context) => {
    const noise = '2026-09-15 12:05:01 Loading updated app package /opt/obsidian.asar';
    const version = `echo '${noise}'\necho '1.13.7 (installer 1.5.8)'`;
    for (const note of ['', 'Error: odd', 'Error: File "log.md" not found.', `\n${noise}`, 'Prose\n']) {
      const { client } = await serveFake(
        context,
        `echo '${noise}'
case $command in
file) printf 'path\\tlog.md\\nsize\\t${note.length}\\n' ;;
*) ${note === '' ? ':' : `cat <<'END'\n${note}\nEND`}
;;
esac`,
        {},
        { version },
      );
      const { status, envelope } = await client.get('read', { path: 'log.md' });
      expect([note, status, envelope.stdout]).toEqual([note, 200, note === '' ? '' : `${note}\n`]);
      expect(envelope.warnings).toBeUndefined();
    }
  });

  test('an old installer: a note may begin with a start-up line that this program does not print', async (context) => {
    const noise = '2026-09-15 12:05:01 Loading updated app package /opt/obsidian.asar';
    const version = `echo '${noise}'\necho '1.13.7 (installer 1.5.8)'`;
    for (const first of [
      '2026-09-15 12:05:02 Success.',
      'Your Obsidian installer is out of date. Please download the latest installer.',
    ]) {
      const behavior = `echo '${noise}'; echo '${first}'; echo Prose.`;
      const { client } = await serveFake(context, behavior, {}, { version });
      expect((await client.get('read', { path: 'log.md' })).envelope.stdout).toBe(`${first}\nProse.\n`);
      // The paths of a list do not begin so.
      expect((await client.get('files')).envelope.stdout).toBe('Prose.\n');
    }
  });

  test('an old installer: a vault that the program does not know is known by its words', async (context) => {
    const noise = '2026-09-15 12:05:01 Loading updated app package /opt/obsidian.asar';
    const version = `echo '${noise}'\necho '1.13.7 (installer 1.5.8)'`;
    const behavior = `echo '${noise}'; if [ "$vault" ]; then echo 'Vault not found.'; else echo Notes; fi`;
    const { client } = await serveFake(context, behavior, { defaultVault: 'Gone' }, { version });
    expect((await client.get('vaults')).envelope).toMatchObject({ ok: true, stdout: 'Notes\n' });
  });

  test('what a success wrote to stderr is left out', async (context) => {
    const { client, bridge } = await serveFake(context, `echo a.md; echo 'GPU process crashed' >&2`);
    const { envelope } = await client.get('files');
    expect(envelope).toMatchObject({ ok: true, exitCode: 0, stdout: 'a.md\n', stderr: '' });
    expect(bridge.log.list()[0]).toMatchObject({ command: 'files', discardedBytes: 20 });
  });
});

describe.concurrent('children that a program leaves behind', () => {
  test('a warning says that some of their output is missing', async (context) => {
    const { client } = await serveFake(context, BEHAVIORS.chattyOrphan);
    const { envelope } = await client.get('files');
    expect(envelope.warnings?.join()).toContain('The end of the output is missing');
  });

  test.for([
    ['orphan', 15],
    ['chattyOrphan', 15],
    ['deafOrphan', 15],
    ['stubbornOrphan', 2],
    ['hiddenOrphan', 2],
  ] as const)(
    '%s: the answer and the queue do not wait for it, and it is ended',
    async ([name, timeoutSeconds], context) => {
      const { client, cli } = await serveFake(context, BEHAVIORS[name], { timeoutSeconds });
      const first = await client.get('files');
      expect(first.envelope.stdout?.startsWith('done\n')).toBe(true);
      const orphan = Number((await cli.marks())[0]?.replace('orphan ', ''));
      await until('the child has ended', () => !isRunning(orphan));
      const next = await client.get('files');
      expect(next.envelope.stdout?.startsWith('done\n')).toBe(true);
    },
  );
});
