/**
 * For how long single requests, hostile ones too, hold the event loop of the bridge: of the app, that is. Each row is the
 * longest stretch without a turn of the event loop, as `monitorEventLoopDelay` sees it, and of several tries the shortest:
 * the machine does other things as well.
 */
import { chmod, copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { call, modernCall, startServer } from './measure.mjs';

const MIB = 1024 * 1024;
const OUTPUT = 16 * MIB;
const BODY = 10 * MIB - 100;
const TRIES = 3;

/** 16 MiB of each kind, by name. */
const OUTPUTS = {
  'JSON objects': () => `[${'{},'.repeat(OUTPUT / 3 - 2)}{}]`,
  'control characters': () => '\x01'.repeat(OUTPUT),
  'plain text': () => 'All work and no play makes Jack a dull boy.\n'.repeat(OUTPUT / 45),
  'invalid UTF-8': () => Buffer.alloc(OUTPUT, Buffer.from([0xff, 0xe2, 0x82, 0x41])),
  'multi-byte characters': () => 'äß漢字😀'.repeat(OUTPUT / 14),
};

/** Prints the file that the path names, and 500,000 names for `files`. */
const PROGRAM = `#!/bin/sh
case "$1" in vault=*) shift ;; esac
case "$1" in
version) echo '1.13.7 (installer 1.13.4)' ;;
help) cat help.txt ;;
files) cat names.txt ;;
read) case "$2" in path=missing*) echo "Error: File \\"\${2#path=}\\" not found." ;; *) cat "\${2#path=}" ;; esac ;;
*) echo done ;;
esac
`;

/** Bodies of almost 10 MiB. */
const BODIES = {
  'one long text': () => `{"params":{"query":"${'x'.repeat(BODY - 30)}"}}`,
  'one text of escapes': () => `{"params":{"query":"${'\\n'.repeat(BODY / 2 - 20)}"}}`,
  'one text of long escapes': () => `{"params":{"query":"${'\\u20ac'.repeat(BODY / 6 - 20)}"}}`,
  'multi-byte text': () => `{"params":{"query":"${'漢'.repeat(BODY / 3 - 20)}"}}`,
  spaces: () => `{"params":{"query":"x"}${' '.repeat(BODY - 40)}}`,
  'deep arrays': () => '['.repeat(BODY / 2) + ']'.repeat(BODY / 2),
  'many keys': () => {
    const keys = [];
    for (let size = 0, n = 0; size < BODY - 40; n++) size += keys.push(`"k${n}":1`) && keys[n].length + 1;
    return `{"params":{${keys.slice(0, -1).join()}}}`;
  },
  'many objects': () => `{"flags":[${'{},'.repeat(BODY / 3 - 10)}{}]}`,
  'many numbers': () => `{"flags":[${'1,'.repeat(BODY / 2 - 10)}1]}`,
  'one long number': () => `{"params":{"query":${'1'.repeat(BODY - 40)}}}`,
};

const json = { 'content-type': 'application/json' };
const get = (path, headers) => ({ path: `/api/v1/cli/${path}`, headers });
const post = (command, body) => ({ method: 'POST', path: `/api/v1/cli/${command}`, headers: json, body });

/**
 * @param report called with each row
 * @param folder for the program and its outputs
 * @param only a text that the names of the rows to be measured have in them
 */
export async function stalls({ report, folder, bridgeScript, only = '' }) {
  const home = join(folder, 'stalls');
  await mkdir(home, { recursive: true });
  const program = join(home, 'program');
  await writeFile(program, PROGRAM.replace('\n', `\ncd '${home}'\n`));
  await chmod(program, 0o755);
  await copyFile(new URL('../fixtures/help.txt', import.meta.url), join(home, 'help.txt'));
  await writeFile(join(home, 'small.md'), 'Hello.\n');
  const names = Array.from({ length: 500_000 }, (_, n) => `Folder ${n % 977}/Note ${n}.md`).join('\n');
  await writeFile(join(home, 'names.txt'), names.slice(0, 8 * MIB - 100));
  const server = await startServer(bridgeScript, [program], true);
  const least = await startServer(
    fileURLToPath(new URL('./servers/least-bridge.mjs', import.meta.url)),
    [program],
    true,
  );

  /**
   * Measures a scenario.
   * @param isFirst what it does can be done only once
   * @param watched the server whose event loop is measured
   * @param budget how long it may be held, in milliseconds; null for no limit
   */
  const measure = async (what, act, { isFirst = false, watched = server, budget = 100 } = {}) => {
    if (!what.includes(only)) return;
    const tries = [];
    for (let count = 0; count < (isFirst ? 1 : TRIES); count++) {
      await pause(100);
      await watched.ask('stall');
      await act();
      await pause(20);
      tries.push(await watched.ask('stall'));
    }
    const shortest = (name) => Math.min(...tries.map((one) => one[name]));
    const memory = Math.max(...tries.map(({ resident }) => resident)) / 1e6;
    report(what, { wall: shortest('wall'), busy: shortest('busy'), memory, budget });
  };

  const send = (request) => call(server, request);
  const mcp = (given, options) => modernCall(server, given, options);

  try {
    await measure('first MCP call', mcp({ command: 'version' }), { isFirst: true });
    const ordinary = async (to, calls) => {
      for (let count = 0; count < calls; count++) await call(to, get('read?path=small.md'));
    };
    // Starting a process is most of it.
    for (const one of [least, server]) await ordinary(one, 300);
    await measure('100 calls of the least bridge', () => ordinary(least, 100), {
      watched: least,
      budget: null,
    });
    await measure('ordinary REST calls', () => ordinary(server, 100), { budget: 8 });
    const mcpRead = mcp({ command: 'read', params: { path: 'small.md' } });
    const ordinaryMcp = async () => {
      for (let count = 0; count < 100; count++) await mcpRead();
    };
    await measure('ordinary MCP calls', ordinaryMcp, { budget: 8 });
    for (const [name, make] of Object.entries(OUTPUTS)) {
      await writeFile(join(home, 'output.md'), make());
      await measure(`16 MiB of ${name}, REST`, () => send(get('read?path=output.md')));
      await measure(`16 MiB of ${name}, REST, format=json`, () =>
        send(get('read?path=output.md&format=json')),
      );
      await measure(`16 MiB of ${name}, REST, text/plain`, () =>
        send(get('read?path=output.md', { accept: 'text/plain' })),
      );
      await measure(`16 MiB of ${name}, MCP`, mcp({ command: 'read', params: { path: 'output.md' } }));
    }
    const data = `[${'{},'.repeat(MIB / 3 - 2)}{}]`;
    await writeFile(join(home, 'output.md'), data);
    await measure('1 MiB of JSON objects, REST, format=json', () =>
      send(get('read?path=output.md&format=json')),
    );
    await writeFile(join(home, 'output.md'), '\x01'.repeat(250 * 1024));
    await measure('250 KiB of control characters, REST', () => send(get('read?path=output.md')));
    for (const [name, make] of Object.entries(BODIES)) {
      const body = make();
      await measure(`10 MiB body: ${name}, REST`, () => send(post('search', body)));
    }
    for (const [name, make] of Object.entries(BODIES)) {
      const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"x":${make().slice(0, MIB - 200)}`;
      await measure(`1 MiB message: ${name}, MCP`, mcp(undefined, { body }));
    }
    await measure('500,000 names, did you mean, REST', () => send(get('read?path=missing+note.md')));
    await measure(
      '500,000 names, did you mean, MCP',
      mcp({ command: 'read', params: { path: 'missing note.md' } }),
    );
    await measure('500,000 names, name check', () => send(get('read?file=Note+77777')));
    await measure('500,000 names, REST', () => send(get('files')));
    await measure('500,000 names, MCP', mcp({ command: 'files' }));
    const queries = ['a '.repeat(100), 'x'.repeat(200), 'search find note '.repeat(11), '漢'.repeat(200)];
    for (const query of queries) {
      await measure(`search for ${JSON.stringify(query.slice(0, 12))}`, mcp({ query }, { tool: 'search' }));
    }
  } finally {
    server.stop();
    least.stop();
  }
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
