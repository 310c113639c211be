import type { Address } from '../../bridge/http/server';
import { nextFreePort } from './free-port';
import { whoListens } from './occupant';
import type { Occupant } from './occupant';

/** Why a server could not listen, for people, and what port could be used instead. */
export interface ListeningFailure {
  readonly reason: string;
  readonly freePort?: number | undefined;
}

const LOCAL_REST_API_PORT = 27_124;

/** Explains the system's error code for an address that could not be had. */
export async function explainListening(code: string, at: Address): Promise<ListeningFailure> {
  switch (code) {
    case 'EADDRINUSE': {
      const [occupant, freePort] = await Promise.all([whoListens(at), nextFreePort(at)]);
      const way = freePort === undefined ? 'Choose another port.' : `Port ${freePort} is free.`;
      return { reason: `${describe(occupant, at.port)} ${way}`, freePort };
    }
    case 'EACCES':
      return {
        reason:
          at.port < 1024
            ? `The system does not let programs use port ${at.port}. Choose one above 1023.`
            : `The system keeps port ${at.port} for itself. Choose another port.`,
      };
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return { reason: `"${at.address}" is no address of this computer. Use 127.0.0.1.` };
    default:
      return { reason: `The server could not be started (${code}). Try again, or choose another port.` };
  }
}

function describe(occupant: Occupant, port: number): string {
  switch (occupant.kind) {
    case 'cli-bridge':
      return occupant.vault
        ? `Port ${port} is taken by the CLI Bridge of the vault "${occupant.vault}". Each vault needs a port of its own.`
        : `Port ${port} is taken by another CLI Bridge.`;
    case 'local-rest-api':
      return `Port ${port} is taken by the Local REST API plugin.`;
    case 'https':
      return `Port ${port} is taken by a program that speaks HTTPS, probably the Local REST API plugin, which uses ${LOCAL_REST_API_PORT} by default.`;
    case 'http':
    case 'unknown':
      return port === LOCAL_REST_API_PORT
        ? `Port ${port} is taken by another program. The Local REST API plugin uses this port by default.`
        : `Port ${port} is taken by another program.`;
  }
}
