import { parameter, required } from '../command';
import type { Command } from '../command';
import { Failure } from '../failure';

/** A few of the app's palette commands, under their real ids. */
const PALETTE: readonly string[] = [
  'app:go-back',
  'app:go-forward',
  'app:open-settings',
  'app:reload',
  'app:toggle-left-sidebar',
  'app:toggle-right-sidebar',
  'command-palette:open',
  'daily-notes',
  'editor:save-file',
  'editor:toggle-bold',
  'editor:toggle-checklist-status',
  'file-explorer:new-file',
  'file-explorer:new-folder',
  'global-search:open',
  'graph:open',
  'insert-template',
  'markdown:toggle-preview',
  'switcher:open',
  'workspace:close',
  'workspace:split-vertical',
];

/** Commands for the command palette. Nothing is executed: a known id is acknowledged, with wording that is a guess. */
export const PALETTE_COMMANDS: readonly Command[] = [
  {
    name: 'command',
    summary: 'Execute an Obsidian command',
    options: [required('id', '<command-id>', 'Command ID to execute')],
    run: (call) => {
      const id = call.value('id') ?? '';
      if (!PALETTE.includes(id)) throw new Failure(`Error: Command "${id}" not found.`);
      return `Executed: ${id}`;
    },
  },
  {
    name: 'commands',
    summary: 'List available command IDs',
    options: [parameter('filter', '<prefix>', 'Filter by ID prefix')],
    run: (call) => PALETTE.filter((id) => id.startsWith(call.value('filter') ?? '')).join('\n'),
  },
];
