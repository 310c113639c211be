import type { App, Plugin } from 'obsidian';
import { Bridge } from '../bridge/bridge';
import { platformOf } from '../bridge/cli/platform';
import type { ApprovalPort } from '../bridge/call/approval/approval-port';
import { BoundedStore } from '../bridge/notes/bounded-store';
import { ChangeList } from '../bridge/notes/changes/change-list';
import { afterRename } from '../bridge/notes/private-folders';
import { RequestLog } from '../bridge/request-log';
import type { SettingKey } from '../bridge/settings';
import { AppStore } from './app-store';
import type { BridgeController, QuestionsControl } from './bridge-controller';
import { diagnose } from './diagnosis/diagnose';
import type { Diagnosable, DiagnosisLine } from './diagnosis/finding';
import { NapWatch } from './diagnosis/nap-watch';
import { KeptChanges } from './kept-changes';
import { DeviceLastSeen } from './last-seen';
import { Listeners } from './listeners';
import { DevicePausedClients } from './paused-clients';
import { newKey, PluginKeys } from './plugin-keys';
import { PluginProgram } from './plugin-program';
import { PluginSettings } from './plugin-settings';
import { scaleImage } from './scale-image';
import { ServerLifecycle } from './server/server-lifecycle';
import { checkSetting } from './settings/setting-rows';
import type { Notify } from './ui/notices';

/** What {@link PluginBridge} needs. */
interface PluginBridgePorts {
  readonly notify: Notify;
  readonly approvals: ApprovalPort;
  /** How long a taken port is retried before another one is offered, in milliseconds. */
  readonly busyPortMs?: number;
  /** How long a dialog waits for an answer, in milliseconds, if not the default. */
  readonly answerMs?: number | undefined;
}

const BUSY_PORT_MS = 10_000;

/** The bridge inside the app: its parts, which are opened and closed together. */
export class PluginBridge implements BridgeController, Diagnosable {
  readonly vaultName: string;
  readonly log: RequestLog;
  readonly changes: ChangeList;
  readonly settings: PluginSettings;
  readonly keys: PluginKeys;
  readonly paused: DevicePausedClients;
  readonly questions: QuestionsControl;
  readonly server: ServerLifecycle;
  readonly program: PluginProgram;
  private readonly notes: AppStore;
  private readonly lastSeen: DeviceLastSeen;
  private readonly listeners = new Listeners();
  private readonly closing = new AbortController();
  private readonly napWatch: NapWatch | undefined;

  constructor(
    private readonly plugin: Plugin,
    private readonly ports: PluginBridgePorts,
  ) {
    const { app } = plugin;
    const { notify } = ports;
    this.lastSeen = new DeviceLastSeen(app, () => this.log.seen);
    const log = (this.log = new RequestLog(this.lastSeen.stored()));
    const closed = this.closing.signal;
    const changed = (): void => this.listeners.notify();
    const bridge = (): Bridge => this.server.bridge;
    this.vaultName = app.vault.getName();
    this.notes = new AppStore(app);
    this.changes = changesOf(app, this.notes, notify);
    this.settings = new PluginSettings(plugin, {
      notify,
      closed,
      changed: (before) => {
        this.changes.keepFor(this.settings.current.keepChangesDays);
        return this.server.follow(before);
      },
    });
    this.keys = new PluginKeys({ storage: app.secretStorage, log, notify, closed, bridge, changed });
    this.paused = new DevicePausedClients(app, notify, changed);
    this.questions = {
      list: () => bridge().questions(),
      open: (id) => bridge().openQuestion(id),
    };
    this.server = new ServerLifecycle({
      newBridge: () => this.newBridge(),
      settings: this.settings,
      provideKeys: () => this.keys.provide(),
      vaultName: this.vaultName,
      busyPortMs: ports.busyPortMs ?? BUSY_PORT_MS,
      notify,
      changed,
    });
    this.program = new PluginProgram(bridge, vaultId(app) ?? this.vaultName, changed);
    if (process.platform === 'darwin') this.napWatch = new NapWatch();
    log.onChange(() => {
      this.lastSeen.note();
      this.listeners.notifySoon();
    });
    this.changes.onChange(() => this.listeners.notifySoon());
  }

  /** Loads the settings and the keys. Doesn't start the server. */
  async load(): Promise<void> {
    await this.settings.load();
    if (this.closing.signal.aborted) return;
    try {
      this.keys.load();
    } catch {
      // Starting the server will report the storage's error.
    }
  }

  check(key: SettingKey, value: unknown): Promise<string | undefined> {
    return checkSetting(this, key, value);
  }

  async diagnose(onLine: (line: DiagnosisLine) => void): Promise<void> {
    await diagnose(this, this.napWatch?.seen(), onLine);
  }

  /** Keeps a folder or note private that the user has moved or renamed. */
  keepPrivate(from: string, to: string): void {
    const privateFolders = afterRename(this.settings.current.privateFolders, from, to);
    if (privateFolders) void this.settings.change({ privateFolders });
  }

  /** Serves the notes of this vault to the bridge of another. @returns what to print */
  async serveNotes(): Promise<string> {
    const { port, token } = await this.server.bridge.serveNotes();
    return `Served: ${port} ${token}`;
  }

  onChange(listener: () => void): () => void {
    return this.listeners.add(listener);
  }

  /** Frees the port and stops running commands, even halfway through a start. Nothing is saved after that. */
  async close(): Promise<void> {
    this.closing.abort();
    this.lastSeen.save();
    this.listeners.close();
    this.napWatch?.close();
    this.notes.close();
    await Promise.all([this.server.close(), this.changes.flush()]);
    await this.changes.close();
  }

  private newBridge(): Bridge {
    return new Bridge(this.settings.current, {
      version: this.plugin.manifest.version,
      platform: platformOf(process.platform),
      environment: process.env,
      // The server starts only with the stored key. Until then, a random one keeps everyone out.
      apiKey: this.keys.apiKey || newKey(),
      keys: this.keys.records,
      resourcesPath: (process as NodeJS.Process & { resourcesPath?: string }).resourcesPath,
      electronVersion: process.versions['electron'],
      hostVault: this.vaultName,
      hostVaultId: vaultId(this.plugin.app),
      notes: this.notes,
      watchFiles: (listener) => this.notes.watch(listener),
      scaleImage,
      approvals: this.ports.approvals,
      answerMs: this.ports.answerMs,
      pausedClients: this.paused,
      report: (message) => console.error(message),
      activity: () => this.listeners.notifySoon(),
      log: this.log,
      changes: this.changes,
    });
  }
}

/** The changes, which are kept across restarts if the app has an ID that distinguishes the vault from others. */
function changesOf(app: App, notes: AppStore, notify: Notify): ChangeList {
  const id = vaultId(app);
  if (id === undefined) return new ChangeList();
  const storage = new KeptChanges(id, (sentence) => void notify(sentence));
  return new ChangeList({ storage, notes: new BoundedStore(notes) });
}

/** The ID of the vault, which the CLI takes instead of its name; undefined if the app lacks this undocumented field. */
function vaultId(app: App): string | undefined {
  const { appId } = app as App & { readonly appId?: unknown };
  return typeof appId === 'string' && /^[\w-]+$/.test(appId) ? appId : undefined;
}
