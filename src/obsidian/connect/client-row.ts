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
  details.createEl('p', { text: kind.place });
  const code = details.createEl('pre', { cls: 'cli-bridge-snippet' }).createEl('code');
  setting.addButton((button) => {
    nameControl(button.buttonEl, `Connect ${kind.name}`);
    button.setButtonText('Connect').onClick(() => connect(kind));
  });
  return drawLive(bridge, () => {
    const url = serverUrl(bridge.server, bridge.settings);
    code.setText(kind.configuration({ url, key: NO_KEY_YET }));
  });
}
