import type { ButtonComponent, Setting, SettingDefinitionGroup, SettingDefinitionRender } from 'obsidian';
import type { Host } from '../host';
import { describeCli, describeLine, describeServer } from '../status-text';
import type { TabContext } from './context';
import { drawLive } from './live-row';

/** What the bridge is doing now, and how to change that. */
export function statusGroup(context: TabContext): SettingDefinitionGroup {
  return {
    type: 'group',
    heading: 'Status',
    items: [
      serverRow(context.host),
      programRow(context.host),
      requestsRow(context.host),
      diagnosisRow(context),
    ],
  };
}

/** The line below a description that says how things are; read out when it changes. */
function addState(setting: Setting): HTMLElement {
  return setting.infoEl.createDiv({ cls: 'cli-bridge-state', attr: { role: 'status' } });
}

function serverRow(host: Host): SettingDefinitionRender {
  return {
    name: 'Server',
    desc: 'Answers scripts and AI agents while it runs. Stop it when nothing needs it.',
    aliases: ['start', 'stop', 'running'],
    render(setting) {
      const state = addState(setting);
      let move: ButtonComponent | undefined;
      let toggle: ButtonComponent | undefined;
      setting.addButton((button) => {
        move = button.onClick(() => {
          if (host.server.kind === 'failed' && host.server.freePort !== undefined) {
            void host.change({ port: host.server.freePort });
          }
        });
      });
      setting.addButton((button) => {
        toggle = button.onClick(() => void (host.server.kind === 'running' ? host.stop() : host.start()));
      });
      return drawLive(host, () => {
        const { server } = host;
        const freePort = server.kind === 'failed' ? server.freePort : undefined;
        state.setText(describeServer(host));
        state.toggleClass('mod-problem', server.kind === 'failed');
        move?.setButtonText(`Use port ${freePort ?? ''}`).buttonEl.toggle(freePort !== undefined);
        toggle?.setButtonText(server.kind === 'running' ? 'Stop' : 'Start');
      });
    },
  };
}

function programRow(host: Host): SettingDefinitionRender {
  return {
    name: 'Command line program',
    desc: 'The program of the app that every request runs. Look again after you have turned it on in the app.',
    aliases: ['CLI', 'version', 'path'],
    render(setting) {
      const state = addState(setting);
      setting.addButton((button) => {
        // Not disabled meanwhile: a button that holds the focus would lose it.
        button.setButtonText('Look again').onClick(() => host.lookAgain());
      });
      if (host.cli.state === 'checking') void host.lookAgain();
      return drawLive(host, () => {
        state.setText(describeCli(host.cli));
        state.toggleClass('mod-problem', host.cli.state === 'missing');
      });
    },
  };
}

function requestsRow(host: Host): SettingDefinitionRender {
  return {
    name: 'Requests',
    desc: 'Requests run one at a time; the others wait in line. Nothing needs to be done here.',
    aliases: ['waiting', 'queue'],
    render(setting) {
      const state = addState(setting);
      return drawLive(host, () => state.setText(describeLine(host.line)));
    },
  };
}

function diagnosisRow({ openDiagnosis }: TabContext): SettingDefinitionRender {
  return {
    name: 'Diagnosis',
    desc: 'Checks everything between a client and the vault, and says what to do about what does not work. Run it when a client cannot connect or a command fails.',
    aliases: ['help', 'problem', 'troubleshooting'],
    render(setting) {
      setting.addButton((button) => button.setButtonText('Run diagnosis').onClick(() => openDiagnosis()));
    },
  };
}
