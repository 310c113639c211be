/**
 * Loads the bridge. Only here, and only after the app has started: what checks settings and serves requests takes
 * longer to load than the plugin may take.
 */
export async function loadCore() {
  const [{ Bridge }, { problemOf, readSettings }] = await Promise.all([
    import('../bridge/bridge'),
    import('../bridge/settings'),
  ]);
  return { Bridge, problemOf, readSettings };
}

export type Core = Awaited<ReturnType<typeof loadCore>>;
