import { SETTING_LABELS } from '../../bridge/settings';
import { addCommittedField } from './committed-field';
import type { TabContext } from './context';
import type { Control } from './controls';

/** The folder whose notes are slash commands. Says so if this vault lacks it. */
export function promptsField({ bridge, hasFolder }: TabContext): Control {
  const { settings } = bridge;
  return {
    render(setting) {
      const warn = (): void => {
        const { promptsFolder: folder, defaultVault } = settings.current;
        // Only this vault's folders are known.
        const isMissing = folder !== '' && defaultVault === '' && !hasFolder(folder);
        setting.setErrorMessage(isMissing ? 'This vault has no such folder.' : null);
      };
      addCommittedField(setting, {
        label: SETTING_LABELS.promptsFolder,
        value: settings.current.promptsFolder,
        placeholder: 'Prompts',
        check: (text) => bridge.check('promptsFolder', text),
        async save(promptsFolder) {
          await settings.change({ promptsFolder });
          warn();
        },
      });
      warn();
    },
  };
}
