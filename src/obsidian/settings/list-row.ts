import type { SettingDefinitionRender } from 'obsidian';
import type { SettingKey, Settings } from '../../bridge/settings';
import { addCommittedField, linesOf } from './committed-field';
import type { TabContext } from './context';

type ListKey = Extract<SettingKey, 'allowedCommands' | 'blockedCommands' | 'corsOrigins' | 'allowedHosts'>;

interface ListRow {
  readonly key: ListKey;
  readonly name: string;
  readonly desc: string;
  readonly placeholder: string;
  readonly aliases?: string[];
  readonly visible?: (settings: Settings) => boolean;
}

/** A row for a setting that is a list, one item per line. */
export function listRow({ host }: TabContext, row: ListRow): SettingDefinitionRender {
  const { key, name, desc, placeholder, aliases = [], visible } = row;
  return {
    name,
    desc,
    aliases,
    visible: () => visible?.(host.settings) ?? true,
    render(setting) {
      addCommittedField(setting, {
        label: name,
        value: host.settings[key].join('\n'),
        placeholder,
        isList: true,
        check: (text) => host.check(key, linesOf(text)),
        store: (text) => host.change({ [key]: linesOf(text) }),
      });
    },
  };
}
