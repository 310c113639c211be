import { Notice } from 'obsidian';
import { urlOf } from '../bridge/http/address';
import { openSettings } from './app-settings';
import type { BridgeController, ConnectedClient } from './bridge-controller';
import { summarizeWeek } from './changes/summarize';
import type { ClientKind } from './connect/client-kind';
import { ClientsModal } from './connect/clients-modal';
import { ConnectModal } from './connect/connect-modal';
import { writeGuide } from './connect/guide';
import { clientKindOf } from './connect/new-client';
import { serverObstacle } from './connect/readiness';
import type { Diagnosable } from './diagnosis/finding';
import { DiagnosisModal } from './diagnosis/modal';
import { copyApiKey, copyText } from './ui/clipboard';
import { confirmNewKey } from './ui/confirm';
import type { Dialogs } from './ui/dialogs';

/** The names of actions in the command palette and the status bar menu. */
export const ACTION_TITLES = {
  copyKey: 'Copy API key',
  copyRestUrl: 'Copy REST URL',
  copyMcpUrl: 'Copy MCP URL',
  runDiagnosis: 'Run diagnosis',
  connectClient: 'Connect a client',
  writeGuide: 'Write a guide for agents',
} as const;

/** What the user can do from more than one place: the command palette, the status bar, and the settings. */
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
  /** Opens the note with the user's rules for agents, creating it if there is none. */
  readonly writeGuide: () => Promise<void>;
  /** Creates a new key for a client, and shows what to do in it. */
  readonly renewClient: (client: ConnectedClient) => void;
  readonly openSettings: () => void;
  /** Puts a summary of the week's changes by clients into the open note, or into a new one. */
  readonly summarizeChanges: () => Promise<void>;
}

/** The tab called General, which has the app's own setting for the command line interface. */
const GENERAL_TAB = 'about';

/** Creates the actions for a bridge. */
export function createActions(
  dialogs: Dialogs,
  bridge: BridgeController & Diagnosable,
  pluginId: string,
): Actions {
  const { settings, keys, server } = bridge;
  const copyUrl = async (path: string): Promise<void> => {
    const { state } = server;
    // Another program may be at the address of a server that isn't running.
    if (state.kind === 'running') await copyText(urlOf(state.address) + path, 'URL copied.');
    else new Notice(`Nothing was copied. ${serverObstacle(bridge)?.sentence ?? ''}`);
  };
  const connect = (kind: ClientKind, again?: ConnectedClient): void =>
    dialogs.show(new ConnectModal(dialogs.app, kind, bridge, again));
  const chooseKind = (choose: (kind: ClientKind) => void): void =>
    dialogs.show(
      new ClientsModal(dialogs.app, {
        connect: choose,
        writeGuide: () => writeGuide(dialogs.app, bridge),
      }),
    );
  return {
    toggleServer: () => (server.state.kind === 'running' ? server.stop() : server.start()),
    async toggleReadOnly() {
      await settings.change({ readOnly: !settings.current.readOnly });
      new Notice(`Read-only mode is ${settings.current.readOnly ? 'on' : 'off'}.`);
    },
    copyKey: () => copyApiKey(keys.apiKey),
    copyRestUrl: () => copyUrl('/api/v1'),
    copyMcpUrl: () => copyUrl('/mcp'),
    regenerateKey: () => confirmNewKey(dialogs, keys),
    runDiagnosis: () =>
      dialogs.show(
        new DiagnosisModal(dialogs.app, bridge, {
          bridge_settings: () => openSettings(dialogs.app, pluginId),
          app_settings: () => openSettings(dialogs.app, GENERAL_TAB),
        }),
      ),
    connectClient: () => chooseKind((kind) => connect(kind)),
    renewClient: (client) => {
      const kind = clientKindOf(client);
      if (kind) connect(kind, client);
      else chooseKind((chosen) => connect(chosen, client));
    },
    writeGuide: () => writeGuide(dialogs.app, bridge),
    openSettings: () => openSettings(dialogs.app, pluginId),
    summarizeChanges: () => summarizeWeek(dialogs.app, bridge),
  };
}
