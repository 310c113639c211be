import { isLoopback } from '../../bridge/http/address';
import { DEFAULT_SETTINGS, SETTING_LABELS } from '../../bridge/settings';
import { confirm } from '../ui/confirm';
import { addCommittedField } from './committed-field';
import type { TabContext } from './context';
import type { Control } from './controls';
import { addNetworkWarning } from './server';

/** The address of the server. One that other computers can reach needs a confirmation, and has a warning. */
export function addressField({ bridge, dialogs, refresh }: TabContext): Control {
  const { settings } = bridge;
  return {
    render(setting) {
      const showWarning = addNetworkWarning(setting);
      const draw = (): void => showWarning(!isLoopback(settings.current.bindAddress));
      draw();
      addCommittedField(setting, {
        label: SETTING_LABELS.bindAddress,
        value: settings.current.bindAddress,
        placeholder: DEFAULT_SETTINGS.bindAddress,
        check: (text) => bridge.check('bindAddress', text),
        async save(bindAddress) {
          const isConfirmed =
            isLoopback(bindAddress) ||
            (await confirm(dialogs, {
              title: 'Open the server to the network?',
              text: 'Anyone on your network with a key can read and change your notes, and keys are sent unencrypted. Use this only on a network you trust.',
              confirmLabel: 'Open',
            }));
          if (!isConfirmed) return false;
          await settings.change({ bindAddress });
          draw();
          refresh();
          return true;
        },
      });
    },
  };
}
