import type { CliStatus } from '../bridge/cli/known-program';
import type { Host, LineState } from './host';
import { urlOf } from './server/address';

/** What the server is doing, as a sentence. */
export function describeServer({ server }: Pick<Host, 'server'>): string {
  switch (server.kind) {
    case 'running':
      return `Running at ${urlOf(server.address)}`;
    case 'starting':
      return 'Starting';
    case 'stopped':
      return 'Stopped. Nothing listens.';
    case 'failed':
      return `Not running. ${server.reason}`;
  }
}

/** What is known of the program, as a sentence. */
export function describeCli(cli: CliStatus): string {
  switch (cli.state) {
    case 'available':
      return cli.version
        ? `Version ${cli.version}, ${cli.path}`
        : `Found at ${cli.path}, but it does not tell its version now. Run the diagnosis.`;
    case 'missing':
      return `Not found. Turn on the command line interface under Settings, General, Advanced, then look again. Looked at: ${cli.searched}`;
    case 'checking':
      return 'Looking for it';
  }
}

/** What the line holds, as a sentence. */
export function describeLine({ waiting, running }: LineState): string {
  if (!running) return 'None running';
  return waiting === 0 ? 'One running' : `One running, ${waiting} waiting`;
}
