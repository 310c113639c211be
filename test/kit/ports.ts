import { createServer } from 'node:net';
import type { Server } from 'node:net';

/**
 * Below the ephemeral ports of every system, whose next outgoing connection may take one at any moment, and below the
 * plugin's own default port.
 */
const FIRST = 20_000;
const BLOCKS = 140;
const PORTS_PER_BLOCK = 50;

/** Ports of blocks that this process holds by listening on their first port, so that no other takes from them. */
async function* ports(): AsyncGenerator<number, never> {
  for (let block = process.pid; block < process.pid + BLOCKS; block++) {
    const first = FIRST + (block % BLOCKS) * PORTS_PER_BLOCK;
    const claim = await listen(first);
    if (!claim) continue;
    claim.unref();
    for (let port = first + 1; port < first + PORTS_PER_BLOCK; port++) yield port;
  }
  throw new Error('Other processes hold all ports of the tests.');
}

const ownPorts = ports();

/** A port that can be listened on and that no other test is given. */
export async function freePort(): Promise<number> {
  for (;;) {
    const { value } = await ownPorts.next();
    if (await isFree(value)) return value;
  }
}

/** Whether the port can be listened on. */
export async function isFree(port: number): Promise<boolean> {
  const server = await listen(port);
  if (!server) return false;
  await new Promise((resolve) => server.close(resolve));
  return true;
}

function listen(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
