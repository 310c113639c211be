/**
 * Loads the bridge and everything that needs Node's network modules. Called only once the app has started, because
 * loading them takes longer than a plugin may hold up the start.
 */
export async function loadLazyModules() {
  const { Bridge } = await import('../bridge/bridge');
  const { parseSetting, settingProblem } = await import('../bridge/settings-schema');
  const { platformOf } = await import('../bridge/cli/platform');
  const { CATEGORY_TITLES } = await import('../bridge/commands/catalogue');
  const { effectiveSettings, settleSettings } = await import('./settings-from-outside');
  const { newKey, StoredKey } = await import('./stored-key');
  const { ClientKeys } = await import('./connect/client-keys');
  const { parseKeys } = await import('../bridge/key-records-schema');
  const { SettingChecks } = await import('./setting-checks');
  const { ServerLifecycle } = await import('./server/server-lifecycle');
  const { diagnose } = await import('./diagnosis/diagnose');
  const { VaultNotes } = await import('./vault-notes');
  return {
    Bridge,
    settingProblem,
    parseSetting,
    settleSettings,
    effectiveSettings,
    platformOf,
    CATEGORY_TITLES,
    newKey,
    StoredKey,
    ClientKeys,
    parseKeys,
    SettingChecks,
    ServerLifecycle,
    diagnose,
    VaultNotes,
  };
}

export type LazyModules = Awaited<ReturnType<typeof loadLazyModules>>;
