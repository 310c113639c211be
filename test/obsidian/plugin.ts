import type * as obsidian from '../../node_modules/obsidian/obsidian';
import { asStandIn } from './app';
import { Component } from './component';
import { hasDocument, newElement } from './headless-element';

/** Whatever a plugin adds here is registered for removal, as the app does: it is gone after unload. */
export abstract class Plugin extends Component {
  constructor(
    public app: obsidian.App,
    public manifest: obsidian.PluginManifest,
  ) {
    super();
  }

  addStatusBarItem(): HTMLElement {
    const element = newElement('div', 'status-bar-item', `plugin-${this.manifest.id}`);
    return this.#show(element, asStandIn(this.app).statusBarItems, 'status-bar');
  }

  /** Id and name get the plugin's as a prefix (types' doc comment), in place, as the app does. */
  addCommand(command: obsidian.Command): obsidian.Command {
    const { commands } = asStandIn(this.app);
    command.id = `${this.manifest.id}:${command.id}`;
    command.name = `${this.manifest.name}: ${command.name}`;
    commands.addCommand(command);
    this.register(() => commands.removeCommand(command.id));
    return command;
  }

  /** "Called by addSettingTab()" and "once when the tab is added to the setting modal": doc comments on SettingTab. */
  addSettingTab(settingTab: obsidian.PluginSettingTab): void {
    const { setting } = asStandIn(this.app);
    setting.addTab(this.manifest.id, settingTab);
    settingTab.update();
    this.register(() => setting.removeTab(this.manifest.id));
  }

  registerCliHandler(
    command: string,
    description: string,
    flags: obsidian.CliFlags | null,
    handler: obsidian.CliHandler,
  ): void {
    const { cli } = asStandIn(this.app);
    cli.register(command, { plugin: this.manifest.name, description, flags, handler });
    this.register(() => cli.handlers.delete(command));
  }

  loadData(): Promise<unknown> {
    return Promise.resolve().then(() => asStandIn(this.app).data.load());
  }

  // Written at once, so that a test can look right after a click; a failure is still a rejection.
  async saveData(data: unknown): Promise<void> {
    asStandIn(this.app).data.save(data);
    await Promise.resolve();
  }

  #show(element: HTMLElement, list: HTMLElement[], area: string): HTMLElement {
    list.push(element);
    if (hasDocument()) areaOf(area).appendChild(element);
    this.register(() => {
      element.remove();
      list.splice(list.indexOf(element), 1);
    });
    return element;
  }
}

function areaOf(cls: string): Element {
  return document.querySelector(`.${cls}`) ?? document.body.appendChild(newElement('div', cls));
}
