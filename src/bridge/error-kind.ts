/** The kind of an error, for logs: its name and the system's code, but no message or stack, which could hold a value. */
export function errorKind(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name;
}
