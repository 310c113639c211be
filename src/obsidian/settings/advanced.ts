import type { SettingDefinitionGroup } from 'obsidian';
import { LOG_CAPACITY } from '../../bridge/request-log';
import { SETTING_LABELS, TIMEOUT_RANGE } from '../../bridge/settings';
import { addCommittedField } from './committed-field';
import type { TabContext } from './context';
import { RequestLogPage } from './request-log-page';

/** Settings that few users need. */
export function advancedGroup({ bridge, version }: TabContext): SettingDefinitionGroup {
  return {
    type: 'group',
    heading: 'Advanced',
    items: [
      {
        name: SETTING_LABELS.timeoutSeconds,
        desc: "How many seconds a command can wait in the queue, and then run, before it's canceled. Increase this for slow commands in large vaults.",
        aliases: ['timeout', 'seconds', 'slow'],
        control: {
          type: 'number',
          key: 'timeoutSeconds',
          min: TIMEOUT_RANGE.min,
          max: TIMEOUT_RANGE.max,
          validate: (value) => bridge.check('timeoutSeconds', value),
        },
      },
      {
        name: SETTING_LABELS.cliPath,
        desc: "The full path of Obsidian's command line tool. It's tested before it's saved.",
        aliases: ['binary', 'program', 'executable'],
        render(setting) {
          addCommittedField(setting, {
            label: SETTING_LABELS.cliPath,
            value: bridge.settings.current.cliPath,
            placeholder: 'Detected automatically',
            check: (text) => bridge.check('cliPath', text),
            async save(cliPath) {
              await bridge.settings.change({ cliPath });
              await bridge.program.lookAgain();
            },
          });
        },
      },
      {
        type: 'page',
        name: 'Request log',
        desc: `The last ${LOG_CAPACITY} reads, changes, and refused calls and attempts each, without parameters or note content. Look here when a client gets errors.`,
        page: () => new RequestLogPage(bridge, version),
      },
    ],
  };
}
