import type { CliData, CliFlags, CliHandler, Plugin } from 'obsidian';
import { APPLY } from '../bridge/cli/obsidian-cli';
import { errorKind } from '../bridge/text/error-kind';
import { printable } from '../bridge/text/printable';
import { SETTING_LABELS } from '../bridge/settings';
import type { BridgeController } from './bridge-controller';
import { reportText } from './diagnosis/finding';
import type { Diagnosable, DiagnosisLine } from './diagnosis/finding';
import type { PluginBridge } from './plugin-bridge';
import { cliFlagsOf, runFromTerminal } from './own-commands';
import { describeCli, describeQueue, describeRefused, describeServer } from './status-text';

const DEFAULT_LIMIT = 20;
const LONGEST_LINE = 1_000;

/** The bridge as its commands in a terminal know it. */
type HandledBridge = BridgeController & Diagnosable & Pick<PluginBridge, 'serveNotes'>;

/** Registers the plugin's own commands with the Obsidian CLI. None of them ever prints the key. */
export function addCliHandlers(plugin: Plugin, bridge: HandledBridge): void {
  const { id } = plugin.manifest;
  const add = (name: string, description: string, flags: CliFlags | null, handler: CliHandler): void => {
    try {
      plugin.registerCliHandler(name, description, flags, handler);
    } catch (error) {
      // A name that another plugin has taken must not keep the server from starting.
      console.warn(
        `CLI Bridge couldn't register the command ${name} with the Obsidian CLI (${errorKind(error)}).`,
      );
    }
  };
  add(id, 'Show the status of the bridge', null, () => status(bridge));
  add(`${id}:diagnose`, 'Check everything between a client and the vault', null, () => diagnosis(bridge));
  const limit = { value: '<n>', description: `How many calls to show (default ${DEFAULT_LIMIT})` };
  add(`${id}:log`, 'Show the latest calls, newest first', { limit }, (data) => log(bridge, data));
  const served = 'Serve the notes of this vault to CLI Bridge in another one (used only by CLI Bridge)';
  add(APPLY, served, null, () => bridge.serveNotes());
  const { program } = bridge;
  for (const command of program.commands.filter(({ byBridge }) => byBridge)) {
    const handler: CliHandler = (data) => runFromTerminal(program, command, data);
    add(command.name, command.summary, cliFlagsOf(command), handler);
  }
}

function status({ server, program, settings: { current, unreadable } }: BridgeController): string {
  return [
    `Server: ${describeServer(server.state)}`,
    `Obsidian CLI: ${describeCli(program.status)}`,
    `Requests: ${describeQueue(program.queue)}`,
    `Read-only mode: ${current.readOnly ? 'on' : 'off'}`,
    `Dangerous commands: ${current.allowDangerousCommands ? 'allowed' : 'refused'}`,
    ...unreadable.map((key) => `No commands can run until you correct "${SETTING_LABELS[key]}".`),
  ]
    .map((line) => printable(line, LONGEST_LINE))
    .join('\n');
}

async function diagnosis(bridge: Diagnosable): Promise<string> {
  const lines: DiagnosisLine[] = [];
  await bridge.diagnose((line) => lines.push(line));
  return reportText(lines);
}

function log(bridge: Pick<BridgeController, 'log'>, data: CliData): string {
  const limit = data['limit'] === undefined ? DEFAULT_LIMIT : Number(data['limit']);
  if (!Number.isInteger(limit) || limit < 1)
    return 'Error: limit must be a whole number of 1 or more. Example: limit=50';
  return [...callLines(bridge, limit), ...refusedLines(bridge, limit)].join('\n');
}

function refusedLines({ log }: Pick<BridgeController, 'log'>, limit: number): string[] {
  const attempts = log.listRefused().slice(0, limit);
  if (attempts.length === 0) return [];
  return [
    `Refused attempts: ${describeRefused(log)}`,
    ...attempts.map(({ time, status, reason, client, userAgent }) =>
      [time, `${status} ${reason}`, client || userAgent || 'unknown'].join('\t'),
    ),
  ];
}

function callLines({ log }: Pick<BridgeController, 'log'>, limit: number): string[] {
  const entries = log.list().slice(0, limit);
  if (entries.length === 0) return ['No calls yet.'];
  return entries.map((entry) =>
    [
      entry.time,
      entry.interface,
      printable(entry.command),
      printable(entry.vault),
      [entry.status, entry.code].filter(Boolean).join(' '),
      `waited ${entry.waited} ms`,
      `ran ${entry.duration} ms`,
    ].join('\t'),
  );
}
