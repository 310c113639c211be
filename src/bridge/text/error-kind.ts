/**
 * An error for the log: its kind and stack frames. The message is left out, because it could contain a value.
 */
export function errorReport(error: unknown): string {
  const { message = '', stack = '' } = error instanceof Error ? error : {};
  // The message comes first in the stack, and may look like more of it.
  const from = stack.indexOf(message) + message.length;
  const frames = stack.includes(message) ? stack.slice(from).split('\n') : [];
  return [`${errorKind(error)}.`, ...frames.filter((line) => /^ {4}at /.test(line))].join('\n');
}

/** The name of an error and its system code, without the message, which could contain a value. */
export function errorKind(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = systemCode(error);
  return code === undefined ? error.name : `${error.name} ${code}`;
}

/** The system's code of an error, such as ENOENT; undefined if it has none. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
