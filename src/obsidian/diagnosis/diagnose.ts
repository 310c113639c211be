import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CliStatus } from '../../bridge/cli/known-program';
import type { Platform } from '../../bridge/cli/platform';
import { CLI_DECIDES } from '../../bridge/settings';
import { withTimeout } from '../../bridge/with-timeout';
import type { Host } from '../host';
import { urlOf } from '../server/address';
import { httpGet } from '../server/http-get';
import { whoListens } from '../server/occupant';
import type { DiagnosisLine, Finding } from './finding';
import {
  LEFT_OUT,
  programEnabled,
  programFound,
  programVersion,
  rightProgram,
  roundTrip,
  vaultAnswers,
} from './program-checks';
import { clock, portOwner, selfCall } from './server-checks';

/** No check takes longer, also when the diagnosis itself was asked for through the program it checks. */
const PATIENCE_MS = 8_000;
const CLOCK_MS = 200;

type DiagnosedHost = Omit<Host, 'diagnose'>;

/** Checks everything between a client and the vault, one line after the other. */
export async function diagnose(
  host: DiagnosedHost,
  platform: Platform,
  tell: (line: DiagnosisLine) => void,
): Promise<void> {
  const say = (title: string, finding: Finding): void =>
    tell({ title, ...finding, text: withoutHome(finding.text) });
  await withTimeout(PATIENCE_MS, host.lookAgain());
  const { cli } = host;
  say('Program', programFound(cli));
  say('Right program', rightProgram(cli, platform.isAppExecutable(cli.path)));
  say('Version', programVersion(cli));
  const isMissing = cli.state === 'missing';
  const answer = await answerOf(host, cli);
  say('Enabled in the app', isMissing ? LEFT_OUT : programEnabled(answer));
  say('Vault', isMissing ? LEFT_OUT : vaultAnswers(answer, vaultInWords(host)));
  say('Round trip', isMissing ? LEFT_OUT : roundTrip(answer));
  say('Port', portOwner(host.server, await isOwnPort(host)));
  const since = performance.now();
  const self = await callSelf(host);
  say('Call over HTTP', selfCall(host.server, self, performance.now() - since, host.line.running));
  say('Clock', clock(await lateness(), isWindowHidden()));
}

async function answerOf(host: DiagnosedHost, cli: CliStatus) {
  if (cli.state !== 'available') return undefined;
  return withTimeout(PATIENCE_MS, host.ask('vault', PATIENCE_MS));
}

function vaultInWords({ settings, vaultName }: DiagnosedHost): string {
  if (settings.defaultVault === CLI_DECIDES) return 'The vault with the focus';
  return `"${settings.defaultVault || vaultName}"`;
}

async function isOwnPort({ server, vaultName }: DiagnosedHost): Promise<boolean> {
  if (server.kind !== 'running') return false;
  const occupant = await whoListens(server.address);
  return occupant.kind === 'cli-bridge' && occupant.vault === vaultName;
}

async function callSelf({ server, apiKey }: DiagnosedHost) {
  if (server.kind !== 'running') return undefined;
  const headers = { Authorization: `Bearer ${apiKey}` };
  return httpGet(`${urlOf(server.address)}/api/v1/cli/version`, PATIENCE_MS, headers);
}

async function lateness(): Promise<number> {
  const since = performance.now();
  await sleep(CLOCK_MS);
  return performance.now() - since - CLOCK_MS;
}

/** Without the home folder a report tells nobody who the user is. */
function withoutHome(text: string): string {
  const home = process.env['HOME'] ?? process.env['USERPROFILE'] ?? '';
  return home.length > 1 ? text.replaceAll(home, '~') : text;
}

function isWindowHidden(): boolean {
  return typeof activeDocument !== 'undefined' && activeDocument.hidden;
}
