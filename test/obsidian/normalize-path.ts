/**
 * A path as the app's list of files has it: no slash at its ends or twice, ordinary spaces, composed characters (developer
 * docs, "Clean up user-provided paths").
 */
export function normalizePath(path: string): string {
  const clean = path
    .replace(/[\\/]+/g, '/')
    .replace(/^\/+|\/+$/g, '')
    .replace(/\u00a0|\u202f/g, ' ');
  return (clean || '/').normalize('NFC');
}
