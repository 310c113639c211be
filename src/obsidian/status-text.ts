import type { CliStatus } from '../bridge/cli/known-program';
import type { BridgeController, QueueState } from './bridge-controller';
import { urlOf } from './server/address';

/** The state of the server as a sentence. */
export function describeServer({ server }: Pick<BridgeController, 'server'>): string {
  switch (server.kind) {
    case 'running':
      return `Running at ${urlOf(server.address)}`;
    case 'starting':
      return 'Starting';
    case 'stopped':
      return 'Stopped';
    case 'failed':
      return `Not running. ${server.reason}`;
  }
}

/** What is known of the Obsidian CLI, as a sentence. */
export function describeCli(cli: CliStatus): string {
  switch (cli.state) {
    case 'available':
      return cli.version
        ? `Version ${cli.version}, ${cli.path}`
        : `Found at ${cli.path}, but it does not report its version at the moment. Run the diagnosis.`;
    case 'missing':
      return `Not found. Turn on "Command line interface" under Settings → General → Advanced, then look again. Looked at: ${cli.searched}`;
    case 'checking':
      return 'Looking for it…';
  }
}

/** The state of the queue as a sentence. */
export function describeQueue({ waiting, running }: QueueState): string {
  if (!running) return 'None running';
  return waiting === 0 ? 'One running' : `One running, ${waiting} waiting`;
}
