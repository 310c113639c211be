import type { SettingDefinitionGroup, SettingDefinitionPage, SettingDefinitionRender } from 'obsidian';
import { SETTING_LABELS, TIMEOUT_RANGE } from '../../bridge/settings';
import { describeCli } from '../status-text';
import { drawLive } from '../ui/live-row';
import { addCommittedField } from './committed-field';
import type { TabContext } from './context';
import { vaultGroup } from './vault';

/** Settings that few users need. */
export function advancedPage(context: TabContext): SettingDefinitionPage {
  return {
    type: 'page',
    name: 'Advanced',
    desc: 'Vaults, timeout, and the Obsidian CLI.',
    items: [vaultGroup(context), programGroup(context)],
  };
}

function programGroup(context: TabContext): SettingDefinitionGroup {
  const { bridge } = context;
  return {
    type: 'group',
    heading: 'Obsidian CLI',
    items: [
      {
        name: SETTING_LABELS.timeoutSeconds,
        desc: 'How many seconds a command can wait in the queue, and then run.',
        aliases: ['timeout', 'seconds', 'slow'],
        control: {
          type: 'number',
          key: 'timeoutSeconds',
          min: TIMEOUT_RANGE.min,
          max: TIMEOUT_RANGE.max,
          validate: (value) => bridge.check('timeoutSeconds', value),
        },
      },
      pathRow(context),
    ],
  };
}

/** The path of the Obsidian CLI, and whether it works there. */
function pathRow({ bridge }: TabContext): SettingDefinitionRender {
  const { settings, program } = bridge;
  return {
    name: SETTING_LABELS.cliPath,
    aliases: ['binary', 'program', 'executable', 'version'],
    render(setting) {
      const state = setting.infoEl.createDiv({ cls: 'cli-bridge-state', attr: { role: 'status' } });
      addCommittedField(setting, {
        label: SETTING_LABELS.cliPath,
        value: settings.current.cliPath,
        placeholder: 'Detected automatically',
        check: (text) => bridge.check('cliPath', text),
        async save(cliPath) {
          await settings.change({ cliPath });
          await program.lookAgain();
        },
      });
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
