/**
 * What others notice of a flood without a key, which comes from a process of its own: the longest answer to a client that asks
 * for health, to one that reads a note with the key, and to one that connects anew each time, while it lasts and after it.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { call, startServer } from './measure.mjs';

const CONNECTIONS = 1_000;
/** As many as are answered without a key; more, of which the connection is cut; as many as come in one piece. */
const REQUESTS = [10, 100, 1_000];
const ECHO = ['/bin/echo', '1.0.0'];
const READ = { path: '/api/v1/cli/read?path=a.md' };
const HEALTH = { path: '/api/v1/health' };

/** @param report called with the name of each flood, and what was measured; milliseconds */
export async function floods({ report, bridgeScript }) {
  for (const requests of REQUESTS) {
    const server = await startServer(bridgeScript, ECHO, true);
    try {
      for (let count = 0; count < 500; count++) await call(server, READ);
      for (let count = 0; count < 500; count++) await call(server, { path: '/api/v1/commands' });
      await server.ask('stall');
      const others = watchOthers(server);
      const flood = await run(server.port, requests);
      const meanwhile = await others.stop();
      const { wall, busy } = await server.ask('stall');
      const calm = watchOthers(server);
      await pause(500);
      report(`${CONNECTIONS} connections x ${requests}`, {
        ...flood,
        stall: wall,
        busy,
        meanwhile,
        after: await calm.stop(),
      });
    } finally {
      server.stop();
    }
  }
}

async function run(port, requests) {
  const script = fileURLToPath(new URL('./flooder.mjs', import.meta.url));
  const flooder = fork(script, [port, CONNECTIONS, requests].map(String));
  return new Promise((resolve) => flooder.once('message', resolve));
}

/** Clients that ask again and again. @returns stops them; their longest answers */
function watchOthers(server) {
  const longest = { health: 0, read: 0, connect: 0 };
  let isOver = false;
  const ask = async (name, from, request) => {
    while (!isOver) {
      const { ms } = await call(from, request);
      longest[name] = Math.max(longest[name], ms);
      await pause(5);
    }
  };
  const asking = Promise.all([
    ask('health', server, HEALTH),
    ask('read', server, READ),
    ask('connect', { port: server.port, agent: false }, READ),
  ]);
  return {
    stop: async () => {
      isOver = true;
      await asking;
      return longest;
    },
  };
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
