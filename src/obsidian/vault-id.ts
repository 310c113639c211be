import type { App } from 'obsidian';

/** The id of the vault, which the CLI takes instead of its name; undefined if the app does not have this undocumented field. */
export function vaultId(app: App): string | undefined {
  const { appId } = app as App & { readonly appId?: unknown };
  return typeof appId === 'string' && /^[\w-]+$/.test(appId) ? appId : undefined;
}
