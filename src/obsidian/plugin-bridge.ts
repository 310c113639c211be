import type { Plugin } from 'obsidian';
import type { Bridge } from '../bridge/bridge';
import type { ApprovalPort } from '../bridge/commands/approval/approval-port';
import type { Outcome } from '../bridge/commands/outcome';
import { CHECKING } from '../bridge/cli/program-status';
import type { CliStatus } from '../bridge/cli/program-status';
import type { QueueState } from '../bridge/cli/queue';
import type { Command } from '../bridge/commands/catalogue/command';
import { errorReport } from '../bridge/error-kind';
import type { NoteStore } from '../bridge/notes/note-store';
import { RequestLog } from '../bridge/request-log';
import { DEFAULT_SETTINGS } from '../bridge/settings';
import type { SettingKey, Settings } from '../bridge/settings';
import { ACTION_TITLES } from './actions';
import type { ConnectedClient, Grant } from './connect/client';
import type { ClientKeys } from './connect/client-keys';
import type { DeviceSettings } from './device-settings';
import type { DiagnosisLine } from './diagnosis/finding';
import type { NapWatch } from './diagnosis/nap-watch';
import type { BridgeController, ServerState } from './bridge-controller';
import type { OwnCommands } from './edit-handler';
import type * as lateModules from './late-modules';
import { Listeners } from './listeners';
import type { Notify } from './notices';
import { reportProgramProblems } from './program-notices';
import { urlOf } from './server/address';
import type { ServerLifecycle } from './server/server-lifecycle';
import { StoredSettings } from './stored-settings';
import { vaultId } from './vault-id';

type LateModules = typeof lateModules;

const IDLE: QueueState = { waiting: 0, running: false };
const FREE_PORT_TRIES = 5;
/** How long a port that is taken is tried again before another is offered. */
const BUSY_PORT_MS = 10_000;
const STOPPED: ServerState = { kind: 'stopped' };

/** What is there once the lazy modules are loaded. */
interface Opened {
  readonly modules: LateModules;
  readonly control: ServerLifecycle;
  readonly device: DeviceSettings;
}

/** The bridge inside the app: loads settings and key from the app's storage, runs the server, and notifies the user. */
export class PluginBridge implements BridgeController, OwnCommands {
  readonly vaultName: string;
  readonly log = new RequestLog();
  apiKey = '';
  categoryTitles: ReadonlyMap<string, string> = new Map();
  private readonly stored: StoredSettings;
  private device: DeviceSettings | undefined;
  private readonly listeners = new Listeners();
  private control: ServerLifecycle | undefined;
  private opening: Promise<Opened> | undefined;
  private notes: NoteStore | undefined;
  private napWatch: NapWatch | undefined;
  private clientKeys: ClientKeys | undefined;
  private closed = false;
  private isFirstRun = false;

  constructor(
    private readonly plugin: Plugin,
    private readonly notify: Notify,
    /** Lets the user connect a client. */
    private readonly connect: () => void,
    private readonly approvals: ApprovalPort,
    private readonly busyPortMs = BUSY_PORT_MS,
  ) {
    this.vaultName = plugin.app.vault.getName();
    this.stored = new StoredSettings(plugin);
    this.log.onChange(() => this.listeners.notifySoon());
    reportProgramProblems(this, notify);
  }

  get settings(): Settings {
    return this.device?.settings ?? DEFAULT_SETTINGS;
  }

  get unreadable(): readonly SettingKey[] {
    return this.device?.unreadable ?? [];
  }

  get leftOut(): readonly SettingKey[] {
    return this.device?.leftOut ?? [];
  }

  get clients(): readonly ConnectedClient[] {
    const records = this.clientKeys?.records ?? [];
    return records.map(({ id, name, access, ask }) => {
      return { id, name, access, ask, lastSeenAt: this.log.lastSeenAt(id) };
    });
  }

  get server(): ServerState {
    return this.control?.state ?? STOPPED;
  }

  get cli(): CliStatus {
    return this.control?.bridge.status().cli ?? CHECKING;
  }

  get queue(): QueueState {
    return this.control?.bridge.status() ?? IDLE;
  }

  get commands(): readonly Command[] {
    return this.control?.bridge.catalogue.list() ?? [];
  }

  onChange(listener: () => void): () => void {
    return this.listeners.add(listener);
  }

  /** Loads the settings, once, and starts the server if it is set to start automatically. */
  async open(): Promise<void> {
    try {
      const { control } = await this.opened();
      if (this.settings.startOnLoad) await control.start();
    } catch (error) {
      console.error(`CLI Bridge couldn't start: ${errorReport(error)}`);
      this.notify("CLI Bridge couldn't start. Turn the plugin off and on again, or reinstall it.");
    }
  }

  /** Loads the settings again after sync or another program has changed the data file. */
  async reload(): Promise<void> {
    const { device } = await this.opened();
    const before = this.settings;
    await this.readFile(device);
    await this.adopt(before);
  }

  /** Frees the port and stops running commands, even halfway through a start. */
  async close(): Promise<void> {
    this.closed = true;
    this.listeners.close();
    this.napWatch?.close();
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
      return result?.found === true && result.answer !== 'other_program';
    };
    return new modules.SettingChecks(this, modules.settingProblem, answers).problemOf(key, value);
  }

  async change(change: Partial<Settings>): Promise<void> {
    const { modules, device } = await this.opened();
    if (this.closed) return;
    for (const key of Object.keys(change) as SettingKey[]) {
      const problem = modules.settingProblem(key, change[key]);
      if (problem !== undefined) {
        this.notify(problem);
        return;
      }
    }
    const before = this.settings;
    device.change(change);
    const moved = this.adopt(before);
    try {
      await this.stored.save(change);
    } catch {
      this.notify("Your settings couldn't be saved and may be lost when you close the app. Check the disk.");
    }
    await moved;
  }

  acknowledgeLeftOut(): void {
    if (this.closed || this.leftOut.length === 0) return;
    this.device?.acknowledge();
    this.keepSettings();
    this.listeners.notify();
  }

  async useFreePort(): Promise<void> {
    const { server } = this;
    if (server.kind !== 'failed' || server.freePort === undefined) return;
    const offered = server.freePort;
    let port: number | undefined = offered;
    // Only listening tells whether a port is still free; each failure offers the next one.
    for (let tries = 0; tries < FREE_PORT_TRIES && port !== undefined; tries += 1) {
      await this.change({ port });
      port = this.server.kind === 'failed' ? this.server.freePort : undefined;
    }
    if (this.server.kind !== 'running' || this.settings.port === offered) return;
    this.notify(`Port ${offered} was taken in the meantime, so CLI Bridge uses port ${this.settings.port}.`);
  }

  async regenerateKey(): Promise<void> {
    const { modules, control } = await this.opened();
    if (this.closed) return;
    try {
      this.apiKey = new modules.StoredKey(this.plugin.app.secretStorage).replace();
    } catch {
      this.notify(
        "The new API key couldn't be saved, so the old one stays valid. Unlock the keychain and try again.",
      );
      return;
    }
    control.bridge.setApiKey(this.apiKey);
    this.listeners.notify();
  }

  async connectClient(grant: Grant): Promise<string | undefined> {
    const { control } = await this.opened();
    if (this.closed || !this.clientKeys) return undefined;
    let key: string;
    try {
      key = this.clientKeys.add(grant);
    } catch {
      this.notify(
        "The new key couldn't be saved, so nothing was connected. Unlock the keychain and try again.",
      );
      return undefined;
    }
    control.bridge.setKeys(this.clientKeys.records);
    this.listeners.notify();
    return key;
  }

  async revokeClient(id: ConnectedClient['id']): Promise<void> {
    const { control } = await this.opened();
    if (this.closed || !this.clientKeys) return;
    try {
      this.clientKeys.revoke(id);
    } catch {
      this.notify(
        "The client is disconnected only until you close the app because the change couldn't be saved. Unlock the keychain and revoke its key again.",
      );
    }
    control.bridge.setKeys(this.clientKeys.records);
    this.listeners.notify();
  }

  async lookAgain(): Promise<void> {
    const { control } = await this.opened();
    // Rejects only while the bridge is stopping, when the result no longer matters.
    await control.bridge.lookAgain().catch(() => undefined);
    this.listeners.notify();
  }

  async ask(command: string, timeoutMs: number): Promise<Outcome | undefined> {
    const { control } = await this.opened();
    return control.bridge.ask(command, AbortSignal.timeout(timeoutMs)).catch(() => undefined);
  }

  async runOwn(
    name: string,
    parameters: ReadonlyMap<string, string>,
    flags: readonly string[],
  ): Promise<Outcome> {
    const { control } = await this.opened();
    return control.bridge.runOwn(name, parameters, flags);
  }

  async diagnose(onLine: (line: DiagnosisLine) => void): Promise<void> {
    const { modules, control } = await this.opened();
    const isOwn = (port: number): Promise<boolean> => control.bridge.hasClientAt(port);
    const platform = modules.platformOf(process.platform);
    await modules.diagnose(this, platform, isOwn, this.napWatch?.seen(), onLine);
  }

  private opened(): Promise<Opened> {
    this.opening ??= this.prepare();
    return this.opening;
  }

  private async prepare(): Promise<Opened> {
    const modules = await import('./late-modules');
    const device = new modules.DeviceSettings(this.plugin.app, modules.parseSetting);
    await this.readFile(device);
    this.device = device;
    this.notes = new modules.AppStore(this.plugin.app);
    if (!this.closed) void modules.tellOfLeftMarkers(this.plugin.app, this.notify);
    this.clientKeys = new modules.ClientKeys(this.plugin.app.secretStorage, modules.parseKeys);
    const control = new modules.ServerLifecycle({
      newBridge: () => this.newBridge(modules),
      settings: () => this.settings,
      vaultName: this.vaultName,
      busyPortMs: this.busyPortMs,
      provideKeys: (bridge) => this.provideKeys(bridge, modules),
      changed: () => {
        this.welcome();
        this.listeners.notify();
      },
      notify: this.notify,
      useFreePort: () => void this.useFreePort(),
    });
    this.control = control;
    this.categoryTitles = modules.CATEGORY_TITLES;
    if (this.closed) {
      await control.close();
      return { modules, control, device };
    }
    if (process.platform === 'darwin') this.napWatch = new modules.NapWatch(modules.isWindowHidden);
    this.keepSettings();
    this.isFirstRun = this.prepareKey(modules);
    this.listeners.notify();
    return { modules, control, device };
  }

  private newBridge(modules: LateModules): Bridge {
    return new modules.Bridge(this.settings, {
      version: this.plugin.manifest.version,
      platform: modules.platformOf(process.platform),
      environment: process.env,
      // The server starts only with the stored key; until then a random one keeps everybody out.
      apiKey: this.apiKey || modules.newKey(),
      keys: this.clientKeys?.records,
      resourcesPath: (process as NodeJS.Process & { resourcesPath?: string }).resourcesPath,
      electronVersion: process.versions['electron'],
      hostVault: this.vaultName,
      hostVaultId: vaultId(this.plugin.app),
      notes: this.notes,
      approvals: this.approvals,
      report: (message) => console.error(message),
      activity: () => this.listeners.notifySoon(),
      log: this.log,
    });
  }

  /** Makes the key available for copying before the server first runs. @returns whether the key is new */
  private prepareKey(modules: LateModules): boolean {
    try {
      const isNew = !new modules.StoredKey(this.plugin.app.secretStorage).exists();
      this.readKey(modules);
      this.clientKeys?.load();
      return isNew;
    } catch {
      // Starting the server reports what is wrong with the storage.
      return false;
    }
  }

  private readKey(modules: LateModules): void {
    this.apiKey = new modules.StoredKey(this.plugin.app.secretStorage).readOrCreate();
  }

  /** Gives the bridge the keys as they are stored now. @throws the storage's error */
  private provideKeys(bridge: Bridge, modules: LateModules): void {
    this.readKey(modules);
    const isValid = this.clientKeys?.load() ?? true;
    bridge.setApiKey(this.apiKey);
    bridge.setKeys(this.clientKeys?.records ?? []);
    if (!isValid)
      this.notify(
        "Your clients' keys couldn't be read. Connect the clients again in the CLI Bridge settings.",
      );
  }

  /** Reads the settings file, and says what is wrong with it. */
  private async readFile(device: DeviceSettings): Promise<void> {
    const problems = (await this.stored.load((data) => device.read(data))) ?? device.read(undefined);
    if (problems.length > 0 && !this.closed) this.notify(problems.join(' '));
  }

  /** Keeps the settings on this device. */
  private keepSettings(): void {
    try {
      this.device?.store();
    } catch (error) {
      console.error(`CLI Bridge couldn't keep its settings on this device: ${errorReport(error)}`);
      this.notify("Your settings couldn't be kept on this device and may be lost when you close the app.");
    }
  }

  /** Puts the settings into force; only a new port or bind address makes the server move. */
  private async adopt(before: Settings): Promise<void> {
    if (this.closed) return;
    const { settings } = this;
    this.keepSettings();
    this.control?.bridge.update(settings);
    this.listeners.notify();
    const stays = before.port === settings.port && before.bindAddress === settings.bindAddress;
    if (!stays) await this.control?.move();
  }

  /** Shown on the first run, as soon as the server runs for the first time. */
  private welcome(): void {
    if (!this.isFirstRun || this.server.kind !== 'running') return;
    this.isFirstRun = false;
    this.notify(`CLI Bridge is running at ${urlOf(this.server.address)}. Connect a client to get started.`, {
      label: ACTION_TITLES.connectClient,
      accept: this.connect,
    });
  }
}
