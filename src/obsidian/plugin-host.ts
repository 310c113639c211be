import type { Plugin } from 'obsidian';
import type { Bridge } from '../bridge/bridge';
import type { CliResult } from '../bridge/cli/client';
import type { CliStatus } from '../bridge/cli/known-program';
import type { Command } from '../bridge/commands/command';
import { errorKind } from '../bridge/error-kind';
import { RequestLog } from '../bridge/request-log';
import { DEFAULT_SETTINGS } from '../bridge/settings';
import type { SettingKey, Settings } from '../bridge/settings';
import { loadLazyModules } from './lazy-modules';
import type { LazyModules } from './lazy-modules';
import type { DiagnosisLine } from './diagnosis/finding';
import type { Host, LineState, ServerState } from './host';
import { Listeners } from './listeners';
import type { Tell } from './notices';
import { urlOf } from './server/address';
import type { ServerControl } from './server/server-control';
import { StoredSettings } from './stored-settings';

const UNKNOWN_CLI: CliStatus = { state: 'checking', version: '', path: '', searched: '' };
const IDLE: LineState = { waiting: 0, running: false };
const STOPPED: ServerState = { kind: 'stopped' };

/** The modules once it is loaded, and the server it makes. */
interface Opened {
  readonly modules: LazyModules;
  readonly control: ServerControl;
}

/** The bridge inside the app: its settings and key from the app's stores, its server, and what there is to tell. */
export class PluginHost implements Host {
  readonly vaultName: string;
  readonly log = new RequestLog();
  settings: Settings = DEFAULT_SETTINGS;
  apiKey = '';
  categoryTitles: ReadonlyMap<string, string> = new Map();
  private readonly stored: StoredSettings;
  private readonly listeners = new Listeners();
  private control: ServerControl | undefined;
  private opening: Promise<Opened> | undefined;
  private closed = false;
  private isFirstRun = false;

  constructor(
    private readonly plugin: Plugin,
    private readonly tell: Tell,
  ) {
    this.vaultName = plugin.app.vault.getName();
    this.stored = new StoredSettings(plugin);
    this.log.onChange(() => this.listeners.tellSoon());
  }

  get server(): ServerState {
    return this.control?.state ?? STOPPED;
  }

  get cli(): CliStatus {
    return this.control?.bridge.status().cli ?? UNKNOWN_CLI;
  }

  get line(): LineState {
    return this.control?.bridge.status() ?? IDLE;
  }

  get commands(): readonly Command[] {
    return this.control?.bridge.catalogue.list() ?? [];
  }

  onChange(listener: () => void): () => void {
    return this.listeners.add(listener);
  }

  /** Reads the settings, once, and starts the server if it is to start with the app. */
  async open(): Promise<void> {
    try {
      await this.opened();
    } catch (error) {
      console.error(`CLI Bridge could not be started (${errorKind(error)}).`);
      this.tell('CLI Bridge could not be started. Turn it off and on again, or install it anew.');
    }
  }

  /** Reads the settings again, because the data file was changed by sync or by hand. */
  async reload(): Promise<void> {
    const { modules } = await this.opened();
    const loaded = await this.stored.load(modules.parseSettings);
    if (this.closed) return;
    if (!loaded) {
      // Half a file must not switch off what protects the vault.
      this.tell('The stored settings could not be read, so those of before still count.');
      return;
    }
    this.report(loaded.problems);
    await this.adopt(loaded.settings);
  }

  /** Frees the port and ends what runs, also half-way through a start. */
  async close(): Promise<void> {
    this.closed = true;
    this.listeners.close();
    await this.control?.close();
  }

  async start(): Promise<void> {
    const { control } = await this.opened();
    await control.start();
  }

  async stop(): Promise<void> {
    const { control } = await this.opened();
    await control.stop();
  }

  async check(key: SettingKey, value: unknown): Promise<string | undefined> {
    const { modules, control } = await this.opened();
    const answers = async (path: string): Promise<boolean> => {
      const result = await control.bridge.tryProgram(path).catch(() => undefined);
      return result?.found === true;
    };
    return new modules.SettingChecks(this, modules.settingProblem, answers).problemOf(key, value);
  }

  async change(change: Partial<Settings>): Promise<void> {
    const { modules } = await this.opened();
    if (this.closed) return;
    for (const key of Object.keys(change) as SettingKey[]) {
      const problem = modules.settingProblem(key, change[key]);
      if (problem !== undefined) {
        this.tell(problem);
        return;
      }
    }
    const moved = this.adopt({ ...this.settings, ...change });
    try {
      await this.stored.save(change);
    } catch {
      this.tell('The settings could not be saved, so they count until the app is closed. Check the disk.');
    }
    await moved;
  }

  async regenerateKey(): Promise<void> {
    const { modules, control } = await this.opened();
    if (this.closed) return;
    try {
      this.apiKey = new modules.StoredKey(this.plugin.app.secretStorage).replace();
    } catch {
      this.tell(
        'A new API key could not be stored, so the old one stays. Unlock the keychain and try again.',
      );
      return;
    }
    control.bridge.setApiKey(this.apiKey);
    this.listeners.tell();
  }

  async lookAgain(): Promise<void> {
    const { control } = await this.opened();
    // Refused only while the bridge is being stopped, when nobody needs the answer.
    await control.bridge.lookAgain().catch(() => undefined);
    this.listeners.tell();
  }

  async ask(command: string, patienceMs: number): Promise<CliResult | undefined> {
    const { control } = await this.opened();
    return control.bridge.ask(command, AbortSignal.timeout(patienceMs)).catch(() => undefined);
  }

  async diagnose(tell: (line: DiagnosisLine) => void): Promise<void> {
    const { modules } = await this.opened();
    await modules.diagnose(this, modules.platformOf(process.platform), tell);
  }

  private opened(): Promise<Opened> {
    this.opening ??= this.prepare();
    return this.opening;
  }

  private async prepare(): Promise<Opened> {
    const modules = await loadLazyModules();
    const loaded = await this.stored.load(modules.parseSettings);
    const { settings, problems } = loaded ?? modules.parseSettings(undefined);
    this.settings = settings;
    const control = new modules.ServerControl({
      newBridge: () => this.newBridge(modules),
      settings: () => this.settings,
      readKey: () => this.readKey(modules),
      changed: () => {
        this.welcome();
        this.listeners.tell();
      },
      tell: this.tell,
      usePort: (port) => void this.change({ port }),
    });
    this.control = control;
    this.categoryTitles = modules.CATEGORY_TITLES;
    if (this.closed) {
      await control.close();
      return { modules, control };
    }
    if (!loaded) this.tell('The stored settings could not be read, so the defaults are used.');
    this.report(problems);
    this.isFirstRun = this.prepareKey(modules);
    this.listeners.tell();
    if (settings.startOnLoad) await control.start();
    return { modules, control };
  }

  private newBridge(modules: LazyModules): Bridge {
    return new modules.Bridge(this.settings, {
      version: this.plugin.manifest.version,
      platform: modules.platformOf(process.platform),
      environment: process.env,
      // The server is started with the stored key only; until then nobody gets to know this one.
      apiKey: this.apiKey || modules.newKey(),
      resourcesPath: (process as NodeJS.Process & { resourcesPath?: string }).resourcesPath,
      hostVault: this.vaultName,
      report: (message) => console.error(message),
      activity: () => this.listeners.tellSoon(),
      log: this.log,
    });
  }

  /** So that the key can be copied before the server has run. @returns whether it was made just now */
  private prepareKey(modules: LazyModules): boolean {
    try {
      const isNew = !new modules.StoredKey(this.plugin.app.secretStorage).exists();
      this.readKey(modules);
      return isNew;
    } catch {
      // Starting the server says what is wrong with the storage.
      return false;
    }
  }

  private readKey(modules: LazyModules): string {
    this.apiKey = new modules.StoredKey(this.plugin.app.secretStorage).readOrMake();
    return this.apiKey;
  }

  /** Takes settings at once; only a new port or address needs the server to move. */
  private async adopt(settings: Settings): Promise<void> {
    const before = this.settings;
    this.settings = settings;
    this.control?.bridge.update(settings);
    this.listeners.tell();
    const stays = before.port === settings.port && before.bindAddress === settings.bindAddress;
    if (!stays) await this.control?.move();
  }

  /** On the first run, once the server runs: also when it was started by hand, or had to take another port. */
  private welcome(): void {
    if (!this.isFirstRun || this.server.kind !== 'running') return;
    this.isFirstRun = false;
    this.tell(
      `CLI Bridge listens at ${urlOf(this.server.address)}. The API key that clients need is in its settings, under Security.`,
    );
  }

  private report(problems: readonly string[]): void {
    if (problems.length > 0) this.tell(`${problems.join(' ')} The default is used instead.`);
  }
}
