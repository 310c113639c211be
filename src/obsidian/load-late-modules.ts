/**
 * Loads the bridge and everything that needs Node's network modules. Called only once the app has started, because
 * loading them takes longer than a plugin may hold up the start.
 */
export async function loadLateModules() {
  const { lateModules } = await import('./late-modules');
  return lateModules;
}

export type LateModules = Awaited<ReturnType<typeof loadLateModules>>;
