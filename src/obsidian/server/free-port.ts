import { createServer } from 'node:net';
import type { Address } from '../../bridge/http/server';

const HIGHEST_PORT = 65_535;
const TRIES = 100;

/** Tries to listen there for a moment. Gives the system's error code, or undefined when it worked. */
export function listeningProblem({ address, port }: Address): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'EUNKNOWN'));
    server.listen({ host: address, port }, () => server.close(() => resolve(undefined)));
  });
}

/** The first free port above this one, or undefined when there is none near. */
export async function nextFreePort({ address, port }: Address): Promise<number | undefined> {
  const last = Math.min(port + TRIES, HIGHEST_PORT);
  for (let candidate = port + 1; candidate <= last; candidate += 1) {
    if ((await listeningProblem({ address, port: candidate })) === undefined) return candidate;
  }
  return undefined;
}
