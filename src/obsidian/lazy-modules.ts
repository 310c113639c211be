/**
 * Loads the bridge and everything that needs Node's network modules. Called only once the app has started, because
 * loading them takes longer than a plugin may hold up the start.
 */
export async function loadLazyModules() {
  const { lateModules } = await import('./late-modules');
  return lateModules;
}

export type LazyModules = Awaited<ReturnType<typeof loadLazyModules>>;
