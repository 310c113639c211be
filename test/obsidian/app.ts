import type * as obsidian from '../../node_modules/obsidian/obsidian';
import { CliRegistry } from './cli-registry';
import { Commands } from './commands';
import { DataFile } from './data-file';
import { SecretStorage } from './secret-storage';
import { SettingsModal } from './settings-modal';
import { Vault } from './vault';
import { Workspace } from './workspace';

export interface AppOptions {
  vaultName?: string;
  vaultPath?: string;
  /** The content of the plugin's `data.json`; left out for a plugin that never saved anything. */
  dataJson?: unknown;
  secrets?: Record<string, string>;
  /** The theme, as `isDarkMode` tells it. */
  dark?: boolean;
  /** True for a plugin that is enabled while the app is already running. */
  layoutReady?: boolean;
}

type Implemented = Pick<
  obsidian.App,
  'secretStorage' | 'lastEvent' | 'isDarkMode' | 'loadLocalStorage' | 'saveLocalStorage'
>;

/** The app as one plugin sees it. `commands`, `plugins` and `setting` are not in the types but plugins use them. */
export class App implements Implemented {
  readonly workspace = new Workspace();
  readonly vault: Vault;
  readonly secretStorage = new SecretStorage();
  readonly commands = new Commands();
  readonly cli = new CliRegistry();
  readonly plugins = { plugins: {} as Record<string, obsidian.Plugin>, enabledPlugins: new Set<string>() };
  readonly setting = new SettingsModal();
  readonly statusBarItems: HTMLElement[] = [];
  readonly ribbonIcons: HTMLElement[] = [];
  readonly data: DataFile;
  lastEvent: obsidian.UserEvent | null = null;
  #dark: boolean;
  #localStorage = new Map<string, string>();

  constructor(options: AppOptions = {}) {
    const { vaultName = 'Test vault', dark = false } = options;
    this.vault = new Vault(vaultName, options.vaultPath ?? `/vaults/${vaultName}`);
    this.data = new DataFile(options.dataJson);
    this.#dark = dark;
    for (const [id, secret] of Object.entries(options.secrets ?? {}))
      this.secretStorage.setSecret(id, secret);
    if (options.layoutReady) this.workspace.triggerLayoutReady();
  }

  isDarkMode(): boolean {
    return this.#dark;
  }

  loadLocalStorage(key: string): unknown {
    const text = this.#localStorage.get(key);
    return text === undefined ? null : (JSON.parse(text) as unknown);
  }

  saveLocalStorage(key: string, data: unknown): void {
    if (data === null) this.#localStorage.delete(key);
    else this.#localStorage.set(key, JSON.stringify(data));
  }
}

/** The stand-in covers a part of the real class; these two are the only places that say so. */
export function asRealApp(app: App): obsidian.App {
  return app as unknown as obsidian.App;
}

export function asStandIn(app: obsidian.App): App {
  return app as unknown as App;
}
