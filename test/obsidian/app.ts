import type * as obsidian from '../../node_modules/obsidian/obsidian';
import { CliRegistry } from './cli-registry';
import { Commands } from './commands';
import { DataFile } from './data-file';
import { FileManager } from './file-manager';
import { LocalStorage } from './local-storage';
import { MetadataCache } from './metadata-cache';
import { SecretStorage } from './secret-storage';
import { SettingsModal } from './settings-modal';
import { Vault } from './vault';
import { Workspace } from './workspace';

export interface AppOptions {
  vaultName?: string;
  /** The vault's folder; left out for a vault without files. */
  vaultFolder?: string;
  /** The id that the app keeps for the vault; not in the types, so that a plugin must do without it, too. */
  appId?: string;
  /** The content of the plugin's `data.json`; left out for a plugin that never saved anything. */
  dataJson?: unknown;
  secrets?: Record<string, string>;
  /** What plugins kept on this device for this vault before the app was last closed. */
  localStorage?: LocalStorage;
  /** True for a plugin that is enabled while the app is already running. */
  layoutReady?: boolean;
}

/** The app as one plugin sees it. `commands`, `plugins` and `setting` are not in the types but plugins use them. */
export class App {
  readonly workspace = new Workspace();
  readonly vault: Vault;
  readonly fileManager: FileManager;
  readonly metadataCache: MetadataCache;
  readonly appId?: string;
  readonly secretStorage = new SecretStorage();
  readonly commands = new Commands();
  readonly cli = new CliRegistry();
  readonly plugins = { plugins: {} as Record<string, obsidian.Plugin>, enabledPlugins: new Set<string>() };
  readonly setting = new SettingsModal();
  readonly statusBarItems: HTMLElement[] = [];
  readonly data: DataFile;
  readonly localStorage: LocalStorage;

  constructor(options: AppOptions = {}) {
    const { vaultName = 'Test vault', localStorage = new LocalStorage() } = options;
    this.localStorage = localStorage;
    this.vault = new Vault(vaultName, options.vaultFolder);
    this.fileManager = new FileManager(this.vault);
    this.metadataCache = new MetadataCache(this.vault);
    if (options.appId !== undefined) this.appId = options.appId;
    this.data = new DataFile(options.dataJson);
    for (const [id, secret] of Object.entries(options.secrets ?? {}))
      this.secretStorage.setSecret(id, secret);
    if (options.layoutReady) this.workspace.triggerLayoutReady();
  }

  loadLocalStorage(key: string): unknown {
    return this.localStorage.load(key);
  }

  saveLocalStorage(key: string, data: unknown): void {
    this.localStorage.save(key, data);
  }
}

/** The stand-in covers a part of the real class; these two are the only places that say so. */
export function asRealApp(app: App): obsidian.App {
  return app as unknown as obsidian.App;
}

export function asStandIn(app: obsidian.App): App {
  return app as unknown as App;
}
