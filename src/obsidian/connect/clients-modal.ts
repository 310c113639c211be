import { Modal, Setting } from 'obsidian';
import type { App } from 'obsidian';
import { urlOf } from '../../bridge/http/server-url';
import type { BridgeController } from '../bridge-controller';
import { nameControl } from '../ui/accessible-name';
import { drawLive } from '../ui/live-row';
import { CLIENT_KINDS } from './client-kinds';
import type { ClientKind } from './handover';

type LiveServer = Pick<BridgeController, 'server' | 'onChange'>;

/** Shown in a configuration in place of a key that doesn't exist yet. */
const NO_KEY_YET = 'YOUR_KEY';

/** Lets the user choose a client to connect, from anywhere in the app. */
export class ClientsModal extends Modal {
  private stops: (() => void)[] = [];

  constructor(
    app: App,
    private readonly bridge: LiveServer,
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

/** Draws a client that can be connected: a button, and its configuration folded below. @returns the row's cleanup */
export function drawClientRow(
  setting: Setting,
  kind: ClientKind,
  bridge: LiveServer,
  connect: (kind: ClientKind) => void,
): () => void {
  setting.setClass('cli-bridge-client');
  const details = setting.infoEl.createEl('details', { cls: 'cli-bridge-configuration' });
  nameControl(details.createEl('summary', { text: 'Configuration' }), `Configuration for ${kind.name}`);
  const place = details.createEl('p');
  const snippet = details.createEl('pre', { cls: 'cli-bridge-snippet' });
  const code = snippet.createEl('code');
  setting.addButton((button) => {
    nameControl(button.buttonEl, `Connect ${kind.name}`);
    button.setButtonText('Connect').onClick(() => connect(kind));
  });
  return drawLive(bridge, setting.settingEl, () => {
    const { state } = bridge.server;
    // Another program may be at the address of a server that isn't running.
    const isRunning = state.kind === 'running';
    place.setText(isRunning ? kind.place : 'Start the server to see the configuration.');
    snippet.toggle(isRunning);
    code.setText(isRunning ? kind.configuration({ url: urlOf(state.address), key: NO_KEY_YET }) : '');
  });
}
