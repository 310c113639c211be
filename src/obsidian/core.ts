/**
 * Loads the bridge and all that needs Node's network. Only here, and only once the app has started: it takes longer to
 * load than the plugin may take.
 */
export async function loadCore() {
  const { Bridge } = await import('../bridge/bridge');
  const { problemOf, readSettings } = await import('../bridge/settings');
  const { platformOf } = await import('../bridge/cli/platform');
  const { CATEGORY_TITLES } = await import('../bridge/commands/catalogue');
  const { newKey, StoredKey } = await import('./api-key');
  const { SettingChecks } = await import('./setting-checks');
  const { ServerControl } = await import('./server/server-control');
  const { diagnose } = await import('./diagnosis/diagnose');
  return {
    Bridge,
    problemOf,
    readSettings,
    platformOf,
    CATEGORY_TITLES,
    newKey,
    StoredKey,
    SettingChecks,
    ServerControl,
    diagnose,
  };
}

export type Core = Awaited<ReturnType<typeof loadCore>>;
