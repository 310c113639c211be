import type { CommandRecord, ParameterRecord } from './command-record';
import { TOTAL } from './shared-flags';
import { LINES, UNKNOWN } from './shared-success';

const LAYOUT_NAME: ParameterRecord = {
  placeholder: '<name>',
  description: 'Name of the saved layout',
  required: true,
  sample: 'Name',
};

/** The section "Workspace". */
export const WORKSPACE_COMMANDS: Readonly<Record<string, CommandRecord>> = {
  workspace: {
    kind: 'read',
    summary: 'Prints the tree of panes and tabs.',
    flags: { ids: 'Add the ids' },
    success: UNKNOWN,
    searchWords: 'panes splits tabs arrangement arranged layout current tree windows show structure open',
  },
  workspaces: {
    kind: 'read',
    summary: 'Lists saved layouts.',
    flags: { total: TOTAL },
    success: LINES,
    printsUserText: true,
    searchWords: 'layouts arrangements saved window list all perspectives',
  },
  'workspace:save': {
    kind: 'write',
    summary: 'Saves the current layout under a name.',
    parameters: { name: { placeholder: '<name>', description: 'Name to save the layout under' } },
    success: UNKNOWN,
    question: { about: 'listed', list: 'workspaces', parameter: 'name', listed: true, before: true },
    searchWords: 'layout arrangement window remember keep store save current panes',
  },
  'workspace:load': {
    kind: 'write',
    summary: 'Applies a saved layout.',
    parameters: { name: LAYOUT_NAME },
    success: UNKNOWN,
    searchWords: 'layout arrangement window restore switch apply bring back open saved go to use',
  },
  'workspace:delete': {
    kind: 'remove',
    summary: 'Deletes a saved layout.',
    parameters: { name: LAYOUT_NAME },
    success: UNKNOWN,
    question: { about: 'listed', list: 'workspaces', parameter: 'name', listed: false },
    searchWords: 'layout arrangement window remove delete get rid forget saved',
  },
  tabs: {
    kind: 'read',
    summary: 'Lists open tabs.',
    flags: { ids: 'Add the ids' },
    success: UNKNOWN,
    printsUserText: true,
    question: { about: 'item_with', flag: 'ids' },
    searchWords: 'open pages documents currently list which files editors panes active windows',
  },
  'tab:open': {
    kind: 'write',
    summary: 'Opens a new tab with a file or a view type.',
    parameters: {
      group: { placeholder: '<id>', description: 'Id of the tab group' },
      file: { placeholder: '<path>', description: 'Path of the file to open', staysInVault: true },
      view: { placeholder: '<type>', description: 'Type of the view to open' },
    },
    success: UNKNOWN,
    searchWords: 'another new open file view graph beside separate blank tab',
  },
  recents: {
    kind: 'read',
    summary: 'Lists recently opened files.',
    flags: { total: TOTAL },
    success: UNKNOWN,
    printsUserText: true,
    searchWords:
      'recently opened last viewed documents files history latest looked worked visited edited previously before earlier',
  },
};
