import type { Plugin } from 'obsidian';
import type { Bridge } from '../bridge/bridge';
import type { CliResult, CliStatus } from '../bridge/cli/client';
import { platformOf } from '../bridge/cli/platform';
import type { Command } from '../bridge/commands/command';
import { DEFAULT_SETTINGS } from '../bridge/defaults';
import { RequestLog } from '../bridge/request-log';
import type { SettingKey, Settings } from '../bridge/settings';
import { newKey, StoredKey } from './api-key';
import { loadCore } from './core';
import type { Core } from './core';
import type { Host, LineState, ServerState } from './host';
import { Listeners } from './listeners';
import { explainListening } from './server/listening-failure';
import { urlOf } from './server/address';
import { SettingChecks } from './setting-checks';
import { StoredSettings } from './stored-settings';

/** A button beside a sentence. */
export interface Offer {
  readonly label: string;
  readonly accept: () => void;
}

/** Tells the user something. */
export type Tell = (sentence: string, offer?: Offer) => void;

/** How long a command that runs when the plugin is unloaded may take to finish. */
const GRACE_MS = 1_000;
const UNKNOWN_CLI: CliStatus = { state: 'checking', version: '', path: '', searched: '' };
const IDLE: LineState = { waiting: 0, running: false };

/** The bridge inside the app: settings and key from the app's stores, the server's life, and what to tell of it. */
export class PluginHost implements Host {
  readonly vaultName: string;
  readonly log = new RequestLog();
  settings: Settings = DEFAULT_SETTINGS;
  apiKey = '';
  server: ServerState = { kind: 'stopped' };
  private readonly stored: StoredSettings;
  private readonly storedKey: StoredKey;
  private readonly listeners = new Listeners();
  private bridge: Bridge | undefined;
  private opening: Promise<Core> | undefined;
  /** Starting, stopping and moving happen one after the other. */
  private turn: Promise<void> = Promise.resolve();
  private closed = false;

  constructor(
    private readonly plugin: Plugin,
    private readonly tell: Tell,
  ) {
    this.vaultName = plugin.app.vault.getName();
    this.stored = new StoredSettings(plugin);
    this.storedKey = new StoredKey(plugin.app.secretStorage);
  }

  get cli(): CliStatus {
    return this.bridge?.status().cli ?? UNKNOWN_CLI;
  }

  get line(): LineState {
    return this.bridge?.status() ?? IDLE;
  }

  get commands(): readonly Command[] {
    return this.bridge?.catalogue.list() ?? [];
  }

  onChange(listener: () => void): () => void {
    return this.listeners.add(listener);
  }

  /** Reads the settings and the key, and starts the server if it is to start with the app. */
  async open(): Promise<void> {
    await this.ready();
  }

  /** Reads the settings again, because the data file was changed by sync or by hand. */
  async reload(): Promise<void> {
    const core = await this.ready();
    const { settings, problems } = await this.stored.load(core.readSettings);
    if (this.closed) return;
    this.report(problems);
    await this.adopt(settings);
  }

  /** Frees the port and ends what runs, also half-way through a start. */
  async close(): Promise<void> {
    this.closed = true;
    this.listeners.close();
    await this.bridge?.stop(GRACE_MS);
  }

  async start(): Promise<void> {
    await this.ready();
    await this.inTurn(() => this.listen());
  }

  async stop(): Promise<void> {
    await this.ready();
    await this.inTurn(async () => {
      await this.bridge?.stop(GRACE_MS);
      if (this.closed) return;
      // A bridge that was stopped stays so; a new one knows the program and the commands while the server is off.
      this.bridge = this.newBridge(await loadCore());
      this.become({ kind: 'stopped' });
    });
  }

  async check(key: SettingKey, value: unknown): Promise<string | undefined> {
    const core = await this.ready();
    const checks = new SettingChecks(this, core, (path) => this.programAnswers(path));
    return checks.problemOf(key, value);
  }

  async change(change: Partial<Settings>): Promise<void> {
    const core = await this.ready();
    for (const key of Object.keys(change) as SettingKey[]) {
      const problem = core.problemOf(key, change[key]);
      if (problem !== undefined) {
        this.tell(problem);
        return;
      }
    }
    const moving = this.adopt({ ...this.settings, ...change });
    try {
      await this.stored.save(change);
    } catch {
      this.tell('The settings could not be saved. They count until the app is closed; check the disk.');
    }
    await moving;
  }

  async regenerateKey(): Promise<void> {
    await this.ready();
    try {
      this.apiKey = this.storedKey.replace();
    } catch {
      this.tell(
        'A new API key could not be stored, so the old one stays. Unlock the keychain and try again.',
      );
      return;
    }
    this.bridge?.setApiKey(this.apiKey);
    this.listeners.tell();
  }

  async lookAgain(): Promise<void> {
    await this.ready();
    // Refused only while the bridge is being stopped, when nobody needs the answer.
    await this.bridge?.lookAgain().catch(() => undefined);
    this.listeners.tell();
  }

  async ask(command: string, patienceMs: number): Promise<CliResult | undefined> {
    await this.ready();
    return this.bridge?.ask(command, AbortSignal.timeout(patienceMs)).catch(() => undefined);
  }

  private ready(): Promise<Core> {
    this.opening ??= this.prepare();
    return this.opening;
  }

  private async prepare(): Promise<Core> {
    const core = await loadCore();
    const { settings, problems, isFirstRun } = await this.stored.load(core.readSettings);
    if (this.closed) return core;
    this.settings = settings;
    this.report(problems);
    this.bridge = this.newBridge(core);
    this.listeners.tell();
    if (settings.startOnLoad) {
      await this.inTurn(() => this.listen());
      if (isFirstRun) this.welcome();
    }
    return core;
  }

  private newBridge(core: Core): Bridge {
    return new core.Bridge(this.settings, {
      version: this.plugin.manifest.version,
      platform: platformOf(process.platform),
      environment: process.env,
      // Without a key in store the server is not started: nobody gets to know this one.
      apiKey: this.apiKey || newKey(),
      resourcesPath: (process as NodeJS.Process & { resourcesPath?: string }).resourcesPath,
      hostVault: this.vaultName,
      report: (message) => console.error(message),
      activity: () => this.listeners.tellSoon(),
      log: this.log,
    });
  }

  private async listen(): Promise<void> {
    const { bridge } = this;
    if (this.closed || !bridge || this.server.kind === 'running') return;
    if (!this.takeKey(bridge)) return;
    this.become({ kind: 'starting' });
    try {
      this.become({ kind: 'running', address: await bridge.start() });
    } catch (error) {
      await this.fail(error);
      return;
    }
    void this.reportMissingProgram(bridge);
  }

  /** The server does not run without a key. */
  private takeKey(bridge: Bridge): boolean {
    try {
      this.apiKey = this.storedKey.readOrMake().key;
    } catch {
      const reason =
        'The API key could not be read from the keychain. Unlock it, then start the server again.';
      this.become({ kind: 'failed', reason });
      this.tell(reason);
      return false;
    }
    bridge.setApiKey(this.apiKey);
    return true;
  }

  /** Takes settings at once; only a new port or address needs the server to move. */
  private async adopt(settings: Settings): Promise<void> {
    const before = this.settings;
    this.settings = settings;
    this.bridge?.update(settings);
    this.listeners.tell();
    if (before.port === settings.port && before.bindAddress === settings.bindAddress) return;
    await this.inTurn(() => this.move());
  }

  private async move(): Promise<void> {
    const { bridge, server } = this;
    if (this.closed || !bridge || server.kind === 'stopped') return;
    if (server.kind !== 'running') {
      await this.listen();
      return;
    }
    this.become({ kind: 'starting' });
    try {
      this.become({ kind: 'running', address: await bridge.relocate() });
    } catch (error) {
      await this.fail(error);
    }
  }

  private async fail(error: unknown): Promise<void> {
    if (this.closed) return;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unexpected fault';
    const { bindAddress, port } = this.settings;
    const { reason, freePort } = await explainListening(code, { address: bindAddress, port });
    if (this.closed) return;
    this.become({ kind: 'failed', reason, freePort });
    if (freePort === undefined) this.tell(reason);
    else
      this.tell(reason, {
        label: `Use port ${freePort}`,
        accept: () => void this.change({ port: freePort }),
      });
  }

  private welcome(): void {
    if (this.closed || this.server.kind !== 'running') return;
    this.tell(
      `CLI Bridge listens at ${urlOf(this.server.address)}. The API key that clients need is in its settings, under Security.`,
    );
  }

  private async reportMissingProgram(bridge: Bridge): Promise<void> {
    const status = await bridge.lookAgain().catch(() => undefined);
    if (this.closed || status?.state !== 'missing') return;
    this.tell(
      'The command line program was not found, so commands cannot run yet. Turn on the command line interface under Settings, General, Advanced.',
    );
  }

  private async programAnswers(path: string): Promise<boolean> {
    const result = await this.bridge?.tryProgram(path).catch(() => undefined);
    return result?.found === true;
  }

  private report(problems: readonly string[]): void {
    if (problems.length > 0) this.tell(`${problems.join(' ')} The default is used instead.`);
  }

  private become(state: ServerState): void {
    this.server = state;
    this.listeners.tell();
  }

  private inTurn(act: () => Promise<void>): Promise<void> {
    this.turn = this.turn.then(act);
    return this.turn;
  }
}
