import { copyText, copyWithKey } from './clipboard';
import { confirmNewKey } from './confirm';
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
  readonly openSettings: () => void;
}

/** The settings window is not part of the app's published types, so it may be missing. */
interface AppWithSettings {
  readonly setting?: { open(): void; openTabById(id: string): unknown };
}

/** Creates the actions for one bridge. */
export function createActions(dialogs: Dialogs, bridge: BridgeController, pluginId: string): Actions {
  const copyUrl = (path: string): Promise<void> =>
    copyText(serverUrl(bridge.server, bridge.settings) + path, 'URL copied.');
  return {
    toggleServer: () => (bridge.server.kind === 'running' ? bridge.stop() : bridge.start()),
    toggleReadOnly: () => bridge.change({ readOnly: !bridge.settings.readOnly }),
    copyKey: () => copyWithKey(bridge.apiKey, bridge.apiKey, 'API key copied.'),
    copyRestUrl: () => copyUrl('/api/v1'),
    copyMcpUrl: () => copyUrl('/mcp'),
    regenerateKey: () => confirmNewKey(dialogs, bridge),
    runDiagnosis: () => dialogs.show(new DiagnosisModal(dialogs.app, bridge)),
    openSettings() {
      const { setting } = dialogs.app as AppWithSettings;
      setting?.open();
      setting?.openTabById(pluginId);
    },
  };
}
