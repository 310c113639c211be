import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { CliClient } from './cli/client';
import type { LookupResult } from './cli/find-program';
import type { Platform } from './cli/platform';
import type { Program } from './cli/program';
import type { CliStatus } from './cli/program-status';
import type { QueueState } from './cli/queue';
import type { ApprovalPort } from './commands/consent/approval-port';
import { ApprovalQueue } from './commands/consent/approval-queue';
import type { AuditEntry } from './commands/audit';
import { Catalogue } from './commands/catalogue/catalogue';
import { createBatch } from './commands/batch';
import type { RunBatch } from './commands/batch';
import { createCall, createPrepare } from './commands/call-steps';
import { createRequireConsent } from './commands/consent/consent-step';
import type { Command } from './commands/catalogue/command';
import { KnownVaults } from './commands/check/known-vaults';
import { defaultVault } from './commands/check/vault-choice';
import type { HostVault } from './commands/check/vault-choice';
import type { Call } from './commands/call-steps';
import { createRead, runCommand } from './commands/run-command';
import type { PlanRun } from './commands/run-command';
import { readHelp } from './commands/catalogue/read-help';
import type { CommandResult } from './commands/outcome';
import { childEnvironment } from './cli/environment';
import { isInstallerOld } from './cli/installer-age';
import { BridgeError } from './errors';
import { errorReport } from './error-kind';
import { healthDocument } from './health';
import { ApiKeys } from './http/api-keys';
import type { McpHandler } from './http/pipeline';
import { openApiDocument } from './http/openapi';
import { HttpServer } from './http/server';
import type { Address, HttpLimits } from './http/server';
import { urlOf } from './http/server-url';
import { OWNER_NAME } from './key-records';
import type { KeyRecord } from './key-records';
import { nextTurn } from './loop-turn';
import { memoizeLast } from './memoize';
import type { NoteStore } from './notes/note-store';
import { NoteStores } from './notes/note-stores';
import { createEdit } from './notes/edit-note';
import { createPreview } from './notes/preview-change';
import { withRevision } from './notes/revision';
import { createWrite } from './notes/write-note';
import { RequestLog } from './request-log';
import type { Settings } from './settings';

/** What a host provides. */
export interface BridgePorts {
  /** The bridge's own version, for the health document and MCP. */
  readonly version: string;
  readonly platform: Platform;
  readonly environment: NodeJS.ProcessEnv;
  /** The owner's key. */
  readonly apiKey: string;
  /** The keys of other clients; none where it is absent. */
  readonly keys?: readonly KeyRecord[] | undefined;
  /** The only program to run; without it, the bridge looks for one. */
  readonly program?: Program | undefined;
  /** The app's resources folder, when running inside the app. */
  readonly resourcesPath?: string | undefined;
  /** The version of Electron, when running inside the app; it shows how old the installer is. */
  readonly electronVersion?: string | undefined;
  /** Follows links to the file behind a path, where the host may touch the file system; never fails. */
  readonly resolveLink?: ((path: string) => Promise<string>) | undefined;
  /** The vault the host runs in, if it runs in one. */
  readonly hostVault?: string | undefined;
  /** The id of that vault, which tells it apart from others of the same name. */
  readonly hostVaultId?: string | undefined;
  /** The notes of that vault, which the host offers to read and change. */
  readonly notes?: NoteStore | undefined;
  /** Opens the notes of any vault by its folder, where the host may touch the file system; undefined where there is none. */
  readonly openFolder?: ((folder: string) => Promise<NoteStore | undefined>) | undefined;
  /** Asks the user about calls that need their consent; without it, such calls are refused. */
  readonly approvals?: ApprovalPort | undefined;
  /** Milliseconds the user has to answer, where that differs from the default. */
  readonly answerMs?: number | undefined;
  /** Called with one sentence when the bridge itself fails. */
  readonly report: (message: string) => void;
  /** Called whenever the queue or the state of the program may have changed. That is often, so it must be quick. */
  readonly activity?: (() => void) | undefined;
  /** The log of an earlier bridge, to be continued. */
  readonly log?: RequestLog | undefined;
  /** Called with each call that ran and may have changed something, before its answer. */
  readonly audit?: ((entry: AuditEntry) => void) | undefined;
  /** Limits of the HTTP server that differ from the defaults. */
  readonly httpLimits?: Partial<HttpLimits> | undefined;
}

/** What a bridge is doing; `waiting` and `running` describe the queue for the program. */
export interface BridgeStatus extends QueueState {
  readonly listening: Address | undefined;
  readonly cli: CliStatus;
}

const ACCEPT_MS = 1_000;

/** Whether settings that say what needs consent have changed. */
function isRuleChanged(before: Settings, after: Settings): boolean {
  return before.askFirst !== after.askFirst || before.allowDangerousCommands !== after.allowDangerousCommands;
}

/** The same bridge for every host: one server, one queue for the program, and settings that may change at any time. */
export class Bridge {
  readonly log: RequestLog;
  readonly catalogue: Catalogue;
  private readonly call: Call;
  private readonly edit: PlanRun;
  private readonly batch: RunBatch;
  private readonly client: CliClient;
  private readonly approvals: ApprovalQueue | undefined;
  private readonly healthDocument = memoizeLast(healthDocument);
  private readonly openApi = memoizeLast((_revision: number, listening?: Address) => {
    const { bindAddress: address, port } = this.settings.current;
    const facts = { version: this.ports.version, url: urlOf(listening ?? { address, port }) };
    return openApiDocument(this.catalogue.list(), facts);
  });
  private readonly settings: { current: Settings };
  private readonly keys: { current: ApiKeys };
  private readonly hostVault: HostVault | undefined;
  private server: HttpServer | undefined;
  private mcp: Promise<McpHandler> | undefined;
  private stopping: Promise<void> | undefined;
  /** Settles, and never rejects, when a start or relocation in progress has ended. */
  private opening: Promise<unknown> = Promise.resolve();

  constructor(
    settings: Settings,
    private readonly ports: BridgePorts,
  ) {
    this.settings = { current: settings };
    this.log = ports.log ?? new RequestLog();
    this.keys = { current: ApiKeys.of(ports.apiKey, ports.keys) };
    this.client = new CliClient({
      platform: ports.platform,
      environment: childEnvironment(ports.environment),
      places: () => ({
        only: ports.program,
        configured: this.settings.current.cliPath,
        environment: ports.environment,
        resourcesPath: ports.resourcesPath,
        resolveLink: ports.resolveLink,
      }),
      settings: this.settings,
      isInstallerOld: ports.electronVersion !== undefined && isInstallerOld(ports.electronVersion),
      activity: ports.activity,
      programFound: () => void this.catalogue.refresh(),
    });
    const { hostVault, hostVaultId } = ports;
    this.hostVault = hostVault === undefined ? undefined : { name: hostVault, id: hostVaultId };
    this.catalogue = new Catalogue(
      (vault) =>
        vault === undefined
          ? readHelp(this.client, defaultVault(this.settings.current, this.hostVault), true)
          : readHelp(this.client, vault, false),
      () => ['not_installed', 'installer_too_old'].includes(this.client.status().state),
    );
    const vaults = new KnownVaults();
    const { notes, openFolder } = ports;
    const noteServices = {
      client: this.client,
      platform: ports.platform,
      stores: new NoteStores({ hostVault: this.hostVault, notes, openFolder, vaults }),
      commandOf: (name: string) => this.commandOf(name),
    };
    this.edit = createEdit(noteServices);
    this.approvals = ports.approvals && new ApprovalQueue(ports.approvals, ports.answerMs);
    const requireConsent = createRequireConsent(this.approvals, createPreview(noteServices.stores));
    const prepare = createPrepare({
      client: this.client,
      catalogue: this.catalogue,
      log: this.log,
      settings: this.settings,
      platform: ports.platform,
      plans: {
        read: createRead(this.client, withRevision),
        edit: this.edit,
        write: createWrite(noteServices),
      },
      vaults,
      resolveIn: (vault) => {
        const store = noteServices.stores.own(vault);
        return store?.resolve && ((name) => store.resolve?.(name));
      },
      canAsk: this.approvals !== undefined,
      hostVault: this.hostVault,
      audit: ports.audit,
    });
    this.call = createCall(prepare, requireConsent);
    const { client, log, reportError } = this;
    this.batch = createBatch(prepare, requireConsent, { client, log, reportError });
  }

  /**
   * Starts listening, and looks for the program and its commands in the background.
   * @returns the address it listens on
   * @throws the system's error (`EADDRINUSE`, `EADDRNOTAVAIL`, `EACCES`) when the address is not available
   */
  async start(): Promise<Address> {
    const address = await this.open(this.listen());
    void this.catalogue.refresh();
    return address;
  }

  /**
   * Moves to the address in the settings. Running calls are answered and the old port is freed before the new one serves.
   * @throws the system's error; the bridge then does not listen at all
   */
  relocate(): Promise<Address> {
    const move = async (): Promise<Address> => {
      const { server } = this;
      this.server = undefined;
      await server?.close(this.client.settled());
      return this.listen();
    };
    return this.open(move());
  }

  /** Applies new settings at once, without dropping a request; a new port or address needs {@link relocate}. */
  update(settings: Settings): void {
    const before = this.settings.current;
    this.settings.current = settings;
    // What was allowed for a while was allowed under the rules of then.
    if (isRuleChanged(before, settings)) this.approvals?.forget();
    this.approvals?.recheck();
    const moved = settings.cliPath !== before.cliPath;
    if (!moved && settings.defaultVault !== before.defaultVault && this.server) void this.catalogue.refresh();
    if (!moved) return;
    this.client.forget();
    // So that health shows the new program without waiting for a command.
    if (this.server) {
      const looked = this.client.lookAgain().then(() => this.catalogue.refresh());
      looked.catch(() => undefined);
    }
  }

  /** Replaces the owner's key: the old one is refused from the next request on. @throws Error for an empty key */
  setApiKey(key: string): void {
    this.keys.current = this.keys.current.withOwner(key);
    this.approvals?.forget(OWNER_NAME);
    this.approvals?.recheck();
  }

  /**
   * Replaces the keys of other clients. What a key is not allowed any more does not run, not even where it waits already.
   * @throws Error when one of them is the owner's key
   */
  setKeys(keys: readonly KeyRecord[]): void {
    this.keys.current = this.keys.current.withRecords(keys);
    this.approvals?.forget();
    this.approvals?.recheck();
  }

  /** What the bridge is doing now. */
  status(): BridgeStatus {
    return { listening: this.server?.address, cli: this.client.status(), ...this.client.queueState() };
  }

  /** Whether the server has a connection from this port: asked by a host that must not show the key to another program. */
  async hasClientAt(port: number): Promise<boolean> {
    const end = performance.now() + ACCEPT_MS;
    // A client may know that it is connected before the server does.
    while (performance.now() < end) {
      if (this.server?.hasClientAt(port)) return true;
      await sleep(10);
    }
    return false;
  }

  /** Looks for the program again, now. */
  lookAgain(): Promise<CliStatus> {
    return this.client.lookAgain();
  }

  /** Asks whether a program at this path is the one to run, without using it. @throws BridgeError when stopping */
  tryProgram(path: string): Promise<LookupResult> {
    return this.client.tryProgram({ file: path, leadingArguments: [] });
  }

  /**
   * Runs a reading command for the host itself, in its turn, on the default vault and without a log entry.
   * @throws BridgeError when nothing was run
   */
  async ask(command: string, gone?: AbortSignal): Promise<CommandResult> {
    const known = this.commandOf(command);
    await this.client.requireProgram();
    const vault = defaultVault(this.settings.current, this.hostVault);
    const line = { vault, command, words: [], parameters: new Map(), flags: [] };
    return runCommand(this.client, known, line, { gone, isVaultOptional: known.vault === 'not_needed' });
  }

  /**
   * Runs a command that the bridge itself adds, for a person at this computer: in its turn, in the host's vault, without a log
   * entry, and whatever the settings say of clients.
   * @throws BridgeError when nothing was run
   */
  async runOwn(
    name: string,
    parameters: ReadonlyMap<string, string>,
    flags: readonly string[],
  ): Promise<CommandResult> {
    await this.client.requireProgram();
    if (!this.client.status().recognised) await this.catalogue.recover();
    const line = {
      vault: this.hostVault?.id ?? this.hostVault?.name,
      command: name,
      words: [],
      parameters,
      flags,
    };
    const run = await this.edit(this.commandOf(name), line);
    return run({});
  }

  /** A command by its exact name. @throws BridgeError `unknown_command` */
  private commandOf(name: string): Command {
    const command = this.catalogue.get(name);
    if (!command) throw BridgeError.of('unknown_command', { command: name, suggestions: [] });
    return command;
  }

  /**
   * Stops accepting requests, refuses those that wait, and gives the running command `graceMs` to finish before ending it.
   * All of them are answered and the port is freed. May be called twice, and before a start.
   */
  stop(graceMs: number): Promise<void> {
    this.stopping ??= this.shutDown(graceMs);
    return this.stopping;
  }

  /** Kills the running command at once: for a host that is gone the next moment, and with it the server. */
  kill(): void {
    this.client.kill();
  }

  private async shutDown(graceMs: number): Promise<void> {
    this.approvals?.close();
    const idle = this.client.stop(graceMs);
    await Promise.all([idle, this.server?.close(idle), this.opening]);
    this.server = undefined;
  }

  private open(address: Promise<Address>): Promise<Address> {
    this.opening = address.catch(() => undefined);
    return address;
  }

  private readonly reportError = (error: unknown): void =>
    this.ports.report(`CLI Bridge hit an unexpected error: ${errorReport(error)}`);

  private async listen(): Promise<Address> {
    const { bindAddress, port } = this.settings.current;
    const server = await HttpServer.listen(
      { address: bindAddress, port },
      {
        settings: this.settings,
        keys: this.keys,
        call: this.call,
        batch: this.batch,
        catalogue: this.catalogue,
        canAsk: this.approvals !== undefined,
        log: this.log,
        health: () => this.health(),
        openApi: () => this.openApi(this.catalogue.revision, this.server?.address),
        mcp: async (...args) => (await this.loadMcp())(...args),
        reportError: this.reportError,
      },
      this.ports.httpLimits,
    );
    if (this.stopping) {
      await server.close(Promise.resolve());
      throw new Error('The bridge was stopped while it started.');
    }
    this.server = server;
    return server.address;
  }

  /** Loads MCP at the first request to it: every process that is started copies what was loaded, so that it costs each call. */
  private loadMcp(): Promise<McpHandler> {
    const load = async (): Promise<McpHandler> => {
      // In steps, so that the app can draw in between.
      const { createMcpEndpoint, prepareSchemas } = await import('./mcp/endpoint');
      await nextTurn();
      await prepareSchemas();
      await nextTurn();
      return createMcpEndpoint({
        call: this.call,
        batch: this.batch,
        catalogue: this.catalogue,
        version: this.ports.version,
        settings: this.settings,
        canAsk: this.approvals !== undefined,
      });
    };
    return (this.mcp ??= load());
  }

  private async health(): Promise<object> {
    await this.client.refreshStatus();
    const { version, hostVault } = this.ports;
    const { cli, listening } = this.status();
    return this.healthDocument(version, hostVault, this.settings.current, cli, listening);
  }
}
