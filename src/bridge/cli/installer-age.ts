/** The version of Electron in the first installer that came with the native client, 1.12.7. */
const FIRST_WITH_CLIENT = [39, 8, 3];

/**
 * Whether an installer older than the native client installed the app. The app updates itself, and Electron does not: so
 * its version tells the age of the installer.
 */
export function isInstallerOld(electronVersion: string): boolean {
  const parts = electronVersion.split('.').map(Number);
  const index = FIRST_WITH_CLIENT.findIndex((part, at) => part !== parts[at]);
  return index >= 0 && (parts[index] ?? 0) < (FIRST_WITH_CLIENT[index] ?? 0);
}
