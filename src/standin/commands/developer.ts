import { flag, parameter, required } from '../command';
import type { Call, Command } from '../command';
import { Failure, notKnown } from '../failure';
import { isOn, turn } from '../state';

const SELECTOR = required('selector', '<css>', 'CSS selector');

/** Commands for developers. There is no window, and no code ever runs. */
export const DEVELOPER_COMMANDS: readonly Command[] = [
  {
    name: 'dev:cdp',
    summary: 'Run a Chrome DevTools Protocol command',
    options: [
      required('method', '<CDP.method>', 'CDP method to call'),
      parameter('params', '<json>', 'Method parameters as JSON'),
    ],
    isReplyUnknown: true,
    run: notKnown,
  },
  {
    name: 'dev:console',
    summary: 'Show captured console messages',
    options: [
      flag('clear', 'Clear the console buffer'),
      parameter('limit', '<n>', 'Max messages to show (default 50)'),
      parameter('level', 'log|warn|error|info|debug', 'Filter by log level'),
    ],
    run: (call: Call) => {
      if (isOn(call.vault, 'debugger')) return notKnown();
      throw new Failure('Debugger not attached. Use "dev:debug on" to start capturing console messages.');
    },
  },
  {
    name: 'dev:css',
    summary: 'Inspect CSS with source locations',
    options: [SELECTOR, parameter('prop', '<name>', 'Filter by property name')],
    isReplyUnknown: true,
    run: notKnown,
  },
  {
    name: 'dev:debug',
    summary: 'Attach/detach Chrome DevTools Protocol debugger',
    options: [flag('on', 'Attach debugger'), flag('off', 'Detach debugger')],
    run: debug,
  },
  {
    name: 'dev:dom',
    summary: 'Query DOM elements',
    options: [
      SELECTOR,
      flag('total', 'Return element count'),
      flag('text', 'Return text content'),
      flag('inner', 'Return innerHTML instead of outerHTML'),
      flag('all', 'Return all matches instead of first'),
      parameter('attr', '<name>', 'Get attribute value'),
      parameter('css', '<prop>', 'Get CSS property value'),
    ],
    isReplyUnknown: true,
    run: notKnown,
  },
  {
    name: 'dev:errors',
    summary: 'Show captured errors',
    options: [flag('clear', 'Clear the error buffer')],
    run: (call: Call) => (call.flag('clear') ? 'Cleared 0 errors.' : 'No errors captured.'),
  },
  {
    name: 'dev:mobile',
    summary: 'Toggle mobile emulation',
    options: [flag('on', 'Enable mobile emulation'), flag('off', 'Disable mobile emulation')],
    run: emulateMobile,
  },
  {
    name: 'dev:screenshot',
    summary: 'Take a screenshot',
    options: [parameter('path', '<filename>', 'Output file path')],
    isReplyUnknown: true,
    run: notKnown,
  },
  {
    name: 'devtools',
    summary: 'Toggle Electron dev tools',
    options: [],
    isReplyUnknown: true,
    run: notKnown,
  },
  {
    name: 'eval',
    summary: 'Execute JavaScript and return result',
    options: [required('code', '<javascript>', 'JavaScript code to execute')],
    isReplyUnknown: true,
    run: (call: Call) => (call.value('code') === undefined ? 'Usage: eval code=<javascript>' : notKnown()),
  },
].map((command) => ({ ...command, developer: true }));

function debug(call: Call): string {
  const isAttached = isOn(call.vault, 'debugger');
  const [on, off] = [call.flag('on'), call.flag('off')];
  if (on === off) return `Debugger is ${isAttached ? 'attached' : 'detached'}.`;
  if (on === isAttached) return `Debugger is ${on ? 'already' : 'not'} attached.`;
  turn(call.vault, 'debugger', on);
  return on ? 'Debugger attached. Console capture started.' : 'Debugger detached. Console capture stopped.';
}

function emulateMobile(call: Call): string {
  const [on, off] = [call.flag('on'), call.flag('off')];
  if (on === off) return notKnown();
  const state = on ? 'enabled' : 'disabled';
  if (on === isOn(call.vault, 'mobile')) return `Mobile emulation is already ${state}.`;
  turn(call.vault, 'mobile', on);
  return `Mobile emulation ${state}. Reloading...`;
}
