import type { CliStatus } from '../bridge/cli/program-status';
import type { QueueState } from '../bridge/cli/queue';
import { isAnyAddress, isLoopback, urlOf } from '../bridge/http/address';
import type { Settings } from '../bridge/settings';
import type { BridgeController, ServerState } from './bridge-controller';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Shown while other computers can connect. */
export const NETWORK_WARNING = 'Other computers can connect, and keys are sent unencrypted.';

/** How many places no client sees, as a sentence; empty without any. */
export function describePrivate({ privateFolders: { length } }: Pick<Settings, 'privateFolders'>): string {
  if (length === 0) return '';
  return length === 1 ? 'Never sees 1 private folder.' : `Never sees ${length} private folders.`;
}

/** The state of the server as a sentence, with a warning while other computers can connect. */
export function describeServer(state: ServerState): string {
  const sentence = describeState(state);
  return isOpenToNetwork(state) ? `${sentence}. ${NETWORK_WARNING}` : sentence;
}

/** Whether other computers can connect. */
export function isOpenToNetwork(state: ServerState): boolean {
  return state.kind === 'running' && !isLoopback(state.address.address);
}

/** The state of the server alone. */
export function describeState(state: ServerState): string {
  switch (state.kind) {
    case 'running': {
      const { address } = state.address;
      const all = isAnyAddress(address) ? ` and all other addresses of this computer (${address})` : '';
      return `Running at ${urlOf(state.address)}${all}`;
    }
    case 'starting':
      return 'Starting';
    case 'stopped':
      return 'Stopped';
    case 'failed':
      return `Not running. ${state.reason}`;
  }
}

/** What is known about the Obsidian CLI, as a sentence. */
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

/** When a client made its last request: "Never used", "Yesterday". */
export function describeLastRequest(lastSeenAt: number | undefined): string {
  if (lastSeenAt === undefined) return 'Never used';
  const ago = timeAgo(lastSeenAt);
  return ago.charAt(0).toUpperCase() + ago.slice(1);
}

/** Which client called last, as a sentence; empty if none has called. */
function describeLastClient({ clients }: BridgeController['keys']): string {
  const [last] = clients
    .flatMap(({ name, lastSeenAt }) => (lastSeenAt === undefined ? [] : [{ name, lastSeenAt }]))
    .sort((one, other) => other.lastSeenAt - one.lastSeenAt);
  return last ? `${last.name} called ${timeAgo(last.lastSeenAt)}.` : '';
}

/** Everything in one line: the state of the server and, while it runs, the Obsidian CLI and the last client. */
export function describeBridge({
  server: { state },
  program,
  keys,
}: Pick<BridgeController, 'server' | 'program' | 'keys'>): string {
  const server = describeServer(state);
  if (state.kind !== 'running') return server;
  return [endSentence(server), describeCliInBrief(program.status), describeLastClient(keys)]
    .filter(Boolean)
    .join(' ');
}

function describeCliInBrief(cli: CliStatus): string {
  if (cli.state === 'checking') return 'Looking for the Obsidian CLI…';
  if (cli.problem !== '') return `${cli.problem} ${cli.hint}`;
  return cli.version ? `Obsidian CLI ${cli.version}.` : '';
}

function endSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** How long ago something was, in words: "just now", "2 minutes ago", "yesterday". `time` is in milliseconds since 1970. */
function timeAgo(time: number): string {
  const passed = Date.now() - time;
  if (passed < MINUTE_MS) return 'just now';
  if (passed < HOUR_MS) return inUnits(passed / MINUTE_MS, 'minute');
  const days = (startOfDay(Date.now()) - startOfDay(time)) / DAY_MS;
  if (days < 1) return inUnits(passed / HOUR_MS, 'hour');
  // A day may have 23 or 25 hours.
  return Math.round(days) <= 1 ? 'yesterday' : inUnits(Math.round(days), 'day');
}

/** The beginning of a day of this machine's time zone. */
function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}

function inUnits(amount: number, unit: string): string {
  const count = Math.floor(amount);
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}
