import { createHash } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import type { BridgePorts } from '../../src/bridge/ports';
import type { KeyRecord } from '../../src/bridge/key-records';
import type { Settings } from '../../src/bridge/settings';
import { serve, TEST_KEY } from '../kit/bridge';
import type { Served } from '../kit/bridge';
import { writeFakeCli } from '../kit/fake-cli';
import type { FakeCli } from '../kit/fake-cli';
import { makeFolder } from '../kit/folder';
import { Client } from '../kit/http-client';
import { makeKey } from '../kit/keys';
import { callTool, legacyMessage, sendMessage } from '../kit/mcp-client';
import type { TestScope } from '../kit/test-scope';
import { until } from '../kit/until';

/** Knows the vaults Garden and Work, and Notes twice; there is no daily note. */
const BEHAVIOR = `case $command in
vaults) printf 'Garden\\t/home/me/Garden\\nWork\\t/home/me/SECRET-work\\nNotes\\t/home/me/SECRET-notes\\nNotes\\t/mnt/SECRET\\n' ;;
daily:path) echo 'Daily/today.md' ;;
file) echo 'Error: File "Daily/today.md" not found.' ;;
append) echo 'Appended to: a.md' ;;
random:read) awk 'BEGIN { for (i = 1; i <= 1000; i++) print "line " i " of a long text" }' ;;
*) echo "ran $command" ;;
esac`;

interface Keyed extends Served {
  readonly cli: FakeCli;
  readonly mcp: URL;
  readonly log: Served['bridge']['log'];
}

async function serveKeys(
  scope: TestScope,
  keys: readonly KeyRecord[],
  settings: Partial<Settings> = {},
  ports: Partial<BridgePorts> = {},
  behavior = BEHAVIOR,
  programTexts: Parameters<typeof writeFakeCli>[2] = {},
): Promise<Keyed> {
  const cli = await writeFakeCli(await makeFolder(scope), behavior, programTexts);
  const program = { file: cli.path, leadingArguments: [] };
  const served = await serve(scope, { program, keys, ...ports }, { defaultVault: 'Garden', ...settings });
  await until('help was read', () => served.bridge.catalogue.revision > 0);
  return { ...served, cli, mcp: new URL('/mcp', served.client.url), log: served.bridge.log };
}

interface CallBody {
  readonly vault?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
}

/** The code of the answer, over one interface; `ran` where the command reached the program. */
async function result(
  { client, mcp, cli }: Keyed,
  key: string,
  through: 'rest' | 'mcp',
  command: string,
  body: CallBody = {},
): Promise<{ code: string; text: string }> {
  const before = (await cli.calls()).length;
  let code: unknown;
  let text: string;
  if (through === 'rest') {
    const answer = await new Client(client.url, key).post(command, body);
    code = answer.envelope.code;
    text = answer.text;
  } else {
    const answer = await callTool(mcp, 'execute', { command, ...body }, key);
    code = answer.structured['code'];
    text = answer.text;
  }
  const calls = (await cli.calls()).slice(before);
  const hasRun = calls.some((words) => words.some((word) => word === command));
  return { code: hasRun ? 'ran' : String(code), text };
}

const INTERFACES = ['rest', 'mcp'] as const;

/** A command of each kind, and what it is called with. */
const KINDS = {
  read: ['files', {}],
  'read that copies': ['files', { flags: ['--copy'] }],
  'read that creates': ['daily:read', {}],
  write: ['append', { params: { path: 'a.md', content: 'x' } }],
  remove: ['delete', { params: { path: 'a.md' } }],
  'dangerous read': ['dev:dom', { params: { selector: 'a' } }],
  dangerous: ['eval', { params: { code: '1' } }],
} as const satisfies Record<string, readonly [string, CallBody]>;

const SCOPE = 'key_scope';
const DANGER = 'command_dangerous';

/** What happens to a command of each kind, by the access of the key; and where dangerous commands are allowed or trusted. */
const TABLE: Record<keyof typeof KINDS, Record<'read' | 'write' | 'full', string[]>> = {
  read: { read: ['ran', 'ran', 'ran'], write: ['ran', 'ran', 'ran'], full: ['ran', 'ran', 'ran'] },
  'read that copies': {
    read: [SCOPE, SCOPE, SCOPE],
    write: ['ran', 'ran', 'ran'],
    full: ['ran', 'ran', 'ran'],
  },
  'read that creates': {
    read: [SCOPE, SCOPE, SCOPE],
    write: ['ran', 'ran', 'ran'],
    full: ['ran', 'ran', 'ran'],
  },
  write: { read: [SCOPE, SCOPE, SCOPE], write: ['ran', 'ran', 'ran'], full: ['ran', 'ran', 'ran'] },
  remove: { read: [SCOPE, SCOPE, SCOPE], write: ['ran', 'ran', 'ran'], full: ['ran', 'ran', 'ran'] },
  'dangerous read': {
    read: [SCOPE, SCOPE, 'ran'],
    write: [SCOPE, SCOPE, 'ran'],
    full: [DANGER, 'ran', 'ran'],
  },
  dangerous: { read: [SCOPE, SCOPE, SCOPE], write: [SCOPE, SCOPE, 'ran'], full: [DANGER, 'ran', 'ran'] },
};

const OPENNESS: Partial<Settings>[] = [
  {},
  { allowDangerousCommands: true },
  { trustedCommands: ['eval', 'dev:*'] },
];

describe('what a key may do', () => {
  test.for(OPENNESS.map((settings, index) => ({ settings, index })))(
    'with $settings: each kind of command, over both interfaces in turn',
    async ({ settings, index }, scope) => {
      const keys = {
        read: makeKey('r', { access: 'read' }),
        write: makeKey('w', { access: 'write' }),
        full: makeKey('f', { access: 'full' }),
      };
      const bridge = await serveKeys(
        scope,
        Object.values(keys).map(({ record }) => record),
        settings,
      );
      let turn = 0;
      for (const kind of Object.keys(KINDS) as (keyof typeof KINDS)[]) {
        const [command, body] = KINDS[kind];
        for (const access of ['read', 'write', 'full'] as const) {
          // Over MCP nobody may copy: the flag is not one of the command.
          const through = kind === 'read that copies' ? 'rest' : INTERFACES[turn++ % 2];
          const { code } = await result(bridge, keys[access].key, through ?? 'rest', command, body);
          expect(code, `${kind}, ${access}, ${through}`).toBe(TABLE[kind][access][index]);
        }
      }
    },
  );

  test('a refusal names what the key lacks, and comes before those of the settings', async (scope) => {
    const { key, record } = makeKey('a', { access: 'read', name: 'Kitchen tablet' });
    const writer = makeKey('b', { access: 'write' });
    const bridge = await serveKeys(scope, [record, writer.record], {
      readOnly: true,
      blockedCommands: ['delete'],
    });
    const client = new Client(bridge.client.url, key);
    const { status, envelope } = await client.delete('delete', { params: { path: 'a.md' } });
    expect([status, envelope.code, envelope.command]).toEqual([403, 'key_scope', 'delete']);
    expect(envelope.error).toContain('"Kitchen tablet"');
    expect(envelope.error).toContain('delete changes something, and it has read access only');
    expect(envelope.hint).toContain('with write access');
    const dangerous = await new Client(bridge.client.url, writer.key).post('eval', { params: { code: '1' } });
    expect(dangerous.envelope.hint).toContain('with full access, or to add eval to "Trusted commands"');
    // Before it comes what concerns the path and the method.
    expect((await client.get('delete')).status).toBe(405);
    expect((await client.get('nonsense')).status).toBe(404);
  });

  test.for(INTERFACES)('only its commands, over %s', async (through, scope) => {
    const { key, record } = makeKey('a', { commands: ['files', 'daily:*'] });
    const bridge = await serveKeys(scope, [record]);
    const code = async (command: string, body?: CallBody) =>
      (await result(bridge, key, through, command, body)).code;
    expect(await code('files')).toBe('ran');
    expect(await code('daily:append', { params: { content: 'x' } })).toBe('ran');
    expect(await code('read', { params: { path: 'a.md' } })).toBe('key_scope');
    expect(await code('daily')).toBe('key_scope');
    expect(await code('eval', { params: { code: '1' } })).toBe('key_scope');
  });

  test('the owner and other keys are not limited by it', async (scope) => {
    const [one, other] = [makeKey('a', { access: 'read' }), makeKey('b', { access: 'write' })];
    const bridge = await serveKeys(scope, [one.record, other.record]);
    for (const key of [TEST_KEY, other.key]) {
      for (const through of INTERFACES)
        expect((await result(bridge, key, through, ...KINDS.write)).code).toBe('ran');
    }
  });
});

describe('the vaults of a key', () => {
  test.for(INTERFACES)('are all that it reaches, over %s', async (through, scope) => {
    const { key, record } = makeKey('a', { vaults: ['garden'] });
    const bridge = await serveKeys(scope, [record]);
    const code = async (command: string, body?: CallBody) =>
      (await result(bridge, key, through, command, body)).code;
    expect(await code('files')).toBe('ran');
    expect(await code('files', { vault: 'Garden' })).toBe('ran');
    expect(await code('files', { vault: 'Work' })).toBe('key_scope');
    expect(await code('files', { vault: '*' })).toBe('key_scope');
    expect(await code('vaults')).toBe('key_scope');
    expect(await code('vault:open', { params: { name: 'Work' } })).toBe('key_scope');
    bridge.change({ defaultVault: 'Work' });
    expect(await code('files')).toBe('key_scope');
    expect(await code('version')).toBe('key_scope');
    expect(await code('files', { vault: 'Garden' })).toBe('ran');
    bridge.change({ defaultVault: '*' });
    const unnamed = await result(bridge, key, through, 'files');
    expect([unnamed.code, unnamed.text.includes('Name one of the vaults of this key')]).toEqual([
      'key_scope',
      true,
    ]);
  });

  test('among the parameters, over MCP, reach no other one', async (scope) => {
    const { key, record } = makeKey('a', { vaults: ['Garden'] });
    const bridge = await serveKeys(scope, [record]);
    const { code } = await result(bridge, key, 'mcp', 'files', { params: { vault: 'Work' } });
    expect(code).toBe('unknown_parameter');
  });

  test('of one name: neither is reached, and their paths are not told', async (scope) => {
    const { key, record } = makeKey('a', { vaults: ['Notes', 'Garden'] });
    const bridge = await serveKeys(scope, [record]);
    for (const through of INTERFACES) {
      for (const command of ['files', 'append', 'version']) {
        const body = { vault: 'Notes', ...(command === 'append' && KINDS.write[1]) };
        const { code, text } = await result(bridge, key, through, command, body);
        expect(code, `${through} ${command}`).toBe('key_scope');
        expect(text).not.toContain('SECRET');
      }
    }
  });

  test('of one name: the commands of neither are revealed, those of a vault with a unique name are', async (scope) => {
    const { key, record } = makeKey('a', { vaults: ['Notes', 'Work'] });
    const help = `echo 'Commands:'; echo '  files                 List files'
case $vault in Notes|Work) echo '  secret:sync           Sync what is secret' ;; esac`;
    const served = await serveKeys(scope, [record], {}, {}, BEHAVIOR, { help });
    for (const through of INTERFACES) {
      const ask = (command: string, vault: string) => result(served, key, through, command, { vault });
      expect((await ask('secret:sync', 'Notes')).code).toBe('unknown_command');
      const misspelt = await ask('secret:synk', 'Notes');
      expect([misspelt.code, misspelt.text.includes('secret:sync')]).toEqual(['unknown_command', false]);
      expect((await ask('secret:sync', 'Work')).code).toBe('command_dangerous');
    }
  });

  test('others are never named to it', async (scope) => {
    const { key, record } = makeKey('a', { vaults: ['Garden'], name: 'Phone' });
    const bridge = await serveKeys(scope, [record], { defaultVault: 'Hidden vault' });
    const client = new Client(bridge.client.url, key);
    for (const command of ['files', 'nonsense', 'version', 'vaults', 'help']) {
      for (const vault of [undefined, 'Nonsense', 'Garden']) {
        const { text } = await client.post(command, vault === undefined ? {} : { vault });
        expect(text).not.toMatch(/Hidden|Work|SECRET/);
        const { text: told } = await callTool(bridge.mcp, 'execute', { command, vault }, key);
        expect(told).not.toMatch(/Hidden|Work|SECRET/);
      }
    }
    // Another vault is not asked for a command that is not known either.
    expect((await bridge.cli.allCalls()).filter((words) => words.includes('vault=Nonsense'))).toEqual([]);
  });

  test('the vault of the host is reached by its name and its id, without a name or an id', async (scope) => {
    const host = { hostVault: 'Garden', hostVaultId: 'a1b2c3' };
    for (const vaults of [['Garden'], ['a1b2c3']]) {
      const { key, record } = makeKey('a', { vaults });
      const bridge = await serveKeys(scope, [record], { defaultVault: '' }, host);
      for (const vault of [undefined, 'Garden', 'a1b2c3']) {
        const body = vault === undefined ? {} : { vault };
        expect((await result(bridge, key, 'rest', 'files', body)).code, `${vault} of ${vaults[0]}`).toBe(
          'ran',
        );
      }
    }
  });
});

describe('the interfaces of a key', () => {
  test('are all that it reaches', async (scope) => {
    const rest = makeKey('r', { interfaces: ['rest'] });
    const mcp = makeKey('m', { interfaces: ['mcp'] });
    const bridge = await serveKeys(scope, [rest.record, mcp.record]);
    expect((await result(bridge, rest.key, 'rest', 'files')).code).toBe('ran');
    expect((await result(bridge, mcp.key, 'mcp', 'files')).code).toBe('ran');
    const refused = await new Client(bridge.client.url, mcp.key).get('files');
    expect([refused.status, refused.envelope.code]).toEqual([403, 'key_scope']);
    expect(refused.envelope.error).toContain('it is not for the REST interface');
    for (const method of ['initialize', 'tools/list', 'tools/call']) {
      const headers = { authorization: `Bearer ${rest.key}` };
      const answer = await sendMessage(bridge.mcp, legacyMessage(method, { name: 'search' }), { headers });
      expect(answer.status).toBe(403);
      expect(answer.text).toContain('key_scope');
    }
    expect(
      bridge.log.listRefused().map(({ reason, client, clientId }) => [reason, client, clientId]),
    ).toEqual([
      ['key_scope', 'Client r', 'r'],
      ['key_scope', 'Client r', 'r'],
      ['key_scope', 'Client r', 'r'],
      ['key_scope', 'Client m', 'm'],
    ]);
  });
});

describe('a key that is not valid any more', () => {
  test('expires at the end of its date in UTC, or exactly at its time', async (scope) => {
    const date = makeKey('d', { expires: '2031-05-05' });
    const time = makeKey('t', { expires: '2031-05-05T12:00:00Z' });
    const bridge = await serveKeys(scope, [date.record, time.record]);
    scope.onTestFinished(() => void vi.useRealTimers());
    const status = async (key: string, now: string): Promise<number> => {
      vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] });
      return (await new Client(bridge.client.url, key).get('files')).status;
    };
    expect(await status(date.key, '2031-05-05T23:59:59.999Z')).toBe(200);
    expect(await status(date.key, '2031-05-06T00:00:00.000Z')).toBe(401);
    expect(await status(time.key, '2031-05-05T11:59:59.999Z')).toBe(200);
    expect(await status(time.key, '2031-05-05T12:00:00.000Z')).toBe(401);
    const { envelope } = await new Client(bridge.client.url, time.key).get('files');
    expect(envelope.error).toBe('The API key of "Client t" has expired.');
    expect(envelope.hint).toContain('ask the user for a new key');
    const wrong = await new Client(bridge.client.url, `${time.key}x`).get('files');
    expect(wrong.text).not.toMatch(/expired|Client/);
    const mcp = await sendMessage(bridge.mcp, legacyMessage('tools/list'), {
      headers: { authorization: `Bearer ${time.key}` },
    });
    expect(mcp.status).toBe(401);
    const [, ofWrong, ofExpired] = bridge.log.listRefused();
    expect(ofExpired).toMatchObject({ reason: 'unauthorized', client: 'Client t', clientId: 't' });
    expect(ofWrong).toMatchObject({ reason: 'unauthorized', client: '', clientId: '' });
  });

  /** What takes a right from a key, or from all clients, and the code that a call then has. */
  const TAKEN: [what: string, take: (bridge: Keyed, record: KeyRecord) => void, code: string][] = [
    ['is revoked', ({ bridge }) => bridge.setKeys([]), 'unauthorized'],
    ['expires', () => vi.useFakeTimers({ now: new Date('2040-01-01'), toFake: ['Date'] }), 'unauthorized'],
    ['may only read from now on', narrow({ access: 'read' }), 'key_scope'],
    ['has other commands from now on', narrow({ commands: ['files'] }), 'key_scope'],
    ['has another vault from now on', narrow({ vaults: ['Work'] }), 'key_scope'],
    ['has another interface from now on', narrow({ interfaces: [] }), 'key_scope'],
    ['is to ask from now on', narrow({ ask: true }), 'approval_unavailable'],
  ];
  function narrow(scope: Partial<KeyRecord>): (bridge: Keyed, record: KeyRecord) => void {
    return ({ bridge }, record) => bridge.setKeys([{ ...record, ...scope }]);
  }
  /** Each over one of the interfaces. */
  const WAITING = TAKEN.map((taken, index) => [INTERFACES[index % 2] ?? 'rest', ...taken] as const);

  test.for(WAITING)('over %s, a call that waits does not run where the key %s', async (given, scope) => {
    const [through, , take, code] = given;
    const { key, record } = makeKey('a', { expires: '2039-12-31' });
    const bridge = await serveKeys(
      scope,
      [record],
      {},
      {},
      `[ "$command" = vaults ] || await_gate\n${BEHAVIOR}`,
    );
    scope.onTestFinished(() => void vi.useRealTimers());
    const running = bridge.client.get('files');
    await until('the first runs', async () => (await bridge.cli.calls()).length === 1);
    const waiting = result(bridge, key, through, ...KINDS.write);
    await until('the second waits', () => bridge.bridge.status().waiting === 1);
    take(bridge, record);
    await bridge.cli.openGate();
    await running;
    expect((await waiting).code).toBe(code);
    expect(await bridge.cli.calls()).toEqual([['vault=Garden', 'files']]);
  });

  test('revoked: refused at once, others go on, and a new owner key leaves them as they are', async (scope) => {
    const [one, other] = [makeKey('a'), makeKey('b')];
    const bridge = await serveKeys(scope, [one.record, other.record]);
    const status = async (key: string): Promise<number> =>
      (await new Client(bridge.client.url, key).get('files')).status;
    bridge.bridge.setKeys([other.record]);
    expect([await status(one.key), await status(other.key), await status(TEST_KEY)]).toEqual([401, 200, 200]);
    bridge.bridge.setApiKey('another-key-for-the-owner');
    expect([await status(other.key), await status(TEST_KEY)]).toEqual([200, 401]);
    const ownerAgain = { ...one.record, sha256: makeKey('c').record.sha256 };
    bridge.bridge.setApiKey(makeKey('c').key);
    expect(() => bridge.bridge.setKeys([ownerAgain])).toThrow('also the key of another client');
  });

  test('too short to be safe: refused, although its digest is in the list', async (scope) => {
    const sha256 = createHash('sha256').update('swordfish').digest('hex');
    const bridge = await serveKeys(scope, [makeKey('a', { sha256 }).record]);
    const { status, envelope } = await new Client(bridge.client.url, 'swordfish').get('files');
    expect([status, envelope.code]).toEqual([401, 'unauthorized']);
    expect(envelope.error).toContain('fewer than 16 characters');
  });
});

describe("what needs the user's approval", () => {
  test.for(INTERFACES)('is refused, because nobody can be asked, over %s', async (through, scope) => {
    const ask = makeKey('a', { ask: true });
    const bridge = await serveKeys(scope, [ask.record], { askFirst: ['read', 'search:*'] });
    const code = async (key: string, command: string, body?: CallBody) =>
      (await result(bridge, key, through, command, body)).code;
    expect(await code(ask.key, 'files')).toBe('ran');
    for (const kind of ['write', 'remove', 'read that creates'] as const) {
      const [command, body] = KINDS[kind];
      expect(await code(ask.key, command, body), kind).toBe('approval_unavailable');
    }
    expect(await code(TEST_KEY, ...KINDS.write)).toBe('ran');
    expect(await code(TEST_KEY, 'read', { params: { path: 'a.md' } })).toBe('approval_unavailable');
    expect(await code(TEST_KEY, 'search:context', { params: { query: 'a' } })).toBe('approval_unavailable');
    // What is refused anyway stays refused for that reason.
    expect(await code(TEST_KEY, ...KINDS.dangerous)).toBe('command_dangerous');
    const { envelope } = await bridge.client.post('read', { params: { path: 'a.md' } });
    expect(envelope.hint).toContain('"Ask me first"');
  });
});

describe('over MCP', () => {
  const listed = async (bridge: Keyed, key: string): Promise<string[]> => {
    const { structured } = await callTool(bridge.mcp, 'search', {}, key);
    return (structured['commands'] as string[]).map((line) => line.replace(/ .*/, ''));
  };
  const message = async (bridge: Keyed, key: string, method: string, params = {}) => {
    const headers = { authorization: `Bearer ${key}` };
    const { body } = await sendMessage(bridge.mcp, legacyMessage(method, params), { headers });
    return body.result ?? {};
  };

  test('lists, entries, instructions and annotations follow the key, and its change', async (scope) => {
    const reader = makeKey('r', { access: 'read', vaults: ['Garden'] });
    const daily = makeKey('d', { access: 'write', commands: ['daily:*', 'eval'] });
    const settings = { allowDangerousCommands: true };
    const names = 'files append delete eval vaults dev:dom daily:append daily:path daily:read'.split(' ');
    const help = `printf '%s\\n' 'Commands:' ${names.map((name) => `'  ${name.padEnd(22)}Does it' ''`).join(' ')}`;
    const bridge = await serveKeys(scope, [reader.record, daily.record], settings, {}, BEHAVIOR, { help });
    const all = await listed(bridge, TEST_KEY);
    expect(all).toEqual(expect.arrayContaining(['files', 'append', 'vaults', 'eval', 'daily:append']));
    const read = await listed(bridge, reader.key);
    expect(read).toContain('files');
    for (const name of ['append', 'delete', 'eval', 'vaults', 'dev:dom']) expect(read).not.toContain(name);
    const ofDaily = await listed(bridge, daily.key);
    expect(ofDaily.length).toBeGreaterThan(2);
    // An undo may do what the key may do.
    expect(ofDaily.filter((name) => !name.startsWith('daily:'))).toEqual(['cli-bridge:undo']);

    const found = await callTool(bridge.mcp, 'search', { query: 'the daily note', limit: 50 }, reader.key);
    const lines = found.structured['commands'] as string[];
    const firstOff = lines.findIndex((line) => line.includes(' # off: '));
    expect(firstOff).toBeGreaterThan(0);
    lines.forEach((line, index) => expect(line).toMatch(index < firstOff ? / # read\. / : / # off: /));
    const one = await callTool(bridge.mcp, 'search', { command: 'append' }, reader.key);
    expect(one.structured['commands']).toEqual([
      expect.stringMatching(/^append .* # off: ask the user for a key that allows it\. /),
    ]);

    const init = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    };
    const { instructions } = await message(bridge, daily.key, 'initialize', init);
    expect(instructions).toContain('daily:append');
    expect(instructions).not.toContain('search:context');

    const hints = async (key: string): Promise<unknown> => {
      const { tools } = (await message(bridge, key, 'tools/list')) as {
        tools: { name: string; annotations: { readOnlyHint: boolean; destructiveHint: boolean } }[];
      };
      const { annotations } = tools.find(({ name }) => name === 'execute') ?? {};
      return [annotations?.readOnlyHint, annotations?.destructiveHint];
    };
    expect(await hints(reader.key)).toEqual([true, false]);
    expect(await hints(daily.key)).toEqual([false, true]);
    expect(await hints(TEST_KEY)).toEqual([false, true]);
    bridge.bridge.setKeys([{ ...reader.record, access: 'write' }, daily.record]);
    expect(await hints(reader.key)).toEqual([false, true]);
    expect(await listed(bridge, reader.key)).toContain('append');
  });

  test('output that was kept for one key is not shown to another', async (scope) => {
    const [one, other] = [makeKey('a'), makeKey('b')];
    const bridge = await serveKeys(scope, [one.record, other.record]);
    const page = (key: string, offset = 0) =>
      callTool(bridge.mcp, 'execute', { command: 'random:read', max_chars: 1_000, offset }, key);
    const { structured } = await page(one.key);
    const next = structured['nextOffset'] as number;
    expect(next).toBeGreaterThan(0);
    for (const key of [other.key, TEST_KEY]) {
      const answer = await page(key, next);
      expect([answer.isError, answer.structured['code']]).toEqual([true, 'invalid_parameter']);
      expect(answer.text).not.toContain('line ');
    }
    expect((await page(one.key, next)).text).toContain('line ');
    bridge.bridge.setKeys([{ ...one.record, commands: ['files'] }]);
    expect((await page(one.key, next)).structured['code']).toBe('key_scope');
  });
});

test('the log and the record of changes name the client', async (scope) => {
  const { key, record } = makeKey('tablet', { name: 'Kitchen', access: 'write' });
  const entries: object[] = [];
  const bridge = await serveKeys(scope, [record], {}, { audit: (entry) => entries.push(entry) });
  for (const through of INTERFACES) await result(bridge, key, through, ...KINDS.write);
  await result(bridge, key, 'rest', ...KINDS.dangerous);
  await result(bridge, key, 'rest', 'nonsense');
  await result(bridge, TEST_KEY, 'rest', ...KINDS.write);
  const calls = bridge.log
    .list()
    .map(({ client, clientId, command, code }) => [client, clientId, command, code]);
  expect(calls.reverse()).toEqual([
    ['Kitchen', 'tablet', 'append', ''],
    ['Kitchen', 'tablet', 'append', ''],
    ['Kitchen', 'tablet', 'eval', 'key_scope'],
    ['owner', 'owner', 'append', ''],
  ]);
  expect(bridge.log.listRefused()).toMatchObject([
    { reason: 'unknown_command', client: 'Kitchen', clientId: 'tablet' },
  ]);
  const recorded = entries.map((entry) => ({ ...(entry as { client: string; clientId: string }) }));
  expect(recorded.map(({ client, clientId }) => [client, clientId])).toEqual([
    ['Kitchen', 'tablet'],
    ['Kitchen', 'tablet'],
    ['owner', 'owner'],
  ]);
});
