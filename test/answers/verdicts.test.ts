import { describe, expect, test } from 'vitest';
import documented from '../fixtures/documented-commands.json';
import { groupScope } from '../kit/test-scope';
import { BROKEN, EXPECTED, FAILURES, LIKE_FAILURES } from './expected';
import type { Expected, Verdict } from './expected';
import { serveTold, VAULT } from './told-program';
import type { Answers } from './told-program';

const scope = groupScope();
const served = serveTold(scope);

/** Calls the command over HTTP while the program prints this. */
async function callWith(
  name: string,
  { params, flags }: Pick<Expected, 'params' | 'flags'>,
  answers: Answers,
) {
  const told = await served;
  await told.tell(answers);
  await told.asked();
  const { status, envelope } = await told.client.post(name, { vault: VAULT, params, flags: flags ?? [] });
  const verdict: Verdict = envelope.code ?? (envelope.warnings ? 'warned' : 'ok');
  expect({ ok: envelope.ok, exitCode: envelope.exitCode === 0, status }).toEqual(
    envelope.ok ? { ok: true, exitCode: true, status: 200 } : { ok: false, exitCode: false, status: 422 },
  );
  return { verdict, envelope, asked: await told.asked() };
}

/** The same, whatever is asked. */
const always = (name: string, text: string): Answers => ({ said: { [name]: text }, otherwise: text });

/** Lists of which no item can look like this: paths, and tasks. */
const NO_ERRORS: ReadonlySet<string> = new Set([
  ...[
    'bases',
    'tasks',
    'files',
    'backlinks',
    'orphans',
    'deadends',
    'history:list',
    'search',
    'tag',
    'recents',
    'publish:list',
  ],
]);

test('the table has every documented command', () => {
  const names = [...documented.map(({ command }) => command), 'remove', 'uninstall'];
  expect(Object.keys(EXPECTED).sort()).toEqual(names.sort());
});

test('JSON that quotes what the program says when it finds no app is an answer', async () => {
  const text = 'Fixed: The CLI is unable to find Obsidian. Please make sure Obsidian is running.';
  const printed = `${JSON.stringify([{ file: 'a.md', matches: [{ line: 3, text }] }])}\n`;
  const call = { params: { query: 'unable', format: 'json' } };
  const { verdict, envelope } = await callWith('search:context', call, {
    said: { 'search:context+json': printed },
  });
  expect([verdict, envelope.stdout]).toEqual(['ok', printed]);
});

describe.each(Object.entries(EXPECTED))('%s', (name, expected) => {
  test('each success, in one process', async () => {
    for (const success of expected.success) {
      const { verdict, envelope, asked } = await callWith(name, expected, { said: { [name]: success } });
      expect([verdict, envelope.stdout]).toEqual([expected.fine, success]);
      if (verdict === 'ok') expect([envelope.stderr, asked]).toEqual(['', [name]]);
    }
  });

  if (expected.nothing.length > 0)
    test('nothing found', async () => {
      for (const sentence of expected.nothing) {
        const said = { [name]: `${sentence}\n` };
        const { verdict, envelope, asked } = await callWith(name, expected, { said });
        expect([verdict, envelope.stdout, asked]).toEqual(['ok', `${sentence}\n`, [name]]);
      }
    });

  test('its own failures, and those of all commands', async () => {
    for (const [said, code] of [
      ...expected.failures.map((sentence) => [sentence, 'cli_failed']),
      ...FAILURES,
    ]) {
      const { verdict, envelope } = await callWith(name, expected, always(name, `${said}\n`));
      expect([said, verdict, envelope.stdout, envelope.stderr]).toEqual([said, code, '', said]);
      expect(envelope.hint).toBeDefined();
    }
  });

  test('one line that reads like a failure', async () => {
    const [said = ''] = LIKE_FAILURES;
    const { verdict } = await callWith(name, expected, always(name, `${said}\n`));
    const isFailure = expected.content === undefined || NO_ERRORS.has(name);
    const doubted = expected.content === 'note' ? 'unconfirmed' : 'warned';
    expect(verdict).toBe(isFailure ? 'cli_failed' : doubted);
  });

  test('silence', async () => {
    const { verdict, envelope } = await callWith(name, expected, { said: { [name]: '' } });
    expect([verdict, envelope.stdout]).toEqual([expected.silence, '']);
    const hint = expected.changes ? /before you repeat/ : /only reads.*call.* again/;
    if (verdict === 'unconfirmed') expect(envelope.hint).toMatch(hint);
  });

  test('words that nobody knows', async () => {
    const { verdict, envelope } = await callWith(name, expected, always(name, 'Lorem ipsum\n'));
    expect([verdict, envelope.stdout]).toEqual([expected.foreign, 'Lorem ipsum\n']);
  });

  if (expected.content === 'note' || expected.content === 'text')
    test('lines of a text that read like a failure', async () => {
      for (const said of [...FAILURES.map(([line]) => line), ...LIKE_FAILURES, ...BROKEN]) {
        for (const printed of [`Prose.\n${said}\n`, `${said}\nProse.\n`, `\n${said}\n\n${said}\n`]) {
          const { verdict, envelope, asked } = await callWith(name, expected, always(name, printed));
          expect([said, verdict, envelope.stdout]).toEqual([said, 'ok', printed]);
          expect(asked).toEqual([name]);
        }
      }
    });

  if (expected.changes)
    test('silence, and the question that is to settle it fails', async () => {
      for (const otherwise of ['Error: boom\n', 'Vault not found.\n']) {
        const { verdict } = await callWith(name, expected, { said: { [name]: '' }, otherwise });
        expect(verdict).toBe(expected.silence);
      }
    });

  test('a crash without a word', async () => {
    const { verdict, envelope } = await callWith(name, expected, { said: { [name]: '' }, exitCode: 139 });
    expect([verdict, envelope.exitCode]).toEqual([expected.changes ? 'unconfirmed' : 'cli_failed', 139]);
    expect(envelope.hint).toMatch(/before you repeat|did not say why/);
  });

  test('another exit code than 0: the reason is in stderr, on whichever stream it was printed', async () => {
    const said = 'The disk is full.';
    for (const answers of [{ said: { [name]: said } }, { said: { [name]: '' }, stderr: said }]) {
      const { verdict, envelope, asked } = await callWith(name, expected, { ...answers, exitCode: 7 });
      expect([verdict, envelope.exitCode, envelope.stderr]).toEqual(['cli_failed', 7, said]);
      expect(asked).toEqual([name]);
    }
  });

  test('a broken connection', async () => {
    for (const said of BROKEN) {
      const { verdict, envelope } = await callWith(name, expected, always(name, said));
      if (expected.changes) {
        expect([verdict, envelope.stderr]).toEqual(['unconfirmed', expect.stringContaining(said)]);
        expect(envelope.error).toMatch(/may or may not have happened/);
      } else expect(verdict).not.toBe('ok');
    }
  });
});
