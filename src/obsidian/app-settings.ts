import type { App } from 'obsidian';

/** The settings window isn't in the app's published types, so it may be missing. */
interface AppWithSettings {
  readonly setting?: { open(): void; close(): void; openTabById(id: string): unknown };
}

/** Opens a tab of the settings. */
export function openSettings(app: App, tab: string): void {
  const { setting } = app as AppWithSettings;
  setting?.open();
  setting?.openTabById(tab);
}

/** Closes the settings, which may cover the notes. */
export function closeSettings(app: App): void {
  (app as AppWithSettings).setting?.close();
}
