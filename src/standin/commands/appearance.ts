import { flag, parameter, required } from '../command';
import type { Call, Command } from '../command';
import { configEntries } from '../community-plugins';
import { readJson } from '../config-file';
import { notKnown } from '../failure';
import { compare, sorted } from '../order';
import { printList, printRows } from '../rows';

interface Appearance {
  readonly cssTheme: string;
  readonly enabledCssSnippets: readonly string[];
}

const NAME = required('name', '<name>', 'Name');
const NO_SNIPPETS = 'No snippets found.';

/** Commands for themes and CSS snippets. */
export const APPEARANCE_COMMANDS: readonly Command[] = [
  unknownReply('snippet:disable', 'Disable a CSS snippet'),
  unknownReply('snippet:enable', 'Enable a CSS snippet'),
  {
    name: 'snippets',
    summary: 'List installed CSS snippets',
    options: [],
    run: (call) => printList(sorted(snippets(call)), false, NO_SNIPPETS),
  },
  {
    name: 'snippets:enabled',
    summary: 'List enabled CSS snippets',
    options: [],
    run: (call) => {
      const enabled = appearance(call).enabledCssSnippets ?? [];
      const found = snippets(call).filter((name) => enabled.includes(name));
      return printList(sorted(found), false, NO_SNIPPETS);
    },
  },
  {
    name: 'theme',
    summary: 'Show active theme or get info',
    options: [parameter('name', '<name>', 'Theme name for details')],
    run: (call) => (call.value('name') === undefined ? appearance(call).cssTheme || '(default)' : notKnown()),
  },
  {
    ...unknownReply('theme:install', 'Install a community theme'),
    options: [NAME, flag('enable', 'Activate after install')],
  },
  {
    ...unknownReply('theme:set', 'Set active theme'),
    options: [{ ...NAME, description: 'Theme name (empty for default)' }],
  },
  unknownReply('theme:uninstall', 'Uninstall a theme'),
  {
    name: 'themes',
    summary: 'List installed themes',
    options: [flag('versions', 'Include version numbers')],
    run: listThemes,
  },
];

function unknownReply(name: string, summary: string): Command {
  return { name, summary, options: [NAME], isReplyUnknown: true, run: notKnown };
}

function listThemes(call: Call): string {
  const themes = configEntries(call.vault, 'themes').flatMap((folder) => {
    const { name, version = '' } =
      readJson<{ name: string; version: string }>(call.vault, `themes/${folder}/manifest.json`) ?? {};
    return name === undefined ? [] : [{ name, version }];
  });
  const rows = themes
    .sort((a, b) => compare(a.name, b.name))
    .map(({ name, version }) => (call.flag('versions') ? { name, version } : { name }));
  return printRows(rows, 'tsv');
}

function snippets(call: Call): string[] {
  return configEntries(call.vault, 'snippets').flatMap((file) => /^(.+)\.css$/.exec(file)?.[1] ?? []);
}

function appearance({ vault }: Call): Partial<Appearance> {
  return readJson<Appearance>(vault, 'appearance.json') ?? {};
}
