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
import { obstacleFor } from './readiness';
import { saveExtension } from './save-extension';

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
    const obstacle = this.addObstacle();
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
  private addObstacle(): { draw: () => boolean } {
    const row = new Setting(this.contentEl).setClass('cli-bridge-obstacle');
    const sentence = row.infoEl.createDiv({ cls: 'cli-bridge-state mod-problem', attr: { role: 'status' } });
    const find = () => obstacleFor(this.kind.interface, this.bridge);
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
    const access = { url: serverUrl(bridge.server, bridge.settings), key };
    this.showKey(name, access);
    await this.handOver(access);
  }

  private async handOver(access: Access): Promise<void> {
    const { handover, configuration } = this.kind;
    switch (handover.kind) {
      case 'copy':
        return copyText(configuration(access), 'Copied.');
      case 'file':
        return saveExtension(await this.bridge.desktopExtension());
      case 'link':
        if (handover.asksForKey) await copyText(access.key, 'Key copied.');
        window.open(handover.url(access));
    }
  }

  /** The second step: the key, the only time that it can be seen, and whether the client has arrived. */
  private showKey(name: string, access: Access): void {
    const { kind, contentEl, bridge } = this;
    this.stop();
    contentEl.empty();
    contentEl.createEl('p', { text: kind.next });
    const details = contentEl.createEl('details', { cls: 'cli-bridge-configuration' });
    details.open = kind.handover.kind !== 'link';
    details.createEl('summary', { text: 'Configuration' });
    details.createEl('p', { text: kind.place });
    details
      .createEl('pre', { cls: 'cli-bridge-snippet' })
      .createEl('code', { text: kind.configuration(access) });
    contentEl.createEl('p', {
      text: 'This key is shown only once. If you lose it, revoke it and connect the client again.',
    });
    const state = contentEl.createDiv({ cls: 'cli-bridge-state', attr: { role: 'status' } });
    const buttons = new Setting(contentEl).setClass('cli-bridge-buttons');
    if (kind.handover.kind === 'file') {
      buttons.addButton((button) =>
        button.setButtonText('Copy address').onClick(() => copyText(`${access.url}/mcp`, 'Address copied.')),
      );
    }
    if (kind.handover.kind !== 'copy') {
      buttons.addButton((button) =>
        button.setButtonText('Copy key').onClick(() => copyText(access.key, 'Key copied.')),
      );
    }
    buttons
      .addButton((button) => button.setButtonText(kind.handover.label).onClick(() => this.handOver(access)))
      .addButton((button) => {
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
    });
  }
}
