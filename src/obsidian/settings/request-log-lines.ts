import { OWNER_NAME } from '../../bridge/key-records';
import type { RefusalReason, RefusedAttempt } from '../../bridge/refused-attempts';
import type { LogEntry } from '../../bridge/request-log';
import type { BridgeController } from '../bridge-controller';

/** A call, or an attempt that was refused before it became one, as people read it. */
export interface LogLine {
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly client: string;
  readonly command: string;
  readonly vault: string;
  readonly result: string;
  /** How long it took; empty if nothing ran. */
  readonly duration: string;
  readonly hasFailed: boolean;
  /** The call itself, if it is one. */
  readonly entry?: LogEntry;
}

const REFUSALS: Record<RefusalReason, string> = {
  unauthorized: 'no key, or a wrong one',
  host_not_allowed: 'host name not allowed',
  origin_not_allowed: 'web page not allowed',
  key_scope: 'interface not allowed for this client',
  unknown_command: 'no such command',
};

/** Who allowed a call that needed approval. */
const DECISIONS: Record<NonNullable<LogEntry['decidedBy']>, string> = {
  user: 'allowed by you',
  user_before: 'allowed by you before',
  client: 'allowed in the client',
};

/** The columns of CSV. */
const COLUMNS = [
  'time',
  'interface',
  'command',
  'vault',
  'status',
  'code',
  'waited',
  'duration',
  'decidedBy',
  'client',
] as const;

/** All calls and refused attempts, newest first. */
export function logLines(log: Pick<BridgeController['log'], 'list' | 'listRefused'>): LogLine[] {
  return [...log.list().map(lineOfCall), ...log.listRefused().map(lineOfAttempt)].sort((one, other) =>
    other.time.localeCompare(one.time),
  );
}

/** The lines that contain every word of the query. */
export function filterLines(lines: readonly LogLine[], query: string): LogLine[] {
  const words = query.toLowerCase().split(/\s+/);
  return lines.filter((line) => {
    const { client, command, vault, result } = line;
    const text = [client, command, vault, result].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** The lines as text for a bug report, without names of vaults, which may be private. */
export function reportOfLines(lines: readonly LogLine[]): string {
  return lines
    .map(({ time, client, command, result, duration }) =>
      [time, client, command, result, duration].filter(Boolean).join(' | '),
    )
    .join('\n');
}

/** Formats log entries as CSV with a header line. */
export function toCsv(entries: readonly LogEntry[]): string {
  const lines = entries.map((entry) => COLUMNS.map((column) => cell(String(entry[column] ?? ''))).join(','));
  return [COLUMNS.join(','), ...lines].join('\r\n') + '\r\n';
}

function lineOfCall(entry: LogEntry): LogLine {
  const { time, command, vault, status, code, decidedBy } = entry;
  const result = [`${status} ${code}`.trim(), decidedBy && DECISIONS[decidedBy]];
  return {
    time,
    client: `${nameOf(entry.client)}, ${entry.interface === 'rest' ? 'REST' : 'MCP'}`,
    command,
    vault,
    result: result.filter(Boolean).join(', '),
    duration: durationOf(entry),
    hasFailed: code !== '',
    entry,
  };
}

function durationOf({ waited, duration }: LogEntry): string {
  if (waited === 0) return duration === 0 ? '' : `${duration} ms`;
  return `${duration} ms after waiting ${waited} ms`;
}

function lineOfAttempt({ time, reason, status, client, userAgent }: RefusedAttempt): LogLine {
  return {
    time,
    client: nameOf(client) || userAgent || 'Unknown',
    command: 'Refused',
    vault: '',
    result: `${status} ${reason}: ${REFUSALS[reason]}`,
    duration: '',
    hasFailed: true,
  };
}

function nameOf(client: string): string {
  return client === OWNER_NAME ? 'Your API key' : client;
}

/** Quotes a value where needed, and keeps spreadsheets from running it as a formula. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
