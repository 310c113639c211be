import type { ButtonComponent, Setting, SettingDefinitionGroup, SettingDefinitionRender } from 'obsidian';
import { urlOf } from '../../bridge/http/address';
import type { BridgeController } from '../bridge-controller';
import { serverObstacle } from '../connect/readiness';
import { describeState, isOpenToNetwork, NETWORK_WARNING } from '../status-text';
import { drawLive } from '../ui/live-row';
import type { TabContext } from './context';

/** The server in one line: its state, its address, and a button. */
export function serverGroup({ bridge }: TabContext): SettingDefinitionGroup {
  return { type: 'group', items: [serverRow(bridge)] };
}

/** Adds a line that warns that other computers can connect. @returns a function that shows or hides it */
export function addNetworkWarning(setting: Setting): (isOpen: boolean) => void {
  const warning = setting.infoEl.createDiv({ cls: 'cli-bridge-warning', text: NETWORK_WARNING });
  return (isOpen) => warning.toggle(isOpen);
}

function serverRow(bridge: BridgeController): SettingDefinitionRender {
  const { server, program } = bridge;
  return {
    name: 'Server',
    aliases: ['start', 'stop', 'running'],
    render(setting) {
      setting.setClass('cli-bridge-server');
      // Screen readers announce its changes.
      const line = setting.infoEl.createDiv({ cls: 'cli-bridge-state', attr: { role: 'status' } });
      let drawn: string | undefined;
      /** The address is a link to the server's page. */
      const drawLine = (text: string, url: string): void => {
        if (text === drawn) return;
        drawn = text;
        line.empty();
        const start = url === '' ? -1 : text.indexOf(url);
        if (start < 0) line.setText(text);
        else {
          line.createSpan({ text: text.slice(0, start) });
          line.createEl('a', { text: url, attr: { href: url } });
          line.createSpan({ text: text.slice(start + url.length) });
        }
      };
      const showWarning = addNetworkWarning(setting);
      const remedyNow = () => serverObstacle(bridge)?.remedy;
      let toggle: ButtonComponent | undefined;
      let fix: ButtonComponent | undefined;
      setting.addButton((button) => {
        toggle = button.onClick(
          () => void (server.state.kind === 'running' ? server.stop() : server.start()),
        );
      });
      setting.addButton((button) => {
        fix = button.setCta().onClick(() => remedyNow()?.apply());
      });
      return drawLive(bridge, setting.settingEl, () => {
        const { state } = server;
        const { problem, hint } = program.status;
        const isRunning = state.kind === 'running';
        const isBroken = isRunning && problem !== '';
        drawLine(
          isBroken ? `${problem} ${hint}` : describeState(state),
          isRunning ? urlOf(state.address) : '',
        );
        line.toggleClass('mod-problem', state.kind === 'failed' || isBroken);
        line.toggleClass('mod-running', isRunning && !isBroken);
        showWarning(isOpenToNetwork(state));
        const toggleLabel = isRunning ? 'Stop' : 'Start';
        const label = remedyNow()?.label ?? '';
        toggle?.setButtonText(toggleLabel);
        fix?.setButtonText(label).buttonEl.toggle(label !== '' && label !== toggleLabel);
      });
    },
  };
}
