import { Modal, Setting } from 'obsidian';
import type { App, ButtonComponent } from 'obsidian';
import { SETTING_LABELS } from '../../bridge/settings';
import { copyText } from '../clipboard';
import { serverUrl } from '../server/address';
import { nameControl, nameToggle } from '../settings/accessible-name';
import { drawLive } from '../settings/live-row';
import type { BridgeController } from '../bridge-controller';
import { ACCESS_LEVELS, isAccessLevel, USUAL_ACCESS } from './access-level';
import { clientNameProblem, freeClientName } from './client';
import type { ConnectedClient } from './client';
import type { Access, ClientKind } from './client-kinds';
import { addressObstacle, obstacleFor } from './readiness';
import type { Obstacle } from './readiness';

/** Connects one client: asks for its name and access, makes its key, hands the configuration over, and shows the key once. */
export class ConnectModal extends Modal {
  private name: string;
  private access = USUAL_ACCESS;
  private mustAsk = false;
  private stop: () => void = () => undefined;
  private isConnecting = false;

  constructor(
    app: App,
    private readonly kind: ClientKind,
    private readonly bridge: BridgeController,
  ) {
    super(app);
    this.name = freeClientName(kind.name, bridge.clients);
  }

  override onOpen(): void {
    const { kind, contentEl } = this;
    this.setTitle(`Connect ${kind.name}`);
    this.modalEl.addClass('cli-bridge-connect');
    contentEl.createEl('p', {
      text: `${kind.summary} The client gets its own key, which you can revoke at any time.`,
    });
    const obstacle = this.addObstacle(() => obstacleFor(kind.interface, this.bridge));
    const nameRow = this.addName();
    this.addAccess();
    let connect: ButtonComponent | undefined;
    new Setting(contentEl)
      .setClass('cli-bridge-buttons')
      .addButton((button) => {
        connect = button
          .setButtonText(kind.handover.label)
          .setCta()
          .onClick(() => this.connect(nameRow));
      })
      .addButton((button) => button.setButtonText('Cancel').onClick(() => this.close()));
    this.stop = drawLive(this.bridge, contentEl, () => {
      const isReady = obstacle.draw();
      connect?.setDisabled(!isReady);
    });
  }

  override onClose(): void {
    this.stop();
    // The key is not kept anywhere.
    this.contentEl.empty();
  }

  /** What keeps the client from connecting, with the button that mends it. */
  private addObstacle(find: () => Obstacle | undefined): { draw: () => boolean } {
    const row = new Setting(this.contentEl).setClass('cli-bridge-obstacle');
    const sentence = row.infoEl.createDiv({ cls: 'cli-bridge-state mod-problem', attr: { role: 'status' } });
    let remedy: ButtonComponent | undefined;
    row.addButton((button) => {
      remedy = button.onClick(() => find()?.remedy?.apply());
    });
    return {
      draw: () => {
        const obstacle = find();
        row.settingEl.toggle(obstacle !== undefined);
        sentence.setText(obstacle?.sentence ?? '');
        remedy?.setButtonText(obstacle?.remedy?.label ?? '').buttonEl.toggle(obstacle?.remedy !== undefined);
        return obstacle === undefined;
      },
    };
  }

  private addName(): Setting {
    const row = new Setting(this.contentEl).setName('Name').setDesc('How it appears in the request log.');
    return row.addText((field) => {
      nameControl(field.inputEl, 'Name');
      field.setValue(this.name).onChange((name) => {
        this.name = name;
        row.setErrorMessage(null);
      });
    });
  }

  private addAccess(): void {
    const row = new Setting(this.contentEl).setName('Access').setDesc(ACCESS_LEVELS[this.access].desc);
    row.addDropdown((list) => {
      nameControl(list.selectEl, 'Access');
      for (const [level, { name }] of Object.entries(ACCESS_LEVELS)) list.addOption(level, name);
      list.setValue(this.access).onChange((level) => {
        if (!isAccessLevel(level)) return;
        this.access = level;
        row.setDesc(ACCESS_LEVELS[level].desc);
        ask.settingEl.toggle(level !== 'read');
      });
    });
    const name = SETTING_LABELS.askFirst;
    const ask = new Setting(this.contentEl)
      .setName(name)
      .setDesc('Each change waits until you allow it in a dialog.')
      .addToggle((toggle) => {
        nameToggle(toggle, name);
        toggle.setValue(this.mustAsk).onChange((wanted) => {
          this.mustAsk = wanted;
        });
      });
  }

  private async connect(nameRow: Setting): Promise<void> {
    const { bridge, kind } = this;
    // The state may have changed since the button was drawn.
    if (this.isConnecting || obstacleFor(kind.interface, bridge)) return;
    const problem = clientNameProblem(this.name, bridge.clients);
    nameRow.setErrorMessage(problem ?? null);
    if (problem !== undefined) return;
    this.isConnecting = true;
    const name = this.name.trim();
    const key = await bridge.connectClient({
      name,
      access: this.access,
      // A client that only reads changes nothing to ask about.
      ask: this.mustAsk && this.access !== 'read',
    });
    this.isConnecting = false;
    if (key === undefined) return;
    this.showKey(name, key);
    await this.handOver(key);
  }

  /** What the client gets, as the server is now: another program must not get the key. */
  private accessWith(key: string): Access | undefined {
    const { bridge } = this;
    return addressObstacle(bridge) ? undefined : { url: serverUrl(bridge.server, bridge.settings), key };
  }

  private async handOver(key: string): Promise<void> {
    const access = this.accessWith(key);
    if (!access) return;
    const { handover, configuration } = this.kind;
    switch (handover.kind) {
      case 'copy':
        return copyText(configuration(access), 'Copied.');
      case 'file': {
        // Its ZIP library makes tables when it is loaded, which is a fourth of the plugin's load.
        const { saveExtension } = await import('./save-extension');
        return saveExtension();
      }
      case 'link':
        if (handover.asksForKey) await copyText(access.key, 'Key copied.');
        window.open(handover.url(access));
    }
  }

  /** The second step: the key, the only time that it can be seen, and whether the client has arrived. */
  private showKey(name: string, key: string): void {
    const { kind, contentEl, bridge } = this;
    this.stop();
    contentEl.empty();
    const obstacle = this.addObstacle(() => addressObstacle(bridge));
    const shown = contentEl.createDiv();
    shown.createEl('p', { text: kind.next });
    const details = shown.createEl('details', { cls: 'cli-bridge-configuration' });
    details.open = kind.handover.kind !== 'link';
    details.createEl('summary', { text: 'Configuration' });
    details.createEl('p', { text: kind.place });
    const code = details.createEl('pre', { cls: 'cli-bridge-snippet' }).createEl('code');
    contentEl.createEl('p', {
      text: 'This key is shown only once. If you lose it, revoke it and connect the client again.',
    });
    const state = contentEl.createDiv({ cls: 'cli-bridge-state', attr: { role: 'status' } });
    const buttons = new Setting(contentEl).setClass('cli-bridge-buttons');
    const needServer: ButtonComponent[] = [];
    const add = (label: string, act: (access: Access) => Promise<void>): void => {
      buttons.addButton((button) => {
        needServer.push(button);
        button.setButtonText(label).onClick(() => {
          const access = this.accessWith(key);
          return access && act(access);
        });
      });
    };
    if (kind.handover.kind === 'file')
      add('Copy address', ({ url }) => copyText(`${url}/mcp`, 'Address copied.'));
    if (kind.handover.kind !== 'copy') add('Copy key', () => copyText(key, 'Key copied.'));
    add(kind.handover.label, () => this.handOver(key));
    buttons.addButton((button) => {
      button
        .setButtonText('Done')
        .setCta()
        .onClick(() => this.close());
      button.buttonEl.focus();
    });
    this.stop = drawLive(bridge, contentEl, () => {
      const client = bridge.clients.find((each: ConnectedClient) => each.name === name);
      const hasArrived = client?.lastSeenAt !== undefined;
      state.setText(hasArrived ? `${name} is connected.` : `Waiting for ${name}…`);
      const access = this.accessWith(key);
      const isRunning = obstacle.draw();
      shown.toggle(isRunning);
      for (const button of needServer) button.setDisabled(!isRunning);
      code.setText(access ? kind.configuration(access) : '');
    });
  }
}
