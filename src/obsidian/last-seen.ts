import { clearTimeout, setTimeout } from 'node:timers';
import type { App } from 'obsidian';
import { isObject } from '../bridge/text/json';

const STORAGE_KEY = 'cli-bridge-last-seen';
/** How long a request waits to be saved, in milliseconds. */
const SAVE_MS = 60_000;

/** When each client made its last request, kept on this device across restarts. */
export class DeviceLastSeen {
  private timer: NodeJS.Timeout | undefined;

  /** @param current reads what is known now, in milliseconds since 1970 by the id of the key */
  constructor(
    private readonly app: App,
    private readonly current: () => ReadonlyMap<string, number>,
  ) {}

  /** What was known when the app was closed. */
  stored(): ReadonlyMap<string, number> {
    const stored: unknown = this.app.loadLocalStorage(STORAGE_KEY);
    const entries = Object.entries(isObject(stored) ? stored : {});
    return new Map(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
  }

  /** To be called when something may have changed. */
  note(): void {
    this.timer ??= setTimeout(() => this.save(), SAVE_MS).unref();
  }

  /** Saves it now. */
  save(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    try {
      this.app.saveLocalStorage(STORAGE_KEY, Object.fromEntries(this.current()));
    } catch {
      // The next request tries again, and nothing depends on it.
    }
  }
}
