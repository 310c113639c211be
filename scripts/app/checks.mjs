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
const INFO = { name: 'check-app', version: '1.0.0' };

/** What a check cannot find out here, and why. */
export class Skipped extends Error {}

/** Notes with names of their own, which are deleted in the end. */
class Notes {
  run = randomBytes(4).toString('hex');
  paths = [];
  /** Those that are being written. */
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

  /** The text of a note. The CLI adds a line break where the last line has none. */
  async text(path) {
    return (await this.bridge.stdout('read', { path })).replace(/\n$/, '');
  }

  /** Deletes them all, also where one cannot be, once nothing writes any more. */
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
 * What can be checked of a bridge from outside, without changing anything but notes in a folder of its own.
 * @param bridge its client
 * @param bytes the size of the long text; @param calls how many calls are made at once
 * @returns the checks in their order, each a name and a function that throws where it fails; and what deletes their notes
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
 * @returns how many have failed
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
