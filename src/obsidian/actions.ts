import { Notice } from 'obsidian';
import { copyApiKey, copyText } from './clipboard';
import { confirmNewKey } from './confirm';
import type { ClientKind } from './connect/client-kinds';
import { ClientsModal } from './connect/clients-modal';
import { ConnectModal } from './connect/connect-modal';
import { serverObstacle } from './connect/readiness';
import { DiagnosisModal } from './diagnosis/modal';
import type { Dialogs } from './dialogs';
import type { BridgeController } from './bridge-controller';
import { serverUrl } from './server/address';

/** What can be done from more than one place, as the command palette and the status bar menu call it. */
export const ACTION_TITLES = {
  copyKey: 'Copy API key',
  copyRestUrl: 'Copy REST URL',
  copyMcpUrl: 'Copy MCP URL',
  runDiagnosis: 'Run diagnosis',
  connectClient: 'Connect a client',
} as const;

/** What the user can do from more than one place: the palette, the status bar, the settings. */
export interface Actions {
  readonly toggleServer: () => Promise<void>;
  readonly toggleReadOnly: () => Promise<void>;
  readonly copyKey: () => Promise<void>;
  readonly copyRestUrl: () => Promise<void>;
  readonly copyMcpUrl: () => Promise<void>;
  readonly regenerateKey: () => Promise<void>;
  readonly runDiagnosis: () => void;
  /** Lets the user choose a client, and connects it. */
  readonly connectClient: () => void;
  /** Connects a client of this kind. */
  readonly connect: (kind: ClientKind) => void;
  readonly openSettings: () => void;
}

/** The settings window is not part of the app's published types, so it may be missing. */
interface AppWithSettings {
  readonly setting?: { open(): void; openTabById(id: string): unknown };
}

/** Creates the actions for one bridge. */
export function createActions(dialogs: Dialogs, bridge: BridgeController, pluginId: string): Actions {
  const copyUrl = async (path: string): Promise<void> => {
    const { server, settings } = bridge;
    // Another program may be at the address of a server that is not running.
    if (server.kind === 'running') await copyText(serverUrl(server, settings) + path, 'URL copied.');
    else new Notice(`Nothing was copied. ${serverObstacle(bridge)?.sentence ?? ''}`);
  };
  const connect = (kind: ClientKind): void => dialogs.show(new ConnectModal(dialogs.app, kind, bridge));
  return {
    toggleServer: () => (bridge.server.kind === 'running' ? bridge.stop() : bridge.start()),
    toggleReadOnly: () => bridge.change({ readOnly: !bridge.settings.readOnly }),
    copyKey: () => copyApiKey(bridge.apiKey),
    copyRestUrl: () => copyUrl('/api/v1'),
    copyMcpUrl: () => copyUrl('/mcp'),
    regenerateKey: () => confirmNewKey(dialogs, bridge),
    runDiagnosis: () => dialogs.show(new DiagnosisModal(dialogs.app, bridge)),
    connectClient: () => dialogs.show(new ClientsModal(dialogs.app, bridge, connect)),
    connect,
    openSettings() {
      const { setting } = dialogs.app as AppWithSettings;
      setting?.open();
      setting?.openTabById(pluginId);
    },
  };
}
