import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { printable } from '../../src/bridge/text/printable';
import { parseOptions, UsageError } from '../../src/standalone/options';
import { loadSettings } from '../../src/standalone/settings-file';
import { built } from '../kit/built';
import { writeFakeCli } from '../kit/fake-cli';
import { makeFolder } from '../kit/folder';
import type { TestScope } from '../kit/test-scope';
import { StandaloneHost } from '../kit/standalone-host';
import { until } from '../kit/until';

const KEY = 'a-key-for-this-host';

function start(context: TestScope, options: string[], environment: NodeJS.ProcessEnv = {}): StandaloneHost {
  return StandaloneHost.start(context, built, options, environment);
}

async function settingsFile(context: TestScope, content: string): Promise<string> {
  const file = join(await makeFolder(context), 'settings.json');
  await writeFile(file, content);
  return file;
}

const MISSING_CLI = ['--port', '0', '--cli', '/nonexistent/obsidian'];

/** What is said of what was refused, as it is printed. */
async function refusal(action: () => unknown): Promise<string> {
  try {
    await action();
  } catch (error) {
    if (error instanceof UsageError) return printable(error.message, 1_000);
    throw error;
  }
  throw new Error('Nothing was refused.');
}

describe('bad options are refused by name', () => {
  const BAD: [options: string[], says: string][] = [
    [['surplus'], '"surplus"'],
    [['--port'], '--port needs a value'],
    [['--port', '--bind', 'x'], '--port needs a value'],
    [['--port', 'http'], '"http" is not a valid port'],
    [['--port', '65536'], '"65536" is not a valid port'],
    [['--port', '-1'], '"-1" is not a valid port'],
    [['--\u001b[2Jprot', '1'], '"--\\x1b[2Jprot"'],
    [['--stand-in', '--cli', '/bin/true'], 'not both'],
    [['--port', '0', '--stand-in', ''], 'The folder of --stand-in is empty'],
  ];
  test.for(BAD)('%j', async ([options, says]) => {
    expect(await refusal(() => parseOptions(options))).toContain(says);
  });

  const BAD_SETTINGS: [content: string, says: string][] = [
    ['{"readonly": true}', 'is not a setting: did you mean "readOnly"?'],
    ['{"blockedcommands": ["delete"]}', 'did you mean "blockedCommands"?'],
    ['{"allowedVault": ["A"]}', 'did you mean "allowedVaults"?'],
    ['{"port": "many"}', '"port"'],
    ['null', "aren't a JSON object"],
    ['{"timeoutSeconds": 0}', '"timeoutSeconds"'],
    ['{"blockedCommands": "delete"}', '"blockedCommands"'],
    ['{"blockedCommands": [5]}', '"blockedCommands"'],
    ['{"blockedCommands": ["*:remove"]}', '"*:remove" is neither a command, such as delete, nor a prefix'],
    ['{"allowedCommands": ["plugin:*able"]}', '"plugin:*able" is neither'],
    ['{"trustedCommands": ["delete, create"]}', '"delete, create" is neither'],
    ['{"readOnly": "yes"}', '"readOnly"'],
    ['{"port": 1,}', 'is not valid JSON'],
    ['', 'is not valid JSON'],
    ['[]', "aren't a JSON object"],
    ['{"keys": null}', '"keys"'],
    ['{"auditFile": 5}', '"auditFile"'],
  ];
  test.for(BAD_SETTINGS)('--settings with %s', async ([content, says], context) => {
    const file = await settingsFile(context, content);
    const warned: string[] = [];
    const said = await refusal(() => loadSettings(file, (message) => warned.push(message)));
    expect(said).toContain(says);
    expect(said).toContain(file);
    expect(warned).toEqual([]);
  });

  test('--settings with a file that cannot be read', async () => {
    const said = await refusal(() => loadSettings('/nonexistent/settings.json', () => undefined));
    expect(said).toContain('/nonexistent/settings.json cannot be read');
  });
});

describe.concurrent('bad options: one clear line on stderr, exit code 2', () => {
  const BAD: [options: string[], says: string][] = [
    [['--port', '0', '--bind', 'no.such.host.invalid'], '--bind'],
    [['--port', '0', '--bind', '203.0.113.7'], '"203.0.113.7" is not an address of this machine'],
    [['--port', '0', '--api-key', 'schlüssel'], 'API key'],
    [['--port', '0', '--stand-in', '/nonexistent/vault'], '/nonexistent/vault'],
  ];
  test.for(BAD)('%j', async ([options, says], context) => {
    const { code, stdout, stderr } = await start(context, options).ended;
    expect(stderr).toContain(says);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect([code, stdout]).toEqual([2, '']);
  });

  test('--settings with what a terminal would obey', async (context) => {
    const file = await settingsFile(context, '{"blockedCommands": ["a\\u001b[2Jb"]}');
    const { code, stdout, stderr } = await start(context, ['--settings', file]).ended;
    expect(stderr).toContain('"a\\x1b[2Jb" is neither');
    expect(stderr).toContain(file);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect([code, stdout]).toEqual([2, '']);
  });

  test('a port in use', async (context) => {
    const taken = createServer().listen(0, '127.0.0.1');
    context.onTestFinished(() => void taken.close());
    await new Promise((resolve) => taken.once('listening', resolve));
    const port = String((taken.address() as AddressInfo).port);
    const { code, stderr } = await start(context, ['--port', port]).ended;
    expect(code).toBe(2);
    expect(stderr).toMatch(new RegExp(`^Port ${port} is taken by another program.*\n$`));
  });

  test('an API key in the environment that is too short', async (context) => {
    const short = 'fifteen-letters';
    const { code, stderr } = await start(context, ['--port', '0'], { CLI_BRIDGE_API_KEY: short }).ended;
    expect(code).toBe(2);
    expect(stderr).toBe('The API key must have at least 16 characters.\n');
  });
});

describe.concurrent('--help', () => {
  test('names every option, and starts nothing', async (context) => {
    const { code, stdout, stderr } = await start(context, ['--help']).ended;
    expect([code, stderr]).toEqual([0, '']);
    for (const option of ['--port', '--bind', '--settings', '--cli', '--api-key', '--stand-in', '--help']) {
      expect(stdout).toContain(`${option} `);
    }
    expect(stdout).not.toContain('Listening');
  });
});

describe.concurrent('--port, --bind', () => {
  test('--port 0 picks a free port, and health reports it', async (context) => {
    const host = start(context, MISSING_CLI);
    const client = await host.client('unused');
    const { envelope } = await client.anonymous('/api/v1/health');
    const { server } = JSON.parse(envelope.stdout ?? '') as { server: { port: number; bindAddress: string } };
    expect(client.url).toBe(`http://127.0.0.1:${server.port}`);
    expect(server.bindAddress).toBe('127.0.0.1');
    expect(server.port).toBeGreaterThan(0);
  });

  test.for(['0.0.0.0', 'localhost', '::1', '::'])(
    '--bind %s: the printed URL works as it is, and one line warns where others can connect',
    async (bind, context) => {
      const host = start(context, [...MISSING_CLI, '--bind', bind, '--api-key', KEY]);
      const client = await host.client(KEY).catch((error: unknown) => {
        // A machine without IPv6 reports that, and there is nothing else to test.
        if (bind.includes(':') && String(error).includes('not an address of this machine')) return undefined;
        throw error;
      });
      if (!client) return;
      expect((await client.get('files')).envelope).toMatchObject({ code: 'cli_not_found' });
      const isOpen = ['0.0.0.0', '::'].includes(bind);
      if (isOpen) await until('it warns', () => host.stderr.endsWith('\n'));
      const warning = `Warning: other computers can connect to ${bind}, and the API key and your notes travel unencrypted. See SECURITY.md for what to do about it.\n`;
      expect(host.stderr).toBe(isOpen ? warning : '');
    },
  );
});

describe.concurrent('--settings', () => {
  test('warns of a name that no documented command has, and goes on', async (context) => {
    const file = await settingsFile(context, JSON.stringify({ blockedCommands: ['delet', 'dev:*', 'eval'] }));
    const host = start(context, ['--settings', file, ...MISSING_CLI]);
    await host.url();
    expect(host.stderr).toBe(
      `"delet" in "blockedCommands" is not the name of a documented command: check its spelling, unless a plugin adds it.\n`,
    );
  });

  test('takes effect; command line options take precedence; unknown keys are reported', async (context) => {
    const file = await settingsFile(
      context,
      JSON.stringify({ port: 1, mcpEnabled: false, blockedCommands: ['files'], colour: 'red' }),
    );
    const host = start(context, ['--settings', file, ...MISSING_CLI, '--api-key', KEY]);
    const client = await host.client(KEY);
    expect((await client.get('files')).envelope).toMatchObject({ code: 'command_blocked' });
    expect((await client.post('search', { params: { query: 'x' } })).envelope.code).toBe('cli_not_found');
    const { envelope } = await client.anonymous('/api/v1/health');
    expect(JSON.parse(envelope.stdout ?? '')).toMatchObject({ server: { mcpEnabled: false } });
    expect(host.stderr).toContain('"colour"');
  });

  test('the default vault goes first on the command line', async (context) => {
    const cli = await writeFakeCli(await makeFolder(context), 'echo done');
    const file = await settingsFile(context, '\uFEFF{"defaultVault": "My Notes"}');
    const host = start(context, ['--port=0', '--settings', file, '--cli', cli.path, '--api-key', KEY]);
    const client = await host.client(KEY);
    expect((await client.get('files')).status).toBe(200);
    expect((await client.get('files', { vault: 'Other' })).status).toBe(200);
    expect(await cli.calls()).toEqual([
      ['vault=My Notes', 'files'],
      ['vault=Other', 'files'],
    ]);
  });
});

describe.concurrent('--cli', () => {
  test('sets the program, and no other is searched for', async (context) => {
    const folder = await makeFolder(context);
    const cli = await writeFakeCli(folder, 'echo named', { name: 'my-program' });
    const onPath = await writeFakeCli(folder, 'echo from the PATH');
    const path = `${folder}:${process.env['PATH']}`;
    const found = start(context, ['--port', '0', '--cli', cli.path, '--api-key', KEY], { PATH: path });
    expect((await (await found.client(KEY)).get('files')).envelope.stdout).toBe('named\n');
    const lost = start(context, [...MISSING_CLI, '--api-key', KEY], { PATH: path });
    const { status, envelope } = await (await lost.client(KEY)).get('files');
    expect(status).toBe(503);
    expect(envelope.error).toContain('/nonexistent/obsidian');
    expect(envelope.error).not.toContain('/usr/bin');
    expect(await onPath.allCalls()).toEqual([]);
    const searched = start(context, ['--port', '0', '--api-key', KEY], { PATH: path });
    expect((await (await searched.client(KEY)).get('files')).envelope.stdout).toBe('from the PATH\n');
  });
});
