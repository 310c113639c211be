import { flag, parameter, required } from '../command';
import type { Command } from '../command';
import { Failure } from '../failure';

/**
 * Commands for developers. All of the official program's are listed, but there is no window and no code is ever run:
 * those that would need either say so.
 */
export const DEVELOPER_COMMANDS: readonly Command[] = [
  {
    name: 'dev:cdp',
    summary: 'Run a Chrome DevTools Protocol command',
    options: [
      required('method', '<CDP.method>', 'CDP method to call'),
      parameter('params', '<json>', 'Method parameters as JSON'),
    ],
    run: noWindow,
  },
  {
    name: 'dev:console',
    summary: 'Show captured console messages',
    options: [
      flag('clear', 'Clear the console buffer'),
      parameter('limit', '<n>', 'Max messages to show (default 50)'),
      parameter('level', 'log|warn|error|info|debug', 'Filter by log level'),
    ],
    run: () => {
      throw new Failure(
        'Error: Debugger not attached. Use "dev:debug on" to start capturing console messages.',
      );
    },
  },
  {
    name: 'dev:css',
    summary: 'Inspect CSS with source locations',
    options: [
      required('selector', '<css>', 'CSS selector'),
      parameter('prop', '<name>', 'Filter by property name'),
    ],
    run: noWindow,
  },
  {
    name: 'dev:debug',
    summary: 'Attach/detach Chrome DevTools Protocol debugger',
    options: [flag('on', 'Attach debugger'), flag('off', 'Detach debugger')],
    run: noWindow,
  },
  {
    name: 'dev:dom',
    summary: 'Query DOM elements',
    options: [
      required('selector', '<css>', 'CSS selector'),
      parameter('attr', '<name>', 'Get attribute value'),
      parameter('css', '<prop>', 'Get CSS property value'),
      flag('total', 'Return element count'),
      flag('text', 'Return text content'),
      flag('inner', 'Return innerHTML instead of outerHTML'),
      flag('all', 'Return all matches instead of first'),
    ],
    run: noWindow,
  },
  {
    name: 'dev:errors',
    summary: 'Show captured errors',
    options: [flag('clear', 'Clear the error buffer')],
    run: () => 'No errors captured.',
  },
  {
    name: 'dev:mobile',
    summary: 'Toggle mobile emulation',
    options: [flag('on', 'Enable mobile emulation'), flag('off', 'Disable mobile emulation')],
    run: noWindow,
  },
  {
    name: 'dev:screenshot',
    summary: 'Take a screenshot',
    options: [parameter('path', '<filename>', 'Output file path')],
    run: noWindow,
  },
  { name: 'devtools', summary: 'Toggle Electron dev tools', options: [], run: noWindow },
  {
    name: 'eval',
    summary: 'Execute JavaScript and return result',
    options: [required('code', '<javascript>', 'JavaScript code to execute')],
    run: () => {
      throw new Failure('Error: The stand-in does not run code.');
    },
  },
].map((command) => ({ ...command, developer: true }));

function noWindow(): never {
  throw new Failure('Error: The stand-in has no app window.');
}
