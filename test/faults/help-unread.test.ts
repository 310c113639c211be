import { describe, expect, test } from 'vitest';
import { serveFake } from '../kit/bridge';
import type { Served } from '../kit/bridge';
import { clockAhead } from '../kit/clock';
import type { FakeCli } from '../kit/fake-cli';
import { THIS_TEST } from '../kit/test-scope';
import type { TestScope } from '../kit/test-scope';
import { until } from '../kit/until';

/** A vault without a daily note, which `daily:read` makes, and two notes called Home. */
const BEHAVIOR = `case $command in
daily:path) echo 2026-01-05.md ;;
daily:read) mark made; echo '# Monday' ;;
file) echo 'Error: File "2026-01-05.md" not found.' ;;
files) printf 'Home.md\\nNotes/Home.md\\n' ;;
vaults) printf 'Notes\\t/a\\nNotes\\t/b\\n' ;;
append) echo "Appended to: Home.md" ;;
*) echo ran ;;
esac`;

const LIST = `printf 'Commands:\\n  files                 List\\n'`;

/** Fails the first time it is asked. */
const failingOnce = (failure: string): string => `[ -e "$0.asked" ] || { : > "$0.asked"; ${failure}; exit; }
${LIST}`;

/** Starts a bridge, and waits until it has asked for help once. */
async function start(
  scope: TestScope,
  options: NonNullable<Parameters<typeof serveFake>[3]>,
  settings: object = {},
): Promise<Served & { readonly cli: FakeCli }> {
  const served = await serveFake(scope, BEHAVIOR, { timeoutSeconds: 1, ...settings }, options);
  await until('help was asked for', async () => (await helps(served.cli)) > 0);
  await until('the answer was read', () => !served.bridge.status().running);
  return served;
}

async function helps(cli: FakeCli): Promise<number> {
  return (await cli.allCalls()).filter((words) => words.includes('help')).length;
}

describe('help that could not be read at the start', () => {
  test.each([
    ['printed nothing', ':'],
    ['hung', 'exec sleep 30'],
    [
      'lost the app',
      `echo 'The CLI is unable to find Obsidian. Please make sure Obsidian is running.' >&2; exit 1`,
    ],
  ])(
    'it %s: it is asked for again before a call, after 10 s, and then all checks are made',
    async (_how, failure) => {
      const pass = clockAhead(THIS_TEST);
      const { client, cli } = await start(THIS_TEST, { help: failingOnce(failure) });
      expect((await client.post('append', { params: { file: 'Home', content: 'x' } })).status).toBe(200);
      expect(await helps(cli), 'not within 10 s').toBe(1);
      pass(10_000);
      const named = await client.post('append', { params: { file: 'Home', content: 'x' } });
      expect(named.envelope.code).toBe('ambiguous_name');
      expect(await helps(cli)).toBe(2);
      expect((await client.get('tags', { vault: 'Notes' })).envelope.code).toBe('ambiguous_vault');
      pass(10_000);
      await client.get('tags');
      expect(await helps(cli)).toBe(2);
    },
  );

  test('in read-only mode nothing runs meanwhile that can create, and the rest does', async () => {
    const pass = clockAhead(THIS_TEST);
    const { client, cli } = await start(THIS_TEST, { help: failingOnce(':') }, { readOnly: true });
    const refused = await client.get('daily:read');
    expect(refused).toMatchObject({ status: 403, envelope: { code: 'read_only' } });
    expect(refused.envelope.error).toContain('could create the note');
    expect((await client.get('tags')).status).toBe(200);
    pass(10_000);
    expect((await client.get('daily:read')).envelope.error).toContain('would create the note');
    expect(await cli.marks()).toEqual([]);
  });

  test('a call waits for the first reading', async () => {
    const { client } = await serveFake(THIS_TEST, BEHAVIOR, {}, { help: `sleep 0.5; ${LIST}` });
    const { envelope } = await client.post('create', { params: { name: 'A/Draft' } });
    expect(envelope.code).toBe('invalid_parameter');
  });

  test('a program that answers it with something else is asked again after 5 minutes', async () => {
    const pass = clockAhead(THIS_TEST);
    const { client, cli } = await start(THIS_TEST, { help: 'echo usage: other; exit 2' });
    const ask = async (wait: number): Promise<number> => {
      pass(wait);
      expect((await client.get('tags')).status).toBe(200);
      return helps(cli);
    };
    expect(await ask(0)).toBe(1);
    expect(await ask(10_000)).toBe(1);
    expect(await ask(290_000)).toBe(2);
  });

  test('a program whose version is not that of the Obsidian CLI is never asked again', async () => {
    const pass = clockAhead(THIS_TEST);
    const { client, cli } = await start(THIS_TEST, { version: 'echo hello', help: ':' }, { readOnly: true });
    pass(400_000);
    expect((await client.get('daily:read')).envelope.stdout).toBe('# Monday\n');
    expect(await cli.allCalls()).toEqual([['version'], ['help'], ['daily:read']]);
  });
});

/** Starts a bridge that knows its commands, and then lets `version` fail like this until health shows the state. */
async function startAndBreak(failure: string, state: string): Promise<Served> {
  const pass = clockAhead(THIS_TEST);
  const version = `[ ! -e "$0.gate" ] || { ${failure}; }; echo 1.13.7`;
  const served = await start(THIS_TEST, { version, help: LIST });
  expect((await served.client.post('some:thing')).status).toBe(404);
  await served.cli.openGate();
  pass(5_000);
  await until('health says so', async () => {
    const { text } = await served.client.send('/api/v1/health');
    return text.includes(state);
  });
  return served;
}

test('an unknown name is 503 while the program is known not to answer, however fresh its list is', async () => {
  const { client } = await startAndBreak('exec sleep 30', 'not_answering');
  const refused = await client.post('some:thing');
  expect(refused).toMatchObject({ status: 503, envelope: { code: 'cli_not_answering' } });
});

test('an unknown name is 503 while the Obsidian CLI shows no commands', async () => {
  const pass = clockAhead(THIS_TEST);
  const { client, cli } = await start(THIS_TEST, { help: `[ ! -e "$0.gate" ] || exit 0; ${LIST}` });
  expect((await client.post('some:thing')).status).toBe(404);
  await cli.openGate();
  pass(10_000);
  const refused = await client.post('some:thing');
  expect(refused).toMatchObject({ status: 503, envelope: { code: 'cli_not_answering' } });
});

test('an unknown name is refused with what is wrong, while the command line interface is off', async () => {
  const off = `echo 'Command line interface is not enabled. Turn it on.'; exit`;
  const { client } = await startAndBreak(off, 'switched_off');
  const { status, envelope } = await client.post('some:thing');
  expect([status, envelope.code]).toEqual([503, 'cli_not_answering']);
  expect(envelope.error).toContain('The Obsidian CLI is turned off, so it is not known');
  expect(envelope.hint).toMatch(/^Turn on/);
});
