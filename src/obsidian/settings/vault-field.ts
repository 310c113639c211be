import type { DropdownComponent, Setting } from 'obsidian';
import { CLI_DECIDES, SETTING_LABELS } from '../../bridge/settings';
import { nameControl } from '../ui/accessible-name';
import { addCommittedField } from './committed-field';
import type { TabContext } from './context';
import type { Control } from './controls';

const NAME = SETTING_LABELS.defaultVault;
export const VAULT_DESCRIPTION = "For requests that don't name a vault.";

/** The default vault: a choice from the vaults that the app knows, or a field while they can't be listed. */
export function vaultField(context: TabContext): Control {
  return {
    render(setting) {
      const draw = (): void => {
        const vaults = context.vaults();
        if (vaults && vaults.length > 0) addChoice(setting, context, vaults);
        else addName(setting, context);
      };
      draw();
      // Only this row is drawn again, and not while the user types a name.
      context.loadVaults(() => {
        if (setting.controlEl.contains(setting.controlEl.ownerDocument.activeElement)) return;
        setting.clear().setDesc(VAULT_DESCRIPTION).setErrorMessage(null);
        draw();
      });
    },
  };
}

function addChoice(setting: Setting, { bridge }: TabContext, vaults: readonly string[]): void {
  setting.addDropdown((dropdown: DropdownComponent) => {
    nameControl(dropdown.selectEl, NAME);
    const { defaultVault } = bridge.settings.current;
    dropdown.addOption('', `This vault (${bridge.vaultName})`);
    for (const vault of vaults) dropdown.addOption(vault, vault);
    if (defaultVault !== '' && defaultVault !== CLI_DECIDES && !vaults.includes(defaultVault)) {
      dropdown.addOption(defaultVault, `${defaultVault} (unknown to the app)`);
    }
    dropdown.addOption(CLI_DECIDES, 'Let Obsidian choose');
    dropdown.setValue(defaultVault).onChange((value) => void bridge.settings.change({ defaultVault: value }));
  });
}

/** A text field for when the vaults can't be listed. */
function addName(setting: Setting, { bridge }: TabContext): void {
  setting.setDesc(
    `${VAULT_DESCRIPTION} Your vaults can't be listed right now. Enter a name, leave it empty for this vault, or enter ${CLI_DECIDES} to let Obsidian choose.`,
  );
  addCommittedField(setting, {
    label: NAME,
    value: bridge.settings.current.defaultVault,
    placeholder: `This vault (${bridge.vaultName})`,
    check: (text) => bridge.check('defaultVault', text),
    save: (text) => bridge.settings.change({ defaultVault: text }),
  });
}
