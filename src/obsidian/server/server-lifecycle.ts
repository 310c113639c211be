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
  /** Gives a bridge the stored keys; the API key is generated on the first run. @throws the storage's error */
  readonly provideKeys: (bridge: Bridge) => void;
  readonly changed: () => void;
  readonly notify: Notify;
  /** Moves to the free port that was offered, and saves it. */
  readonly useFreePort: () => void;
}

/** How long a running command may take to finish when the server stops. */
const GRACE_MS = 1_000;

/** Starts, stops and moves the server, one action at a time, and closes it at any moment. */
export class ServerLifecycle {
  state: ServerState = { kind: 'stopped' };
  bridge: Bridge;
  private turn: Promise<void> = Promise.resolve();
  private closed = false;
  /** Hides the notice about the last failure. */
  private hideNotice: () => void = () => undefined;

  constructor(private readonly ports: ServerPorts) {
    this.bridge = ports.newBridge();
  }

  start(): Promise<void> {
    return this.inTurn(() => this.listen());
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
    return this.inTurn(async () => {
      if (this.closed || this.state.kind === 'stopped') return;
      if (this.state.kind === 'running') {
        const { address, port } = this.state.address;
        const { bindAddress, port: wanted } = this.ports.settings();
        // After two quick changes the first move has already arrived where the second leads.
        if (address === bindAddress && port === wanted) return;
        await this.serve(() => this.bridge.relocate());
      } else await this.listen();
    });
  }

  /** Frees the port and stops running commands, even halfway through a start. */
  async close(): Promise<void> {
    this.closed = true;
    await this.bridge.stop(GRACE_MS);
  }

  private async listen(): Promise<void> {
    if (this.closed || this.state.kind === 'running') return;
    const { bridge } = this;
    try {
      this.ports.provideKeys(bridge);
    } catch {
      this.giveUp('The API key could not be read from the keychain. Unlock it, then start the server again.');
      return;
    }
    await this.serve(() => bridge.start());
  }

  private async serve(listen: () => Promise<Address>): Promise<void> {
    this.become({ kind: 'starting' });
    try {
      this.become({ kind: 'running', address: await listen() });
    } catch (error) {
      if (!this.closed) await this.explain(error);
    }
  }

  private async explain(error: unknown): Promise<void> {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unexpected error';
    const { bindAddress, port } = this.ports.settings();
    const { reason, freePort } = await explainListening(code, { address: bindAddress, port });
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

  private inTurn(act: () => Promise<void>): Promise<void> {
    const done = this.turn.then(act);
    // An error goes to the caller; the next action still gets its turn.
    this.turn = done.catch(() => undefined);
    return done;
  }
}
