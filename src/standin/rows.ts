/** The formats of a list. Unknown formats fall back to the default (observed on 1.12.7). */
type Format = 'json' | 'tsv' | 'csv';

/**
 * Prints records in a format. JSON keeps the field names; the other formats have no header line (observed for TSV, a
 * guess for CSV).
 */
export function printRows(
  rows: readonly Readonly<Record<string, string | number>>[],
  format: string | undefined,
): string {
  const chosen: Format = format === 'json' || format === 'csv' ? format : 'tsv';
  if (chosen === 'json') return JSON.stringify(rows);
  const lines = rows.map((row) => Object.values(row).map(String));
  return chosen === 'csv'
    ? lines.map((line) => line.map(csvField).join(',')).join('\n')
    : lines.map((line) => line.join('\t')).join('\n');
}

function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Prints the fields of one record, one per line: name, tab, value. */
export function printFields(fields: Readonly<Record<string, string | number>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}\t${value}`)
    .join('\n');
}
