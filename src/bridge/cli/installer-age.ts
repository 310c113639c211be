/** The version of Electron in the first installer that came with the native CLI, 1.12.7. */
const FIRST_WITH_CLIENT = [39, 8, 3];

/**
 * Whether the app was installed by an installer older than the native CLI. The app updates itself but not Electron, so
 * the version of Electron shows the age of the installer.
 */
export function isInstallerOld(electronVersion: string): boolean {
  const parts = electronVersion.split('.').map(Number);
  const index = FIRST_WITH_CLIENT.findIndex((part, at) => part !== parts[at]);
  return index >= 0 && (parts[index] ?? 0) < (FIRST_WITH_CLIENT[index] ?? 0);
}
