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

/** The entries that contain every word of the query. */
export function filterLog(entries: readonly LogEntry[], query: string): LogEntry[] {
  const words = query.toLowerCase().split(/\s+/);
  return entries.filter((entry) => {
    const text = COLUMNS.map((column) => entry[column])
      .join(' ')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
