import { describe, expect, test, vi } from 'vitest';
import { CliClient } from '../../src/bridge/cli/client';
import { platformOf } from '../../src/bridge/cli/platform';
import { Catalogue } from '../../src/bridge/commands/catalogue/catalogue';
import type { Caller, Interface } from '../../src/bridge/caller';
import { NoteStores } from '../../src/bridge/call/note/note-stores';
import { ChangeList } from '../../src/bridge/notes/changes/change-list';
import { ChangeCounts } from '../../src/bridge/call/approval/change-counts';
import { KnownTexts } from '../../src/bridge/call/known-texts';
import { CallRunner } from '../../src/bridge/call/runner';
import { KnownVaults } from '../../src/bridge/call/vault/known-vaults';
import type { CallInput } from '../../src/bridge/call/call-schema';
import { DEFAULT_SETTINGS } from '../../src/bridge/settings';
import { RequestLog } from '../../src/bridge/request-log';
import type { LogEntry } from '../../src/bridge/request-log';
import { shell } from './cli/scripts';

function entry(number: number): LogEntry {
  return {
    time: '2026-01-02T03:04:05.678Z',
    interface: 'rest',
    client: 'owner',
    clientId: 'owner',
    command: `c${number}`,
    vault: '',
    path: '',
    status: 200,
    code: '',
    waited: 0,
    duration: 0,
    outputBytes: 0,
    discardedBytes: 0,
  };
}

const CALLER: Caller = {
  interface: 'rest',
  key: { id: 'owner', name: 'Owner' },
  userAgent: undefined,
  requireAccess: () => undefined,
  gone: new AbortController().signal,
};

describe('the log', () => {
  test.each([0, 1, 199, 200, 201, 399, 400, 401, 1_000])(
    'after %i calls holds the last 200, newest first, and the change before them',
    (calls) => {
      const log = new RequestLog();
      log.record('delete', CALLER, { duration: 1, isChange: true });
      for (let number = 1; number <= calls; number++) log.record(`c${number}`, CALLER, { duration: 1 });
      const expected = Array.from({ length: Math.min(200, calls) }, (_, index) => `c${calls - index}`);
      expect(log.list().map(({ command }) => command)).toEqual([...expected, 'delete']);
    },
  );

  test('listeners are called after every change until they are removed', () => {
    const log = new RequestLog();
    const [one, two] = [vi.fn(), vi.fn()];
    const stop = log.onChange(one);
    log.onChange(two);
    log.record('read', CALLER, { duration: 1 });
    stop();
    log.clear();
    expect(one).toHaveBeenCalledTimes(1);
    expect(two).toHaveBeenCalledTimes(2);
    expect(log.list()).toEqual([]);
  });
});

describe('what a call leaves in the log', () => {
  /** Calls of a program that prints a note, and writes a warning. */
  function running(body: string) {
    const log = new RequestLog();
    const client = new CliClient({
      platform: platformOf('linux'),
      environment: { PATH: process.env['PATH'] },
      places: () => ({
        only: shell(`[ "$1" = version ] && echo 1.2.3 && exit; ${body}`),
        configured: '',
        environment: {},
      }),
      settings: { current: { timeoutSeconds: 5 } },
    });
    const vaults = new KnownVaults();
    const catalogue = new Catalogue(() => Promise.resolve(undefined));
    const calls = new CallRunner({
      client,
      catalogue,
      log,
      settings: { current: { ...DEFAULT_SETTINGS, trustedCommands: ['plugin:disable'] } },
      platform: platformOf('linux'),
      hostVault: { name: 'Home' },
      vaults,
      stores: new NoteStores({ hostVault: { name: 'Home' }, vaults }),
      changes: new ChangeList(),
      stopped: new AbortController().signal,
      reportError: () => undefined,
      knownTexts: new KnownTexts(),
      changeCounts: new ChangeCounts(),
    });
    const run = async (name: string, input: CallInput, through: Interface = 'rest') => {
      await client.requireProgram();
      client.noteHelp('help_read');
      return calls.run(
        name,
        { read: () => input },
        {
          interface: through,
          key: { id: 'one', name: 'My script' },
          userAgent: undefined,
          requireAccess: () => undefined,
          gone: new AbortController().signal,
        },
      );
    };
    return { log, run };
  }

  const FIELDS = Object.keys(entry(0));

  test('names, sizes and the note only: neither what else was sent nor what came back', async () => {
    const { log, run } = running('echo "Appended to: SECRET-OUT"; echo SECRET-ERR >&2');
    const params = { path: 'Garden.md', content: 'SECRET-CONTENT', 'SECRET-NAME': 'x' };
    await run('append', { vault: 'Work', params, flags: ['secretFlag'] }, 'mcp');
    const [logged] = log.list();
    expect(Object.keys(logged ?? {})).toEqual(FIELDS);
    expect(logged).toMatchObject({
      interface: 'mcp',
      client: 'My script',
      command: 'append',
      vault: 'Work',
      path: 'Garden.md',
      status: 200,
      code: '',
      outputBytes: 35,
      discardedBytes: 11,
    });
    expect(logged?.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(JSON.stringify(logged)).not.toMatch(/secret/i);
  });

  test('a failure, with its code, status and vault', async () => {
    const { log, run } = running('echo "Error: File \\"SECRET.md\\" not found."');
    const call = { params: { path: 'SECRET.md' }, flags: [] };
    await expect(run('read', call)).rejects.toMatchObject({ code: 'file_not_found', ran: { exitCode: 1 } });
    expect(log.list()).toMatchObject([
      { code: 'file_not_found', status: 422, vault: 'Home', command: 'read' },
    ]);
    expect(JSON.stringify(log.list())).not.toMatch(/secret/i);
  });

  test('a refusal, with its code and status but not its sentence', async () => {
    const { log, run } = running('true');
    await expect(run('read', { params: { 'SECRET=': 'x' }, flags: [] })).rejects.toThrow('SECRET');
    expect(log.list()).toMatchObject([{ code: 'invalid_parameter', status: 400, command: 'read' }]);
    expect(Object.keys(log.list()[0] ?? {})).toEqual(FIELDS);
    expect(JSON.stringify(log.list())).not.toMatch(/secret/i);
  });

  test('a command that acts on the bridge itself never reaches the program', async () => {
    const { run } = running('echo ran');
    const call = { params: { id: 'CLI-Bridge' }, flags: [] };
    await expect(run('plugin:disable', call)).rejects.toMatchObject({
      code: 'bridge_protected',
    });
  });

  test('data is the parsed output when JSON was requested, or there is a warning that it is not JSON', async () => {
    const ask = (body: string, name = 'tags') =>
      running(body).run(name, { params: { format: 'json' }, flags: [] });
    expect(await ask('echo \'[{"tag":"#a"}]\'')).toMatchObject({ data: [{ tag: '#a' }], warnings: [] });
    expect(await ask('echo "No tags found."')).toMatchObject({ data: [], warnings: [] });
    expect(await ask('echo "No frontmatter found."', 'properties')).toMatchObject({ data: {}, warnings: [] });
    const text = await ask('echo text');
    expect(text.data).toBeUndefined();
    expect(text.warnings).toEqual(['JSON was asked for, but the output is not JSON, so there is no data.']);
  });
});
