import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernTransport } from '@modelcontextprotocol/client/stdio';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import pluginManifest from '../../manifest.json';
import { makeBridge, serveFake, settingsWith, TEST_KEY } from '../kit/bridge';
import { built } from '../kit/built';
import { makeFolder } from '../kit/folder';
import { makeKey } from '../kit/keys';
import { serveNotes } from '../kit/note-vault';
import { modernRequest } from '../kit/mcp-client';
import { freePort } from '../kit/ports';
import { groupScope } from '../kit/test-scope';
import type { TestScope } from '../kit/test-scope';
import { until } from '../kit/until';
import { unzip } from '../kit/unzip';

const BEHAVIOR = `case $command in
  read) printf 'one\\342\\200\\250two \\360\\237\\230\\200\\n' ;;
  files) await_gate; echo "late.md" ;;
  *) echo "Error: no" ;;
esac`;

interface Manifest {
  readonly version: string;
  readonly server: {
    readonly entry_point: string;
    readonly mcp_config: {
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    };
  };
  readonly user_config: Readonly<Record<string, { readonly default?: string; readonly sensitive?: boolean }>>;
}

describe('the extension for Claude Desktop, and its relay', () => {
  const scope = groupScope();
  let folder: string;
  let files: Map<string, Buffer>;
  let manifest: Manifest;
  /** What the relay keeps beside itself. */
  const kept = (): string => join(folder, 'server', 'relay.json');

  beforeAll(async () => {
    folder = await makeFolder(scope);
    files = unzip(await readFile(built.extension));
    for (const [name, content] of files) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), content);
      if (name === 'manifest.json') manifest = JSON.parse(content.toString()) as Manifest;
    }
  });

  beforeEach(() => rm(kept(), { recursive: true, force: true }));

  /** How Claude Desktop starts it: with what the user entered in the place of the variables. */
  function launch(entered: Readonly<Record<string, string>>) {
    const fill = (text: string): string =>
      text.replaceAll('${__dirname}', folder).replace(/\$\{user_config\.(\w+)\}/g, (_, name: string) => {
        return entered[name] ?? manifest.user_config[name]?.default ?? '';
      });
    const { args, env } = manifest.server.mcp_config;
    return {
      command: process.execPath,
      args: args.map(fill),
      env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fill(value)])),
    };
  }

  async function connect(test: TestScope, entered: Readonly<Record<string, string>>): Promise<Client> {
    const client = new Client({ name: 'claude-ai', version: '0.1.0' });
    test.onTestFinished(() => client.close());
    await client.connect(new StdioClientTransport({ ...launch(entered), stderr: 'ignore' }));
    return client;
  }

  function start(test: TestScope, entered: Readonly<Record<string, string>>): ChildProcessWithoutNullStreams {
    const { command, args, env } = launch(entered);
    const child = spawn(command, args, { env, stdio: 'pipe' });
    test.onTestFinished(() => void child.kill());
    return child;
  }

  const textOf = (result: unknown): string =>
    (result as { content: { text: string }[] }).content.map(({ text }) => text).join('');

  it('has the version of the plugin, no secret, and no file that is not needed', async () => {
    expect([...files.keys()].sort()).toEqual(['manifest.json', 'server/relay.mjs']);
    expect(manifest.version).toBe(pluginManifest.version);
    expect(files.get(manifest.server.entry_point)).toEqual(await readFile(built.relay));
    expect(manifest.user_config['key']).toMatchObject({ sensitive: true });
    expect(manifest.user_config['key']).not.toHaveProperty('default');
  });

  it('lists the tools and runs commands, with text of every kind', async (test) => {
    const { client: direct } = await serveFake(test, BEHAVIOR);
    const client = await connect(test, { url: `${direct.url}/mcp`, key: TEST_KEY });
    expect(client.getServerVersion()?.name).toBe('cli-bridge');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(['execute', 'search']);
    const read = { command: 'read', params: { path: 'Ünï\u2028code.md' } };
    const result = await client.callTool({ name: 'execute', arguments: read });
    expect(textOf(result)).toContain('one\u2028two 😀');
  });

  it('takes an address without the path, and the key of a client with its access', async (test) => {
    const { key, record } = makeKey('reader', { access: 'read' });
    const { client: direct, bridge } = await serveFake(test, BEHAVIOR);
    bridge.setKeys([record]);
    const client = await connect(test, { url: direct.url, key });
    const remove = { command: 'delete', params: { path: 'Note.md' } };
    const result = await client.callTool({ name: 'execute', arguments: remove });
    expect(textOf(result)).toContain('has read access only');
    expect(bridge.log.list()[0]).toMatchObject({ client: 'Client reader', code: 'key_scope' });
  });

  it('answers calls as they end, and gives up those that are cancelled', async (test) => {
    const { client: direct, cli, bridge } = await serveFake(test, BEHAVIOR);
    const client = await connect(test, { url: direct.url, key: TEST_KEY });
    const cancelled = new AbortController();
    const execute = (command: string, signal?: AbortSignal) =>
      client.callTool({ name: 'execute', arguments: { command } }, undefined, signal && { signal });
    const slow = execute('files');
    await until('it runs', () => bridge.status().running);
    const gone = execute('files', cancelled.signal).catch(() => 'cancelled');
    await until('the next one waits', () => bridge.status().waiting === 1);
    expect((await client.listTools()).tools).toHaveLength(2);
    cancelled.abort();
    await until('it no longer waits', () => bridge.status().waiting === 0);
    await cli.openGate();
    expect(textOf(await slow)).toContain('late.md');
    expect(await gone).toBe('cancelled');
  });

  it('speaks the revision of 2026 for a client that does', async (test) => {
    const { client: direct } = await serveFake(test, BEHAVIOR);
    const child = start(test, { url: direct.url, key: TEST_KEY });
    const [message] = modernRequest('tools/call', { name: 'search', arguments: { query: 'read a note' } });
    child.stdin.write(`${message}\r\n\n`);
    const [chunk] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
    expect(JSON.parse(chunk)).toMatchObject({ id: 1, result: { resultType: 'complete' } });
  });

  it('passes on prompts, whatever their names, in both eras', async (test) => {
    const { client: direct, write } = await serveNotes(test, {
      store: 'own',
      settings: { promptsFolder: 'Own' },
    });
    const names = ['Weekly review', 'plain', 'Übersicht 京都', '=?base64?eA==?='];
    for (const name of names) await write(`Own/${name}.md`, `This is ${name}`);
    const entered = { url: direct.url, key: TEST_KEY };
    const client = await connect(test, entered);
    expect((await client.listPrompts()).prompts.map(({ name }) => name).sort()).toEqual([...names].sort());
    const child = start(test, entered);
    for (const name of names) {
      const expected = { messages: [{ content: { text: `This is ${name}` } }] };
      expect(await client.getPrompt({ name })).toMatchObject(expected);
      child.stdin.write(`${modernRequest('prompts/get', { name })[0]}\n`);
      const [chunk] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
      expect(JSON.parse(chunk)).toMatchObject({ result: expected });
    }
  });

  it('goes on after a message whose parameters are null', async (test) => {
    const { client: direct } = await serveFake(test, BEHAVIOR);
    const child = start(test, { url: direct.url, key: TEST_KEY });
    for (const id of [1, 2]) {
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list', params: null })}\n`);
      const [chunk] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
      expect(JSON.parse(chunk)).toMatchObject({ id });
    }
  });

  it('says what to do about a wrong key', async (test) => {
    const { client: direct } = await serveFake(test, BEHAVIOR);
    await expect(connect(test, { url: direct.url, key: 'another-key-than-that' })).rejects.toThrow(
      /didn't accept the key\. In Obsidian, connect this client again .+ \(CLI_BRIDGE_API_KEY\)/,
    );
  });

  it.each(['', 'nonsense', 'file:///etc/passwd'])('says what to do about the address "%s"', async (url) => {
    await expect(connect(scope, { url, key: TEST_KEY })).rejects.toThrow(/address isn't valid/);
  });

  it('never repeats a key that was entered as the address', async (test) => {
    const child = start(test, { url: TEST_KEY, key: 'http://127.0.0.1:27124/mcp' });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (said += text));
    child.stdin.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: CALL }));
    await once(child, 'close');
    expect(said).toContain("address isn't valid");
    expect(said).not.toContain(TEST_KEY);
  });

  it('starts before Obsidian, says so, and has the client ask again when the tools are there', async (test) => {
    const port = await freePort();
    const client = await connect(test, { url: `http://127.0.0.1:${port}/mcp`, key: TEST_KEY });
    expect(client.getInstructions()).toContain('Open Obsidian');
    expect((await client.listTools()).tools).toEqual([]);
    await client.ping();
    const result = await client.callTool({ name: 'search', arguments: {} });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(
      `Obsidian isn't open: there is no server at http://127.0.0.1:${port}. Open Obsidian, then try again.`,
    );
    let isTold = false;
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => void (isTold = true));
    await makeBridge(test, settingsWith({ port }), {}).start();
    await until('the client is notified', () => isTold, 30_000);
    expect((await client.listTools()).tools).toHaveLength(2);
  });

  /** A bridge at a port of its own, which the next one can take. */
  async function bridgeAt(test: TestScope, port: number) {
    const { bridge } = await serveFake(test, BEHAVIOR, { port });
    return bridge;
  }

  it('lists what it last saw before Obsidian is open, and runs commands as soon as it is', async (test) => {
    const port = await freePort();
    const entered = { url: `http://127.0.0.1:${port}/mcp`, key: TEST_KEY };
    const bridge = await bridgeAt(test, port);
    const before = await connect(test, entered);
    const { tools } = await before.listTools();
    await bridge.stop(0);
    const client = await connect(test, entered);
    expect(client.getInstructions()).toBe(before.getInstructions());
    const texts = tools.map(({ annotations, ...tool }) =>
      tool.name === 'search' ? { ...tool, annotations } : tool,
    );
    expect((await client.listTools()).tools).toEqual(texts);
    const read = () =>
      client.callTool({ name: 'execute', arguments: { command: 'read', params: { path: 'Note.md' } } });
    expect(textOf(await read())).toMatch(/^Obsidian isn't open/);
    const again = await bridgeAt(test, port);
    expect(textOf(await read())).toContain('one\u2028two 😀');
    expect((await client.listTools()).tools).toEqual(tools);
    await again.stop(0);
    expect(textOf(await read())).toMatch(/^Obsidian isn't open/);
    await bridgeAt(test, port);
    expect(textOf(await read())).toContain('one\u2028two 😀');
  });

  it('keeps the texts of the tools alone, for the user alone', async (test) => {
    const { client: direct } = await serveFake(test, BEHAVIOR);
    const client = await connect(test, { url: direct.url, key: TEST_KEY });
    await client.listTools();
    await client.callTool({ name: 'execute', arguments: { command: 'read', params: { path: 'Note.md' } } });
    const text = await readFile(kept(), 'utf8');
    expect(Object.keys(JSON.parse(text) as object)).toEqual(['instructions', 'tools']);
    for (const secret of [TEST_KEY, direct.url, 'two 😀', 'Note.md"']) expect(text).not.toContain(secret);
    expect((await stat(kept())).mode & 0o777).toBe(0o600);
  });

  it('works where it can keep nothing, and says so in the log', async (test) => {
    const { client: direct } = await serveFake(test, BEHAVIOR);
    await mkdir(kept());
    const child = start(test, { url: direct.url, key: TEST_KEY });
    const said = once(child.stderr.setEncoding('utf8'), 'data');
    child.stdin.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }));
    const [chunk] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
    expect(JSON.parse(chunk)).toMatchObject({ result: { tools: [{}, {}] } });
    expect(String(await said)).toMatch(/^The tools can't be kept in .+relay\.json \(EISDIR\)/);
  });

  it('lists nothing where what it kept is damaged', async (test) => {
    await writeFile(kept(), '{"tools":[');
    const client = await connect(test, { url: `http://127.0.0.1:${await freePort()}`, key: TEST_KEY });
    expect((await client.listTools()).tools).toEqual([]);
  });

  it('serves the other SDK before Obsidian is open and after, in the revision that each then speaks', async (test) => {
    const port = await freePort();
    const entered = { url: `http://127.0.0.1:${port}/mcp`, key: TEST_KEY };
    const bridge = await bridgeAt(test, port);
    const open = async (): Promise<ModernClient> => {
      const client = new ModernClient(
        { name: 'claude-code', version: '1' },
        { versionNegotiation: { mode: 'auto' } },
      );
      test.onTestFinished(() => client.close());
      await client.connect(new ModernTransport({ ...launch(entered), stderr: 'ignore' }));
      return client;
    };
    const names = async (client: ModernClient) => (await client.listTools()).tools.map(({ name }) => name);
    const early = await open();
    expect(early.getProtocolEra()).toBe('modern');
    expect(await names(early)).toEqual(['search', 'execute']);
    await bridge.stop(0);
    expect(await names(early)).toEqual(['search', 'execute']);
    const late = await open();
    expect(late.getProtocolEra()).toBe('legacy');
    expect(await names(late)).toEqual(['search', 'execute']);
    for (const client of [early, late]) {
      const result = await client.callTool({ name: 'search', arguments: {} });
      expect([result.isError, textOf(result)]).toEqual([true, expect.stringMatching(/^Obsidian isn't open/)]);
    }
    await bridgeAt(test, port);
    for (const client of [early, late]) {
      const result = await client.callTool({ name: 'search', arguments: { query: 'read a note' } });
      expect(textOf(result)).toContain('read');
    }
  });

  const CALL = { name: 'execute', arguments: { command: 'append', params: { path: 'Home.md' } } };
  type Act = (request: IncomingMessage, response: ServerResponse) => void;
  const ENDS: [what: string, act: Act, says: RegExp][] = [
    [
      'the connection ends',
      ({ socket }) => socket.destroy(),
      /was lost before the answer arrived\. The command may/,
    ],
    [
      'the answer is cut off',
      ({ socket }, response) => {
        response.writeHead(200, { 'content-length': 100 });
        response.write('{"jsonrpc":"2.0","id":1,', () => socket.destroy());
      },
      /was lost before the answer arrived\. The command may or may not have run/,
    ],
    [
      'nothing is answered',
      (_request, response) => response.writeHead(202).end(),
      /didn't come from CLI Bridge.+may not have run/,
    ],
    [
      'something else is answered',
      (_request, response) => response.end('<html>'),
      /didn't come from CLI Bridge.+may not have run/,
    ],
    [
      'another request is answered',
      (_request, response) => response.end('{"jsonrpc":"2.0","id":77,"result":{}}'),
      /didn't come from CLI Bridge.+may not have run/,
    ],
    [
      'the bridge fails',
      (_request, response) => response.writeHead(500).end('{"ok":false,"error":"Broken."}'),
      /^Broken\. The command may or may not have run/,
    ],
    [
      'it is refused',
      (_request, response) => response.writeHead(403).end('{"ok":false,"error":"No.","hint":"Ask."}'),
      /^CLI Bridge refused the request \(403\)\. No\. Ask\.$/,
    ],
  ];
  it.each(ENDS)('says whether a call may have run when %s', async (_what, act, says) => {
    const server = createServer((request, response) => {
      request.resume().on('end', () => act(request, response));
    });
    scope.onTestFinished(() => void server.close());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const child = start(scope, { url: `http://127.0.0.1:${port}`, key: TEST_KEY });
    // Without a line break: the input ends with the message.
    child.stdin.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: CALL }));
    const [chunk] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
    const { id, result } = JSON.parse(chunk) as { id: number; result: { isError: boolean } };
    expect([id, result.isError]).toEqual([1, true]);
    expect(textOf(result)).toMatch(says);
    expect(await once(child, 'close')).toEqual([0, null]);
  });

  it('passes an error on that names no request', async (test) => {
    const { client: direct } = await serveFake(test, BEHAVIOR);
    const child = start(test, { url: direct.url, key: TEST_KEY });
    const params = { _meta: { 'io.modelcontextprotocol/protocolVersion': '1999-01-01' } };
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 5, method: 'tools/list', params })}\n`);
    const [chunk] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
    const answer = JSON.parse(chunk) as { id: number; error: { message: string } };
    expect(answer.id).toBe(5);
    expect(answer.error.message).not.toMatch(/didn't come from CLI Bridge/);
  });

  it('answers a request whose method no header can hold, and goes on', async (test) => {
    const { client: direct } = await serveFake(test, BEHAVIOR);
    const child = start(test, { url: direct.url, key: TEST_KEY });
    const lines = child.stdout.setEncoding('utf8');
    for (const method of ['tools/\nlist', 'tools/list\u0007', '京都']) {
      child.stdin.write(`${modernRequest(method)[0]}\n`);
      const [chunk] = (await once(lines, 'data')) as [string];
      const message = expect.stringContaining('has a character that none has') as string;
      expect(JSON.parse(chunk)).toEqual({ jsonrpc: '2.0', id: 1, error: { code: -32600, message } });
    }
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/\nlist' })}\n`);
    const [chunk] = (await once(lines, 'data')) as [string];
    expect(JSON.parse(chunk)).toMatchObject({ id: 2, error: { code: -32601 } });
  });

  it('answers what is not a message', async (test) => {
    const child = start(test, { url: `http://127.0.0.1:${await freePort()}`, key: TEST_KEY });
    const lines = child.stdout.setEncoding('utf8');
    for (const text of ['nonsense', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]']) {
      child.stdin.write(`${text}\n`);
      const [chunk] = (await once(lines, 'data')) as [string];
      expect(JSON.parse(chunk)).toMatchObject({ id: null, error: { code: -32700 } });
    }
  });

  it.each(['initialize', 'tools/list'])(
    'ends with its input when that is all there was: %s',
    async (method) => {
      const port = await freePort();
      const child = start(scope, { url: `http://127.0.0.1:${port}`, key: TEST_KEY });
      child.stdin.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method }));
      const [chunk] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
      expect(JSON.parse(chunk)).toMatchObject({ id: 1 });
      expect(await once(child, 'close')).toEqual([0, null]);
    },
  );

  it('ends with its input while what it looks for accepts and says nothing', async (test) => {
    const port = await freePort();
    const child = start(test, { url: `http://127.0.0.1:${port}`, key: TEST_KEY });
    child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n');
    await once(child.stdout, 'data');
    let connections = 0;
    const silent = createTcpServer((socket) => {
      connections += 1;
      socket.on('error', () => undefined);
      test.onTestFinished(() => void socket.destroy());
    });
    test.onTestFinished(() => void silent.close());
    await once(silent.listen(port, '127.0.0.1'), 'listening');
    await until('it looks', () => connections > 0, 30_000);
    child.stdin.end();
    expect(await once(child, 'close')).toEqual([0, null]);
  });

  it('cannot be reached by https where the bridge speaks http, and says so', async (test) => {
    const { client: direct } = await serveFake(test, BEHAVIOR);
    const child = start(test, { url: direct.url.replace('http:', 'https:'), key: TEST_KEY });
    child.stdin.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: CALL }));
    const [chunk] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
    const { result } = JSON.parse(chunk) as { result: unknown };
    expect(textOf(result)).toMatch(/^CLI Bridge can't be reached at https:/);
  });

  it('says that a key cannot be one', async (test) => {
    const { client: direct } = await serveFake(test, BEHAVIOR);
    await expect(connect(test, { url: direct.url, key: 'the-key-for-te…' })).rejects.toThrow(
      /This isn't a key\. In Obsidian, connect this client again/,
    );
  });

  it('passes a line of 10 MB on, refuses a longer one before it ends, and goes on', async (test) => {
    const { client: direct, bridge } = await serveFake(test, BEHAVIOR);
    const child = start(test, { url: direct.url, key: TEST_KEY });
    const lines = child.stdout.setEncoding('utf8');
    const append = (id: number, size: number): string => {
      const params = { path: 'a.md', content: 'x'.repeat(size) };
      const call = { name: 'execute', arguments: { command: 'append', params } };
      return JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: call });
    };
    child.stdin.write(`${append(1, 10_000_000)}\n`);
    const [passed] = (await once(lines, 'data')) as [string];
    expect(JSON.parse(passed)).toMatchObject({ id: 1, result: {} });
    child.stdin.write(append(2, 12_000_000));
    const [refused] = (await once(lines, 'data')) as [string];
    expect(JSON.parse(refused)).toMatchObject({
      id: null,
      error: { code: -32600, message: expect.stringMatching(/up to 10 MiB.+Nothing was run/) as string },
    });
    child.stdin.write(`\n${JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'ping' })}\n`);
    const [next] = (await once(lines, 'data')) as [string];
    expect(JSON.parse(next)).toMatchObject({ id: 3, result: {} });
    expect(bridge.log.list()).toHaveLength(1);
  });

  it.runIf(process.platform === 'linux')('holds no more of a line than it takes', async (test) => {
    const child = start(test, { url: `http://127.0.0.1:${await freePort()}`, key: TEST_KEY });
    let answers = 0;
    child.stdout.on('data', () => (answers += 1));
    const chunk = 'x'.repeat(2 ** 20);
    for (let count = 0; count < 300; count += 1)
      if (!child.stdin.write(chunk)) await once(child.stdin, 'drain');
    child.stdin.write('\n{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    await until('both lines are answered', () => answers === 2);
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
    expect(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1])).toBeLessThan(200 * 1024);
  });

  it('starts where the connection is lost at once, and has the client ask again', async (test) => {
    const server = createServer(({ socket }) => socket.destroy());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    test.onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const client = await connect(test, { url: `http://127.0.0.1:${port}`, key: TEST_KEY });
    expect(client.getInstructions()).toContain('was lost');
  });

  it('ends with its input, also while it waits for Obsidian', async (test) => {
    const port = await freePort();
    const child = start(test, { url: `http://127.0.0.1:${port}`, key: TEST_KEY });
    child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n');
    await once(child.stdout, 'data');
    child.stdin.end();
    expect(await once(child, 'close')).toEqual([0, null]);
  });
});
