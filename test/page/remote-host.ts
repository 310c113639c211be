import type { CliResult } from '../../src/bridge/cli/client';
import type { LogEntry } from '../../src/bridge/request-log';
import type { SettingKey, Settings } from '../../src/bridge/settings';
import type { DiagnosisLine } from '../../src/obsidian/diagnosis/finding';
import type { Host } from '../../src/obsidian/host';

/** What a host shows, as plain data. */
export interface Snapshot extends Pick<
  Host,
  'vaultName' | 'settings' | 'apiKey' | 'server' | 'cli' | 'line'
> {
  /** Left out while they are the same as before. */
  readonly commands?: Host['commands'] | undefined;
  readonly titles: readonly (readonly [string, string])[];
  readonly entries: readonly LogEntry[];
}

export type Method =
  'start' | 'stop' | 'check' | 'change' | 'regenerateKey' | 'lookAgain' | 'ask' | 'diagnose' | 'clearLog';

/** Calls the real host, which lives in Node with the server; what it shows afterwards comes along. */
export type CallHost = (method: Method, args: unknown[]) => Promise<{ result: unknown; snapshot: Snapshot }>;

/** The plugin's host as a page sees it: everything shown is a copy that the real one in Node keeps current. */
export class RemoteHost implements Host {
  onLine: (line: DiagnosisLine) => void = () => undefined;
  private readonly listeners = new Set<() => void>();

  constructor(
    private snapshot: Snapshot,
    private readonly callHost: CallHost,
  ) {}

  readonly log: Host['log'] = {
    list: () => [...this.snapshot.entries],
    clear: () => void this.call('clearLog'),
  };

  get vaultName(): string {
    return this.snapshot.vaultName;
  }

  get settings(): Settings {
    return this.snapshot.settings;
  }

  get apiKey(): string {
    return this.snapshot.apiKey;
  }

  get server(): Host['server'] {
    return this.snapshot.server;
  }

  get cli(): Host['cli'] {
    return this.snapshot.cli;
  }

  get line(): Host['line'] {
    return this.snapshot.line;
  }

  get commands(): Host['commands'] {
    return this.snapshot.commands ?? [];
  }

  get categoryTitles(): ReadonlyMap<string, string> {
    return new Map(this.snapshot.titles);
  }

  /** Takes what the real host shows now. Settings that are equal stay the same object, as in the real one. */
  take(next: Snapshot): void {
    const isSame = JSON.stringify(next.settings) === JSON.stringify(this.snapshot.settings);
    this.snapshot = {
      ...next,
      commands: next.commands ?? this.snapshot.commands,
      settings: isSame ? this.snapshot.settings : next.settings,
    };
    for (const listener of [...this.listeners]) listener();
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async start(): Promise<void> {
    await this.call('start');
  }

  async stop(): Promise<void> {
    await this.call('stop');
  }

  check(key: SettingKey, value: unknown): Promise<string | undefined> {
    return this.call('check', key, value) as Promise<string | undefined>;
  }

  async change(change: Partial<Settings>): Promise<void> {
    await this.call('change', change);
  }

  async regenerateKey(): Promise<void> {
    await this.call('regenerateKey');
  }

  async lookAgain(): Promise<void> {
    await this.call('lookAgain');
  }

  ask(command: string, patienceMs: number): Promise<CliResult | undefined> {
    return this.call('ask', command, patienceMs) as Promise<CliResult | undefined>;
  }

  async diagnose(tell: (line: DiagnosisLine) => void): Promise<void> {
    this.onLine = tell;
    await this.call('diagnose');
  }

  private async call(method: Method, ...args: unknown[]): Promise<unknown> {
    const { result, snapshot } = await this.callHost(method, args);
    this.take(snapshot);
    // `undefined` becomes null on the way.
    return result ?? undefined;
  }
}
