import type { Plugin } from 'obsidian';
import type { Settings } from '../bridge/settings';
import type { ParsedSettings } from '../bridge/settings-schema';

type Stored = Readonly<Record<string, unknown>>;

/** What was found in the plugin's data file. */
export interface LoadedSettings {
  readonly settings: Settings;
  /** One sentence per thing that could not be used. */
  readonly problems: readonly string[];
}

/** The plugin's data file. Only what is changed is written: keys that are not known, and values that are not, stay. */
export class StoredSettings {
  private stored: Stored = {};
  /** What was changed since the last writing began. */
  private unsaved: Partial<Settings> = {};
  /** Reading and writing, one after the other. */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly plugin: Pick<Plugin, 'loadData' | 'saveData'>) {}

  /** Reads the file after whatever is still being written; what is not written yet counts. Undefined if it cannot be read. */
  load(parse: (data: unknown) => ParsedSettings): Promise<LoadedSettings | undefined> {
    return this.inTurn(async () => {
      try {
        const data: unknown = await this.plugin.loadData();
        const isChanged = Object.keys(this.unsaved).length > 0;
        const { settings, problems } = parse(
          isChanged ? { ...(isRecord(data) ? data : {}), ...this.unsaved } : data,
        );
        this.stored = isRecord(data) ? data : {};
        return { settings, problems };
      } catch {
        return undefined;
      }
    });
  }

  /** Writes these settings, after whatever is still being read or written. @throws the app's error */
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

function isRecord(data: unknown): data is Stored {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}
