import { createServer as createTlsServer } from 'node:tls';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { ProgramReply } from '../../src/obsidian/bridge-controller';
import type { CliStatus } from '../../src/bridge/cli/program-status';
import type { Command } from '../../src/bridge/commands/catalogue/command';
import { documentedCommands } from '../../src/bridge/commands/catalogue/documented-commands';
import { COMMAND_CATEGORIES } from '../../src/bridge/commands/records';
import { commandState, withCommand } from '../../src/obsidian/settings/command-state';
import {
  privatePlaces,
  programEnabled,
  programFound,
  programVersion,
  rightProgram,
  roundTrip,
  vaultAnswers,
} from '../../src/obsidian/diagnosis/program-checks';
import { NapWatch } from '../../src/obsidian/diagnosis/nap-watch';
import { clock, portOwner, selfCall } from '../../src/obsidian/diagnosis/server-checks';
import { DEFAULT_SETTINGS } from '../../src/bridge/settings';
import type { Settings } from '../../src/bridge/settings';
import { clientFindings } from '../../src/obsidian/diagnosis/client-checks';
import { diagnose } from '../../src/obsidian/diagnosis/diagnose';
import type { DiagnosisLine } from '../../src/obsidian/diagnosis/finding';
import { filterLines, logLines, reportOfLines, toCsv } from '../../src/obsidian/settings/log-lines';
import { isLoopback, urlOf } from '../../src/bridge/http/address';
import { explainListening } from '../../src/obsidian/server/explain-listening';
import { identifyOccupant } from '../../src/obsidian/server/occupant';
import {
  addressProblem,
  hostsProblem,
  originsProblem,
  patternsProblem,
  portProblem,
  programPathProblem,
  timeoutProblem,
  vaultNameProblem,
} from '../../src/obsidian/setting-rules';
import { freePort } from '../kit/ports';

const CLI: CliStatus = {
  state: 'available',
  problem: '',
  hint: '',
  recognized: true,
  mayBeRecognized: false,
  isMute: false,
  printsNoise: false,
  version: '1.13.7 (installer 1.13.4)',
  path: '/x/obsidian',
  searched: '',
};
const BROKEN: CliStatus = { ...CLI, problem: 'It is broken.', hint: 'Fix it.' };
const RESULT: ProgramReply = {
  exitCode: 0,
  stdout: 'name\tTest',
  stderr: '',
  duration: 40,
  waited: 3,
};
const RUNNING = { kind: 'running', address: { address: '127.0.0.1', port: 27_124 } } as const;

describe('a check of the diagnosis', () => {
  it.each([
    ['found', programFound(CLI), 'ok'],
    ['not installed', programFound({ ...BROKEN, state: 'not_installed', searched: 'PATH' }), 'problem'],
    ['old installer without a CLI', programFound({ ...BROKEN, state: 'installer_too_old' }), 'problem'],
    ['hanging', programFound({ ...BROKEN, state: 'not_answering' }), 'problem'],
    ['turned off', programFound({ ...BROKEN, state: 'switched_off' }), 'ok'],
    ['no answer', programFound({ ...CLI, state: 'checking' }), 'problem'],
    ['the app itself', rightProgram(CLI, true), 'problem'],
    ['the program', rightProgram(CLI, false), 'ok'],
    ['version', programVersion(CLI), 'ok'],
    ['no version', programVersion({ ...CLI, version: '' }), 'problem'],
    ['old app', programVersion({ ...CLI, version: '1.11.9 (installer 1.11.9)' }), 'problem'],
    ['old installer', programVersion({ ...CLI, version: '1.13.7 (installer 1.6.7)' }), 'note'],
    ['enabled', programEnabled(RESULT), 'ok'],
    ['disabled', programEnabled({ ...RESULT, code: 'cli_disabled' }), 'problem'],
    ['app away', programEnabled({ ...RESULT, code: 'app_not_running' }), 'problem'],
    ['unanswered', programEnabled(undefined), 'problem'],
    ['vault', vaultAnswers(RESULT, '"Test"'), 'ok'],
    [
      'no vault',
      vaultAnswers({ ...RESULT, code: 'vault_not_found', stderr: 'Vault not found.' }, '"X"'),
      'problem',
    ],
    ['fast', roundTrip(RESULT), 'ok'],
    ['slow', roundTrip({ ...RESULT, duration: 1_500 }), 'note'],
    ['own port', portOwner(RUNNING, true), 'ok'],
    ['foreign port', portOwner(RUNNING, false), 'problem'],
    ['stopped', portOwner({ kind: 'stopped' }, false), 'problem'],
    ['call', selfCall(RUNNING, { status: 200, body: '' }, 12), 'ok'],
    ['wrong key', selfCall(RUNNING, { status: 401, body: '' }, 12), 'problem'],
    ['blocked', selfCall(RUNNING, { status: 403, body: '' }, 12), 'ok'],
    ['no answer to the call', selfCall(RUNNING, undefined, 12), 'problem'],
    ['a call behind others', selfCall(RUNNING, undefined, 12, true), 'note'],
    ['a call without a program', selfCall(RUNNING, { status: 503, body: '' }, 12), 'note'],
    ['vault of a disabled program', vaultAnswers({ ...RESULT, code: 'cli_disabled' }, '"X"'), 'note'],
    ['time of a disabled program', roundTrip({ ...RESULT, code: 'cli_disabled' }), 'note'],
    ['on time', clock(3, false), 'ok'],
    ['held back', clock(900, true), 'note'],
    ['on time, but suspended before', clock(3, false, { count: 2, longestMs: 31_400 }), 'note'],
    ['on time, and delayed once', clock(3, false, { count: 1, longestMs: 31_400 }), 'ok'],
  ] as const)('%s', (_name, finding, level) => {
    expect(finding.level).toBe(level);
    expect(finding.text).not.toBe('');
    if (level === 'problem') expect(finding.remedy).toMatch(/\.$/);
  });
});

it('recognizes App Nap, and gives the command that ends it', () => {
  let now = 0;
  let isHidden = true;
  const watch = new NapWatch(
    () => isHidden,
    () => now,
  );
  const tickAfter = (ms: number): void => {
    now += ms;
    watch.tick();
  };
  // On time, then suspended; a computer that slept, and a delay that was seen, are something else.
  for (const ms of [5_000, 5_400, 12_000, 36_400, 3_600_000]) tickAfter(ms);
  isHidden = false;
  tickAfter(20_000);
  watch.close();
  expect(watch.seen()).toEqual({ count: 2, longestMs: 31_400 });
  const { text, remedy } = clock(3, false, watch.seen());
  expect(text).toMatch(/macOS suspended the hidden app 2 times, for up to 31 s \(App Nap\)/);
  expect(remedy).toContain('defaults write md.obsidian NSAppSleepsWhenInactive -bool NO');
  expect(clock(900, true, { count: 0, longestMs: 0 }).remedy).toContain('App Nap');
  expect(clock(900, true).remedy).not.toContain('App Nap');
});

it('names the second instance of the app that may have taken over the connection of the CLI', () => {
  const { remedy } = programEnabled({ ...RESULT, code: 'app_not_running' });
  expect(remedy).toMatch(/second instance .* turn "Command line interface" off and on/);
});

describe('who is at a port', () => {
  const AT = '127.0.0.1';

  it('is identified, whether it speaks TLS or not', async () => {
    const tls = createTlsServer({});
    const silent = createServer(() => undefined);
    const [tlsPort, silentPort] = [await freePort(), await freePort()];
    await new Promise<void>((resolve) => silent.listen(silentPort, AT, resolve));
    await new Promise<void>((resolve) => tls.listen(tlsPort, AT, resolve));
    // This one has no certificate at all and answers with an alert, which is TLS too.
    expect((await identifyOccupant({ address: AT, port: tlsPort })).kind).toBe('https');
    const { reason, freePort: next } = await explainListening('EADDRINUSE', {
      address: AT,
      port: silentPort,
    });
    expect(reason).toBe(`Port ${silentPort} is taken by another program. Port ${next} is free.`);
    silent.close();
    tls.close();
  });

  it.each([
    [80, /Choose one above 1023/],
    [27_124, /reserves port 27124/],
  ])('or the system reserves port %i', async (port, sentence) => {
    expect((await explainListening('EACCES', { address: '127.0.0.1', port })).reason).toMatch(sentence);
  });

  it.each(['EACCES', 'EADDRNOTAVAIL', 'EWHATEVER'])('or nobody can listen there: %s', async (code) => {
    expect((await explainListening(code, { address: '203.0.113.9', port: 80 })).reason).toMatch(/\.$/);
  });
});

it.each([
  ['127.0.0.1', 'http://127.0.0.1:1', true],
  ['0.0.0.0', 'http://127.0.0.1:1', false],
  ['::', 'http://[::1]:1', false],
  ['::1', 'http://[::1]:1', true],
  ['localhost', 'http://localhost:1', true],
  ['192.168.1.5', 'http://192.168.1.5:1', false],
])('the address %s', (address, url, isLocal) => {
  expect(urlOf({ address, port: 1 })).toBe(url);
  expect(isLoopback(address)).toBe(isLocal);
});

const DOCUMENTED = documentedCommands(COMMAND_CATEGORIES);
const COMMANDS = ['delete', 'read', 'dev:console', 'dev:dom'].map((wanted) => {
  const command = DOCUMENTED.find(({ name }) => name === wanted);
  if (!command) throw new Error(`No such command: ${wanted}`);
  return command;
});
const [DELETE, READ, CONSOLE] = COMMANDS as [Command, Command, Command];

describe('the switch of a command', () => {
  it('shows every command that may not run as off, and why', () => {
    const state = (command: Command, change: Partial<Settings>) =>
      commandState(command, { ...DEFAULT_SETTINGS, ...change });
    expect(state(DELETE, {})).toEqual({ isOn: true, isLocked: false, reason: '' });
    expect(state(DELETE, { askFirst: ['delete'] })).toEqual({
      isOn: true,
      isLocked: false,
      reason: 'Asks you first.',
    });
    expect(state(DELETE, { blockedCommands: ['delete'] })).toEqual({
      isOn: false,
      isLocked: false,
      reason: 'Blocked.',
    });
    expect(state(CONSOLE, { allowDangerousCommands: true, blockedCommands: ['dev:*'] })).toEqual({
      isOn: false,
      isLocked: true,
      reason: 'Blocked by the wildcard dev:*.',
    });
    expect(state(READ, { allowedCommands: ['delete'] })).toMatchObject({ isOn: false, isLocked: false });
    expect(state(DELETE, { readOnly: true })).toEqual({
      isOn: false,
      isLocked: true,
      reason: 'Off while "Read-only mode" is on.',
    });
    expect(state(READ, { readOnly: true }).isOn).toBe(true);
    expect(state(CONSOLE, {})).toMatchObject({ isOn: false, isLocked: true });
    expect(state(CONSOLE, { allowDangerousCommands: true }).isOn).toBe(true);
    expect(state(CONSOLE, { askFirst: ['dangerous'] }).reason).toBe('Asks you first.');
    const edit = DOCUMENTED.find(({ name }) => name === 'cli-bridge:edit') as Command;
    expect(state(edit, { blockedCommands: ['create'] })).toMatchObject({ isOn: false, isLocked: true });
  });

  it('leaves the lists unchanged when turned off and on again', () => {
    const lists = { allowedCommands: [], blockedCommands: ['dev:*'] };
    const off = withCommand(DELETE, false, lists);
    expect(off).toEqual({ blockedCommands: ['dev:*', 'delete'] });
    expect(withCommand(DELETE, true, { ...lists, ...off })).toEqual({ blockedCommands: ['dev:*'] });
    expect(
      withCommand(READ, true, { allowedCommands: ['delete'], blockedCommands: [] }).allowedCommands,
    ).toEqual(['delete', 'read']);
  });
});

describe('a rule for an entered value', () => {
  it.each([
    [portProblem, [27_124, 1, 65_535], [0, 65_536, 1.5, '80', null]],
    [timeoutProblem, [1, 600, 2.5], [0, 601, '5']],
    [vaultNameProblem, ['', 'Notes', 'Größe 2'], ['a/b', 'a\\b', 'a\nb', 7]],
    [
      originsProblem,
      [[], ['https://a.b:1'], ['app://obsidian.md']],
      [['a.b'], ['https://a.b/c'], 'https://a.b'],
    ],
    [hostsProblem, [[], ['mac.local', '[::1]:80']], [['http://x'], ['a b'], ['-x-']]],
    [
      (value: unknown) => patternsProblem(value, COMMANDS),
      [[], ['dev:*', 'read']],
      [['???'], ['raed'], ['x:*']],
    ],
    [
      (value: unknown) => programPathProblem(value, 'linux'),
      ['', '/usr/bin/obsidian'],
      ['obsidian', 3, '/opt/Obsidian/obsidian'],
    ],
    [
      (value: unknown) => programPathProblem(value, 'win32'),
      ['C:\\Obsidian\\Obsidian.com'],
      ['C:\\Obsidian\\Obsidian.exe', 'x'],
    ],
  ] as const)('%o', (rule, good, bad) => {
    for (const value of good) expect(rule(value)).toBeUndefined();
    for (const value of bad) expect(rule(value)).toMatch(/\.$/);
  });

  it('for an address of this computer', async () => {
    expect(await addressProblem('127.0.0.1')).toBeUndefined();
    expect(await addressProblem('203.0.113.9')).toBe(
      `"203.0.113.9" isn't an address of this computer. Use 127.0.0.1.`,
    );
    expect(await addressProblem('nonsense')).toMatch(/\.$/);
  });
});

it('the diagnosis does not show the key to another program at the address of the bridge', async () => {
  const seen: unknown[] = [];
  const squatter = createHttpServer((request, response) => {
    seen.push(request.url, request.headers);
    const vault = '\u001b[31mTest';
    response.end(JSON.stringify({ data: { app: 'cli-bridge', server: { vault } } }));
  });
  await new Promise<void>((resolve) => squatter.listen(0, '127.0.0.1', resolve));
  const { port } = squatter.address() as AddressInfo;
  const address = { address: '127.0.0.1', port };
  expect(await identifyOccupant(address)).toEqual({ kind: 'cli-bridge', vault: '\\x1b[31mTest' });
  const lines: DiagnosisLine[] = [];
  const bridge = {
    server: { state: { kind: 'running', address }, hasClientAt: () => Promise.resolve(false) },
    keys: { apiKey: 'the-key-itself', clients: [] },
    log: { list: () => [], listRefused: () => [] },
    vaultName: 'Test',
    settings: { current: DEFAULT_SETTINGS },
    program: {
      status: { ...CLI, path: '' },
      queue: { waiting: 0, running: false },
      lookAgain: () => Promise.resolve(),
    },
  } as unknown as Parameters<typeof diagnose>[0];
  await diagnose(bridge, undefined, (line) => lines.push(line));
  expect(JSON.stringify(seen)).not.toContain('the-key-itself');
  expect(lines.find(({ title }) => title === 'API key')?.level).toBe('problem');
  await new Promise((resolve) => squatter.close(resolve));
});

it('the diagnosis names the private folders and notes that the vault lacks', () => {
  const paths = ['/', 'Journal', 'Journal/2026', 'Journal/2026/May.md', 'Clients/Acme.md'];
  const places = ['journal/2026', 'Clients/Acme.md', 'Jurnal', 'Clients/Gone.md'];
  expect(privatePlaces(places, paths)).toMatchObject({
    level: 'problem',
    text: 'This vault has no folder or note "Jurnal", "Clients/Gone.md".',
  });
  expect(privatePlaces(places.slice(0, 2), paths).text).toBe('2, which no client sees.');
  expect(privatePlaces(places, undefined).level).toBe('ok');
});

it.each([
  ['nothing, without a client', {}, []],
  [
    'MCP off while a client of that kind is connected',
    { clients: [{ id: 'a', name: 'Cursor' }], mcpEnabled: false },
    ['"MCP interface" is off, and Cursor can\'t call without it.'],
  ],
  [
    'nothing, if its last call was over REST',
    { clients: [{ id: 'a', name: 'Cursor' }], mcpEnabled: false, last: 'rest' },
    [],
  ],
  [
    'an open network',
    { address: '0.0.0.0' },
    ['Other computers can connect, and keys are sent unencrypted.'],
  ],
  ['a placeholder', { isPlaceholder: true }, [/^n8n sent a placeholder in place of its key at .+\.$/]],
] as const)('the diagnosis of clients finds %s', (_what, facts, expected) => {
  const {
    clients = [],
    mcpEnabled = true,
    last,
    address = '127.0.0.1',
    isPlaceholder = false,
  } = {
    ...(facts as {
      clients?: readonly { id: string; name: string }[];
      mcpEnabled?: boolean;
      last?: string;
      address?: string;
      isPlaceholder?: boolean;
    }),
  };
  const found = clientFindings({
    settings: { current: { ...DEFAULT_SETTINGS, mcpEnabled } },
    keys: { clients },
    log: {
      list: () => (last === undefined ? [] : [{ clientId: 'a', interface: last }]),
      listRefused: () => [{ time: '2026-01-01T00:00:00.000Z', userAgent: 'n8n', isPlaceholder }],
    },
    server: { state: { kind: 'running', address: { address, port: 1 } } },
  } as unknown as Parameters<typeof clientFindings>[0]);
  expect(found.map(([, { text }]) => text)).toEqual(
    expected.map((text) => (typeof text === 'string' ? text : (expect.stringMatching(text) as string))),
  );
});

it('the log as CSV keeps quotes, and no spreadsheet runs it as a formula', () => {
  const entry = {
    time: '2026-01-01T00:00:00.000Z',
    interface: 'mcp',
    command: 'files',
    client: 'owner',
    clientId: 'owner',
    vault: '=1+1,"x"',
    path: 'Projects/New.md',
    status: 200,
    code: '',
    waited: 1,
    duration: 2,
    outputBytes: 3,
    discardedBytes: 0,
  } as const;
  const attempt = {
    time: '2026-01-01T00:00:01.000Z',
    reason: 'unauthorized',
    status: 401,
    client: '',
    clientId: '',
    userAgent: 'curl/8',
    isPlaceholder: false,
  } as const;
  const lines = logLines({ list: () => [entry], listRefused: () => [attempt] });
  expect(toCsv(lines)).toBe(
    'time,client,interface,command,vault,path,result,status,code,waited,duration\r\n' +
      '2026-01-01T00:00:01.000Z,curl/8,,,,,"No key, or a wrong one",401,unauthorized,0,0\r\n' +
      '2026-01-01T00:00:00.000Z,Your API key,MCP,files,"\'=1+1,""x""",Projects/New.md,Done,200,,1,2\r\n',
  );
  expect(filterLines(lines, 'MCP files')).toEqual(lines.slice(1));
  expect(filterLines(lines, 'rest')).toEqual([]);
  expect(reportOfLines(lines)).toBe(
    '2026-01-01T00:00:01.000Z | curl/8 | 401 unauthorized | No key, or a wrong one\n' +
      '2026-01-01T00:00:00.000Z | Your API key, MCP | files | 200 | Done | 2 ms after waiting 1 ms',
  );
});
