import { Notice } from 'obsidian';
import type { SettingDefinitionPage, SettingDefinitionRender } from 'obsidian';
import type { BridgeController } from '../bridge-controller';
import { copyWithKey, NO_KEY } from '../clipboard';
import { CLIENTS } from '../connect/clients';
import type { Access, Client } from '../connect/clients';
import { serverUrl } from '../server/address';
import type { TabContext } from './context';
import { drawLive } from './live-row';
import { nameToggle } from './accessible-name';

const HIDDEN_KEY = '••••••••';

/** Whether the configurations show the key. */
class KeyDisplay {
  isShown = false;
  private readonly drawings = new Set<() => void>();

  constructor(private readonly bridge: BridgeController) {}

  /** What a client needs in order to connect, with the key. */
  access(): Access {
    const { server, settings, apiKey } = this.bridge;
    return { url: serverUrl(server, settings), key: apiKey };
  }

  /** The same as it may be shown now. */
  shownAccess(): Access {
    return this.isShown ? this.access() : { ...this.access(), key: HIDDEN_KEY };
  }

  /** Shows or hides the key in all configurations. */
  show(isShown: boolean): void {
    this.isShown = isShown;
    for (const draw of this.drawings) draw();
  }

  /** Draws a configuration now and after every change. @returns stops that */
  draw(draw: () => void): () => void {
    this.drawings.add(draw);
    const stop = drawLive(this.bridge, draw);
    return () => {
      stop();
      this.drawings.delete(draw);
    };
  }
}

/**
 * Ready-made configurations. Copies always contain the key; it is shown only on request. Built once, because rows that
 * survive a redraw of the tab must keep working with the others.
 */
export function connectPage({ bridge }: TabContext): SettingDefinitionPage {
  const display = new KeyDisplay(bridge);
  return {
    type: 'page',
    name: 'Connect a client',
    desc: 'Ready-made configurations for scripts and AI agents. Start here to give a script or an agent access to your notes.',
    items: [
      {
        type: 'group',
        items: [revealRow(display), ...CLIENTS.map((client) => clientRow(bridge, client, display))],
      },
    ],
  };
}

function revealRow(display: KeyDisplay): SettingDefinitionRender {
  const name = 'Show the API key below';
  return {
    name,
    desc: 'Copies always include the key. Show it only when nobody else can see your screen.',
    render(setting) {
      setting.addToggle((toggle) => {
        nameToggle(toggle, name);
        toggle.setValue(display.isShown).onChange((value) => display.show(value));
      });
      return () => display.show(false);
    },
  };
}

function clientRow(bridge: BridgeController, client: Client, display: KeyDisplay): SettingDefinitionRender {
  const { id, name, instructions, link } = client;
  const copy = (): Promise<void> =>
    copyWithKey(
      bridge.apiKey,
      client.snippet(display.access()),
      `Copied for ${name}, including the API key.`,
    );
  return {
    name,
    desc: instructions,
    aliases: ['connect', 'snippet', id],
    render(setting) {
      setting.setClass('cli-bridge-client');
      const code = setting.infoEl.createEl('pre', { cls: 'cli-bridge-snippet' }).createEl('code');
      if (link) {
        setting.addButton((button) =>
          button.setButtonText(link.label).onClick(() => {
            if (bridge.apiKey === '') new Notice(NO_KEY);
            else window.open(link.url(display.access()));
          }),
        );
      }
      setting.addButton((button) =>
        button.setButtonText('Copy').setTooltip(`Copy for ${name}`).onClick(copy),
      );
      return display.draw(() => code.setText(client.snippet(display.shownAccess())));
    },
  };
}
