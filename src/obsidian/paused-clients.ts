import type { App } from 'obsidian';
import type { PausedClients } from '../bridge/call/approval/approval-port';
import type { PauseControl } from './bridge-controller';
import type { Notify } from './ui/notices';

const STORAGE_KEY = 'cli-bridge-paused-clients';

/** The clients that the user has paused, kept on this device across restarts. */
export class DevicePausedClients implements PausedClients, PauseControl {
  private ids: readonly unknown[];

  constructor(
    private readonly app: App,
    private readonly notify: Notify,
    private readonly changed: () => void,
  ) {
    const stored: unknown = app.loadLocalStorage(STORAGE_KEY);
    this.ids = Array.isArray(stored) ? stored : [];
  }

  has(clientId: string): boolean {
    return this.ids.includes(clientId);
  }

  add(clientId: string): void {
    this.keep([...this.ids, clientId]);
    this.notify('The client is paused. You can resume it in the CLI Bridge settings.');
  }

  resume(clientId: string): void {
    this.keep(this.ids.filter((id) => id !== clientId));
  }

  private keep(ids: readonly unknown[]): void {
    this.ids = ids;
    try {
      this.app.saveLocalStorage(STORAGE_KEY, ids);
    } catch {
      this.notify("The list of paused clients couldn't be saved and is kept only until you close the app.");
    }
    this.changed();
  }
}
