import { setTimeout as sleep } from 'node:timers/promises';
import type { Bridge } from '../../bridge/bridge';
import type { Address } from '../../bridge/http/server';
import type { Settings } from '../../bridge/settings';
import type { ServerState } from '../bridge-controller';
import type { Notify } from '../notices';
import { explainListening } from './explain-listening';

/** What the lifecycle needs from the plugin. */
export interface ServerPorts {
  /** Creates a bridge for the current settings, not yet started. */
  readonly newBridge: () => Bridge;
  readonly settings: () => Settings;
  /** The vault whose own earlier server may still be at the port. */
  readonly vaultName: string;
  /** How long a port that is taken is tried again, in milliseconds. */
  readonly busyPortMs: number;
  /** Gives a bridge the stored keys; the API key is generated on the first run. @throws the storage's error */
  readonly provideKeys: (bridge: Bridge) => void;
  readonly changed: () => void;
  readonly notify: Notify;
  /** Moves to the free port that was offered, and saves it. */
  readonly useFreePort: () => void;
}

/** How long a running command may take to finish when the server stops. */
const GRACE_MS = 1_000;
/** The pause between two tries to listen at a port that is taken. */
const PAUSE_MS = 250;

/** Whether nothing else has been asked for since an action was. */
type IsLast = () => boolean;

/** Starts, stops and moves the server, one action at a time, and closes it at any moment. */
export class ServerLifecycle {
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
      // A stopped bridge cannot start again. Until the next start, the new one already answers for the CLI and its commands.
      this.bridge = this.ports.newBridge();
      this.become({ kind: 'stopped' });
    });
  }

  /** Moves to the port and address of the settings, unless the server is stopped. */
  move(): Promise<void> {
    return this.inTurn(async (isLast) => {
      if (this.closed || this.state.kind === 'stopped') return;
      if (this.state.kind === 'running') {
        const { address, port } = this.state.address;
        const { bindAddress, port: wanted } = this.ports.settings();
        // After two quick changes the first move has already arrived where the second leads.
        if (address === bindAddress && port === wanted) return;
        await this.serve(() => this.bridge.relocate(), isLast);
      } else await this.listen(isLast);
    });
  }

  /** Frees the port and stops running commands, even halfway through a start. */
  async close(): Promise<void> {
    this.closed = true;
    this.pause.abort();
    await this.bridge.stop(GRACE_MS);
    process.off('exit', this.kill);
  }

  /** The app has reloaded or crashed: no command may outlive it. */
  private readonly kill = (): void => this.bridge.kill();

  private async listen(isLast: IsLast): Promise<void> {
    if (this.closed || this.state.kind === 'running') return;
    const { bridge } = this;
    try {
      this.ports.provideKeys(bridge);
    } catch {
      this.giveUp("The API key couldn't be read from the keychain. Unlock it, then start the server again.");
      return;
    }
    await this.serve(() => bridge.start(), isLast);
  }

  /** Listens. A port may be busy for a moment, while the app is started again or another vault leaves it: it is tried again. */
  private async serve(listen: () => Promise<Address>, isLast: IsLast): Promise<void> {
    // After a failure the user tries something else and waits for the result.
    const busyPortMs = this.state.kind === 'failed' ? 0 : this.ports.busyPortMs;
    this.become({ kind: 'starting' });
    for (let waited = 0; ; waited += PAUSE_MS) {
      try {
        this.become({ kind: 'running', address: await listen() });
        return;
      } catch (error) {
        if (this.closed) return;
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'unexpected error';
        if (code !== 'EADDRINUSE' || waited >= busyPortMs) return this.explain(code);
      }
      if (isLast()) await this.sleep();
      if (this.closed || !isLast()) return;
    }
  }

  /** Waits for a while, or until something else is asked for. */
  private async sleep(): Promise<void> {
    this.pause = new AbortController();
    await sleep(PAUSE_MS, undefined, { signal: this.pause.signal }).catch(() => undefined);
  }

  private async explain(code: string): Promise<void> {
    const { bindAddress, port } = this.ports.settings();
    const at = { address: bindAddress, port };
    const { reason, freePort } = await explainListening(code, at, this.ports.vaultName);
    if (!this.closed) this.giveUp(reason, freePort);
  }

  private giveUp(reason: string, freePort?: number): void {
    this.become({ kind: 'failed', reason, freePort });
    const offer =
      freePort === undefined ? undefined : { label: `Use port ${freePort}`, accept: this.ports.useFreePort };
    this.hideNotice = this.ports.notify(reason, offer);
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
