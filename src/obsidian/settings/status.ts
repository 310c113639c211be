import type { ButtonComponent, Setting, SettingDefinitionGroup, SettingDefinitionRender } from 'obsidian';
import { ACTION_TITLES } from '../actions';
import type { BridgeController } from '../bridge-controller';
import { serverObstacle } from '../connect/readiness';
import { describeBridge, describeCli, describeQueue } from '../status-text';
import { drawLive, drawOverTime } from '../ui/live-row';
import type { TabContext } from './context';

/** The state of the bridge in one line, with buttons to start, stop, or fix it. */
export function serverGroup({ bridge }: TabContext): SettingDefinitionGroup {
  return { type: 'group', items: [serverRow(bridge)] };
}

/** The Obsidian CLI, the queue, and the diagnosis. */
export function statusGroup(context: TabContext): SettingDefinitionGroup {
  return {
    type: 'group',
    heading: 'Status',
    items: [programRow(context.bridge), requestsRow(context.bridge), diagnosisRow(context)],
  };
}

/** Adds a line for the current state below the description. Screen readers announce its changes. */
function addState(setting: Setting): HTMLElement {
  return setting.infoEl.createDiv({ cls: 'cli-bridge-state', attr: { role: 'status' } });
}

function serverRow(bridge: BridgeController): SettingDefinitionRender {
  const { server, program } = bridge;
  return {
    name: 'Server',
    aliases: ['start', 'stop', 'running'],
    render(setting) {
      const line = addState(setting);
      const remedyNow = () => serverObstacle(bridge)?.remedy;
      let fix: ButtonComponent | undefined;
      let toggle: ButtonComponent | undefined;
      setting.addButton((button) => {
        fix = button.onClick(() => remedyNow()?.apply());
      });
      setting.addButton((button) => {
        toggle = button.onClick(
          () => void (server.state.kind === 'running' ? server.stop() : server.start()),
        );
      });
      return drawOverTime(bridge, setting.settingEl, () => {
        const { state } = server;
        const remedy = remedyNow();
        const toggleLabel = state.kind === 'running' ? 'Stop' : 'Start';
        line.setText(describeBridge(bridge));
        line.toggleClass(
          'mod-problem',
          state.kind === 'failed' || (state.kind === 'running' && program.status.problem !== ''),
        );
        const label = remedy?.label ?? '';
        fix?.setButtonText(label).buttonEl.toggle(label !== '' && label !== toggleLabel);
        toggle?.setButtonText(toggleLabel);
      });
    },
  };
}

function programRow(bridge: BridgeController): SettingDefinitionRender {
  const { program } = bridge;
  return {
    name: 'Command line tool',
    desc: "Obsidian's command line tool, which runs every request.",
    aliases: ['program', 'version', 'path'],
    render(setting) {
      const state = addState(setting);
      setting.addButton((button) => {
        // Disabling the button meanwhile would take away its focus.
        button.setButtonText('Check again').onClick(() => program.lookAgain());
      });
      if (program.status.state !== 'available') void program.lookAgain();
      return drawLive(bridge, setting.settingEl, () => {
        state.setText(describeCli(program.status));
        state.toggleClass('mod-problem', program.status.problem !== '');
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
      return drawLive(bridge, setting.settingEl, () => state.setText(describeQueue(bridge.program.queue)));
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
