import type { Setting } from 'obsidian';
import { nameControl } from '../settings/accessible-name';
import { drawLive } from '../settings/live-row';
import { serverUrl } from '../server/address';
import type { BridgeController } from '../bridge-controller';
import type { ClientKind } from './client-kinds';

/** Stands for the key wherever a configuration is shown before there is one. */
const NO_KEY_YET = 'YOUR_KEY';

/** Draws a client that can be connected: one button, and its configuration folded below. @returns stops drawing */
export function drawClientRow(
  setting: Setting,
  kind: ClientKind,
  bridge: BridgeController,
  connect: (kind: ClientKind) => void,
): () => void {
  setting.setClass('cli-bridge-client');
  const details = setting.infoEl.createEl('details', { cls: 'cli-bridge-configuration' });
  nameControl(details.createEl('summary', { text: 'Configuration' }), `Configuration for ${kind.name}`);
  const place = details.createEl('p');
  const snippet = details.createEl('pre', { cls: 'cli-bridge-snippet' });
  const code = snippet.createEl('code');
  setting.addButton((button) => {
    nameControl(button.buttonEl, `Connect ${kind.name}`);
    button.setButtonText('Connect').onClick(() => connect(kind));
  });
  return drawLive(bridge, setting.settingEl, () => {
    const { server, settings } = bridge;
    // Another program may be at the address of a server that is not running.
    const isRunning = server.kind === 'running';
    place.setText(isRunning ? kind.place : 'Start the server to see the configuration.');
    snippet.toggle(isRunning);
    code.setText(isRunning ? kind.configuration({ url: serverUrl(server, settings), key: NO_KEY_YET }) : '');
  });
}
