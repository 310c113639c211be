import type { CliData, CliFlags, CliHandler, Plugin } from 'obsidian';
import { errorKind } from '../bridge/error-kind';
import { reportText } from './diagnosis/finding';
import type { DiagnosisLine } from './diagnosis/finding';
import type { Host } from './host';
import { describeCli, describeLine, describeServer } from './status-text';

const DEFAULT_LIMIT = 20;

/** Adds the plugin's own commands to the app's command line program. None of them ever prints the key. */
export function addCliHandlers(plugin: Plugin, host: Host): void {
  const { id } = plugin.manifest;
  const add = (name: string, description: string, flags: CliFlags | null, handler: CliHandler): void => {
    try {
      plugin.registerCliHandler(name, description, flags, handler);
    } catch (error) {
      // A name that somebody else has taken must not keep the server from starting.
      console.warn(
        `CLI Bridge could not add its command ${name} to the command line program (${errorKind(error)}).`,
      );
    }
  };
  add(id, 'Show what the bridge is doing', null, () => status(host));
  add(`${id}:diagnose`, 'Check everything between a client and the vault', null, () => diagnosis(host));
  const limit = { value: '<n>', description: `How many calls to show (default ${DEFAULT_LIMIT})` };
  add(`${id}:log`, 'Show the last calls, newest first', { limit }, (data) => log(host, data));
}

function status(host: Host): string {
  return [
    `Server: ${describeServer(host)}`,
    `Program: ${describeCli(host.cli)}`,
    `Requests: ${describeLine(host.line)}`,
    `Read-only mode: ${host.settings.readOnly ? 'on' : 'off'}`,
    `Dangerous commands: ${host.settings.allowDangerousCommands ? 'allowed' : 'refused'}`,
  ].join('\n');
}

async function diagnosis(host: Host): Promise<string> {
  const lines: DiagnosisLine[] = [];
  await host.diagnose((line) => lines.push(line));
  return reportText(lines);
}

function log(host: Host, data: CliData): string {
  const limit = data['limit'] === undefined ? DEFAULT_LIMIT : Number(data['limit']);
  if (!Number.isInteger(limit) || limit < 1)
    return 'Error: limit must be a whole number from 1. Example: limit=50';
  const entries = host.log.list().slice(0, limit);
  if (entries.length === 0) return 'No calls yet.';
  return entries
    .map((entry) =>
      [
        entry.time,
        entry.interface,
        entry.command,
        entry.vault,
        [entry.status, entry.code].filter(Boolean).join(' '),
        `waited ${entry.waited} ms`,
        `ran ${entry.duration} ms`,
      ].join('\t'),
    )
    .join('\n');
}
