import { createServer } from 'node:net';
import type { Address } from '../../bridge/http/server';
import { PORT_RANGE } from '../../bridge/settings';

const TRIES = 100;

/** Listens there for a moment. @returns the system's error code, or undefined if listening worked */
export function listeningProblem({ address, port }: Address): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'EUNKNOWN'));
    server.listen({ host: address, port }, () => server.close(() => resolve(undefined)));
  });
}

/** The next free port above this one, or undefined if none of the next 100 is free. */
export async function nextFreePort({ address, port }: Address): Promise<number | undefined> {
  const last = Math.min(port + TRIES, PORT_RANGE.max);
  for (let candidate = port + 1; candidate <= last; candidate += 1) {
    if ((await listeningProblem({ address, port: candidate })) === undefined) return candidate;
  }
  return undefined;
}
