import type { SettingDefinitionPage, SettingDefinitionRender } from 'obsidian';
import type { Command } from '../../bridge/commands/catalogue/command';
import type { TabContext } from './context';
import type { Page } from './controls';
import { pathList } from './path-list';

/** What commands do for a client while some folders are private, by what their answers reveal. */
const SEEN: readonly { readonly name: string; readonly isOf: (command: Command) => boolean }[] = [
  { name: 'Run as before', isOf: ({ reveals }) => reveals === 'nothing' },
  {
    name: 'Run for notes that are not private',
    isOf: ({ reveals, target }) =>
      reveals === 'today' || (reveals === 'note' && target.without !== 'whole_vault'),
  },
  {
    name: 'Run for one note, never for the whole vault',
    isOf: ({ reveals, target }) => reveals === 'note' && target.without === 'whole_vault',
  },
  { name: 'Run without what is private', isOf: ({ reveals }) => typeof reveals === 'object' },
  { name: 'Refused, because they would reveal more', isOf: ({ reveals }) => reveals === 'more' },
];

/** The folders and notes that no client sees, and what clients see then. */
export function privateFolders(context: TabContext): Page {
  const { bridge } = context;
  const { settings } = bridge;
  const { displayValue, items } = pathList(context, {
    add: {
      name: 'Add a private folder or note',
      aliases: ['hide', 'exclude', 'ignore', 'privacy', 'secret', 'journal'],
    },
    placeholder: 'Journal',
    whenEmpty: 'None',
    paths: () => settings.current.privateFolders,
    async save(paths) {
      const problem = await bridge.check('privateFolders', paths);
      if (problem === undefined) await settings.change({ privateFolders: paths });
      return problem;
    },
  });
  return { displayValue, items: [...items, { type: 'group', items: [clientsSeePage(context)] }] };
}

/** What clients see while some folders are private. */
function clientsSeePage({ bridge }: TabContext): SettingDefinitionPage {
  const row = ({ name, isOf }: (typeof SEEN)[number]): SettingDefinitionRender => ({
    name,
    desc: bridge.program.commands
      .filter(isOf)
      .map((command) => command.name)
      .join(', '),
    searchable: false,
    render: () => undefined,
  });
  return {
    type: 'page',
    name: 'What clients see',
    desc: 'What each command does for clients while some folders are private. Your own key is not limited.',
    items: [{ type: 'group', items: SEEN.map(row) }],
  };
}
