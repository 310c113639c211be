import type { LogEntry } from '../bridge/request-log';

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

/** Formats log entries as CSV with a header line. */
export function toCsv(entries: readonly LogEntry[]): string {
  const lines = entries.map((entry) => COLUMNS.map((column) => cell(String(entry[column] ?? ''))).join(','));
  return [COLUMNS.join(','), ...lines].join('\r\n') + '\r\n';
}

/** Quotes a value where needed, and keeps spreadsheets from running it as a formula. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
