import type { CommandRecord, ParameterRecord } from './command-record';
import { ENABLE_AFTERWARDS, UNKNOWN, VERSIONS } from './shared-parts';

const SNIPPET_NAME: ParameterRecord = {
  placeholder: '<name>',
  description: 'Name of the CSS snippet',
  required: true,
  namesResource: true,
  sample: 'Name',
};

const THEME_NAME: ParameterRecord = {
  placeholder: '<name>',
  description: 'Name',
  required: true,
  namesResource: true,
  sample: 'Minimal',
};

/** Words that people use for a theme. */
const LOOK = 'look appearance design skin style';

/** Words that people use for a snippet. */
const TWEAK = 'stylesheet style custom tweak';

export const THEMES_COMMANDS: Readonly<Record<string, CommandRecord>> = {
  themes: {
    kind: 'read',
    reveals: 'nothing',
    summary: 'Lists installed themes.',
    flags: { versions: VERSIONS },
    success: UNKNOWN,
    printsUserText: true,
    searchWords: `${LOOK} available`,
  },
  theme: {
    kind: 'read',
    reveals: 'nothing',
    summary: 'Prints the current theme, or details of one theme.',
    parameters: {
      name: {
        placeholder: '<name>',
        description: 'Name of the theme; the current one by default',
        namesResource: true,
      },
    },
    success: UNKNOWN,
    printsUserText: true,
    searchWords: `${LOOK} active author version look using now current right`,
  },
  'theme:set': {
    kind: 'write',
    reveals: 'nothing',
    summary: 'Switches the current theme.',
    note: 'An empty name selects the default theme.',
    parameters: {
      name: {
        placeholder: '<name>',
        description: 'Name of the theme; empty for the default one',
        required: true,
        mayBeEmpty: true,
        namesResource: true,
        sample: 'Minimal',
      },
    },
    effect: 'switch to the theme {name}',
    success: UNKNOWN,
    searchWords: `${LOOK} change dark light apply default activate make nice`,
  },
  'theme:install': {
    kind: 'write',
    reveals: 'nothing',
    summary: 'Downloads a community theme, optionally switching to it.',
    note: 'Downloads third-party styles.',
    dangerous: true,
    parameters: { name: THEME_NAME },
    flags: { enable: ENABLE_AFTERWARDS },
    effect: 'install the theme {name}',
    success: UNKNOWN,
    searchWords: `${LOOK} add new`,
  },
  'theme:uninstall': {
    kind: 'remove',
    reveals: 'nothing',
    summary: 'Deletes an installed theme.',
    parameters: { name: THEME_NAME },
    effect: 'uninstall the theme {name}',
    success: UNKNOWN,
    searchWords: `${LOOK} remove rid`,
  },
  snippets: {
    kind: 'read',
    reveals: 'nothing',
    summary: 'Lists CSS snippets.',
    success: UNKNOWN,
    nothing: { sentences: ['No snippets found.'], json: [] },
    printsUserText: true,
    searchWords: `${TWEAK} all files available css turn on can`,
  },
  'snippets:enabled': {
    kind: 'read',
    reveals: 'nothing',
    summary: 'Lists CSS snippets that are on.',
    success: UNKNOWN,
    nothing: { sentences: ['No snippets found.'], json: [] },
    printsUserText: true,
    searchWords: `${TWEAK} active turned switched`,
  },
  'snippet:enable': {
    kind: 'write',
    reveals: 'nothing',
    summary: 'Switches a CSS snippet on.',
    parameters: { name: SNIPPET_NAME },
    effect: 'turn on the snippet {name}',
    success: UNKNOWN,
    searchWords: `${TWEAK} turn activate apply`,
  },
  'snippet:disable': {
    kind: 'write',
    reveals: 'nothing',
    summary: 'Switches a CSS snippet off.',
    parameters: { name: SNIPPET_NAME },
    effect: 'turn off the snippet {name}',
    success: UNKNOWN,
    searchWords: `${TWEAK} turn deactivate off`,
  },
};
