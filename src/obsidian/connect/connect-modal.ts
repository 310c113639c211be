import { homedir } from 'node:os';
import { Modal, Setting, setIcon } from 'obsidian';
import type { App, ButtonComponent } from 'obsidian';
import { urlOf } from '../../bridge/http/server-url';
import { SETTING_LABELS } from '../../bridge/settings';
import type { BridgeController } from '../bridge-controller';
import { nameControl, nameToggle } from '../ui/accessible-name';
import { drawLive } from '../ui/live-row';
import type { ClientKind } from './client-kind';
import { ACCESS_LEVELS, clientNameProblem, freeClientName, isAccessLevel, USUAL_ACCESS } from './new-client';
import { addressObstacle, obstacleFor } from './readiness';
import type { Obstacle } from './readiness';
import { drawSteps } from './steps';

/** Connects a client: asks for its name and access, makes its key, and shows what to do in the client. */
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
    this.name = kind.isGeneric ? '' : freeClientName(kind.name, bridge.keys.clients);
  }

  override onOpen(): void {
    const { kind, contentEl } = this;
    this.setTitle(kind.isGeneric ? 'Connect a client' : `Connect ${kind.name}`);
    this.modalEl.addClass('cli-bridge-connect');
    const obstacle = this.addObstacle(() => obstacleFor(kind.interface, this.bridge));
    const nameRow = this.addName();
    this.addAccess();
    let connect: ButtonComponent | undefined;
    new Setting(contentEl)
      .setClass('cli-bridge-buttons')
      .addButton((button) => button.setButtonText('Cancel').onClick(() => this.close()))
      .addButton((button) => {
        connect = button
          .setButtonText('Connect')
          .setCta()
          .onClick(() => this.connect(nameRow));
      });
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
    const row = new Setting(this.contentEl).setName('Name');
    return row.addText((field) => {
      nameControl(field.inputEl, 'Name');
      field
        .setPlaceholder('My client')
        .setValue(this.name)
        .onChange((name) => {
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
      .setDesc('Each change waits until you allow it.')
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
    this.showSteps(name, key);
  }

  /** Shows what to do in the client, with its key this one time, and whether it has connected. */
  private showSteps(name: string, key: string): void {
    const { kind, contentEl, bridge } = this;
    this.stop();
    this.setTitle(`Connect ${name}`);
    contentEl.empty();
    const obstacle = this.addObstacle(() => addressObstacle(bridge));
    const steps = contentEl.createDiv();
    if (kind.hasSlashCommands) this.addSlashCommands();
    const state = contentEl.createDiv({ cls: 'cli-bridge-arrival', attr: { role: 'status' } });
    const icon = state.createSpan({ attr: { 'aria-hidden': 'true' } });
    const sentence = state.createSpan();
    new Setting(contentEl).setClass('cli-bridge-buttons').addButton((button) =>
      button
        .setButtonText('Done')
        .setCta()
        .onClick(() => this.close()),
    );
    let drawnFor: string | undefined;
    this.stop = drawLive(bridge, contentEl, () => {
      const client = bridge.keys.clients.find((each) => each.name === name);
      const hasConnected = client?.lastSeenAt !== undefined;
      state.toggleClass('mod-connected', hasConnected);
      setIcon(icon, hasConnected ? 'check' : 'hourglass');
      sentence.setText(hasConnected ? `${name} is connected.` : `Waiting for ${name}…`);
      const isRunning = obstacle.draw();
      steps.toggle(isRunning);
      const { state: server } = bridge.server;
      // Another program, which must not get the key, may be at the address of a server that isn't running.
      const url = server.kind === 'running' ? urlOf(server.address) : undefined;
      if (url === drawnFor) return;
      drawnFor = url;
      steps.empty();
      if (url !== undefined) drawSteps(steps, kind, { url, key, relayFile: relayFile() });
    });
    steps.querySelector('button')?.focus();
  }

  private addSlashCommands(): void {
    const { kind, bridge, contentEl } = this;
    const { promptsFolder } = bridge.settings.current;
    const text =
      promptsFolder === ''
        ? `To use notes as slash commands in ${kind.name}, set "${SETTING_LABELS.promptsFolder}" on the page Interfaces.`
        : `The notes in the folder "${promptsFolder}" are slash commands in ${kind.name}.`;
    contentEl.createEl('p', { cls: 'cli-bridge-note', text });
  }
}

/** Where the relay is saved. Node takes slashes on every system; backslashes would have to be doubled in configurations. */
function relayFile(): string {
  return `${homedir().replaceAll('\\', '/')}/cli-bridge-relay.mjs`;
}
