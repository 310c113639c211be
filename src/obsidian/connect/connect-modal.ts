import { homedir } from 'node:os';
import { Modal, Setting, setIcon } from 'obsidian';
import type { App, ButtonComponent } from 'obsidian';
import { urlOf } from '../../bridge/http/address';
import { SETTING_LABELS } from '../../bridge/settings';
import type { BridgeController, ConnectedClient } from '../bridge-controller';
import { describePrivate } from '../status-text';
import { nameControl } from '../ui/accessible-name';
import { drawLive } from '../ui/live-row';
import { ASKING, askFor, askingInWords, isAsking, USUAL_ASKING } from './asking';
import type { ClientKind } from './client-kind';
import {
  ACCESS_LEVELS,
  clientNameProblem,
  freeClientName,
  isAccessLevel,
  clientKindOf,
  USUAL_ACCESS,
} from './new-client';
import { FirstSuccess } from './first-success';
import { addressObstacle, obstacleFor } from './readiness';
import type { Obstacle } from './readiness';
import { drawSteps } from './steps';

/** Connects a client: asks for its name and access, makes its key, and shows what to do in the client. */
export class ConnectModal extends Modal {
  private name: string;
  private access = USUAL_ACCESS;
  private asking = USUAL_ASKING;
  private stop: () => void = () => undefined;
  private isConnecting = false;

  constructor(
    app: App,
    private readonly kind: ClientKind,
    private readonly bridge: BridgeController,
    private again?: ConnectedClient,
  ) {
    super(app);
    this.name = kind.isGeneric ? '' : freeClientName(kind.name, bridge.keys.clients);
  }

  override onOpen(): void {
    this.modalEl.addClass('cli-bridge-connect');
    if (this.again) this.askToRenew(this.again);
    else this.askForGrant();
  }

  /** Asks for the name and access of a new client. */
  private askForGrant(): void {
    const { kind, bridge } = this;
    this.setTitle(kind.isGeneric ? 'Connect a client' : `Connect ${kind.name}`);
    const obstacle = this.addObstacle(() => obstacleFor(kind.interface, bridge));
    for (const client of bridge.keys.clients) if (clientKindOf(client)?.id === kind.id) this.addKnown(client);
    const nameRow = this.addName();
    this.addAccess();
    const privateNote = describePrivate(bridge.settings.current);
    if (privateNote !== '') this.contentEl.createEl('p', { text: privateNote });
    this.addButtons('Connect', obstacle, () => this.connect(nameRow));
  }

  /** Asks whether a client should get a new key. */
  private askToRenew(client: ConnectedClient): void {
    const { kind, bridge, contentEl } = this;
    this.stop();
    contentEl.empty();
    this.setTitle(`New key for ${client.name}`);
    const obstacle = this.addObstacle(() => obstacleFor(kind.interface, bridge));
    contentEl.createEl('p', {
      text: `${client.name} keeps its name and its limits. Its old key stops working at once.`,
    });
    this.addButtons('New key', obstacle, () => this.renew(client));
  }

  /** Offers a new key for a client that is already connected. */
  private addKnown(client: ConnectedClient): void {
    new Setting(this.contentEl)
      .setName(`${client.name} is already connected`)
      .setDesc('With a new key, it keeps its name and its limits.')
      .addButton((button) => {
        nameControl(button.buttonEl, `New key for ${client.name}`);
        button.setButtonText('New key').onClick(() => {
          this.again = client;
          this.askToRenew(client);
        });
      });
  }

  private addButtons(label: string, obstacle: { draw: () => boolean }, act: () => Promise<void>): void {
    const { contentEl } = this;
    let connect: ButtonComponent | undefined;
    new Setting(contentEl)
      .setClass('cli-bridge-buttons')
      .addButton((button) => {
        connect = button.setButtonText(label).setCta().onClick(act);
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

  /** Adds a row for what keeps the client from connecting, with a button to fix it. `draw` returns whether there is none. */
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
    const ask = new Setting(this.contentEl).setName('Ask me').setDesc(askingInWords(askFor(this.asking)));
    ask.addDropdown((list) => {
      nameControl(list.selectEl, 'Ask me');
      for (const [asking, name] of Object.entries(ASKING)) list.addOption(asking, name);
      list.setValue(this.asking).onChange((asking) => {
        if (!isAsking(asking)) return;
        this.asking = asking;
        ask.setDesc(askingInWords(askFor(asking)));
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
      // It also applies if a client that only reads is allowed more later.
      ...askFor(this.asking),
    });
    this.isConnecting = false;
    if (key === undefined) return;
    this.showSteps(name, key);
  }

  private async renew({ id, name }: ConnectedClient): Promise<void> {
    const { bridge, kind } = this;
    if (this.isConnecting || obstacleFor(kind.interface, bridge)) return;
    this.isConnecting = true;
    const key = await bridge.keys.renew(id);
    this.isConnecting = false;
    if (key !== undefined) this.showSteps(name, key);
  }

  /** Shows what to do in the client, with its key this one time, and whether it has connected. */
  private showSteps(name: string, key: string): void {
    const { kind, contentEl, bridge } = this;
    const from = Date.now();
    this.stop();
    this.setTitle(`Connect ${name}`);
    contentEl.empty();
    const obstacle = this.addObstacle(() => addressObstacle(bridge));
    const steps = contentEl.createDiv();
    if (kind.hasSlashCommands) this.addSlashCommands();
    const state = contentEl.createDiv({ cls: 'cli-bridge-arrival', attr: { role: 'status' } });
    const icon = state.createSpan({ attr: { 'aria-hidden': 'true' } });
    const sentence = state.createSpan();
    const success = new FirstSuccess(contentEl, kind, bridge.log);
    new Setting(contentEl).setClass('cli-bridge-buttons').addButton((button) =>
      button
        .setButtonText('Done')
        .setCta()
        .onClick(() => this.close()),
    );
    let drawnFor: string | undefined;
    this.stop = drawLive(bridge, contentEl, () => {
      const client = bridge.keys.clients.find((each) => each.name === name);
      const hasConnected = (client?.lastSeenAt ?? -Infinity) >= from;
      state.toggleClass('mod-connected', hasConnected);
      setIcon(icon, hasConnected ? 'check' : 'hourglass');
      sentence.setText(hasConnected ? `${name} is connected.` : `Waiting for ${name}…`);
      if (client && hasConnected) success.draw(client, from);
      const isRunning = obstacle.draw();
      steps.toggle(isRunning);
      const { state: server } = bridge.server;
      // Another program, which must not get the key, may be at the address of a server that isn't running.
      const url = server.kind === 'running' ? urlOf(server.address) : undefined;
      if (url === drawnFor) return;
      drawnFor = url;
      steps.empty();
      if (url !== undefined)
        drawSteps(steps, kind, { url, key, relayFile: relayFile() }, this.again !== undefined);
    });
    steps.querySelector('button')?.focus();
  }

  private addSlashCommands(): void {
    const { kind, bridge, contentEl } = this;
    const { promptsFolder } = bridge.settings.current;
    const text =
      promptsFolder === ''
        ? `To use notes as slash commands in ${kind.name}, set "${SETTING_LABELS.promptsFolder}" on the Interfaces page.`
        : `The notes in the folder "${promptsFolder}" are slash commands in ${kind.name}.`;
    contentEl.createEl('p', { cls: 'cli-bridge-note', text });
  }
}

/** Where the relay is saved. Node takes slashes on every system; backslashes would have to be doubled in configurations. */
function relayFile(): string {
  return `${homedir().replaceAll('\\', '/')}/cli-bridge-relay.mjs`;
}
