import type { Plugin } from 'obsidian';
import type { ReadSettings, Settings } from '../bridge/settings';

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
  private saving: Promise<void> = Promise.resolve();

  constructor(private readonly plugin: Pick<Plugin, 'loadData' | 'saveData'>) {}

  /** Reads the file; never fails. */
  async load(read: (data: unknown) => ReadSettings): Promise<LoadedSettings> {
    try {
      const data: unknown = await this.plugin.loadData();
      const { settings, problems } = read(data);
      this.stored = isRecord(data) ? data : {};
      return { settings, problems };
    } catch {
      return {
        settings: read(undefined).settings,
        problems: ['The stored settings could not be read, so the defaults are used.'],
      };
    }
  }

  /** Writes these settings, after whatever is still being written. @throws the app's error */
  save(change: Partial<Settings>): Promise<void> {
    this.stored = { ...this.stored, ...change };
    const { stored } = this;
    const saved = this.saving.then(() => this.plugin.saveData(stored));
    this.saving = saved.catch(() => undefined);
    return saved;
  }
}

function isRecord(data: unknown): data is Stored {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}
