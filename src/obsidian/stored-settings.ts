import type { Plugin } from 'obsidian';
import { isObject } from '../bridge/json';
import type { Settings } from '../bridge/settings';

type Stored = Readonly<Record<string, unknown>>;

/** The plugin's data file. Only changed settings are written: unknown keys and invalid values are left as they are. */
export class StoredSettings {
  private stored: Stored = {};
  /** Changes since the last write began. */
  private unsaved: Partial<Settings> = {};
  /** Reads and writes happen one at a time. */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly plugin: Pick<Plugin, 'loadData' | 'saveData'>) {}

  /** Reads the file after pending writes; changes not written yet are included. Undefined if it cannot be read. */
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

  /** Writes these settings after pending reads and writes, besides what the file already holds. @throws the app's error */
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
