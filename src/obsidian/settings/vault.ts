import type { DropdownComponent, Setting, SettingDefinitionGroup } from 'obsidian';
import { CLI_DECIDES } from '../../bridge/settings';
import { addCommittedField } from './committed-field';
import type { TabContext } from './context';
import { nameControl } from './named';

const NAME = 'Default vault';
const WHAT = 'The vault of requests that name none. Change it if your clients mostly work on another vault.';

/** Which vault a request means that names none. */
export function vaultGroup(context: TabContext): SettingDefinitionGroup {
  return {
    type: 'group',
    heading: 'Vault',
    items: [
      {
        name: NAME,
        desc: WHAT,
        aliases: ['vault', 'target'],
        render(setting) {
          context.loadVaults();
          const vaults = context.vaults();
          if (vaults && vaults.length > 0) addChoice(setting, context, vaults);
          else addName(setting, context);
        },
      },
    ],
  };
}

function addChoice(setting: Setting, { host }: TabContext, vaults: readonly string[]): void {
  setting.addDropdown((dropdown: DropdownComponent) => {
    nameControl(dropdown.selectEl, NAME);
    const { defaultVault } = host.settings;
    dropdown.addOption('', `This vault (${host.vaultName})`);
    for (const vault of vaults) dropdown.addOption(vault, vault);
    if (defaultVault !== '' && defaultVault !== CLI_DECIDES && !vaults.includes(defaultVault)) {
      dropdown.addOption(defaultVault, `${defaultVault} (not known to the app)`);
    }
    dropdown.addOption(CLI_DECIDES, 'Let the CLI decide');
    dropdown.setValue(defaultVault).onChange((value) => void host.change({ defaultVault: value }));
  });
}

/** While the program cannot tell its vaults a name is typed; empty is this vault. */
function addName(setting: Setting, { host }: TabContext): void {
  setting.setDesc(
    `${WHAT} The vaults cannot be listed now, so type a name. Empty is this vault; ${CLI_DECIDES} lets the CLI decide.`,
  );
  addCommittedField(setting, {
    label: NAME,
    value: host.settings.defaultVault,
    placeholder: `This vault (${host.vaultName})`,
    check: (text) => host.check('defaultVault', text),
    store: (text) => host.change({ defaultVault: text }),
  });
}
