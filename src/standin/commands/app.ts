import type { Command } from '../command';
import { notKnown } from '../failure';
import { helpFor, helpPage } from '../help';

/** In the official program's format. The stand-in follows the behavior of this version. */
const VERSION = '1.13.7 (installer 1.13.4)';

/** Commands about the program itself. */
export const APP_COMMANDS: readonly Command[] = [
  {
    name: 'help',
    summary: 'Show list of all available commands',
    options: [
      {
        name: '<command>',
        token: '<command>',
        description: 'Show help for a specific command',
        required: false,
      },
    ],
    run: ({ words: [subject], commands }) => {
      return subject === undefined ? helpPage(commands) : helpFor(subject, commands);
    },
  },
  { name: 'version', summary: 'Show Obsidian version', options: [], run: () => VERSION },
  { name: 'reload', summary: 'Reload the vault', options: [], run: () => 'Reloading...' },
  { name: 'restart', summary: 'Restart the app', options: [], isReplyUnknown: true, run: notKnown },
];
