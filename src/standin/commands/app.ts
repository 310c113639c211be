import type { Command } from '../command';
import { helpFor, helpPage } from '../help';

/** In the form of the official program; the number is this program's own claim of which behaviour it follows. */
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
        mayBeEmpty: false,
      },
    ],
    run: ({ words: [subject], commands }) => {
      return subject === undefined ? helpPage(commands) : helpFor(subject, commands);
    },
  },
  { name: 'version', summary: 'Show Obsidian version', options: [], run: () => VERSION },
  { name: 'reload', summary: 'Reload the vault', options: [], run: () => 'Reloading...' },
  // The text is a guess, after that of `reload`.
  { name: 'restart', summary: 'Restart the app', options: [], run: () => 'Restarting...' },
];
