import { fork } from 'node:child_process';
import { Agent, request } from 'node:http';

/** The median. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

const WATCH = new URL('../kit/watch-loop.mjs', import.meta.url).href;

/** Starts a server in its own process, which sends its port over IPC. @param isWatched it also tells its longest stall */
export async function startServer(script, args, isWatched = false) {
  const child = fork(script, args, {
    execArgv: ['--expose-gc', ...(isWatched ? ['--import', WATCH] : [])],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const { port } = await once(child);
  return {
    port,
    agent: new Agent({ keepAlive: true, maxSockets: Infinity }),
    /** Sends a word over IPC, and returns the reply. */
    ask: (word) => {
      child.send(word);
      return once(child);
    },
    stop: () => child.kill('SIGKILL'),
  };
}

function once(child) {
  return new Promise((resolve) => child.once('message', resolve));
}

/** One request. @returns the milliseconds until the response was complete, its status and its size, and its text if it is kept */
export function call(server, { method = 'GET', path, headers = {}, body, keepsText = false }) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const outgoing = request(
      {
        port: server.port,
        host: '127.0.0.1',
        method,
        path,
        agent: server.agent,
        headers: { authorization: 'Bearer bench', ...headers },
      },
      (response) => {
        let size = 0;
        const kept = [];
        response.on('data', (chunk) => {
          size += chunk.length;
          if (keepsText) kept.push(chunk);
        });
        response.on('end', () => {
          const ms = performance.now() - started;
          const text = keepsText ? Buffer.concat(kept).toString() : undefined;
          resolve({ ms, status: response.statusCode, size, text });
        });
      },
    );
    outgoing.on('error', (error) => {
      // The server closed the idle connection just as it was reused.
      if (outgoing.reusedSocket && error.code === 'ECONNRESET')
        resolve(call(server, { method, path, headers, body, keepsText }));
      else reject(error);
    });
    outgoing.end(body);
  });
}

/**
 * Measures several subjects side by side: in each round, each makes `batch` calls, in rotating order.
 * @returns the median milliseconds of each, and for each but the first the median of its per-round ratios to the first
 */
export async function compare(subjects, { rounds, batch }) {
  const names = Object.keys(subjects);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = -1; round < rounds; round++) {
    const turned = names.map((_, index) => names[(index + Math.max(round, 0)) % names.length]);
    for (const name of turned) {
      const taken = [];
      for (let index = 0; index < batch; index++) taken.push(await subjects[name]());
      // The first round warms up.
      if (round >= 0) times[name].push(median(taken));
    }
  }
  const [first] = names;
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        ms: median(times[name]),
        ratio: median(times[name].map((value, round) => value / times[first][round])),
      },
    ]),
  );
}

/** Calls per second with this many concurrent callers. */
export async function throughput(one, { callers, calls }) {
  let left = calls;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (left-- > 0) await one();
    }),
  );
  return (calls / (performance.now() - started)) * 1000;
}

/** The milliseconds of a call. @throws Error for another status than 200 */
export function ok({ ms, status }) {
  if (status !== 200) throw new Error(`Status ${status}`);
  return ms;
}

/** A call of an MCP tool in the 2026 era. @param body the message, where it is another than the usual one */
export function modernCall(server, given, { tool = 'execute', body } = {}) {
  const params = {
    name: tool,
    arguments: given,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  };
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': tool,
  };
  const message = body ?? JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const send = () => call(server, { method: 'POST', path: '/mcp', headers, body: message });
  return async () => (body === undefined ? ok(await send()) : send());
}
