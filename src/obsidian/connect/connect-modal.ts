import { Modal, Setting } from 'obsidian';
import type { App, ButtonComponent } from 'obsidian';
import { urlOf } from '../../bridge/http/server-url';
import { SETTING_LABELS } from '../../bridge/settings';
import type { BridgeController } from '../bridge-controller';
import { nameControl, nameToggle } from '../ui/accessible-name';
import { copyText } from '../ui/clipboard';
import { drawLive } from '../ui/live-row';
import { handOver } from './handover';
import type { Access, ClientKind } from './handover';
import { ACCESS_LEVELS, clientNameProblem, freeClientName, isAccessLevel, USUAL_ACCESS } from './new-client';
import { addressObstacle, obstacleFor } from './readiness';
import type { Obstacle } from './readiness';

/** Connects a client: asks for its name and access, makes its key, hands over its configuration, and shows the key once. */
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
    this.name = freeClientName(kind.name, bridge.keys.clients);
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
    // Nothing keeps the key.
    this.contentEl.empty();
  }

  /** Adds a row for what keeps the client from connecting, with a button to fix it. `draw` returns whether the way is clear. */
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
    const problem = clientNameProblem(this.name, bridge.keys.clients);
    nameRow.setErrorMessage(problem ?? null);
    if (problem !== undefined) return;
    this.isConnecting = true;
    const name = this.name.trim();
    const key = await bridge.keys.connect({
      name,
      access: this.access,
      // A client that only reads never changes anything.
      ask: this.mustAsk && this.access !== 'read',
    });
    this.isConnecting = false;
    if (key === undefined) return;
    this.showKey(name, key);
    await this.handOver(key);
  }

  /** Undefined while the server isn't running: another program, which must not get the key, may be at the address. */
  private accessWith(key: string): Access | undefined {
    const { state } = this.bridge.server;
    return state.kind === 'running' ? { url: urlOf(state.address), key } : undefined;
  }

  private async handOver(key: string): Promise<void> {
    const access = this.accessWith(key);
    if (access) await handOver(this.kind, access);
  }

  /** Shows the key, this one time, and whether the client has connected. */
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
      const client = bridge.keys.clients.find((each) => each.name === name);
      const hasConnected = client?.lastSeenAt !== undefined;
      state.setText(hasConnected ? `${name} is connected.` : `Waiting for ${name}…`);
      const access = this.accessWith(key);
      const isRunning = obstacle.draw();
      shown.toggle(isRunning);
      for (const button of needServer) button.setDisabled(!isRunning);
      code.setText(access ? kind.configuration(access) : '');
    });
  }
}
