import { setTimeout as sleep } from 'node:timers/promises';
import type { Bridge } from '../../bridge/bridge';
import type { Address } from '../../bridge/http/address';
import type { Settings } from '../../bridge/settings';
import { systemCode } from '../../bridge/text/error-kind';
import type { ServerControl, ServerState, SettingsControl } from '../bridge-controller';
import type { Notify } from '../ui/notices';
import { explainListening } from './explain-listening';

/** What {@link ServerLifecycle} needs. */
interface ServerPorts {
  /** Creates a bridge for the current settings, not yet started. */
  readonly newBridge: () => Bridge;
  readonly settings: Pick<SettingsControl, 'current' | 'change'>;
  /** Gives the current bridge the stored keys. @throws the storage's error */
  readonly provideKeys: () => void;
  /** The vault's name: its own earlier server may still have the port. */
  readonly vaultName: string;
  /** How long a taken port is retried, in milliseconds. */
  readonly busyPortMs: number;
  readonly notify: Notify;
  readonly changed: () => void;
}

/** How long a running command may take to finish when the server stops. */
const GRACE_MS = 1_000;
/** The pause before a taken port is retried. */
const PAUSE_MS = 250;
/** How many free ports are tried, since each of them may be taken in the meantime. */
const FREE_PORT_TRIES = 5;

/** Whether an action is still the last one that was asked for. */
type IsLast = () => boolean;

/** Starts, stops, and moves the server, one action at a time, and closes it at any time. */
export class ServerLifecycle implements ServerControl {
  state: ServerState = { kind: 'stopped' };
  bridge: Bridge;
  private turn: Promise<void> = Promise.resolve();
  private closed = false;
  /** How many actions have been asked for. */
  private asked = 0;
  private pause = new AbortController();
  /** Hides the notice about the last failure. */
  private hideNotice: () => void = () => undefined;

  constructor(private readonly ports: ServerPorts) {
    this.bridge = ports.newBridge();
    process.once('exit', this.kill);
  }

  start(): Promise<void> {
    return this.inTurn((isLast) => this.listen(isLast));
  }

  stop(): Promise<void> {
    return this.inTurn(async () => {
      await this.bridge.stop(GRACE_MS);
      if (this.closed) return;
      // A stopped bridge can't start again. The new one already knows the CLI and its commands until the next start.
      this.bridge = this.ports.newBridge();
      this.become({ kind: 'stopped' });
    });
  }

  /** Puts changed settings into force. Only a new port or bind address makes the server move. */
  async follow(before: Settings): Promise<void> {
    const { current } = this.ports.settings;
    this.bridge.update(current);
    this.ports.changed();
    if (before.port !== current.port || before.bindAddress !== current.bindAddress) await this.move();
  }

  async useFreePort(): Promise<void> {
    const { settings, notify } = this.ports;
    const offered = this.offeredPort();
    if (offered === undefined) return;
    let port: number | undefined = offered;
    // Only listening shows whether a port is still free. Each failure offers the next one.
    for (let tries = 0; tries < FREE_PORT_TRIES && port !== undefined; tries += 1) {
      await settings.change({ port });
      port = this.offeredPort();
    }
    const used = settings.current.port;
    if (this.state.kind !== 'running' || used === offered) return;
    notify(`Port ${offered} was taken in the meantime, so CLI Bridge uses port ${used}.`);
  }

  /** Whether the server has a connection from this port of the computer. */
  hasClientAt(port: number): Promise<boolean> {
    return this.bridge.hasClientAt(port);
  }

  /** Frees the port and stops running commands, even halfway through a start. */
  async close(): Promise<void> {
    this.closed = true;
    this.pause.abort();
    await this.bridge.stop(GRACE_MS);
    process.off('exit', this.kill);
  }

  /** The app has reloaded or crashed. No command may outlive it. */
  private readonly kill = (): void => this.bridge.kill();

  /** Moves to the port and address in the settings, unless the server is stopped. */
  private move(): Promise<void> {
    return this.inTurn(async (isLast) => {
      if (this.closed || this.state.kind === 'stopped') return;
      if (this.state.kind === 'running') {
        const { address, port } = this.state.address;
        const { bindAddress, port: wanted } = this.ports.settings.current;
        // After two quick changes, the first move already went to the new address.
        if (address === bindAddress && port === wanted) return;
        await this.serve(() => this.bridge.relocate(), isLast);
      } else await this.listen(isLast);
    });
  }

  private async listen(isLast: IsLast): Promise<void> {
    if (this.closed || this.state.kind === 'running') return;
    const { bridge } = this;
    try {
      this.ports.provideKeys();
    } catch {
      this.giveUp("The API key couldn't be read from the keychain. Unlock it, then start the server again.");
      return;
    }
    await this.serve(() => bridge.start(), isLast);
  }

  /** Listens. Retries a taken port for a while: the app may be restarting, or another vault may be freeing it. */
  private async serve(listen: () => Promise<Address>, isLast: IsLast): Promise<void> {
    // After a failure, the user has tried something and waits for the result.
    const busyPortMs = this.state.kind === 'failed' ? 0 : this.ports.busyPortMs;
    this.become({ kind: 'starting' });
    for (let waited = 0; ; waited += PAUSE_MS) {
      try {
        this.become({ kind: 'running', address: await listen() });
        return;
      } catch (error) {
        if (this.closed) return;
        const code = systemCode(error) ?? 'unexpected error';
        if (code !== 'EADDRINUSE' || waited >= busyPortMs) return this.explain(code);
      }
      if (isLast()) await this.sleep();
      if (this.closed || !isLast()) return;
    }
  }

  /** Waits a moment, or until something else is asked for. */
  private async sleep(): Promise<void> {
    this.pause = new AbortController();
    await sleep(PAUSE_MS, undefined, { signal: this.pause.signal }).catch(() => undefined);
  }

  private async explain(code: string): Promise<void> {
    const { bindAddress, port } = this.ports.settings.current;
    const at = { address: bindAddress, port };
    const { reason, freePort } = await explainListening(code, at, this.ports.vaultName);
    if (!this.closed) this.giveUp(reason, freePort);
  }

  private offeredPort(): number | undefined {
    return this.state.kind === 'failed' ? this.state.freePort : undefined;
  }

  private giveUp(reason: string, freePort?: number): void {
    this.become({ kind: 'failed', reason, freePort });
    const offer = { label: `Use port ${freePort}`, accept: () => void this.useFreePort() };
    this.hideNotice = this.ports.notify(reason, freePort === undefined ? undefined : offer);
  }

  private become(state: ServerState): void {
    this.state = state;
    this.hideNotice();
    this.hideNotice = () => undefined;
    this.ports.changed();
  }

  private inTurn(act: (isLast: IsLast) => Promise<void>): Promise<void> {
    const place = (this.asked += 1);
    this.pause.abort();
    const done = this.turn.then(() => act(() => place === this.asked));
    // An error goes to the caller; the next action still gets its turn.
    this.turn = done.catch(() => undefined);
    return done;
  }
}
