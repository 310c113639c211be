import type { CommandRecord, ParameterRecord } from './command-record';
import { LINES, TABLE_FORMAT, TOTAL, UNKNOWN, VERBOSE } from './shared-parts';

const COMMAND_ID: ParameterRecord = {
  placeholder: '<command-id>',
  description: 'Id of the command in the palette',
  required: true,
  sample: 'editor:toggle-bold',
};

export const PALETTE_COMMANDS: Readonly<Record<string, CommandRecord>> = {
  commands: {
    kind: 'read',
    reveals: 'more',
    summary: 'Lists the ids of palette commands, optionally by prefix.',
    parameters: { filter: { placeholder: '<prefix>', description: 'Beginning of the command ids to list' } },
    success: LINES,
    searchWords: 'actions available every possible',
  },
  command: {
    kind: 'write',
    reveals: 'more',
    summary: 'Runs a command of the palette by its id, including those of plugins.',
    note: 'Can do anything that the user interface can. If it opens a dialog, it does not return.',
    dangerous: true,
    canHarmBridge: true,
    parameters: { id: COMMAND_ID },
    effect: 'run the app command {id}',
    success: { shape: 'confirmation', line: /^Executed: .+$/m },
    failures: [/^(?:Error: )?Command "[^"]*" not found\. Use "commands" [^\n]*$/],
    mayBeSilent: true,
    searchWords: 'action trigger execute invoke perform third party fire launch',
  },
  hotkeys: {
    kind: 'read',
    reveals: 'more',
    summary: 'Lists all commands of the palette with their hotkeys, including those that have none.',
    parameters: { format: TABLE_FORMAT },
    flags: { total: TOTAL, verbose: VERBOSE, all: 'Does nothing: all commands are listed in any case' },
    success: UNKNOWN,
    searchWords: 'keyboard shortcuts keybindings keybinding key combinations bindings all assigned',
  },
  hotkey: {
    kind: 'read',
    reveals: 'more',
    summary: 'Prints the hotkey of one command.',
    parameters: { id: COMMAND_ID },
    flags: { verbose: VERBOSE },
    success: UNKNOWN,
    searchWords: 'keyboard shortcut keybinding key combination binding bound assigned particular what graph',
  },
};
