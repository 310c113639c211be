import type { Plugin } from 'obsidian';
import { isObject } from '../bridge/text/json';
import type { Settings } from '../bridge/settings';

type Stored = Readonly<Record<string, unknown>>;

/** The plugin's data file. Only changed settings are written. Unknown keys and invalid values stay as they are. */
export class StoredSettings {
  private stored: Stored = {};
  /** Changes since the last write began. */
  private unsaved: Partial<Settings> = {};
  /** Reads and writes happen one at a time. */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly plugin: Pick<Plugin, 'loadData' | 'saveData'>) {}

  /** Reads the file after pending writes, and includes changes not written yet. @returns undefined if it can't be read */
  load<Parsed>(parse: (data: unknown) => Parsed): Promise<Parsed | undefined> {
    return this.inTurn(async () => {
      try {
        const data: unknown = await this.plugin.loadData();
        const isChanged = Object.keys(this.unsaved).length > 0;
        const parsed = parse(isChanged ? { ...(isObject(data) ? data : {}), ...this.unsaved } : data);
        this.stored = isObject(data) ? data : {};
        return parsed;
      } catch {
        return undefined;
      }
    });
  }

  /** Adds these settings to the file after pending reads and writes. @throws the app's error */
  save(change: Partial<Settings>): Promise<void> {
    this.unsaved = { ...this.unsaved, ...change };
    return this.inTurn(async () => {
      this.stored = { ...this.stored, ...this.unsaved };
      this.unsaved = {};
      await this.plugin.saveData(this.stored);
    });
  }

  private inTurn<T>(act: () => Promise<T>): Promise<T> {
    const result = this.turn.then(act);
    this.turn = result.catch(() => undefined);
    return result;
  }
}
