import { createServer } from 'node:net';
import type { Address } from '../../bridge/http/address';
import { printable } from '../../bridge/text/printable';
import { PORT_RANGE } from '../../bridge/settings';
import { identifyOccupant } from './occupant';
import type { Occupant } from './occupant';

/** Why the server couldn't listen, as a sentence, and a port that is free. */
export interface ListeningFailure {
  readonly reason: string;
  readonly freePort?: number | undefined;
}

const LOCAL_REST_API_PORT = 27_124;
/** How many higher ports are tried. */
const TRIES = 100;

/** Tries to listen at an address. @returns the system's error code, or undefined if it worked */
export function listeningProblem({ address, port }: Address): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'EUNKNOWN'));
    server.listen({ host: address, port }, () => server.close(() => resolve(undefined)));
  });
}

/**
 * Explains the system's error code after listening failed.
 * @param ownVault the vault that wants to listen; if its own earlier server still has the port, no other port is offered
 */
export async function explainListening(
  code: string,
  at: Address,
  ownVault?: string,
): Promise<ListeningFailure> {
  switch (code) {
    case 'EADDRINUSE': {
      const [occupant, freePort] = await Promise.all([identifyOccupant(at), nextFreePort(at)]);
      if (
        ownVault !== undefined &&
        occupant.kind === 'cli-bridge' &&
        occupant.vault === printable(ownVault, 100)
      )
        return {
          reason: `Port ${at.port} is still taken by an earlier CLI Bridge of the vault "${occupant.vault}". Start the server again in a moment, restart the app, or choose another port.`,
        };
      const remedy = freePort === undefined ? 'Choose another port.' : `Port ${freePort} is free.`;
      return { reason: `${describe(occupant, at.port)} ${remedy}`, freePort };
    }
    case 'EACCES':
      return {
        reason:
          at.port < 1024
            ? `The system doesn't let apps use port ${at.port}. Choose one above 1023.`
            : `The system reserves port ${at.port}. Choose another port.`,
      };
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return { reason: `"${at.address}" isn't an address of this computer. Use 127.0.0.1.` };
    default:
      return { reason: `The server couldn't start (${code}). Try again, or choose another port.` };
  }
}

function describe(occupant: Occupant, port: number): string {
  switch (occupant.kind) {
    case 'cli-bridge':
      return occupant.vault
        ? `Port ${port} is taken by the CLI Bridge of the vault "${occupant.vault}". Each vault needs its own port.`
        : `Port ${port} is taken by another CLI Bridge.`;
    case 'local-rest-api':
      return `Port ${port} is taken by the Local REST API plugin.`;
    case 'https':
      return `Port ${port} is taken by an HTTPS server, probably the Local REST API plugin, which uses ${LOCAL_REST_API_PORT} by default.`;
    case 'http':
    case 'unknown':
      return port === LOCAL_REST_API_PORT
        ? `Port ${port} is taken by another program. The Local REST API plugin uses this port by default.`
        : `Port ${port} is taken by another program.`;
  }
}

/** The next free port above this one, or undefined if all of the next ones are taken. */
async function nextFreePort({ address, port }: Address): Promise<number | undefined> {
  const last = Math.min(port + TRIES, PORT_RANGE.max);
  for (let candidate = port + 1; candidate <= last; candidate += 1) {
    if ((await listeningProblem({ address, port: candidate })) === undefined) return candidate;
  }
  return undefined;
}
