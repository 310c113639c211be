import type { App } from 'obsidian';
import { copyText, copyWithKey } from './clipboard';
import { confirmNewKey } from './confirm';
import { DiagnosisModal } from './diagnosis/modal';
import { showDialog } from './dialogs';
import type { Host } from './host';
import { serverUrl } from './server/address';

/** What the user can do from more than one place: the palette, the status bar, the settings. */
export interface Actions {
  readonly toggleServer: () => Promise<void>;
  readonly toggleReadOnly: () => Promise<void>;
  readonly copyKey: () => Promise<void>;
  readonly copyScriptUrl: () => Promise<void>;
  readonly copyAgentUrl: () => Promise<void>;
  readonly regenerateKey: () => Promise<void>;
  readonly openDiagnosis: () => void;
  readonly openSettings: () => void;
}

/** The settings window is not in the app's published types, so it may be missing. */
interface AppWithSettings {
  readonly setting?: { open(): void; openTabById(id: string): unknown };
}

/** The actions on one bridge. */
export function createActions(app: App, host: Host, pluginId: string): Actions {
  const copyUrl = (path: string): Promise<void> =>
    copyText(serverUrl(host.server, host.settings) + path, 'The URL was copied.');
  return {
    toggleServer: () => (host.server.kind === 'running' ? host.stop() : host.start()),
    toggleReadOnly: () => host.change({ readOnly: !host.settings.readOnly }),
    copyKey: () => copyWithKey(host.apiKey, host.apiKey, 'The API key was copied.'),
    copyScriptUrl: () => copyUrl('/api/v1'),
    copyAgentUrl: () => copyUrl('/mcp'),
    regenerateKey: () => confirmNewKey(app, host),
    openDiagnosis: () => showDialog(new DiagnosisModal(app, host)),
    openSettings() {
      const { setting } = app as AppWithSettings;
      setting?.open();
      setting?.openTabById(pluginId);
    },
  };
}
