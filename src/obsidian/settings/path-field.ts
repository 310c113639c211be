import { SETTING_LABELS } from '../../bridge/settings';
import { describeCli } from '../status-text';
import { drawLive } from '../ui/live-row';
import { addCommittedField } from './committed-field';
import type { TabContext } from './context';
import type { Control } from './controls';

/** The path of the Obsidian CLI, and whether it works there. */
export function pathField({ bridge }: TabContext): Control {
  const { settings, program } = bridge;
  return {
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
