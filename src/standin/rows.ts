/**
 * Prints a table. JSON is an indented array of objects with string values. The other formats have no header, and quote
 * cells that contain a quote, a line break or the separator. An unknown format is TSV.
 */
export function printRows(
  rows: readonly Readonly<Record<string, string>>[],
  format: string | undefined,
): string {
  if (format === 'json') return printJson(rows);
  const separator = format === 'csv' ? ',' : '\t';
  return rows
    .map((row) =>
      Object.values(row)
        .map((cell) => quoted(cell, separator))
        .join(separator),
    )
    .join('\n');
}

/** Prints a value as indented JSON. */
export function printJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** Prints the fields of one record, one per line: name, tab, value. */
export function printFields(fields: Readonly<Record<string, string | number>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}\t${value}`)
    .join('\n');
}

/** Prints a list: its length with `total`, else its lines, or the given sentence when it is empty. */
export function printList(lines: readonly string[], total: boolean, nothing: string): string {
  if (total) return String(lines.length);
  return lines.length > 0 ? lines.join('\n') : nothing;
}

function quoted(cell: string, separator: string): string {
  return /["\r\n]/.test(cell) || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
