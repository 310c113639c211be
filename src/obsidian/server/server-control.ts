import type { Bridge } from '../../bridge/bridge';
import type { Settings } from '../../bridge/settings';
import type { ServerState } from '../host';
import type { Offer, Tell } from '../notices';
import { explainListening } from './listening-failure';

/** What the control needs of the plugin. */
export interface ServerPorts {
  /** A bridge for the settings of now that was never started. */
  readonly newBridge: () => Bridge;
  readonly settings: () => Settings;
  /** The API key; made on the first run. @throws the storage's error */
  readonly readKey: () => string;
  readonly changed: () => void;
  readonly tell: Tell;
  /** Moves to this port, for good. */
  readonly usePort: (port: number) => void;
}

/** How long a command that runs when the server is stopped may take to finish. */
const GRACE_MS = 1_000;

/** The server's life: started, stopped and moved one after the other, and closed at any moment. */
export class ServerControl {
  state: ServerState = { kind: 'stopped' };
  bridge: Bridge;
  private turn: Promise<void> = Promise.resolve();
  private closed = false;
  /** Takes away what was told of the last failure. */
  private withdraw: () => void = () => undefined;

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
      // A bridge that was stopped stays so; a new one knows the program and the commands while the server is off.
      this.bridge = this.ports.newBridge();
      this.become({ kind: 'stopped' });
    });
  }

  /** Goes where the settings say, unless the server is stopped. */
  move(): Promise<void> {
    return this.inTurn(async () => {
      if (this.closed || this.state.kind === 'stopped') return;
      if (this.state.kind === 'running') {
        const { address, port } = this.state.address;
        const { bindAddress, port: wanted } = this.ports.settings();
        // Two quick changes: the first move already went where the second one leads.
        if (address === bindAddress && port === wanted) return;
        await this.serve(() => this.bridge.relocate());
      } else await this.listen();
    });
  }

  /** Frees the port and ends what runs, also half-way through a start. */
  async close(): Promise<void> {
    this.closed = true;
    await this.bridge.stop(GRACE_MS);
  }

  private async listen(): Promise<void> {
    if (this.closed || this.state.kind === 'running') return;
    const { bridge } = this;
    try {
      bridge.setApiKey(this.ports.readKey());
    } catch {
      this.giveUp('The API key could not be read from the keychain. Unlock it, then start the server again.');
      return;
    }
    if (await this.serve(() => bridge.start())) void this.reportMissingProgram(bridge);
  }

  private async serve(listen: () => Promise<{ address: string; port: number }>): Promise<boolean> {
    this.become({ kind: 'starting' });
    try {
      this.become({ kind: 'running', address: await listen() });
      return true;
    } catch (error) {
      if (!this.closed) await this.explain(error);
      return false;
    }
  }

  private async explain(error: unknown): Promise<void> {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unexpected fault';
    const { bindAddress, port } = this.ports.settings();
    const { reason, freePort } = await explainListening(code, { address: bindAddress, port });
    if (!this.closed) this.giveUp(reason, freePort);
  }

  private giveUp(reason: string, freePort?: number): void {
    this.become({ kind: 'failed', reason, freePort });
    const offer = freePort === undefined ? undefined : this.offerOf(freePort);
    this.withdraw = this.ports.tell(reason, offer);
  }

  private offerOf(freePort: number): Offer {
    return { label: `Use port ${freePort}`, accept: () => this.ports.usePort(freePort) };
  }

  private async reportMissingProgram(bridge: Bridge): Promise<void> {
    const status = await bridge.lookAgain().catch(() => undefined);
    if (this.closed || status?.state !== 'missing') return;
    this.ports.tell(
      'The command line program was not found, so commands cannot run yet. Turn on the command line interface under Settings, General, Advanced.',
    );
  }

  private become(state: ServerState): void {
    this.state = state;
    this.withdraw();
    this.withdraw = () => undefined;
    this.ports.changed();
  }

  private inTurn(act: () => Promise<void>): Promise<void> {
    const done = this.turn.then(act);
    // A fault is told to whoever asked; the next one still gets a turn.
    this.turn = done.catch(() => undefined);
    return done;
  }
}
