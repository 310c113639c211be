import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { authorize } from './commands/policy/policy';
import type { Engine } from './engine';
import { BridgeError } from './errors';
import { healthDocument } from './http/health';
import type { ApiKeys } from './http/api-keys';
import { EventStreams } from './http/event-streams';
import { openApiDocument } from './http/openapi';
import type { McpHandler } from './http/pipeline';
import { serveStore } from './http/served-store';
import type { ServedStore } from './http/served-store';
import { HttpServer } from './http/server';
import type { Address } from './http/address';
import { urlOf } from './http/address';
import { OWNER } from './key-records';
import { PrivateFolders } from './notes/private-folders';
import { VisibleStore } from './notes/visible-store';
import type { LiveSettings } from './settings';
import { nextTurn } from './text/loop-turn';
import { memoizeLast } from './text/memoize';
import type { BridgePorts } from './ports';
import type { RequestLog } from './request-log';

/** What a listener needs besides what the host provides. */
export interface ListenerOptions {
  readonly engine: Engine;
  readonly settings: LiveSettings;
  /** All keys as they are now. */
  readonly keys: { readonly current: ApiKeys };
  readonly log: RequestLog;
  /** Called with an unexpected error. */
  readonly reportError: (error: unknown) => void;
}

const ACCEPT_MS = 1_000;

/** The HTTP server of a bridge, which may move to another address, and the documents that it serves. */
export class Listener {
  private server: HttpServer | undefined;
  private mcp: Promise<McpHandler> | undefined;
  private readonly events: EventStreams | undefined;
  private isStopping = false;
  /** Settles, and never rejects, when a start or move in progress has ended. */
  private opening: Promise<unknown> = Promise.resolve();
  /** Settles when all requests at earlier addresses are answered. */
  private moved: Promise<unknown> = Promise.resolve();
  private readonly healthDocument = memoizeLast(healthDocument);
  private readonly openApi = memoizeLast((_revision: number, listening?: Address) => {
    const { bindAddress: address, port } = this.options.settings.current;
    const facts = { version: this.ports.version, url: urlOf(listening ?? { address, port }) };
    return openApiDocument(this.options.engine.catalogue.list(), facts);
  });

  constructor(
    private readonly ports: BridgePorts,
    private readonly options: ListenerOptions,
  ) {
    const { watchFiles: watch, hostVault: name, hostVaultId: id, heartbeatMs } = ports;
    const { engine, settings } = options;
    if (!watch || name === undefined) return;
    const hostVault = { name, id };
    this.events = new EventStreams({ watch, hostVault, catalogue: engine.catalogue, settings, heartbeatMs });
  }

  /** Where it listens; undefined while it does not. */
  get address(): Address | undefined {
    return this.server?.address;
  }

  /** Listens at the address in the settings. @throws the system's error when that is not available */
  start(): Promise<Address> {
    return this.open(this.listen());
  }

  /**
   * Moves to the address in the settings immediately. Requests in progress are still answered at the old one.
   * @throws the system's error; it then does not listen at all
   */
  move(): Promise<Address> {
    const { server } = this;
    this.server = undefined;
    this.events?.endAll();
    // This frees the port immediately: the new address may have the same one.
    this.moved = Promise.all([this.moved, server?.close()]);
    return this.open(this.listen());
  }

  /** Stops accepting requests. Resolves when those in progress are answered. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.events?.endAll();
    await Promise.all([this.server?.close(), this.opening, this.moved]);
    this.server = undefined;
  }

  /** Ends the streams that the keys or the settings no longer allow. */
  recheck(): void {
    this.events?.recheck();
  }

  /** Whether the server has a connection from this port. */
  async hasClientAt(port: number): Promise<boolean> {
    const end = performance.now() + ACCEPT_MS;
    // A client may know that it is connected before the server does.
    while (performance.now() < end) {
      if (this.server?.hasClientAt(port)) return true;
      await sleep(10);
    }
    return false;
  }

  /**
   * Serves the notes of the host's own vault to the bridge of another, at a port of their own, whether it listens or not.
   * @throws the system's error if there is no port; BridgeError `no_store` if the host has no vault of its own
   */
  async serveNotes(): Promise<ServedStore> {
    const { engine, settings, reportError } = this.options;
    const { notes: store, catalogue, stopped: closed } = engine;
    const { hostVault: vault } = this.ports;
    if (!store || vault === undefined)
      throw BridgeError.of('no_store', { detail: 'This bridge runs in no vault.' });
    // The bridge of the other vault does not say who asks.
    const hides = (path: string): boolean => PrivateFolders.of(settings.current.privateFolders).hides(path);
    const authorizeAll = (commands: readonly string[], path: string): void => {
      for (const name of commands) authorize(catalogue.known(name), settings.current, OWNER);
      if (hides(path)) throw BridgeError.of('private_path', { what: 'this is in a private folder' });
    };
    return serveStore({
      store: new VisibleStore(store, hides),
      vault,
      authorize: authorizeAll,
      closed,
      reportError,
    });
  }

  private open(address: Promise<Address>): Promise<Address> {
    this.opening = address.catch(() => undefined);
    return address;
  }

  private async listen(): Promise<Address> {
    const { engine, settings, keys, log, reportError } = this.options;
    const { bindAddress, port } = settings.current;
    const server = await HttpServer.listen(
      { address: bindAddress, port },
      {
        settings,
        keys,
        calls: engine.calls,
        catalogue: engine.catalogue,
        canAsk: engine.approvals !== undefined,
        log,
        health: () => this.health(),
        openApi: () => this.openApi(engine.catalogue.revision, this.address),
        events: this.events,
        mcp: async (...args) => (await this.loadMcp())(...args),
        reportError,
      },
      this.ports.httpLimits,
    );
    if (this.isStopping) {
      await server.close();
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
      const { engine, settings } = this.options;
      return createMcpEndpoint({
        calls: engine.calls,
        catalogue: engine.catalogue,
        prompts: engine.prompts,
        version: this.ports.version,
        settings,
        canAsk: engine.approvals !== undefined,
      });
    };
    return (this.mcp ??= load());
  }

  private async health(): Promise<object> {
    const { client } = this.options.engine;
    await client.refreshStatus();
    const { version, hostVault } = this.ports;
    const { settings } = this.options;
    return this.healthDocument(version, hostVault, settings.current, client.status(), this.address);
  }
}
