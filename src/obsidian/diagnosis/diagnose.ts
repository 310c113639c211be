import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { platformOf } from '../../bridge/cli/platform';
import type { CliStatus } from '../../bridge/cli/program-status';
import { urlOf } from '../../bridge/http/address';
import { printable } from '../../bridge/text/printable';
import { CLI_DECIDES } from '../../bridge/settings';
import { withTimeout } from '../../bridge/text/with-timeout';
import type { BridgeController, ProgramControl } from '../bridge-controller';
import { connectTo, httpGet } from '../server/http-get';
import type { ProbeAnswer } from '../server/http-get';
import { identifyOccupant } from '../server/occupant';
import type { ServerLifecycle } from '../server/server-lifecycle';
import { clientFindings } from './client-checks';
import type { DiagnosisLine, Finding } from './finding';
import { isWindowHidden } from './nap-watch';
import type { Naps } from './nap-watch';
import {
  SKIPPED,
  programEnabled,
  programFound,
  privatePlaces,
  programVersion,
  rightProgram,
  roundTrip,
  vaultAnswers,
} from './program-checks';
import { clock, portOwner, selfCall } from './server-checks';

/** The limit of each check: the diagnosis may have been started through the very CLI that it checks. */
const CHECK_TIMEOUT_MS = 8_000;
const CLOCK_MS = 200;
const LONGEST_TEXT = 1_000;

/** What the diagnosis looks at. */
interface DiagnosedBridge extends Pick<
  BridgeController,
  'vaultName' | 'settings' | 'keys' | 'program' | 'log'
> {
  readonly server: Pick<ServerLifecycle, 'state' | 'hasClientAt'>;
}

/**
 * Checks everything between a client and the vault, one step at a time.
 * @param naps the app's naps so far; undefined on systems without App Nap
 * @param onLine called with each result as soon as it is known
 */
export async function diagnose(
  bridge: DiagnosedBridge,
  naps: Naps | undefined,
  onLine: (line: DiagnosisLine) => void,
): Promise<void> {
  const { program, server } = bridge;
  const report = (title: string, finding: Finding): void =>
    onLine({ title, ...finding, text: printable(withoutHome(finding.text), LONGEST_TEXT) });
  await withTimeout(CHECK_TIMEOUT_MS, program.lookAgain());
  const cli = program.status;
  report('Obsidian CLI', programFound(cli));
  report('Right program', rightProgram(cli, platformOf(process.platform).isAppExecutable(cli.path)));
  report('Version', programVersion(cli));
  const isMissing = cli.path === '';
  const answer = await answerOf(program, cli);
  report('Command line interface', isMissing ? SKIPPED : programEnabled(answer));
  report('Vault', isMissing ? SKIPPED : vaultAnswers(answer, vaultLabel(bridge)));
  report('Speed', isMissing ? SKIPPED : roundTrip(answer));
  const { privateFolders, defaultVault } = bridge.settings.current;
  // The program reports on the default vault, and the list is about this one.
  if (privateFolders.length > 0 && !isMissing && defaultVault === '')
    report('Private folders', privatePlaces(privateFolders, await pathsOf(program)));
  report('Port', portOwner(server.state, await isOwnPort(bridge)));
  const since = performance.now();
  const self = await callSelf(bridge);
  report('API key', selfCall(server.state, self, performance.now() - since, program.queue.running));
  for (const [title, finding] of clientFindings(bridge)) report(title, finding);
  report('Power saving', clock(await lateness(), isWindowHidden(), naps));
}

async function answerOf(program: ProgramControl, cli: CliStatus): ReturnType<ProgramControl['ask']> {
  if (cli.path === '') return undefined;
  return withTimeout(CHECK_TIMEOUT_MS, program.ask('vault', CHECK_TIMEOUT_MS));
}

/** The paths of all folders and files; undefined if the program does not list them. */
async function pathsOf(program: ProgramControl): Promise<readonly string[] | undefined> {
  const lists: string[] = [];
  for (const command of ['folders', 'files']) {
    const answer = await withTimeout(CHECK_TIMEOUT_MS, program.ask(command, CHECK_TIMEOUT_MS));
    if (!answer || answer.exitCode !== 0) return undefined;
    lists.push(answer.stdout);
  }
  return lists.join('\n').split('\n');
}

function vaultLabel({ settings, vaultName }: DiagnosedBridge): string {
  const { defaultVault } = settings.current;
  return defaultVault === CLI_DECIDES ? 'The focused vault' : `"${defaultVault || vaultName}"`;
}

async function isOwnPort({ server: { state }, vaultName }: DiagnosedBridge): Promise<boolean> {
  if (state.kind !== 'running') return false;
  const occupant = await identifyOccupant(state.address);
  return occupant.kind === 'cli-bridge' && occupant.vault === vaultName;
}

/** Sends the key only to this bridge: another program may have taken over the address. */
async function callSelf({ server, keys }: DiagnosedBridge): Promise<ProbeAnswer | undefined> {
  const { state } = server;
  if (state.kind !== 'running') return undefined;
  const url = new URL(urlOf(state.address));
  const socket = await connectTo(url.hostname.replace(/^\[|\]$/g, ''), state.address.port, CHECK_TIMEOUT_MS);
  if (!socket) return undefined;
  if (!(await server.hasClientAt(socket.localPort ?? 0))) {
    socket.destroy();
    return undefined;
  }
  const headers = { Authorization: `Bearer ${keys.apiKey}` };
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
