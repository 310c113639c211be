/** What the app's process is taken to have, which cannot be asked: the least that Linux and macOS give a desktop program. */
const ASSUMED_FILE_HANDLES = 4_096;
const SHARE = 1 / 4;
const LEAST = 32;
const MOST = 4_096;

/**
 * How many connections a server may have: a share of the file handles, so that clients cannot take those that the host needs
 * for its files and child processes.
 * @param fileHandles how many the process may have open, where that is known
 */
export function connectionLimit(fileHandles = ASSUMED_FILE_HANDLES): number {
  return Math.min(MOST, Math.max(LEAST, Math.floor(fileHandles * SHARE)));
}
