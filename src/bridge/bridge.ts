import type { LookupResult } from './cli/find-program';
import type { CliStatus } from './cli/program-status';
import type { QueueState } from './cli/queue';
import type { Catalogue } from './commands/catalogue/catalogue';
import type { KeptQuestion } from './call/approval/kept-questions';
import type { CallInput } from './call/call-schema';
import type { Outcome } from './call/outcome';
import { Engine } from './engine';
import { errorReport } from './text/error-kind';
import { ApiKeys } from './http/api-keys';
import type { ServedStore } from './http/served-store';
import type { Address } from './http/address';
import { OWNER, OWNER_NAME } from './key-records';
import type { KeyRecord } from './key-records';
import { Listener } from './listener';
import type { BridgePorts } from './ports';
import { RequestLog } from './request-log';
import type { Settings } from './settings';

/** What a bridge is doing; `waiting` and `running` describe the queue for the program. */
export interface BridgeStatus extends QueueState {
  readonly listening: Address | undefined;
  readonly cli: CliStatus;
}

/** The bridge, the same for every host: an engine that runs commands, and a server. Settings may change at any time. */
export class Bridge {
  readonly log: RequestLog;
  private readonly settings: { current: Settings };
  private readonly keys: { current: ApiKeys };
  private readonly engine: Engine;
  private readonly listener: Listener;
  private stopping: Promise<void> | undefined;

  constructor(settings: Settings, ports: BridgePorts) {
    const reportError = (error: unknown): void =>
      ports.report(`CLI Bridge hit an unexpected error: ${errorReport(error)}`);
    this.settings = { current: settings };
    this.log = ports.log ?? new RequestLog();
    this.keys = { current: ApiKeys.of(ports.apiKey, ports.keys) };
    const shared = { settings: this.settings, log: this.log, reportError };
    this.engine = new Engine(ports, shared);
    this.listener = new Listener(ports, { ...shared, engine: this.engine, keys: this.keys });
  }

  /** All commands that are known now. */
  get catalogue(): Catalogue {
    return this.engine.catalogue;
  }

  /**
   * Starts listening, and looks for the program and its commands in the background.
   * @returns the address it listens on
   * @throws the system's error (`EADDRINUSE`, `EADDRNOTAVAIL`, `EACCES`) when the address is not available
   */
  async start(): Promise<Address> {
    const address = await this.listener.start();
    void this.catalogue.refresh();
    return address;
  }

  /**
   * Moves to the address in the settings immediately. Requests in progress are still answered at the old one.
   * @throws the system's error; the bridge then does not listen at all
   */
  relocate(): Promise<Address> {
    return this.listener.move();
  }

  /** Applies new settings immediately, without dropping a request; a new port or address needs {@link relocate}. */
  update(settings: Settings): void {
    const before = this.settings.current;
    const { client, approvals } = this.engine;
    const isListening = this.listener.address !== undefined;
    this.settings.current = settings;
    // Standing approvals were given under the old rules.
    if (isRuleChanged(before, settings)) approvals?.forget();
    this.recheck();
    const moved = settings.cliPath !== before.cliPath;
    if (!moved && settings.defaultVault !== before.defaultVault && isListening) void this.catalogue.refresh();
    if (!moved) return;
    client.forget();
    // Health should show the new program before the first command.
    if (isListening) {
      const looked = client.lookAgain().then(() => this.catalogue.refresh());
      looked.catch(() => undefined);
    }
  }

  /** Replaces the owner's key: the old one is refused from the next request on. @throws Error for an empty key */
  setApiKey(key: string): void {
    this.keys.current = this.keys.current.withOwner(key);
    this.engine.approvals?.forget(OWNER_NAME);
    this.recheck();
  }

  /**
   * Replaces the keys of other clients. Waiting calls that their key no longer allows do not run, and streams end.
   * @throws Error when one of them is the owner's key
   */
  setKeys(keys: readonly KeyRecord[]): void {
    this.keys.current = this.keys.current.withRecords(keys);
    this.engine.approvals?.forget();
    this.recheck();
  }

  /** What the bridge is doing now. */
  status(): BridgeStatus {
    const { client } = this.engine;
    return { listening: this.listener.address, cli: client.status(), ...client.queueState() };
  }

  /** Whether the server has a connection from this port. A host asks before it shows the key, so that no other program gets it. */
  hasClientAt(port: number): Promise<boolean> {
    return this.listener.hasClientAt(port);
  }

  /** Looks for the program again, now. */
  lookAgain(): Promise<CliStatus> {
    return this.engine.client.lookAgain();
  }

  /** Asks whether a program at this path is the one to run, without using it. @throws BridgeError when stopping */
  tryProgram(path: string): Promise<LookupResult> {
    return this.engine.client.tryProgram({ file: path, leadingArguments: [] });
  }

  /** The questions that wait for the user, and the outcome of others, oldest first. */
  questions(): readonly KeptQuestion[] {
    return this.engine.approvals?.kept.list(OWNER) ?? [];
  }

  /** See ApprovalQueue.open. */
  async openQuestion(id: KeptQuestion['id']): Promise<void> {
    await this.engine.approvals?.open(id);
  }

  /** See {@link Engine.run}. */
  run(name: string, input?: Partial<CallInput>, gone?: AbortSignal): Promise<Outcome> {
    return this.engine.run(name, input, gone);
  }

  /** See {@link Listener.serveNotes}. */
  serveNotes(): Promise<ServedStore> {
    return this.listener.serveNotes();
  }

  /**
   * Stops accepting requests, ends streams, refuses those that wait, and gives the running command `graceMs` to finish. All of them are
   * answered, then the port is freed. Safe to call twice, or before a start.
   */
  stop(graceMs: number): Promise<void> {
    this.stopping ??= this.shutDown(graceMs);
    return this.stopping;
  }

  /** Kills the running command immediately, for a host that is about to exit. */
  kill(): void {
    this.engine.kill();
  }

  /** Refuses or ends what the keys or the settings no longer allow, of all that waits for the user or for events. */
  private recheck(): void {
    this.engine.approvals?.recheck();
    this.listener.recheck();
  }

  private async shutDown(graceMs: number): Promise<void> {
    this.engine.approvals?.close();
    await Promise.all([this.engine.stop(graceMs), this.listener.stop()]);
  }
}

function isRuleChanged(before: Settings, after: Settings): boolean {
  return before.askFirst !== after.askFirst || before.allowDangerousCommands !== after.allowDangerousCommands;
}
