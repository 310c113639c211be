import type { LogEntry } from '../bridge/request-log';

const COLUMNS = ['time', 'interface', 'command', 'vault', 'status', 'code', 'waited', 'duration'] as const;

/** The calls as comma-separated values, with a heading line. */
export function toCsv(entries: readonly LogEntry[]): string {
  const lines = entries.map((entry) => COLUMNS.map((column) => cell(String(entry[column]))).join(','));
  return [COLUMNS.join(','), ...lines].join('\r\n') + '\r\n';
}

/** Quoted where needed; a text that a spreadsheet would take for a formula is kept from being one. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The calls in which every word of the query occurs. */
export function filterLog(entries: readonly LogEntry[], query: string): LogEntry[] {
  const words = query.toLowerCase().split(/\s+/);
  return entries.filter((entry) => {
    const text = COLUMNS.map((column) => entry[column])
      .join(' ')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
