import type { CliStatus } from '../bridge/cli/program-status';
import type { QueueState } from '../bridge/cli/queue';
import type { BridgeController } from './bridge-controller';
import { isLoopback } from '../bridge/loopback';
import { timeAgo } from './connect/time-ago';
import { isAnyAddress, urlOf } from './server/address';

/** Says so while other computers can connect. */
const NETWORK_NOTE = 'Other computers can connect, and keys are sent unencrypted.';

/** The state of the server as a sentence. */
export function describeServer({ server }: Pick<BridgeController, 'server'>): string {
  switch (server.kind) {
    case 'running': {
      const { address } = server.address;
      const all = isAnyAddress(address) ? ` and all other addresses of this computer (${address})` : '';
      return `Running at ${urlOf(server.address)}${all}${isLoopback(address) ? '' : `. ${NETWORK_NOTE}`}`;
    }
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
  if (cli.state === 'checking') return 'Checking…';
  if (cli.problem !== '') {
    const places = cli.searched && ` Looked at: ${cli.searched}`;
    return `${cli.problem} ${cli.hint}${places}`;
  }
  return cli.version
    ? `Version ${cli.version}, ${cli.path}`
    : `Found at ${cli.path}, but it isn't reporting its version right now. Run the diagnosis.`;
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

/** When a client was last let in, as a sentence. */
export function describeLastRequest(lastSeenAt: number | undefined): string {
  if (lastSeenAt === undefined) return 'No requests since Obsidian started.';
  return `Last request ${timeAgo(lastSeenAt, Date.now())}.`;
}

/** Which client was let in last, as a sentence; empty if none was yet. */
function describeLastClient({ clients }: Pick<BridgeController, 'clients'>): string {
  const [last] = clients
    .flatMap(({ name, lastSeenAt }) => (lastSeenAt === undefined ? [] : [{ name, lastSeenAt }]))
    .sort((one, other) => other.lastSeenAt - one.lastSeenAt);
  return last ? `${last.name} called ${timeAgo(last.lastSeenAt, Date.now())}.` : '';
}

/** The state of the server, of the Obsidian CLI while that is of use, and who called last: the whole in one line. */
export function describeBridge(bridge: Pick<BridgeController, 'server' | 'cli' | 'clients'>): string {
  const server = describeServer(bridge);
  if (bridge.server.kind !== 'running') return server;
  return [endSentence(server), describeCliInBrief(bridge.cli), describeLastClient(bridge)]
    .filter(Boolean)
    .join(' ');
}

function describeCliInBrief(cli: CliStatus): string {
  if (cli.state === 'checking') return "Looking for Obsidian's command line tool…";
  if (cli.problem !== '') return `${cli.problem} ${cli.hint}`;
  return cli.version ? `Command line tool ${cli.version}.` : '';
}

function endSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
