import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { clockAhead } from '../kit/clock';
import { FAKE_VERSION, writeFakeCli } from '../kit/fake-cli';
import { makeFolder } from '../kit/folder';
import { serve } from '../kit/bridge';
import type { Served } from '../kit/bridge';
import { jsonCall } from '../kit/http-client';
import type { Client } from '../kit/http-client';
import { THIS_TEST } from '../kit/test-scope';
import type { TestScope } from '../kit/test-scope';
import { until } from '../kit/until';

interface CliHealth {
  readonly available: boolean;
  readonly version: string;
  readonly state: string;
  readonly problem?: string;
  readonly hint?: string;
}

async function health(client: Client): Promise<CliHealth> {
  const { envelope } = await client.anonymous('/api/v1/health');
  return (JSON.parse(envelope.stdout ?? '') as { cli: CliHealth }).cli;
}

const VERSION = `echo '${FAKE_VERSION}'`;
const HANGING = 'exec sleep 60';
const TURNED_OFF = `echo 'Command line interface is not enabled. Please turn it on in Settings > General > Advanced.'`;
const APP_AWAY = `echo 'The CLI is unable to find Obsidian. Please make sure Obsidian is running and try again.' >&2; exit 1`;

/** A bridge whose program answers `version` with shell lines that may be changed while it runs. */
async function serveChanging(
  test: TestScope,
  behavior: string,
  first = { lines: VERSION, state: 'available' },
): Promise<
  Served & { cli: Awaited<ReturnType<typeof writeFakeCli>>; answer: (lines: string) => Promise<void> }
> {
  const folder = await makeFolder(test);
  const mode = join(folder, 'mode');
  // Replaced as a whole, since the program may be asked at any moment.
  const answer = async (lines: string): Promise<void> => {
    await writeFile(`${mode}.new`, `${lines}\n`);
    await rename(`${mode}.new`, mode);
  };
  await answer(first.lines);
  const cli = await writeFakeCli(folder, behavior, { version: `. '${mode}'` });
  const served = await serve(test, { program: { file: cli.path, leadingArguments: [] } });
  await until('the program is known', async () => (await health(served.client)).state === first.state);
  return { ...served, cli, answer };
}

/** Asks for health once the last look is old, and then until this is so. */
async function follows(
  client: Client,
  pass: (milliseconds: number) => void,
  isSo: (cli: CliHealth) => boolean,
): Promise<CliHealth> {
  pass(5_000);
  let last: CliHealth | undefined;
  await until('health has followed', async () => isSo((last = await health(client))), 30_000);
  if (!last) throw new Error('Health was not asked for.');
  return last;
}

describe('a program that could not report its version when the bridge started', () => {
  test.each([
    ['switched off', { lines: TURNED_OFF, state: 'switched_off' }, 'cli_disabled', 422],
    ['without the app', { lines: APP_AWAY, state: 'not_answering' }, 'app_not_running', 422],
  ])('%s: nothing runs', async (_what, first, code, status) => {
    const { client, cli } = await serveChanging(THIS_TEST, first.lines, first);
    const append = { params: { path: 'a.md', content: 'x' } };
    expect(await client.post('append', append)).toMatchObject({ status, envelope: { ok: false, code } });
    const calls = [{ command: 'append', ...append }];
    const batch = await client.send('/api/v1/batch', jsonCall('POST', { calls }));
    expect(JSON.parse(batch.text)).toMatchObject({ ok: false, command: 'append', code, data: { index: 0 } });
    expect(await cli.calls()).toEqual([]);
  });

  test.each([
    ['switched off', { lines: TURNED_OFF, state: 'switched_off' }],
    ['without the app', { lines: APP_AWAY, state: 'not_answering' }],
    ['hung', { lines: HANGING, state: 'not_answering' }],
  ])('%s: once it can, all checks are made from the first call on', async (_what, first) => {
    const { client, cli, answer } = await serveChanging(
      THIS_TEST,
      `echo 'Error: File "a.md" not found.'`,
      first,
    );
    await answer(VERSION);
    const [one, other] = await Promise.all([client.get('read', { path: 'a.md' }), client.get('tags')]);
    expect(one).toMatchObject({ status: 422, envelope: { code: 'file_not_found' } });
    expect(other.status).toBe(422);
    const named = await client.post('create', { params: { name: 'A/Draft' } });
    expect(named.envelope.code).toBe('invalid_parameter');
    expect((await cli.calls()).filter(([command]) => command === 'create')).toEqual([]);
  });
});

const becomes =
  (state: string) =>
  (cli: CliHealth): boolean =>
    cli.state === state;

describe('health follows the program, with nothing but health being asked for', () => {
  test('it vanishes, and comes back', async (context) => {
    const pass = clockAhead(context);
    const { client, cli } = await serveChanging(context, 'echo here');
    await rename(cli.path, `${cli.path}.away`);
    expect(await follows(client, pass, becomes('not_installed'))).toMatchObject({
      available: false,
      problem: "The Obsidian CLI couldn't be found.",
      hint: expect.stringMatching(
        /^Turn on "Command line interface" .*"CLI path" in the CLI Bridge settings\.$/,
      ) as string,
    });
    await rename(`${cli.path}.away`, cli.path);
    const back = await follows(client, pass, becomes('available'));
    expect(back).toMatchObject({ available: true, version: FAKE_VERSION });
    expect(back).not.toHaveProperty('hint');
  });

  test('it hangs, and comes back', async (context) => {
    const pass = clockAhead(context);
    const { client, answer } = await serveChanging(context, 'echo here');
    await answer(HANGING);
    expect(await follows(client, pass, becomes('not_answering'))).toMatchObject({
      available: false,
      problem: "The Obsidian CLI isn't responding.",
      hint: expect.stringContaining('Close any open dialog in Obsidian') as string,
    });
    await answer(VERSION);
    expect(await follows(client, pass, becomes('available'))).toMatchObject({ version: FAKE_VERSION });
  });

  test('it is updated: the new version is shown', async (context) => {
    const pass = clockAhead(context);
    const { client, answer, bridge } = await serveChanging(context, 'echo here');
    await answer("echo '1.14.2 (installer 1.13.4)'");
    expect(await follows(client, pass, ({ version }) => version.startsWith('1.14.2'))).toMatchObject({
      state: 'available',
    });
    expect(bridge.status().cli.recognized).toBe(true);
  });

  test('it is turned off in the app, and on', async (context) => {
    const pass = clockAhead(context);
    const { client, answer } = await serveChanging(context, 'echo here');
    await answer(TURNED_OFF);
    expect(await follows(client, pass, becomes('switched_off'))).toMatchObject({
      available: false,
      problem: 'The Obsidian CLI is turned off.',
      hint: 'Turn on "Command line interface" in Obsidian under Settings → General → Advanced.',
    });
    await answer(VERSION);
    await follows(client, pass, becomes('available'));
  });

  test('the app cannot be reached, and can again', async (context) => {
    const pass = clockAhead(context);
    const { client, answer } = await serveChanging(context, 'echo here');
    await answer(APP_AWAY);
    expect(await follows(client, pass, becomes('not_answering'))).toMatchObject({
      problem: "The Obsidian CLI can't find the running app.",
      hint: expect.stringContaining('a second instance') as string,
    });
    await answer(VERSION);
    await follows(client, pass, becomes('available'));
  });
});

describe.concurrent('a call shows the state of the program, too', () => {
  test(
    'one that is silent for 5 s: not answering, until the next good answer',
    { timeout: 40_000 },
    async (context) => {
      const { client, cli, bridge } = await serveChanging(context, 'await_gate; echo here');
      const since = performance.now();
      const running = client.get('files');
      await until('it is silent for too long', () => bridge.status().cli.state === 'not_answering');
      expect(performance.now() - since).toBeGreaterThan(4_900);
      expect(await health(client)).toMatchObject({ available: false, version: FAKE_VERSION });
      await cli.openGate();
      expect((await running).status).toBe(200);
      expect(await health(client)).toMatchObject({ state: 'available', version: FAKE_VERSION });
    },
  );

  test('one that goes on printing is not silent', { timeout: 40_000 }, async (context) => {
    const { client, bridge } = await serveChanging(
      context,
      'for i in 1 2 3 4 5 6 7; do echo $i; sleep 1; done',
    );
    const running = client.get('files');
    for (let seconds = 0; seconds < 6; seconds++) {
      expect(bridge.status().cli.state).toBe('available');
      await sleep(1_000);
    }
    expect((await running).status).toBe(200);
  });

  test('one that reports that the CLI is off: asked at once, and known', async (context) => {
    const { client, answer, bridge } = await serveChanging(context, TURNED_OFF);
    await answer(TURNED_OFF);
    expect(await client.get('files')).toMatchObject({ status: 422, envelope: { code: 'cli_disabled' } });
    await until('it is known', () => bridge.status().cli.state === 'switched_off');
  });

  test('a note that reads as if the CLI were off changes nothing', async (context) => {
    const { client, bridge } = await serveChanging(context, `if [ $command = read ]; then ${TURNED_OFF}; fi`);
    await client.get('read', { path: 'a.md' });
    await client.get('tags');
    expect(bridge.status().cli.state).toBe('available');
  });
});

describe.concurrent('looks in the background', () => {
  test(
    'are one at a time, only when health is asked for, and not more often than every 5 s',
    { timeout: 40_000 },
    async (context) => {
      const { client, cli } = await serveChanging(context, 'echo here');
      await client.get('files');
      await cli.newCalls();
      await sleep(6_000);
      expect(await cli.newCalls()).toEqual([]);
      await Promise.all(Array.from({ length: 20 }, () => health(client)));
      await until('it has looked', async () => (await cli.allCalls()).at(-1)?.[0] === 'version');
      for (let times = 0; times < 3; times++) await health(client);
      expect(await cli.newCalls()).toEqual([['version']]);
    },
  );

  test('do not hold up an answer of health, and give way to a call', { timeout: 40_000 }, async (context) => {
    const { client, cli, answer, bridge } = await serveChanging(context, 'echo here');
    await answer(`mark looking; ${HANGING}`);
    await sleep(5_000);
    expect(await health(client)).toMatchObject({ state: 'available' });
    await until('it looks', async () => (await cli.marks()).length > 0);
    const states = new Set<string>();
    const note = (): unknown => states.add(bridge.status().cli.state);
    const timer = setInterval(note, 5);
    expect((await client.get('files')).status).toBe(200);
    clearInterval(timer);
    note();
    // Had the call waited for the look, that would have found the program hanging.
    expect([...states]).toEqual(['available']);
  });
});

describe.concurrent('nothing is found', () => {
  /** A bridge in an app whose installation has no client. */
  async function serveInApp(test: TestScope, electronVersion: string): Promise<Served> {
    const empty = await makeFolder(test);
    return serve(test, {
      environment: { PATH: empty, HOME: empty },
      resourcesPath: join(empty, 'app', 'resources'),
      electronVersion,
    });
  }

  test('by an app of an old installer: the installer is named, in health and in the refusal', async (context) => {
    const { client } = await serveInApp(context, '37.10.2');
    const { state, problem, hint } = await health(client);
    expect(state).toBe('installer_too_old');
    expect(problem).toContain('installer is older than 1.12.7');
    expect(hint).toContain('install it again');
    const { status, envelope } = await client.get('files');
    expect(status).toBe(503);
    expect(envelope).toMatchObject({ code: 'cli_not_found', hint });
    expect(envelope.error).toContain(`${problem ?? ''} Looked at: `);
  });

  test.for(['39.8.3', '39.10.0', '43.0.0'])(
    'by an app of a newer one, of Electron %s',
    async (version, context) => {
      const { client } = await serveInApp(context, version);
      expect(await health(client)).toMatchObject({ state: 'not_installed' });
      const { envelope } = await client.get('files');
      expect(envelope).toMatchObject({
        code: 'cli_not_found',
        error: expect.stringContaining('/app/obsidian-cli, PATH, /usr/local/bin/obsidian, ') as string,
      });
    },
  );
});
