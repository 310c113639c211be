import type * as obsidian from '../../node_modules/obsidian/obsidian';
import './index';
import { App, asRealApp, type AppOptions } from './app';
import { installClipboard } from './clipboard';
import { Component } from './component';
import { Events } from './events';
import type { CliRegistration } from './cli-registry';
import type { DataFile } from './data-file';
import type { LocalStorage } from './local-storage';
import type { Menu } from './menu';
import type { Modal } from './modal';
import type { Notice } from './notice';
import { screen } from './screen';
import type { SecretStorage } from './secret-storage';
import { quit } from './workspace';

export { press, settle, typeInto } from './gestures';
export { inputOf, problemOf, rowNamed, visibleRows } from './rows';

/** A test's view of one app: what the plugin put on the screen or registered, and the switches for failures. */
export class TestApp {
  readonly standIn: App;
  /** What was copied: `copied`, and `failure` to inject. One app has it at a time, the newest. */
  readonly clipboard = installClipboard();
  readonly app: obsidian.App;
  readonly #noticesBefore = screen.notices.length;
  readonly #modalsBefore = screen.modals.length;
  readonly #menusBefore = screen.menus.length;

  constructor(options: AppOptions) {
    this.standIn = new App(options);
    this.app = asRealApp(this.standIn);
  }

  /** The plugin's `data.json`: `value`, `text`, `saves`, and `loadFailure`, `saveFailure` to inject. */
  get data(): DataFile {
    return this.standIn.data;
  }

  /** What plugins keep on this device: `values`, and `saveFailure` to inject. */
  get localStorage(): LocalStorage {
    return this.standIn.localStorage;
  }

  /** The keychain: `values`, and `failure` to inject. */
  get secrets(): SecretStorage {
    return this.standIn.secretStorage;
  }

  /** Notices since this app was created, hidden ones included. */
  get notices(): Notice[] {
    return screen.notices.slice(this.#noticesBefore);
  }

  get noticeTexts(): string[] {
    return this.notices.map((notice) => notice.text);
  }

  /** Modals since this app was created, closed ones included. */
  get modals(): Modal[] {
    return screen.modals.slice(this.#modalsBefore);
  }

  get openModal(): Modal | undefined {
    return this.modals.filter((modal) => modal.isOpen).at(-1);
  }

  get openMenu(): Menu | undefined {
    return screen.menus
      .slice(this.#menusBefore)
      .filter((menu) => menu.isOpen)
      .at(-1);
  }

  get commands(): Record<string, obsidian.Command> {
    return this.standIn.commands.commands;
  }

  get cliHandlers(): Map<string, CliRegistration> {
    return this.standIn.cli.handlers;
  }

  get statusBarItems(): HTMLElement[] {
    return this.standIn.statusBarItems;
  }

  triggerLayoutReady(): void {
    this.standIn.workspace.triggerLayoutReady();
  }

  /** The app quits; resolves when it does. */
  async quit(): Promise<void> {
    await quit(this.standIn.workspace);
  }

  /** Runs a command by its full id; false when there is none. */
  async runCommand(id: string): Promise<boolean> {
    if (!(id in this.commands)) return false;
    await this.standIn.commands.execute(id);
    return true;
  }

  /** Runs a command of the app's own command-line program that a plugin registered. */
  async runCli(command: string, params: obsidian.CliData = {}): Promise<string> {
    const registration = this.cliHandlers.get(command);
    if (!registration)
      throw new Error(`Command "${command}" not found. It may require a plugin to be enabled.`);
    return registration.handler(params);
  }

  /** Clicks the item of the open menu that has this title. */
  chooseMenuItem(title: string): void {
    const item = this.openMenu?.items.find((each) => each.title === title);
    if (!item) throw new Error(`No open menu has an item "${title}"`);
    item.dom.click();
  }

  /** Opens the settings at a plugin's tab, as the app does, and returns the element it is drawn into. */
  openSettings(pluginId: string): HTMLElement {
    this.standIn.setting.open();
    const tab = this.standIn.setting.openTabById(pluginId);
    if (!tab) throw new Error(`No settings tab "${pluginId}"`);
    return this.standIn.setting.contentEl;
  }

  /** `data.json` changed by sync or by hand while the plugin runs. */
  async changeDataOutside(plugin: obsidian.Plugin, value: unknown): Promise<void> {
    this.data.text = JSON.stringify(value);
    await plugin.onExternalSettingsChange?.();
  }

  /** What a plugin left behind after unloading, one phrase each. */
  leaks(plugin: obsidian.Plugin): string[] {
    const { setting } = this.standIn;
    return [
      ...Component.heldBy(plugin).map((what) => `held: ${what}`),
      ...Object.keys(this.commands).map((id) => `command: ${id}`),
      ...[...this.cliHandlers.keys()].map((id) => `CLI command: ${id}`),
      ...[...setting.tabs.keys()].map((id) => `settings tab: ${id}`),
      ...this.statusBarItems.map(() => 'status bar item'),
      ...this.modals.filter((modal) => modal.isOpen).map((modal) => `modal: ${modal.titleEl.textContent}`),
      ...Events.listenedTo(this.standIn.vault).map((name) => `listener for ${name} in the vault`),
      ...Events.listenedTo(this.standIn.workspace).map((name) => `listener for ${name} in the workspace`),
      ...(this.openMenu ? ['menu'] : []),
      ...this.notices.filter((each) => each.sticky && !each.hidden).map((each) => `notice: ${each.text}`),
    ];
  }
}

export function createTestApp(options: AppOptions = {}): TestApp {
  return new TestApp(options);
}

type PluginClass<P extends obsidian.Plugin> = new (app: obsidian.App, manifest: obsidian.PluginManifest) => P;

/** Loads a plugin and waits for its `onload`. */
export async function loadPlugin<P extends obsidian.Plugin>(
  Class: PluginClass<P>,
  manifest: obsidian.PluginManifest,
  test: TestApp,
): Promise<P> {
  const plugin = new Class(test.app, manifest);
  const { plugins } = test.standIn;
  plugins.plugins[manifest.id] = plugin;
  plugins.enabledPlugins.add(manifest.id);
  plugin.load();
  await Component.loaded(plugin);
  return plugin;
}

/** Unloads a plugin and returns what it left behind: see {@link TestApp.leaks}. */
export function unloadPlugin(plugin: obsidian.Plugin, test: TestApp): string[] {
  const { plugins } = test.standIn;
  delete plugins.plugins[plugin.manifest.id];
  plugins.enabledPlugins.delete(plugin.manifest.id);
  plugin.unload();
  return test.leaks(plugin);
}
