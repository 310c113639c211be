import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CliStatus } from '../../bridge/cli/program-status';
import type { Platform } from '../../bridge/cli/platform';
import { printable } from '../../bridge/printable';
import { CLI_DECIDES } from '../../bridge/settings';
import { withTimeout } from '../../bridge/with-timeout';
import type { BridgeController } from '../bridge-controller';
import { urlOf } from '../server/address';
import { connectTo, httpGet } from '../server/http-get';
import { identifyOccupant } from '../server/occupant';
import type { DiagnosisLine, Finding } from './finding';
import type { Naps } from './nap-watch';
import {
  SKIPPED,
  programEnabled,
  programFound,
  programVersion,
  rightProgram,
  roundTrip,
  vaultAnswers,
} from './program-checks';
import { clock, portOwner, selfCall } from './server-checks';

/** The limit of each check: the diagnosis may have been started through the very CLI it checks. */
const CHECK_TIMEOUT_MS = 8_000;
const CLOCK_MS = 200;
const LONGEST_TEXT = 1_000;

/** Whether the bridge's server has a connection from this port of the computer. */
type IsOwnConnection = (localPort: number) => Promise<boolean>;

type DiagnosedBridge = Omit<BridgeController, 'diagnose'>;

/** Checks everything between a client and the vault, one step at a time. */
export async function diagnose(
  bridge: DiagnosedBridge,
  platform: Platform,
  isOwnConnection: IsOwnConnection,
  naps: Naps | undefined,
  onLine: (line: DiagnosisLine) => void,
): Promise<void> {
  const report = (title: string, finding: Finding): void =>
    onLine({ title, ...finding, text: printable(withoutHome(finding.text), LONGEST_TEXT) });
  await withTimeout(CHECK_TIMEOUT_MS, bridge.lookAgain());
  const { cli } = bridge;
  report('Command line tool', programFound(cli));
  report('Right tool', rightProgram(cli, platform.isAppExecutable(cli.path)));
  report('Version', programVersion(cli));
  const isMissing = cli.path === '';
  const answer = await answerOf(bridge, cli);
  report('Turned on in the app', isMissing ? SKIPPED : programEnabled(answer));
  report('Vault', isMissing ? SKIPPED : vaultAnswers(answer, vaultLabel(bridge)));
  report('Round trip', isMissing ? SKIPPED : roundTrip(answer));
  report('Port', portOwner(bridge.server, await isOwnPort(bridge)));
  const since = performance.now();
  const self = await callSelf(bridge, isOwnConnection);
  report('Call over HTTP', selfCall(bridge.server, self, performance.now() - since, bridge.queue.running));
  report('Clock', clock(await lateness(), isWindowHidden(), naps));
}

async function answerOf(bridge: DiagnosedBridge, cli: CliStatus) {
  if (cli.path === '') return undefined;
  return withTimeout(CHECK_TIMEOUT_MS, bridge.ask('vault', CHECK_TIMEOUT_MS));
}

function vaultLabel({ settings, vaultName }: DiagnosedBridge): string {
  if (settings.defaultVault === CLI_DECIDES) return 'The focused vault';
  return `"${settings.defaultVault || vaultName}"`;
}

async function isOwnPort({ server, vaultName }: DiagnosedBridge): Promise<boolean> {
  if (server.kind !== 'running') return false;
  const occupant = await identifyOccupant(server.address);
  return occupant.kind === 'cli-bridge' && occupant.vault === vaultName;
}

/** Shows the key to this bridge alone: another program may have taken over the address. */
async function callSelf({ server, apiKey }: DiagnosedBridge, isOwn: IsOwnConnection) {
  if (server.kind !== 'running') return undefined;
  const url = new URL(urlOf(server.address));
  const socket = await connectTo(url.hostname.replace(/^\[|\]$/g, ''), server.address.port, CHECK_TIMEOUT_MS);
  if (!socket) return undefined;
  if (!(await isOwn(socket.localPort ?? 0))) {
    socket.destroy();
    return undefined;
  }
  const headers = { Authorization: `Bearer ${apiKey}` };
  return httpGet(`${url.origin}/api/v1/cli/version`, CHECK_TIMEOUT_MS, headers, socket);
}

async function lateness(): Promise<number> {
  const since = performance.now();
  await sleep(CLOCK_MS);
  return performance.now() - since - CLOCK_MS;
}

/** The home folder would reveal the user's name in a report. */
function withoutHome(text: string): string {
  const home = process.env['HOME'] ?? process.env['USERPROFILE'] ?? '';
  return home.length > 1 ? text.replaceAll(home, '~') : text;
}

/** Whether the window that has, or last had, the focus cannot be seen. */
export function isWindowHidden(): boolean {
  return typeof activeDocument !== 'undefined' && activeDocument.hidden;
}
