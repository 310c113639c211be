import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** The only folder of the vault that the checks touch. */
export const FOLDER = 'CLI Bridge check';

const NATIVE = /obsidian-cli$|obsidian\.com$/i;
const INDEX_MS = 15_000;
const OPEN_MS = 3_000;
const INFO = { name: 'check-app', version: '1.0.0' };

/** Thrown by a check that cannot run here, with the reason. */
export class Skipped extends Error {}

/** Notes with unique names, which are deleted at the end. */
class Notes {
  run = randomBytes(4).toString('hex');
  paths = [];
  /** The writes under way. */
  writing = new Set();
  isClosed = false;

  constructor(bridge) {
    this.bridge = bridge;
  }

  async create(name, content) {
    const path = `${FOLDER}/${name} ${this.run}-${this.paths.length}.md`;
    await this.write('create', { path, content }, () => this.paths.push(path));
    return path;
  }

  /** Runs a command that writes, unless the notes are being deleted. @returns the answer */
  async write(command, params, begun = () => {}) {
    if (this.isClosed) throw new Error('The checks were interrupted.');
    begun();
    const run = this.bridge.run(command, params);
    this.writing.add(run);
    const answer = await run.finally(() => this.writing.delete(run));
    if (command !== 'cli-bridge:edit') this.bridge.requireSuccess(command, answer);
    return answer;
  }

  /** The text of a note. The CLI adds a missing final line break. */
  async text(path) {
    return (await this.bridge.stdout('read', { path })).replace(/\n$/, '');
  }

  /** Deletes all notes once no write is under way, even if one of them cannot be deleted. */
  async remove() {
    this.isClosed = true;
    await Promise.allSettled(this.writing);
    const failures = [];
    for (const path of this.paths) {
      const { status, body } = await this.bridge.run('delete', { path }, ['permanent']);
      if (status !== 200 && body.code !== 'file_not_found') failures.push(new Error(`delete: ${body.error}`));
    }
    if (failures.length > 0) throw failures[0];
  }
}

const digest = (text) => createHash('sha256').update(text).digest('hex');

/**
 * The checks of a bridge from outside. They change nothing but notes in their own folder.
 * @param bridge its client
 * @param bytes the size of the long text; @param calls how many calls are made at once
 * @returns the checks in order, each a name and a function that throws on failure; and a function that deletes their notes
 */
export function checksFor(bridge, { bytes = 5_000_000, calls = 50 } = {}) {
  const notes = new Notes(bridge);
  const first = 'Grüße, 世界 and "quotes" \\n \n\n- a list';
  const checks = [
    [
      'The CLI was found, and is the native client',
      async () => {
        const { app, server, cli } = await bridge.health();
        assert.equal(app, 'cli-bridge');
        assert.equal(cli.available, true, cli.problem);
        if (server.vault === '') throw new Skipped('this is the standalone host');
        assert.match(cli.binaryPath, NATIVE);
      },
    ],
    [
      'A wrong key is refused',
      async () => {
        const { status } = await bridge.send(
          'GET',
          '/api/v1/cli/version',
          undefined,
          'not-the-key-of-anybody',
        );
        assert.equal(status, 401);
      },
    ],
    [
      'Create, append, read and search over REST',
      async () => {
        const path = await notes.create('Text', first);
        assert.equal(await notes.text(path), first);
        const word = `appended${notes.run}`;
        await notes.write('append', { path, content: word });
        assert.equal(await notes.text(path), `${first}\n${word}`);
        // The app takes a moment to index what was written.
        const end = Date.now() + INDEX_MS;
        while (!(await bridge.stdout('search', { query: word })).includes(path)) {
          assert.ok(Date.now() < end, 'The search does not find the note.');
          await sleep(500);
        }
      },
    ],
    [
      'A change of a note that is open in the editor arrives in its file',
      async () => {
        const path = await notes.create('Open', 'before');
        await notes.write('open', { path });
        const { status, body } = await notes.write('cli-bridge:edit', { path, old: 'before', new: 'after' });
        assert.equal(status, 200, body.error);
        assert.equal(await notes.text(path), 'after');
        // The editor saves what it has after 2 seconds.
        await sleep(OPEN_MS);
        assert.equal(await notes.text(path), 'after');
      },
    ],
    [
      `An edit of ${bytes} bytes`,
      async () => {
        const path = await notes.create('Long', 'before\nHERE\nafter');
        const line = 'A line of a long text, with ä and 世.\n';
        const text = line.repeat(Math.ceil(bytes / Buffer.byteLength(line))).trimEnd();
        const { status, body } = await notes.write('cli-bridge:edit', { path, old: 'HERE', new: text });
        assert.equal(status, 200, body.error);
        assert.equal(digest(await notes.text(path)), digest(`before\n${text}\nafter`));
      },
    ],
    [
      'MCP, with the client of 2025',
      async () => {
        const { url, headers } = bridge.mcp;
        const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers } });
        await useMcp(new Client(INFO), transport, notes);
      },
    ],
    [
      'MCP, with the client of 2026',
      async () => {
        const { url, headers } = bridge.mcp;
        const client = new ModernClient(INFO, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
        await useMcp(client, new ModernTransport(url, { requestInit: { headers } }), notes);
      },
    ],
    [
      `${calls} calls at once`,
      async () => {
        const path = await notes.create('Read by many', 'the same for all');
        const texts = await Promise.all(Array.from({ length: calls }, () => notes.text(path)));
        assert.deepEqual(new Set(texts), new Set(['the same for all']));
      },
    ],
  ];
  return { checks, cleanUp: () => notes.remove() };
}

async function useMcp(client, transport, notes) {
  await client.connect(transport);
  try {
    const { tools } = await client.listTools();
    assert.deepEqual(tools.map(({ name }) => name).sort(), ['execute', 'search']);
    const path = await notes.create('MCP', 'read over MCP');
    const execute = {
      command: 'read',
      params: { path },
      ...(notes.bridge.vault && { vault: notes.bridge.vault }),
    };
    const result = await client.callTool({ name: 'execute', arguments: execute });
    assert.match(JSON.stringify(result.structuredContent), /read over MCP/);
  } finally {
    await client.close();
  }
}

/**
 * Runs checks one after the other and prints a line about each.
 * @returns the number of failures
 */
export async function runChecks(checks) {
  let failures = 0;
  for (const [name, check] of checks) {
    const since = Date.now();
    let line = `ok      ${name}`;
    try {
      await check();
      line += ` (${Date.now() - since} ms)`;
    } catch (error) {
      if (error instanceof Skipped) line = `skipped ${name}: ${error.message}`;
      else {
        failures += 1;
        line = `FAILED  ${name}: ${error instanceof Error ? error.message : String(error)}`;
      }
    }
    process.stdout.write(`${line}\n`);
  }
  return failures;
}
