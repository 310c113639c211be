import { Plugin } from 'obsidian';
import manifest from '../../manifest.json';
import { createActions } from '../../src/obsidian/actions';
import { addPaletteCommands } from '../../src/obsidian/palette';
import { BridgeSettingTab } from '../../src/obsidian/settings/tab';
import { addStatusBarItem } from '../../src/obsidian/status-bar';
import { createTestApp, loadPlugin } from '../obsidian/testing';
import type { TestApp } from '../obsidian/testing';
import { RemoteHost } from './remote-host';
import type { CallHost, Snapshot } from './remote-host';

/** What the test reaches from outside. */
export interface FaceWindow {
  callHost: CallHost;
  /** The links that were opened. */
  opened: string[];
  app: TestApp;
  host: RemoteHost;
  openFace: (snapshot: Snapshot, isDark: boolean) => Promise<void>;
}

const outside = window as unknown as FaceWindow;
outside.opened = [];

/** The plugin's face on a host in another process; the real main.ts makes its own host. */
class Face extends Plugin {
  override onload(): void {
    const { host } = outside;
    const actions = createActions(this.app, host, this.manifest.id);
    this.addSettingTab(new BridgeSettingTab(this, host, actions.openDiagnosis));
    addPaletteCommands(this, actions);
    addStatusBarItem(this, host, actions);
  }
}

outside.openFace = async (snapshot, isDark) => {
  window.open = (url) => {
    outside.opened.push(String(url));
    return null;
  };
  outside.host = new RemoteHost(snapshot, (method, args) => outside.callHost(method, args));
  outside.app = createTestApp({ layoutReady: true, vaultName: snapshot.vaultName, dark: isDark });
  await loadPlugin(Face, manifest, outside.app);
};
