import type { App } from 'obsidian';

/** The id of the vault, which the CLI takes in place of its name; undefined where the app does not tell: it is not documented. */
export function vaultId(app: App): string | undefined {
  const { appId } = app as App & { readonly appId?: unknown };
  return typeof appId === 'string' && /^[\w-]+$/.test(appId) ? appId : undefined;
}
