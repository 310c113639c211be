import { SETTING_LABELS } from '../../bridge/settings';
import { addCommittedField } from './committed-field';
import type { TabContext } from './context';
import type { Control } from './controls';

/** The note with the user's rules for agents. */
export function guideField({ bridge }: TabContext): Control {
  const { settings } = bridge;
  return {
    render(setting) {
      addCommittedField(setting, {
        label: SETTING_LABELS.guideNote,
        value: settings.current.guideNote,
        placeholder: 'Agents.md',
        check: (text) => bridge.check('guideNote', text),
        async save(guideNote) {
          await settings.change({ guideNote });
        },
      });
    },
  };
}
