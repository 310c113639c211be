import { flag, parameter } from '../command';
import type { Command } from '../command';
import { Failure } from '../failure';

/** Commands for developers: those that need neither an app window nor code to be run, since there is no window here. */
export const DEVELOPER_COMMANDS: readonly Command[] = [
  {
    name: 'dev:console',
    summary: 'Show captured console messages',
    options: [
      flag('clear', 'Clear the console buffer'),
      parameter('limit', '<n>', 'Max messages to show (default 50)'),
      parameter('level', 'log|warn|error|info|debug', 'Filter by log level'),
    ],
    // No debugger can be attached, and this is the app's answer without one (observed on 1.13.7).
    run: () => {
      throw new Failure(
        'Error: Debugger not attached. Use "dev:debug on" to start capturing console messages.',
      );
    },
  },
  {
    name: 'dev:errors',
    summary: 'Show captured errors',
    options: [flag('clear', 'Clear the error buffer')],
    run: () => 'No errors captured.',
  },
].map((command) => ({ ...command, developer: true }));
