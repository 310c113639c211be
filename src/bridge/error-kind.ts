/**
 * As much of an error as a log may hold: its kind and where it came from. The message is left out, because it could hold a
 * value.
 */
export function errorReport(error: unknown): string {
  const { message = '', stack = '' } = error instanceof Error ? error : {};
  // The message comes first in the stack, and may look like more of it.
  const from = stack.indexOf(message) + message.length;
  const frames = stack.includes(message) ? stack.slice(from).split('\n') : [];
  return [`${errorKind(error)}.`, ...frames.filter((line) => /^ {4}at /.test(line))].join('\n');
}

/** The kind of an error, for logs: its name and the system's code, but no message or stack, which could hold a value. */
export function errorKind(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name;
}
