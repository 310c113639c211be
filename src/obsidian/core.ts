/**
 * Loads the bridge and all that needs Node's network. Only here, and only once the app has started: it takes longer to
 * load than the plugin may take.
 */
export async function loadCore() {
  const [bridge, settings, platform, catalogue, apiKey, checks, control, diagnosis] = await Promise.all([
    import('../bridge/bridge'),
    import('../bridge/settings'),
    import('../bridge/cli/platform'),
    import('../bridge/commands/catalogue'),
    import('./api-key'),
    import('./setting-checks'),
    import('./server/server-control'),
    import('./diagnosis/diagnose'),
  ]);
  return {
    ...bridge,
    ...settings,
    ...platform,
    ...catalogue,
    ...apiKey,
    ...checks,
    ...control,
    ...diagnosis,
  };
}

export type Core = Awaited<ReturnType<typeof loadCore>>;
