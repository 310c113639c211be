import type { DropdownComponent, Setting, SettingDefinitionGroup } from 'obsidian';
import { CLI_DECIDES, SETTING_LABELS } from '../../bridge/settings';
import { nameControl } from '../ui/accessible-name';
import { addCommittedField } from './committed-field';
import type { TabContext } from './context';
import { listRow } from './list-row';

const NAME = SETTING_LABELS.defaultVault;
const DESCRIPTION = "For requests that don't name a vault.";

/** Which vaults clients can use. */
export function vaultGroup(context: TabContext): SettingDefinitionGroup {
  return {
    type: 'group',
    heading: 'Vaults',
    items: [
      {
        name: NAME,
        desc: DESCRIPTION,
        aliases: ['vault', 'target'],
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
            setting.clear().setDesc(DESCRIPTION).setErrorMessage(null);
            draw();
          });
        },
      },
      listRow(context, {
        key: 'allowedVaults',
        desc: 'Vaults that clients can use, one name or ID per line. Leave it empty for all.',
        placeholder: context.bridge.vaultName,
        aliases: ['vault', 'protect'],
      }),
    ],
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
    `${DESCRIPTION} Your vaults can't be listed right now. Enter a name, leave it empty for this vault, or enter ${CLI_DECIDES} to let Obsidian choose.`,
  );
  addCommittedField(setting, {
    label: NAME,
    value: bridge.settings.current.defaultVault,
    placeholder: `This vault (${bridge.vaultName})`,
    check: (text) => bridge.check('defaultVault', text),
    save: (text) => bridge.settings.change({ defaultVault: text }),
  });
}
