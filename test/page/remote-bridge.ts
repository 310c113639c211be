import type { Outcome } from '../../src/bridge/commands/outcome';
import type { RefusalReason, RefusedAttempt } from '../../src/bridge/refused-attempts';
import type { LogEntry } from '../../src/bridge/request-log';
import type { SettingKey, Settings } from '../../src/bridge/settings';
import type { Grant } from '../../src/obsidian/connect/client';
import type { DiagnosisLine } from '../../src/obsidian/diagnosis/finding';
import type { BridgeController } from '../../src/obsidian/bridge-controller';

/** What a bridge controller shows, as plain data. */
export interface Snapshot extends Pick<
  BridgeController,
  'vaultName' | 'settings' | 'unreadable' | 'leftOut' | 'apiKey' | 'clients' | 'server' | 'cli' | 'queue'
> {
  /** Left out while they are the same as before. */
  readonly commands?: BridgeController['commands'] | undefined;
  readonly titles: readonly (readonly [string, string])[];
  readonly entries: readonly LogEntry[];
  readonly refused: readonly RefusedAttempt[];
  readonly refusedCounts: readonly (readonly [RefusalReason, number])[];
}

export type Method =
  | 'start'
  | 'stop'
  | 'useFreePort'
  | 'check'
  | 'change'
  | 'acknowledgeLeftOut'
  | 'regenerateKey'
  | 'connectClient'
  | 'revokeClient'
  | 'lookAgain'
  | 'ask'
  | 'diagnose'
  | 'clearLog';

/** What the real bridge returned, and what it shows afterwards. */
export interface Called {
  readonly result?: unknown;
  readonly snapshot: Snapshot;
}

/** Calls the real bridge, which runs in Node with the server. @returns JSON of {@link Called} */
export type CallBridge = (method: Method, args: unknown[]) => Promise<string>;

/** The plugin's bridge as a page sees it: a copy that the real one in Node keeps current. */
export class RemoteBridge implements BridgeController {
  onLine: (line: DiagnosisLine) => void = () => undefined;
  private readonly listeners = new Set<() => void>();
  private pretended: BridgeController['cli'] | undefined;

  constructor(
    private snapshot: Snapshot,
    private readonly callBridge: CallBridge,
  ) {}

  readonly log: BridgeController['log'] = {
    list: () => [...this.snapshot.entries],
    listRefused: () => [...this.snapshot.refused],
    countRefused: () => new Map(this.snapshot.refusedCounts),
    clear: () => void this.call('clearLog'),
  };

  get vaultName(): string {
    return this.snapshot.vaultName;
  }

  get settings(): Settings {
    return this.snapshot.settings;
  }

  get unreadable(): BridgeController['unreadable'] {
    return this.snapshot.unreadable;
  }

  get leftOut(): BridgeController['leftOut'] {
    return this.snapshot.leftOut;
  }

  get apiKey(): string {
    return this.snapshot.apiKey;
  }

  get clients(): BridgeController['clients'] {
    return this.snapshot.clients;
  }

  get server(): BridgeController['server'] {
    return this.snapshot.server;
  }

  get cli(): BridgeController['cli'] {
    return this.pretended ?? this.snapshot.cli;
  }

  get queue(): BridgeController['queue'] {
    return this.snapshot.queue;
  }

  get commands(): BridgeController['commands'] {
    return this.snapshot.commands ?? [];
  }

  get categoryTitles(): ReadonlyMap<string, string> {
    return new Map(this.snapshot.titles);
  }

  /** Takes what the real bridge shows now. Settings that are equal stay the same object, as in the real one. */
  take(next: Snapshot): void {
    const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
    this.snapshot = {
      ...next,
      commands: next.commands ?? this.snapshot.commands,
      settings: isEqual(next.settings, this.snapshot.settings) ? this.snapshot.settings : next.settings,
      leftOut: isEqual(next.leftOut, this.snapshot.leftOut) ? this.snapshot.leftOut : next.leftOut,
    };
    for (const listener of [...this.listeners]) listener();
  }

  /** Shows the program as it is not, whatever the real bridge shows. */
  pretendProgram(cli: BridgeController['cli']): void {
    this.pretended = cli;
    this.take(this.snapshot);
  }

  /** Shows the program as it is, from the next change of the real bridge on. */
  stopPretending(): void {
    this.pretended = undefined;
  }

  /** How many listen to changes. */
  get listenerCount(): number {
    return this.listeners.size;
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async start(): Promise<void> {
    await this.call('start');
  }

  async useFreePort(): Promise<void> {
    await this.call('useFreePort');
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

  acknowledgeLeftOut(): void {
    if (this.leftOut.length > 0) void this.call('acknowledgeLeftOut');
  }

  async regenerateKey(): Promise<void> {
    await this.call('regenerateKey');
  }

  connectClient(grant: Grant): Promise<string | undefined> {
    return this.call('connectClient', grant) as Promise<string | undefined>;
  }

  async revokeClient(id: string): Promise<void> {
    await this.call('revokeClient', id);
  }

  async lookAgain(): Promise<void> {
    await this.call('lookAgain');
  }

  ask(command: string, timeoutMs: number): Promise<Outcome | undefined> {
    return this.call('ask', command, timeoutMs) as Promise<Outcome | undefined>;
  }

  async diagnose(onLine: (line: DiagnosisLine) => void): Promise<void> {
    this.onLine = onLine;
    await this.call('diagnose');
  }

  private async call(method: Method, ...args: unknown[]): Promise<unknown> {
    const { result, snapshot } = JSON.parse(await this.callBridge(method, args)) as Called;
    this.take(snapshot);
    return result;
  }
}
