import type { SettingDefinitionGroup } from 'obsidian';
import { addCommittedField } from './committed-field';
import type { TabContext } from './context';
import { RequestLogPage } from './request-log-page';

/** What hardly anybody needs to touch. */
export function advancedGroup({ host }: TabContext): SettingDefinitionGroup {
  return {
    type: 'group',
    heading: 'Advanced',
    items: [
      {
        name: 'Time-out',
        desc: 'Seconds that a command may wait, and then run, before it is given up. Raise it for slow commands in large vaults.',
        aliases: ['timeout', 'seconds', 'slow'],
        control: {
          type: 'number',
          key: 'timeoutSeconds',
          min: 1,
          max: 600,
          validate: (value) => host.check('timeoutSeconds', value),
        },
      },
      {
        name: 'CLI path',
        desc: 'The whole path of the command line program. Leave it empty unless it is not found by itself; it is tried before it is stored.',
        aliases: ['binary', 'program', 'executable'],
        render(setting) {
          addCommittedField(setting, {
            label: 'CLI path',
            value: host.settings.cliPath,
            placeholder: 'Found by itself',
            check: (text) => host.check('cliPath', text),
            async store(cliPath) {
              await host.change({ cliPath });
              await host.lookAgain();
            },
          });
        },
      },
      {
        type: 'page',
        name: 'Request log',
        desc: 'The last 200 calls: what was called and how it ended, never a value or the text of a note. Look here when a client gets errors.',
        page: () => new RequestLogPage(host),
      },
    ],
  };
}
