import { Plugin } from 'obsidian';
import manifest from '../../manifest.json';
import type { ApprovalAnswer, ApprovalRequest } from '../../src/bridge/call/approval/approval-port';
import { createActions } from '../../src/obsidian/actions';
import { AppApprovals } from '../../src/obsidian/approval/app-approvals';
import { noticeChanges } from '../../src/obsidian/changes/change-notices';
import { addPaletteCommands } from '../../src/obsidian/palette';
import { BridgeSettingTab } from '../../src/obsidian/settings/tab';
import { addStatusBarItem } from '../../src/obsidian/status-bar';
import { Dialogs } from '../../src/obsidian/ui/dialogs';
import { Notices } from '../../src/obsidian/ui/notices';
import { createTestApp, loadPlugin } from '../obsidian/testing';
import type { TestApp } from '../obsidian/testing';
import { RemoteBridge } from './remote-bridge';
import type { CallBridge, Snapshot } from './remote-bridge';

/** What the test reaches from outside. */
export interface UiWindow {
  callBridge: CallBridge;
  /** The links that were opened. */
  opened: string[];
  /** The browser's own way to open a window; links are only recorded. */
  openWindow: typeof window.open;
  app: TestApp;
  bridge: RemoteBridge;
  openUi: (snapshot: Snapshot) => Promise<void>;
  askApproval: (request: ApprovalRequest) => Promise<ApprovalAnswer>;
  closeApproval: () => void;
}

const outside = window as unknown as UiWindow;
outside.opened = [];
outside.openWindow = window.open.bind(window);

/** The plugin's UI for a bridge in another process; the real plugin creates its own bridge. */
class Ui extends Plugin {
  override onload(): void {
    const { bridge } = outside;
    const dialogs = new Dialogs(this.app);
    const actions = createActions(dialogs, bridge, this.manifest.id);
    this.addSettingTab(new BridgeSettingTab(this, bridge, dialogs, actions));
    addPaletteCommands(this, actions);
    addStatusBarItem(this, bridge, actions);
    noticeChanges(bridge, dialogs, new Notices().announce);
  }
}

outside.openUi = async (snapshot) => {
  window.open = (url) => {
    outside.opened.push(String(url));
    return null;
  };
  outside.bridge = new RemoteBridge(snapshot, (method, args) => outside.callBridge(method, args));
  outside.app = createTestApp({ layoutReady: true, vaultName: snapshot.vaultName });
  await loadPlugin(Ui, manifest, outside.app);
  const approvals = new AppApprovals(outside.app.app);
  outside.askApproval = (request) => {
    const closed = new AbortController();
    outside.closeApproval = () => closed.abort();
    return approvals.ask(request, closed.signal);
  };
};
