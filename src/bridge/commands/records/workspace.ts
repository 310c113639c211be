import type { CommandRecord, ParameterRecord } from './command-record';
import { LINES, PATHS, TOTAL, UNKNOWN } from './shared-parts';

const LAYOUT_NAME: ParameterRecord = {
  placeholder: '<name>',
  description: 'Name of the saved layout',
  required: true,
  sample: 'Name',
};

export const WORKSPACE_COMMANDS: Readonly<Record<string, CommandRecord>> = {
  workspace: {
    kind: 'read',
    reveals: 'more',
    summary: 'Prints the tree of panes and tabs.',
    flags: { ids: 'Add the ids' },
    success: UNKNOWN,
    searchWords:
      'splits arrangement arranged layout current windows show structure open moment now currently right',
  },
  workspaces: {
    kind: 'read',
    reveals: 'nothing',
    summary: 'Lists saved layouts.',
    flags: { total: TOTAL },
    success: LINES,
    nothing: { sentences: ['No workspaces saved.'], json: [] },
    printsUserText: true,
    searchWords: 'arrangements window all perspectives windows saved',
  },
  'workspace:save': {
    kind: 'write',
    reveals: 'nothing',
    summary: 'Saves the current layout under a name, replacing one that has it.',
    effect: 'save the window layout',
    parameters: {
      name: {
        placeholder: '<name>',
        description: 'Name to save the layout under; that of the active one by default',
      },
    },
    success: { shape: 'confirmation', line: /^Saved workspace: .+$/m },
    searchWords: 'arrangement window remember keep store panes arranged windows',
  },
  'workspace:load': {
    kind: 'write',
    reveals: 'nothing',
    summary: 'Applies a saved layout.',
    effect: 'load the window layout {name}',
    parameters: { name: LAYOUT_NAME },
    success: { shape: 'confirmation', line: /^Loaded workspace: .+$/m },
    searchWords: 'arrangement window restore switch bring back open go',
  },
  'workspace:delete': {
    kind: 'remove',
    reveals: 'nothing',
    summary: 'Deletes a saved layout.',
    effect: 'delete the window layout {name}',
    parameters: { name: LAYOUT_NAME },
    success: { shape: 'confirmation', line: /^Deleted workspace: .+$/m },
    searchWords: 'arrangement window remove rid forget',
  },
  tabs: {
    kind: 'read',
    reveals: 'more',
    insteadOfAll: 'recents lists the files that were opened last.',
    summary: 'Lists open tabs.',
    flags: { ids: 'Add the ids' },
    success: { shape: 'lines', line: /^\[/ },
    printsUserText: true,
    searchWords: 'pages currently editors panes active windows open moment now right',
  },
  'tab:open': {
    kind: 'write',
    reveals: 'note',
    changes: 'view',
    summary: 'Opens a new tab with a file or a view type.',
    parameters: {
      group: { placeholder: '<id>', description: 'Id of the tab group' },
      file: { placeholder: '<path>', description: 'Path of the file to open', staysInVault: true },
      view: { placeholder: '<type>', description: 'Type of the view to open' },
    },
    success: { shape: 'confirmation', line: /^Opened(?: view)?: .+$|^Opened new tab$/m },
    searchWords: 'another graph beside separate blank',
  },
  recents: {
    kind: 'read',
    reveals: { paths: 'lines' },
    summary: 'Lists recently opened files.',
    flags: { total: TOTAL },
    success: PATHS,
    nothing: { sentences: ['No recent files.'], json: [] },
    printsUserText: true,
    searchWords:
      'last viewed history latest looked worked visited edited previously before earlier lately touched yesterday since changed',
  },
};
