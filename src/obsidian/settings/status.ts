import type { ButtonComponent, Setting, SettingDefinitionGroup, SettingDefinitionRender } from 'obsidian';
import type { BridgeController } from '../bridge-controller';
import { ACTION_TITLES } from '../actions';
import { serverObstacle } from '../connect/readiness';
import { describeBridge, describeCli, describeQueue } from '../status-text';
import type { TabContext } from './context';
import { drawLive, drawOverTime } from './live-row';

/** The state of the bridge in one line, with what starts, stops or mends it. */
export function serverGroup({ bridge }: TabContext): SettingDefinitionGroup {
  return { type: 'group', items: [serverRow(bridge)] };
}

/** What the server works with, and what it is doing. */
export function statusGroup(context: TabContext): SettingDefinitionGroup {
  return {
    type: 'group',
    heading: 'Status',
    items: [programRow(context.bridge), requestsRow(context.bridge), diagnosisRow(context)],
  };
}

/** A line below the description with the current state; screen readers announce its changes. */
function addState(setting: Setting): HTMLElement {
  return setting.infoEl.createDiv({ cls: 'cli-bridge-state', attr: { role: 'status' } });
}

function serverRow(bridge: BridgeController): SettingDefinitionRender {
  return {
    name: 'Server',
    aliases: ['start', 'stop', 'running'],
    render(setting) {
      const state = addState(setting);
      const remedyNow = () => serverObstacle(bridge)?.remedy;
      let mend: ButtonComponent | undefined;
      let toggle: ButtonComponent | undefined;
      setting.addButton((button) => {
        mend = button.onClick(() => remedyNow()?.apply());
      });
      setting.addButton((button) => {
        toggle = button.onClick(
          () => void (bridge.server.kind === 'running' ? bridge.stop() : bridge.start()),
        );
      });
      return drawOverTime(bridge, setting.settingEl, () => {
        const { server, cli } = bridge;
        const remedy = remedyNow();
        const toggleLabel = server.kind === 'running' ? 'Stop' : 'Start';
        state.setText(describeBridge(bridge));
        state.toggleClass(
          'mod-problem',
          server.kind === 'failed' || (server.kind === 'running' && cli.problem !== ''),
        );
        const label = remedy?.label ?? '';
        mend?.setButtonText(label).buttonEl.toggle(label !== '' && label !== toggleLabel);
        toggle?.setButtonText(toggleLabel);
      });
    },
  };
}

function programRow(bridge: BridgeController): SettingDefinitionRender {
  return {
    name: 'Command line tool',
    desc: "Obsidian's command line tool, which runs every request.",
    aliases: ['program', 'version', 'path'],
    render(setting) {
      const state = addState(setting);
      setting.addButton((button) => {
        // Disabling the button while it works would take the focus away from it.
        button.setButtonText('Check again').onClick(() => bridge.lookAgain());
      });
      if (bridge.cli.state !== 'available') void bridge.lookAgain();
      return drawLive(bridge, setting.settingEl, () => {
        state.setText(describeCli(bridge.cli));
        state.toggleClass('mod-problem', bridge.cli.problem !== '');
      });
    },
  };
}

function requestsRow(bridge: BridgeController): SettingDefinitionRender {
  return {
    name: 'Requests',
    desc: 'Requests run one at a time. The others wait in the queue.',
    aliases: ['waiting', 'queue'],
    render(setting) {
      const state = addState(setting);
      return drawLive(bridge, setting.settingEl, () => state.setText(describeQueue(bridge.queue)));
    },
  };
}

function diagnosisRow({ runDiagnosis }: TabContext): SettingDefinitionRender {
  return {
    name: 'Diagnosis',
    desc: "Finds out why a client can't connect or why commands fail, and tells you how to fix it.",
    aliases: ['help', 'problem', 'troubleshooting'],
    render(setting) {
      setting.addButton((button) =>
        button.setButtonText(ACTION_TITLES.runDiagnosis).onClick(() => runDiagnosis()),
      );
    },
  };
}
