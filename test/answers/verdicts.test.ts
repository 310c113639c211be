import { describe, expect, test } from 'vitest';
import documented from '../fixtures/documented-commands.json';
import { groupScope } from '../kit/test-scope';
import { BROKEN, EXPECTED, FAILURES } from './expected';
import type { Expected, Verdict } from './expected';
import { serveTold, VAULT } from './told-program';
import type { Answers } from './told-program';

/** `npm run fuzz` tries every known answer on every command, `npm test` those that matter most. */
const IS_FULL = process.env['FUZZ_RUNS'] !== undefined;
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

/** What proves that this one line is the text: the note is as long, or the property has it as its value. */
const sized = (line: string): Record<string, string> => ({ file: `path\ta.md\nsize\t${line.length}\n` });
const OWN_LINE: Readonly<Record<string, (line: string) => Readonly<Record<string, string>>>> = {
  read: sized,
  'daily:read': (line) => ({ 'daily:path': 'a.md\n', ...sized(line) }),
  'property:read': (line) => ({ 'properties+json': JSON.stringify({ status: line }) }),
};

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
  test('success', async () => {
    const { success, proof = {}, fine } = expected;
    const { verdict, envelope, asked } = await callWith(name, expected, {
      said: { ...proof, [name]: success },
    });
    expect([verdict, envelope.stdout, envelope.stderr]).toEqual([fine, success, '']);
    expect(asked).toEqual([name, ...Object.keys(proof)]);
  });

  test('silence', async () => {
    const { verdict, envelope } = await callWith(name, expected, { said: { [name]: '' } });
    expect([verdict, envelope.stdout]).toEqual([expected.silence, '']);
    const hint = expected.changes ? /before you repeat/ : /only reads.*call.* again/;
    if (verdict === 'unconfirmed') expect(envelope.hint).toMatch(hint);
  });

  if (expected.changes)
    test('silence, and the question that is to settle it fails', async () => {
      for (const otherwise of ['Error: boom\n', 'Vault not found.\n']) {
        const { verdict } = await callWith(name, expected, { said: { [name]: '' }, otherwise });
        expect(verdict).toBe(expected.silence);
      }
    });

  test('a failure', async () => {
    const said = 'Error: No active file.';
    const { verdict, envelope } = await callWith(name, expected, always(name, `${said}\n`));
    expect([verdict, envelope.stdout, envelope.stderr]).toEqual(['cli_failed', '', said]);
    expect(envelope.hint).toBeDefined();
  });

  test('a crash without a word', async () => {
    const { verdict, envelope } = await callWith(name, expected, { said: { [name]: '' }, exitCode: 139 });
    expect([verdict, envelope.exitCode]).toEqual([expected.changes ? 'unconfirmed' : 'cli_failed', 139]);
    expect(envelope.hint).toMatch(/before you repeat|did not say why/);
  });

  test('words that nobody knows', async () => {
    const { verdict, envelope } = await callWith(name, expected, always(name, 'Lorem ipsum\n'));
    expect([verdict, envelope.stdout]).toEqual([expected.foreign, 'Lorem ipsum\n']);
  });

  if (expected.nothing)
    test('nothing found', async () => {
      for (const sentence of expected.nothing ?? []) {
        const { verdict, envelope } = await callWith(name, expected, { said: { [name]: `${sentence}\n` } });
        expect([verdict, envelope.stdout]).toEqual(['ok', `${sentence}\n`]);
      }
    });

  if (expected.denial)
    test('words that nobody knows, and it was not done', async () => {
      const said = { [name]: 'Done.\n', ...expected.denial };
      const { verdict, envelope } = await callWith(name, expected, { said });
      expect([verdict, envelope.stdout]).toEqual(['cli_failed', 'Done.\n']);
      expect(envelope.stderr).toMatch(/^"[a-z:]+" (?:does not list|still lists) "/);
    });

  if (expected.content === 'lines')
    test('the only item of a list reads like a failure', async () => {
      const said = { [name]: 'Error: odd\n', [`${name}+total`]: '1\n' };
      const { verdict, envelope } = await callWith(name, expected, { said });
      expect([verdict, envelope.stdout]).toEqual(['ok', 'Error: odd\n']);
    });

  if (!IS_FULL) return;
  describe('every known answer', () => {
    const isConsole = expected.content === 'console';

    test.each(FAILURES)('%j', async (said, code, isSure) => {
      for (const ending of ['', '\n', '\r\n']) {
        const { verdict, envelope } = await callWith(name, expected, always(name, said + ending));
        const isName = expected.content === 'names' && /^Error: [^\n]*$/.test(said);
        expect(verdict).toBe((isConsole || isName) && !isSure ? 'warned' : code);
        if (verdict !== 'warned') expect([envelope.stdout, envelope.stderr]).toEqual(['', said]);
      }
      for (const stream of [{ said: { [name]: said } }, { said: { [name]: '' }, stderr: said }]) {
        const { verdict, envelope } = await callWith(name, expected, { ...stream, exitCode: 7 });
        expect([verdict, envelope.exitCode, envelope.stderr]).toEqual([code, 7, said]);
      }
    });

    test.each(BROKEN)('a broken connection: %s', async (said) => {
      for (const answers of [always(name, said), { said: { [name]: said }, stderr: said, exitCode: 1 }]) {
        const { verdict, envelope } = await callWith(name, expected, answers);
        if (expected.changes) {
          expect([verdict, envelope.stderr]).toEqual(['unconfirmed', expect.stringContaining(said)]);
          expect(envelope.error).toMatch(/may or may not have happened/);
        } else if (!isConsole) expect(envelope.ok).toBe(false);
      }
    });

    if (expected.content === 'lines')
      test('an item of a list that reads like a failure', async () => {
        for (const said of [...FAILURES.map(([line]) => line), ...BROKEN].filter(
          (line) => !line.includes('\n'),
        )) {
          const answers = { said: { [name]: `${said}\n`, [`${name}+total`]: '1\n' } };
          const { verdict, envelope } = await callWith(name, expected, answers);
          expect([said, verdict, envelope.stdout]).toEqual([said, 'ok', `${said}\n`]);
        }
      });

    if (expected.content === 'text')
      test('lines of a text that read like a failure', async () => {
        for (const said of [...FAILURES.map(([line]) => line), ...BROKEN]) {
          for (const printed of [`Prose.\n${said}\n`, `${said}\nProse.\n`, `\n${said}\n\n${said}\n`]) {
            const { verdict, envelope, asked } = await callWith(name, expected, always(name, printed));
            expect([said, verdict, envelope.stdout]).toEqual([said, 'ok', printed]);
            expect(asked).toEqual([name]);
          }
        }
      });

    if (name in OWN_LINE)
      test('a text of one line that reads like a failure', async () => {
        for (const said of [...FAILURES.map(([line]) => line), ...BROKEN].filter(
          (line) => !line.includes('\n'),
        )) {
          const answers = { said: { [name]: `${said}\n`, ...OWN_LINE[name]?.(said) } };
          const { verdict, envelope } = await callWith(name, expected, answers);
          expect([said, verdict, envelope.stdout]).toEqual([said, 'ok', `${said}\n`]);
        }
      });
  });
});
