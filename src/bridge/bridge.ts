import { CliClient } from './cli/client';
import type { CliResult } from './cli/client';
import type { CliStatus } from './cli/known-program';
import type { LookupResult } from './cli/find-program';
import type { Platform } from './cli/platform';
import type { Program } from './cli/program';
import { Catalogue } from './commands/catalogue';
import { createCall, defaultVault } from './commands/call';
import type { Call } from './commands/call';
import { childEnvironment } from './cli/environment';
import { errorKind } from './error-kind';
import { healthDocument } from './health';
import { ApiKey } from './http/api-key';
import { BodyMemory } from './http/body';
import type { McpHandler } from './http/pipeline';
import { HttpServer } from './http/server';
import type { Address, HttpLimits } from './http/server';
import { memoizeLast } from './memoize';
import { RequestLog } from './request-log';
import type { Settings } from './settings';

/** What a host gives to the bridge. */
export interface BridgePorts {
  /** The bridge's own version, for the health document and MCP. */
  readonly version: string;
  readonly platform: Platform;
  readonly environment: NodeJS.ProcessEnv;
  readonly apiKey: string;
  /** The only program to run; absent, the bridge searches for it (§7.2). */
  readonly program?: Program | undefined;
  /** The app's resources folder, when running inside the app. */
  readonly resourcesPath?: string | undefined;
  /** The vault the host runs in, if it runs in one. */
  readonly hostVault?: string | undefined;
  /** Told, in a sentence, of failures that are the bridge's own fault. */
  readonly report: (message: string) => void;
  /** Told whenever the line or what is known of the program may have changed: often, so it must be quick. */
  readonly activity?: (() => void) | undefined;
  /** The log to go on writing, when the host has one from an earlier bridge. */
  readonly log?: RequestLog | undefined;
  /** Limits of the server that differ from the usual ones. */
  readonly httpLimits?: Partial<HttpLimits> | undefined;
}

export interface BridgeStatus {
  readonly listening: Address | undefined;
  readonly cli: CliStatus;
  /** Calls in the line, and whether one is running. */
  readonly waiting: number;
  readonly running: boolean;
}

/** The same bridge for every host: one server, one line to the program, one set of settings that may change at any time. */
export class Bridge {
  readonly log: RequestLog;
  readonly catalogue: Catalogue;
  private readonly call: Call;
  private readonly client: CliClient;
  private readonly healthDocument = memoizeLast(healthDocument);
  private readonly settings: { current: Settings };
  private apiKey: ApiKey;
  private server: HttpServer | undefined;
  private mcp: Promise<McpHandler> | undefined;
  private stopping: Promise<void> | undefined;
  /** Settles, and never fails, when a start or a move that is under way has ended. */
  private opening: Promise<unknown> = Promise.resolve();

  constructor(
    settings: Settings,
    private readonly ports: BridgePorts,
  ) {
    this.settings = { current: settings };
    this.log = ports.log ?? new RequestLog();
    this.apiKey = new ApiKey(ports.apiKey);
    this.client = new CliClient({
      platform: ports.platform,
      environment: childEnvironment(ports.environment),
      places: () => ({
        only: ports.program,
        configured: this.settings.current.cliPath,
        environment: ports.environment,
        resourcesPath: ports.resourcesPath,
      }),
      timeoutMs: () => this.settings.current.timeoutSeconds * 1000,
      activity: ports.activity,
    });
    this.catalogue = new Catalogue(() => this.readHelp());
    this.call = createCall({
      client: this.client,
      catalogue: this.catalogue,
      log: this.log,
      settings: this.settings,
      hostVault: ports.hostVault,
    });
  }

  /**
   * Listens, and looks for the program and its commands in the background.
   * @returns where it listens
   * @throws the system's error (`EADDRINUSE`, `EADDRNOTAVAIL`, `EACCES`) when the address cannot be had
   */
  async start(): Promise<Address> {
    const address = await this.open(this.listen());
    void this.catalogue.refresh();
    return address;
  }

  /**
   * Moves to the address of the settings: the old port is free, and calls that run are answered, before the new one
   * serves. @throws the system's error; the bridge then listens nowhere
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

  /** Takes new settings at once, without dropping a request; port and address count from {@link relocate} on. */
  update(settings: Settings): void {
    const moved = settings.cliPath !== this.settings.current.cliPath;
    this.settings.current = settings;
    if (!moved) return;
    this.client.forget();
    // Health tells of the new place without waiting for a command.
    if (this.server) void this.client.lookAgain().catch(() => undefined);
  }

  /** Replaces the API key: the old one is refused from the next request on (§5.3). @throws Error for an empty key */
  setApiKey(key: string): void {
    this.apiKey = new ApiKey(key);
  }

  /** What the bridge is doing now. */
  status(): BridgeStatus {
    const { waiting, running } = this.client.queueState();
    return { listening: this.server?.address, cli: this.client.status(), waiting, running };
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
   * Runs a reading command for the host itself, in its turn in the line, on the default vault and without a log entry.
   * @throws BridgeError when nothing was run
   */
  async ask(command: string, gone?: AbortSignal): Promise<CliResult> {
    await this.client.requireProgram();
    return this.client.run({
      commandLine: {
        vault: defaultVault(this.settings.current, this.ports.hostVault),
        command,
        words: [],
        parameters: new Map(),
        flags: [],
      },
      printsUserText: false,
      callerGone: gone,
      endWithCaller: true,
    });
  }

  /**
   * Stops accepting, refuses what waits, gives the running command `graceMs` to finish and ends it then; answers all of
   * them, and frees the port. Also when it was never started, or twice.
   */
  stop(graceMs: number): Promise<void> {
    this.stopping ??= this.shutDown(graceMs);
    return this.stopping;
  }

  private async shutDown(graceMs: number): Promise<void> {
    const idle = this.client.stop(graceMs);
    await Promise.all([idle, this.server?.close(idle), this.opening]);
    this.server = undefined;
  }

  private open(address: Promise<Address>): Promise<Address> {
    this.opening = address.catch(() => undefined);
    return address;
  }

  private async listen(): Promise<Address> {
    const { bindAddress, port } = this.settings.current;
    const server = await HttpServer.listen(
      { address: bindAddress, port },
      {
        settings: this.settings,
        apiKey: () => this.apiKey,
        call: this.call,
        catalogue: this.catalogue,
        health: () => this.health(),
        mcp: async (...args) => (await this.loadMcp())(...args),
        bodies: new BodyMemory(),
        reportError: (error) => this.ports.report(`CLI Bridge hit an unexpected error: ${errorKind(error)}.`),
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

  /** MCP is loaded when it is first asked for, so that starting does not pay for it. */
  private loadMcp(): Promise<McpHandler> {
    this.mcp ??= import('./mcp/endpoint').then(({ createMcpEndpoint }) =>
      createMcpEndpoint({
        call: this.call,
        catalogue: this.catalogue,
        version: this.ports.version,
        settings: this.settings,
      }),
    );
    return this.mcp;
  }

  private async health(): Promise<object> {
    await this.client.firstLook();
    const { version, hostVault } = this.ports;
    const { cli, listening } = this.status();
    return this.healthDocument(version, hostVault, this.settings.current, cli, listening);
  }

  private async readHelp(): Promise<string | undefined> {
    try {
      const result = await this.ask('help');
      return result.code === undefined ? result.stdout : undefined;
    } catch {
      // The program is missing or the line is closed: the documented commands stay.
      return undefined;
    }
  }
}
