import { Modal, Setting } from 'obsidian';
import type { App } from 'obsidian';
import type { BridgeController } from '../bridge-controller';
import { CLIENT_KINDS } from './client-kinds';
import type { ClientKind } from './client-kinds';
import { drawClientRow } from './client-row';

/** Lets the user choose a client to connect, from anywhere in the app. */
export class ClientsModal extends Modal {
  private stops: (() => void)[] = [];

  constructor(
    app: App,
    private readonly bridge: BridgeController,
    private readonly connect: (kind: ClientKind) => void,
  ) {
    super(app);
  }

  override onOpen(): void {
    this.setTitle('Connect a client');
    this.stops = CLIENT_KINDS.map((kind) => {
      const row = new Setting(this.contentEl).setName(kind.name).setDesc(kind.summary);
      return drawClientRow(row, kind, this.bridge, (chosen) => {
        this.close();
        this.connect(chosen);
      });
    });
  }

  override onClose(): void {
    for (const stop of this.stops) stop();
    this.contentEl.empty();
  }
}
