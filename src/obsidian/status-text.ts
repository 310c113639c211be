import type { CliStatus } from '../bridge/cli/program-status';
import type { QueueState } from '../bridge/cli/queue';
import type { BridgeController } from './bridge-controller';
import { isLoopback } from '../bridge/loopback';
import { urlOf } from './server/address';

/** Says so while other computers can connect. */
const NETWORK_NOTE = 'Other computers can connect, and the API key travels unencrypted.';

/** The state of the server as a sentence. */
export function describeServer({ server }: Pick<BridgeController, 'server'>): string {
  switch (server.kind) {
    case 'running':
      return isLoopback(server.address.address)
        ? `Running at ${urlOf(server.address)}`
        : `Running at ${urlOf(server.address)}. ${NETWORK_NOTE}`;
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
  if (cli.state === 'checking') return 'Looking for it…';
  if (cli.problem !== '') {
    const places = cli.searched && ` Looked at: ${cli.searched}`;
    return `${cli.problem} ${cli.hint}${places}`;
  }
  return cli.version
    ? `Version ${cli.version}, ${cli.path}`
    : `Found at ${cli.path}, but it does not report its version at the moment. Run the diagnosis.`;
}

/** The state of the queue as a sentence. */
export function describeQueue({ waiting, running }: QueueState): string {
  if (!running) return 'None running';
  return waiting === 0 ? 'One running' : `One running, ${waiting} waiting`;
}

/** How many attempts were refused and why, as a sentence. */
export function describeRefused(log: BridgeController['log']): string {
  const counts = [...log.countRefused()].map(([reason, count]) => `${count} ${reason}`);
  return counts.length === 0 ? 'None' : counts.join(', ');
}
