import { OWNER_NAME } from '../../bridge/key-records';
import type { LogEntry, RefusedAttempt } from '../../bridge/request-log';
import type { BridgeController } from '../bridge-controller';
import { resultInWords } from '../result-words';

/** A call, or an attempt that was refused before it became one, as people read it. */
export interface LogLine {
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly client: string;
  /** `REST` or `MCP`; empty for an attempt. */
  readonly interface: string;
  /** Empty for an attempt. */
  readonly command: string;
  readonly vault: string;
  /** The note that was changed; empty if there is none, or if it is unknown. */
  readonly path: string;
  readonly result: string;
  readonly status: number;
  /** The error code; empty on success. */
  readonly code: string;
  /** Milliseconds in the queue. */
  readonly waited: number;
  /** Milliseconds the process ran. */
  readonly duration: number;
}

/** Who allowed a call that needed approval. */
const DECISIONS: Record<NonNullable<LogEntry['decidedBy']>, string> = {
  user: 'allowed by you',
  user_before: 'allowed by you before',
};

const COLUMNS = [
  'time',
  'client',
  'interface',
  'command',
  'vault',
  'path',
  'result',
  'status',
  'code',
  'waited',
  'duration',
] as const satisfies readonly (keyof LogLine)[];

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
    const { command, vault, path, result, code } = line;
    const text = [clientLabel(line), command, vault, path, result, code].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** The client of a line, and the interface it used. */
export function clientLabel({ client, interface: through }: LogLine): string {
  return [client, through].filter(Boolean).join(', ');
}

/** How long a call took; empty if nothing ran. */
function durationOf({ waited, duration }: LogLine): string {
  if (waited === 0) return duration === 0 ? '' : `${duration} ms`;
  return `${duration} ms after waiting ${waited} ms`;
}

/** The lines as text for a bug report, without names of vaults and notes, which may be private. */
export function reportOfLines(lines: readonly LogLine[]): string {
  return lines
    .map((line) => {
      const { time, command, status, code, result } = line;
      return [time, clientLabel(line), command, `${status} ${code}`.trim(), result, durationOf(line)]
        .filter(Boolean)
        .join(' | ');
    })
    .join('\n');
}

/** Formats lines as CSV with a header line. */
export function toCsv(lines: readonly LogLine[]): string {
  const rows = lines.map((line) => COLUMNS.map((column) => cell(String(line[column]))).join(','));
  return [COLUMNS.join(','), ...rows].join('\r\n') + '\r\n';
}

function lineOfCall(entry: LogEntry): LogLine {
  const { time, interface: through, command, vault, path, status, code, decidedBy, waited, duration } = entry;
  const result = resultInWords(code);
  return {
    time,
    client: nameOf(entry.client),
    interface: through === 'rest' ? 'REST' : 'MCP',
    command,
    vault,
    path,
    result: decidedBy ? `${result}, ${DECISIONS[decidedBy]}` : result,
    status,
    code,
    waited,
    duration,
  };
}

function lineOfAttempt({ time, reason, status, client, userAgent }: RefusedAttempt): LogLine {
  return {
    time,
    client: nameOf(client) || userAgent || 'Unknown',
    interface: '',
    command: '',
    vault: '',
    path: '',
    result: resultInWords(reason),
    status,
    code: reason,
    waited: 0,
    duration: 0,
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
